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
    // With JSON nesting, values below the root are JSON, which can represent empty arrays.
    guard options.nesting != .json || path.isEmpty, case .object(let members) = object.kind,
      let unmarked = reread(T.self, object)
    else { return }
    for (name, value) in members where value.isLost {
      // Only a member with an initial value needs a mark: without one, any other member is read as empty, or as nil if it is an
      // optional.
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

  /// Refuses an empty array or dictionary in a member that may be absent: an optional or a ``Patch``, which would be read as
  /// nil or ``Patch/leave``.
  ///
  /// An object without written members is not refused: it has no more information than nil, except in arrays that are
  /// not optional.
  func refuseEmpty<T>(_ type: T.Type, _ value: URLFormValue, at path: [JSONPath]) throws {
    // With JSON nesting, values below the root are JSON, which can represent empty values.
    if options.nesting == .json, path.count > 1 { return }
    let noun: String
    switch value.kind {
    case .array: noun = "array"
    case _ where T.self is any MembersWithoutOrder.Type: noun = "dictionary"
    default: return
    }
    throw EncodingError.invalidValue(
      (),
      .init(
        codingPath: path,
        debugDescription: "A query or form cannot represent an empty \(noun) in an optional or a patch, so the "
          + "receiver would find no value; use nil or `.leave`, make it non-optional, or send JSON."))
  }

  /// Refuses an array with nil as its only element in an optional, which would be read as nil, because both are written at
  /// the name of the array.
  func refuseOnlyNil(_ value: URLFormValue, at path: [JSONPath]) throws {
    // With JSON nesting, values below the root are JSON. Where nil is omitted, arrays cannot contain it at all.
    if !value.hasOnlyNil || options.nils == .omitted || options.nesting == .json && path.count > 1 { return }
    switch options.arrays {
    case .brackets, .indexed: return
    case .repeated, .separated: break
    }
    throw EncodingError.invalidValue(
      (),
      .init(
        codingPath: path,
        debugDescription: "A query or form cannot represent nil as the only element of an array in an optional, so the "
          + "receiver would read nil; use nil, make it non-optional, write arrays with brackets, or send JSON."))
  }

  /// Keeps the keys of a dictionary whose values are objects without written members: `counts[a]=`.
  ///
  /// - Throws: `EncodingError` for an empty array, because an empty string may be read as an element.
  func keepKeys(of dictionary: URLFormValue, at path: [JSONPath]) throws {
    guard options.nesting != .json || path.isEmpty, case .object(let members) = dictionary.kind else { return }
    for (name, value) in members where value.isContainer {
      guard case .array(let elements) = value.kind else {
        value.isExplicit = true
        continue
      }
      if !elements.isEmpty { continue }
      throw EncodingError.invalidValue(
        (),
        .init(
          codingPath: path + [.name(name)],
          debugDescription: "A query or form cannot represent an empty array in a dictionary, so the receiver would "
            + "not find its key; remove the key, or send JSON."))
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
