internal import ContractCoding

/// A bound of a number.
struct NumberBound: Sendable, Hashable {
  let number: JSONDigits
  let isExclusive: Bool
  let value: ExactDecimal

  init(_ number: JSONDigits, isExclusive: Bool = false) {
    self.number = number
    self.isExclusive = isExclusive
    value = ExactDecimal(number)
  }

  /// Returns true for a lower bound that excludes more numbers than another lower bound.
  func isAbove(_ other: NumberBound) -> Bool {
    value > other.value || (value == other.value && isExclusive && !other.isExclusive)
  }

  /// Returns true for an upper bound that excludes more numbers than another upper bound.
  func isBelow(_ other: NumberBound) -> Bool {
    value < other.value || (value == other.value && isExclusive && !other.isExclusive)
  }
}

/// The rules of numbers.
struct NumberRules: Sendable {
  private(set) var lower: NumberBound?
  private(set) var upper: NumberBound?
  var multiples: [JSONDigits] = []

  mutating func raise(to bound: NumberBound) {
    if lower.map(bound.isAbove) ?? true { lower = bound }
  }

  mutating func reduce(to bound: NumberBound) {
    if upper.map(bound.isBelow) ?? true { upper = bound }
  }

  /// The rules for integers, in which an exclusive bound is replaced by the next integer.
  var ofIntegers: NumberRules {
    var rules = self
    if let lower, lower.isExclusive, let value = lower.value.integer, value < .max {
      rules.raise(to: NumberBound(JSONDigits(value + 1)))
    }
    if let upper, upper.isExclusive, let value = upper.value.integer, value > .min {
      rules.reduce(to: NumberBound(JSONDigits(value - 1)))
    }
    return rules
  }

  /// Returns the rules with the range of a format.
  func within(_ format: String?) -> NumberRules {
    guard let range = Self.range(of: format) else { return self }
    var rules = self
    rules.raise(to: NumberBound(range.lower))
    rules.reduce(to: NumberBound(range.upper))
    return rules
  }

  /// Returns the range of a format; nil for a format that restricts no numbers. The range of `double` is not a
  /// restriction, because readers of JSON usually have no larger numbers.
  static func range(of format: String?) -> (lower: JSONDigits, upper: JSONDigits)? {
    switch format {
    case "int32": return (JSONDigits(Int32.min), JSONDigits(Int32.max))
    case "int64": return (JSONDigits(Int64.min), JSONDigits(Int64.max))
    case "uint32": return (JSONDigits(UInt32.min), JSONDigits(UInt32.max))
    case "uint64": return (JSONDigits(UInt64.min), JSONDigits(UInt64.max))
    case "float":
      let most = Double(Float.greatestFiniteMagnitude)
      guard let lower = JSONDigits(-most), let upper = JSONDigits(most) else { return nil }
      return (lower, upper)
    default: return nil
    }
  }
}

/// The bounds of a length or a count.
struct SizeRules: Sendable, Equatable {
  private(set) var minimum = 0
  private(set) var maximum: Int?

  /// The maximum of a bound. Larger bounds could overflow when they are increased.
  private static let most = 1 << 40

  mutating func raise(to size: Int) { minimum = max(minimum, min(size, Self.most)) }

  mutating func reduce(to size: Int) { maximum = max(min(maximum ?? size, size, Self.most), 0) }
}

/// The rules of strings.
struct StringRules: Sendable {
  var length = SizeRules()
  var patterns: [String] = []
  var encoding: String?
  /// The media type and the schemas of the value that the string contains.
  var mediaType: String?
  var content: [OpenAPINode] = []
}

/// The rules of arrays.
struct ArrayRules: Sendable {
  var count = SizeRules()
  var isUnique = false
  /// The schemas of all elements after the first ones.
  var items: [OpenAPINode] = []
  /// The schemas of the elements that no other rule describes.
  var unevaluated: [OpenAPINode] = []
  /// The schemas of the first elements.
  var prefix: [[OpenAPINode]] = []
  var contained: [OpenAPINode] = []
  /// The bounds of the number of contained elements, such as `minContains 2`.
  var containedCounts: Set<String> = []
}

/// The rules of objects.
struct ObjectRules: Sendable {
  /// The schemas of a member.
  struct Member: Sendable {
    let name: String
    var schemas: [OpenAPINode]
  }

  private(set) var members: [Member] = []
  private(set) var required: [String] = []
  /// The schemas of members that are not listed.
  var additional: [OpenAPINode] = []
  /// The schemas of members that no rule of the schema and of its parts describes.
  var unevaluated: [OpenAPINode] = []
  var patterns: [(text: String, schema: OpenAPINode)] = []
  var names: [OpenAPINode] = []
  /// The rules of `dependentRequired` and `dependentSchemas`.
  var dependencies: [OpenAPINode] = []
  var count = SizeRules()
  private var positions: [String: Int] = [:]

  /// Whether members that are not listed are refused.
  var isClosed: Bool { additional.contains { $0.value == false } }

  mutating func add(_ name: String, _ schema: OpenAPINode) {
    if let position = positions[name] {
      members[position].schemas.append(schema)
    } else {
      positions[name] = members.count
      members.append(Member(name: name, schemas: [schema]))
    }
  }

  mutating func require(_ name: String) {
    if !required.contains(name) { required.append(name) }
  }

  /// Returns the rules without the members that are absent in a direction: `readOnly` members in requests, and `writeOnly`
  /// members in responses.
  func sent(_ direction: OpenAPIChange.Direction, rules: (Member) -> SchemaRules) -> ObjectRules {
    let absent = members.filter { member in
      let notes = rules(member).notes
      return direction == .request ? notes.isReadOnly : notes.isWriteOnly
    }
    guard !absent.isEmpty else { return self }
    let names = Set(absent.map(\.name))
    var sent = self
    sent.members.removeAll { names.contains($0.name) }
    sent.required.removeAll { names.contains($0) }
    sent.positions = Dictionary(uniqueKeysWithValues: sent.members.enumerated().map { ($1.name, $0) })
    return sent
  }

  /// Returns the schemas of a member that is not listed.
  func unlisted(_ name: String) -> [OpenAPINode] {
    let matching = patterns.filter { SchemaPattern.compiled($0.text).matches(name) }.map(\.schema)
    return matching.isEmpty ? additional : matching
  }

  /// Returns the schemas of a listed member; nil for other members.
  subscript(name: String) -> [OpenAPINode]? { positions[name].map { members[$0].schemas } }
}
