/// A type of the standard library that encodes its elements in an order that changes from run to run.
private protocol UnorderedValue {
  /// True if keys and values alternate, unless they are the members of an object.
  static var hasPairs: Bool { get }
}

extension Set: UnorderedValue {
  fileprivate static var hasPairs: Bool { false }
}

extension Dictionary: UnorderedValue {
  fileprivate static var hasPairs: Bool { true }
}

extension JSONEncodeState {
  /// Sorts the elements of a set or the members of a dictionary, which begins at a position. Other values are
  /// unchanged.
  func sort<T>(_ type: T.Type, from start: Int) {
    guard let type = T.self as? any UnorderedValue.Type else { return }
    let limits = JSONLimits(maxDepth: JSONLimits.hardMaxDepth)
    let text = buffer.withBytes(start..<buffer.count) { Array($0) }
    guard let value = try? JSONValue(parsing: text, limits: limits),
      let sorted = try? JSONWriter.bytes(of: value.sorted(hasPairs: type.hasPairs))
    else { return }
    buffer.truncate(to: start)
    append(sorted[...])
  }
}

extension JSONValue {
  fileprivate func sorted(hasPairs: Bool) -> JSONValue {
    switch self {
    case .object(let members):
      return .object(JSONObject(Self.sorted(members.map { ($0.name, $0.value) }) { .string($0.0) }))
    case .array(let elements) where hasPairs:
      let pairs = stride(from: 0, to: elements.count, by: 2).map { elements[$0..<min($0 + 2, elements.count)] }
      return .array(Self.sorted(pairs) { $0.first ?? .null }.flatMap { $0 })
    case .array(let elements): return .array(Self.sorted(elements) { $0 })
    case .null, .bool, .number, .string: return self
    }
  }

  private static func sorted<Element>(_ elements: [Element], by value: (Element) -> JSONValue) -> [Element] {
    elements.map { (position: SortPosition(value($0)), element: $0) }
      .sorted { $0.position.precedes($1.position) }.map(\.element)
  }
}

/// The position of a value among others: numbers by their value, then all others by their text.
private struct SortPosition {
  let number: Double
  let text: String

  init(_ value: JSONValue) {
    number = value.double ?? .infinity
    text = value.description
  }

  func precedes(_ other: SortPosition) -> Bool {
    if number != other.number { return number < other.number }
    // Strings that are equal in Swift may differ in their bytes.
    return text.utf8.lexicographicallyPrecedes(other.text.utf8)
  }
}
