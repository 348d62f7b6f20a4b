/// The members that would be read as their initial values because they are empty.
///
/// An empty array or dictionary has no representation, so an absent one is read as empty, unless the member has an
/// initial value. Only decoding determines that: an initial value may be any expression.
extension URLFormEncodeState {
  /// Makes the encoded members of an object survive decoding: an empty value, `ids=`, marks an empty array that would be
  /// read as another value.
  ///
  /// - Throws: `EncodingError` if the receiver would read the mark as an element or as nil.
  func keepEmpty<T: Schema>(_ type: T.Type, _ object: URLFormValue, at path: [JSONPath]) throws {
    // Below the root, JSON represents empty arrays.
    guard options.nesting != .json || path.isEmpty, case .object(let members) = object.kind,
      let unmarked = reread(T.self, object)
    else { return }
    for (name, value) in members where value.isLost {
      // An optional without an initial value is nil.
      guard let other = unmarked[name], !other.isNull, !other.isEmpty else { continue }
      value.isExplicit = true
      if let marked = reread(T.self, object)?[name], marked.isEmpty { continue }
      throw EncodingError.invalidValue(
        (),
        .init(
          codingPath: path + [.name(name)],
          debugDescription: "A query or form cannot represent this empty value, so the receiver would use the member's "
            + "initial value; make the initial value empty, or send JSON."))
    }
  }

  /// Returns the members of an object after it was written, decoded and encoded again; nil if that is impossible.
  private func reread<T: Schema>(_ type: T.Type, _ object: URLFormValue) -> [String: URLFormValue]? {
    var serializer = URLFormSerializer(appendingTo: [], options: options)
    let limits = URLFormLimits(maxDepth: URLFormLimits.hardMaxDepth, maxMembers: .max)
    let decoder = URLFormDecoder(options: options, limits: limits, userInfo: userInfo)
    let state = URLFormEncodeState(options: options, userInfo: userInfo, keepsEmpty: false)
    guard (try? serializer.writeRoot(object)) != nil,
      let value = try? decoder.decode(T.self, from: serializer.bytes),
      case .object(let members)? = (try? state.tree(of: value, at: []))?.kind
    else { return nil }
    return Dictionary(members.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
  }
}

extension URLFormValue {
  /// True for an array or object without contents.
  fileprivate var isEmpty: Bool {
    switch kind {
    case .pending: true
    case .array(let elements): elements.isEmpty
    case .object(let members): members.isEmpty
    case .null, .bool, .number, .text: false
    }
  }

  /// True for a value that is not written, except null.
  var isLost: Bool { isEmpty && !isExplicit }
}
