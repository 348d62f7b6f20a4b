internal import ContractCoding

/// A test whether a JSON value belongs to an alternative of a union.
struct TypeScriptGuard {
  /// The kind of JSON value; nil for any.
  var kind: String?
  /// The members of an object that have one value each.
  var constants: [(name: String, value: JSONValue)] = []
  /// The members that an object must have.
  var required: [String] = []

  /// A number that is higher for more specific tests.
  var weight: Int { constants.count * 1_000 + min(required.count, 998) + (kind == nil ? 0 : 1) }

  /// The test as source text.
  var value: TypeScriptValue {
    guard kind == "object", !constants.isEmpty || !required.isEmpty else {
      return .object(kind.map { [("kind", .string($0))] } ?? [])
    }
    if constants.isEmpty { return .object([("has", .array(required.map { .string($0) }))]) }
    return .object([("is", .object(constants.map { ($0.name, .source(Self.literal($0.value))) }))])
  }

  private static func literal(_ value: JSONValue) -> String {
    value.string.map { TypeScriptText.literal($0) } ?? value.description
  }

  /// Returns the tests for a type, of which one must succeed.
  static func all(
    of type: TypeScriptType, in components: [String: TypeScriptType], depth: Int = 0
  ) -> [TypeScriptGuard] {
    guard depth < 16 else { return [TypeScriptGuard()] }
    switch type {
    case .any, .binary, .bytes, .lines: return [TypeScriptGuard()]
    case .never, .undefined: return []
    case .null: return [TypeScriptGuard(kind: "null")]
    case .boolean: return [TypeScriptGuard(kind: "boolean")]
    case .number, .integer: return [TypeScriptGuard(kind: "number")]
    case .string, .date, .base64, .open, .unknownTag: return [TypeScriptGuard(kind: "string")]
    case .literal(let value, _): return [TypeScriptGuard(kind: kind(of: value))]
    case .array, .tuple: return [TypeScriptGuard(kind: "array")]
    case .dictionary: return [TypeScriptGuard(kind: "object")]
    case .object(let members, _):
      var test = TypeScriptGuard(kind: "object")
      for member in members where !member.isOptional {
        test.required.append(member.name)
        if case .literal(let value, false) = member.type { test.constants.append((member.name, value)) }
      }
      return [test]
    case .component(let name): return all(of: components[name] ?? .any, in: components, depth: depth + 1)
    case .union(let parts): return parts.flatMap { all(of: $0, in: components, depth: depth + 1) }
    case .intersection(let parts):
      return parts.reduce([TypeScriptGuard()]) { tests, part in
        let more = all(of: part, in: components, depth: depth + 1)
        // Unions of unions multiply; beyond a limit the first of each decides.
        if tests.count * more.count > 64 { return tests }
        return tests.flatMap { test in more.map { test.joined($0) } }
      }
    }
  }

  private func joined(_ other: TypeScriptGuard) -> TypeScriptGuard {
    TypeScriptGuard(
      kind: kind ?? other.kind,
      constants: constants + other.constants.filter { other in !constants.contains { $0.name == other.name } },
      required: required + other.required.filter { !required.contains($0) })
  }

  private static func kind(of value: JSONValue) -> String {
    switch value {
    case .null: "null"
    case .bool: "boolean"
    case .number: "number"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }
}
