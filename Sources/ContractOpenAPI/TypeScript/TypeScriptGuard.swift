internal import ContractCoding

/// A test whether a JSON value belongs to an alternative of a union.
struct TypeScriptGuard: Hashable {
  /// A member of an object, and the values that it allows.
  struct Constant: Hashable {
    var name: String
    var values: [JSONValue]
  }

  /// The kind of JSON value; nil for any.
  var kind: String?
  /// The values of a scalar; nil for any.
  var values: [JSONValue]?
  /// The members of an object that allow only listed values.
  var constants: [Constant] = []
  /// The members that an object must have.
  var required: [String] = []

  /// The weight of the test. More specific tests have greater weights.
  var weight: Int {
    let kinds = kind == nil ? 0 : kind == "integer" ? 2 : 1
    return (constants.count + (values == nil ? 0 : 1)) * 1_000 + min(required.count, 997) + kinds
  }

  /// Returns the test as source text.
  ///
  /// - Parameter isExact: whether large integers are received as `bigint`.
  func value(isExact: Bool) -> TypeScriptValue {
    func list(_ values: [JSONValue]) -> TypeScriptValue { .array(values.map { .source(Self.literal($0, isExact)) }) }
    if let values { return .object([("one", list(values))]) }
    guard kind == "object", !constants.isEmpty || !required.isEmpty else {
      return .object(kind.map { [("kind", .string($0))] } ?? [])
    }
    if constants.isEmpty { return .object([("has", .array(required.map { .string($0) }))]) }
    let members = constants.map { constant in
      (
        constant.name,
        constant.values.count == 1 ? .source(Self.literal(constant.values[0], isExact)) : list(constant.values)
      )
    }
    return .object([("is", .object(members))])
  }

  private static func literal(_ value: JSONValue, _ isExact: Bool) -> String {
    if let text = value.string { return TypeScriptText.literal(text) }
    guard isExact, case .number(let digits) = value, let integer = digits.integer(as: Int128.self),
      integer.magnitude > 9_007_199_254_740_991
    else { return value.description }
    return "BigInt(\"\(integer)\")"
  }

  /// Returns the distinct tests for a type. A value of the type satisfies at least one of them.
  static func all(of type: TypeScriptType, in components: [String: TypeScriptType]) -> [TypeScriptGuard] {
    var known: [String: [TypeScriptGuard]] = [:]
    for name in included(by: type, in: components) {
      known[name] = all(of: components[name] ?? .any, knowing: known)
    }
    return all(of: type, knowing: known)
  }

  /// Returns the components that a type includes as alternatives and parts: each once, and after the components that it
  /// includes itself.
  private static func included(by type: TypeScriptType, in components: [String: TypeScriptType]) -> [String] {
    var (names, seen): ([String], Set<String>) = ([], [])
    var waiting: [(TypeScriptType, isRead: Bool)] = [(type, isRead: false)]
    while let (type, isRead) = waiting.popLast() {
      switch type {
      case .component(let name) where isRead: names.append(name)
      case .component(let name):
        guard seen.insert(name).inserted else { continue }
        waiting.append((type, isRead: true))
        waiting.append((components[name] ?? .any, isRead: false))
      case .union(let parts), .intersection(let parts):
        for part in parts { waiting.append((part, isRead: false)) }
      default: continue
      }
    }
    return names
  }

  /// - Parameter known: the tests of the components that the type includes.
  private static func all(of type: TypeScriptType, knowing known: [String: [TypeScriptGuard]]) -> [TypeScriptGuard] {
    switch type {
    case .any, .binary, .bytes, .lines: return [TypeScriptGuard()]
    case .never, .undefined: return []
    case .null: return [TypeScriptGuard(kind: "null")]
    case .boolean: return [TypeScriptGuard(kind: "boolean")]
    case .number: return [TypeScriptGuard(kind: "number")]
    case .integer: return [TypeScriptGuard(kind: "integer")]
    case .string, .date, .base64, .open, .unknownTag: return [TypeScriptGuard(kind: "string")]
    case .literal(let value, _): return [TypeScriptGuard(kind: kind(of: value), values: [value])]
    case .array, .tuple: return [TypeScriptGuard(kind: "array")]
    case .dictionary: return [TypeScriptGuard(kind: "object")]
    case .object(let members, _):
      var test = TypeScriptGuard(kind: "object")
      for member in members where !member.isOptional {
        test.required.append(member.name)
        if let values = member.type.literals { test.constants.append(Constant(name: member.name, values: values)) }
      }
      return [test]
    case .component(let name): return known[name] ?? [TypeScriptGuard()]
    case .union(let parts):
      var seen: Set<TypeScriptGuard> = []
      return parts.flatMap { all(of: $0, knowing: known) }.filter { seen.insert($0).inserted }
    case .intersection(let parts):
      return parts.reduce([TypeScriptGuard()]) { tests, part in
        let more = all(of: part, knowing: known)
        // The tests of combined unions multiply. Beyond a limit, the tests of further parts are ignored.
        if tests.count * more.count > 64 { return tests }
        return tests.flatMap { test in more.map { test.joined($0) } }
      }
    }
  }

  private func joined(_ other: TypeScriptGuard) -> TypeScriptGuard {
    var joined = self
    joined.kind = kind ?? other.kind
    joined.values = values ?? other.values
    for constant in other.constants {
      if let index = constants.firstIndex(where: { $0.name == constant.name }) {
        let common = constants[index].values.filter(constant.values.contains)
        if !common.isEmpty { joined.constants[index].values = common }
      } else {
        joined.constants.append(constant)
      }
    }
    joined.required += other.required.filter { !required.contains($0) }
    return joined
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

extension TypeScriptType {
  /// The values of a literal or of a union of literals; nil for another type.
  fileprivate var literals: [JSONValue]? {
    let values = alternatives.compactMap { part -> JSONValue? in
      if case .literal(let value, _) = part { value } else { nil }
    }
    return values.count == alternatives.count ? values : nil
  }
}
