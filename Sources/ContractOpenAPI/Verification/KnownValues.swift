internal import ContractCoding

/// Values from earlier responses, so that placeholders refer to existing resources.
struct KnownValues: Sendable {
  private static let limit = 20
  private static let maxDepth = 4

  private var values: [String: [JSONValue]] = [:]

  /// Adds the members of a response body.
  mutating func add(_ value: JSONValue, depth: Int = 0) {
    guard depth < Self.maxDepth else { return }
    switch value {
    case .array(let elements): for element in elements.prefix(5) { add(element, depth: depth + 1) }
    case .object(let members):
      for (name, member) in members.prefix(50) {
        switch member {
        case .string, .number:
          var known = values[Self.key(name)] ?? []
          known.append(member)
          values[Self.key(name)] = known.suffix(Self.limit)
        default: add(member, depth: depth + 1)
        }
      }
    default: return
    }
  }

  /// Returns a value for a placeholder such as `id` or `todoId`; nil if none is known.
  func value(for name: String, using random: inout SeededRandom) -> JSONValue? {
    let key = Self.key(name)
    if let value = values[key]?.randomElement(using: &random) { return value }
    return key.utf8.reversed().starts(with: "id".utf8.reversed()) ? values["id"]?.randomElement(using: &random) : nil
  }

  private static func key(_ name: String) -> String { name.lowercased() }
}
