internal import ContractCoding

/// A maker of values from the rules of schemas. A value may break rules that construction ignores, such as `not`.
struct ValueMaker: Sendable {
  /// The depth beyond which only required members and elements are created.
  private static let shallowDepth = 6
  private static let maxDepth = 40
  /// The number of parts of a value beyond which only required parts are created.
  private static let manyParts = 400
  private static let maxParts = 8000

  private let checker: ValueChecker
  let alphabet: ValueGenerator.Alphabet
  var random: SeededRandom
  /// Whether examples and defaults are used where a schema has them.
  var prefersExamples = false
  private var cache: [[String]: SchemaRules] = [:]
  private var parts = 0
  /// The rule that prevented the generation of a value most recently; nil for none.
  var obstacle: String?
  /// Whether the last value was abandoned because it had too many parts.
  var isExhausted: Bool { parts >= Self.maxParts }

  init(_ checker: ValueChecker, _ random: SeededRandom, _ alphabet: ValueGenerator.Alphabet) {
    self.checker = checker
    self.random = random
    self.alphabet = alphabet
  }

  /// Returns a value of schemas that apply together; nil if none was found.
  mutating func value(of schemas: [OpenAPINode]) -> JSONValue? {
    parts = 0
    return value(rules(of: schemas), depth: 0)
  }

  /// Returns the rules of schemas, from a cache.
  mutating func rules(of schemas: [OpenAPINode]) -> SchemaRules {
    let key = schemas.map(\.pointer)
    if let known = cache[key] { return known }
    let rules = sent(SchemaRules(schemas, checker.references, checker.version))
    cache[key] = rules
    return rules
  }

  /// Returns rules without the members that the direction of the values excludes.
  private func sent(_ rules: SchemaRules) -> SchemaRules {
    guard let direction = checker.direction else { return rules }
    var sent = rules
    sent.objects = rules.objects.sent(direction) { SchemaRules($0.schemas, checker.references, checker.version) }
    return sent
  }

  /// Returns rules with the alternatives of the first group replaced by one of them.
  func rules(_ rules: SchemaRules, choosing branch: OpenAPINode) -> SchemaRules {
    sent(rules.choosing(branch, checker.references, checker.version))
  }

  /// Returns the rules for each result of a condition: met, then not met.
  func rules(_ rules: SchemaRules, under condition: OpenAPINode) -> [SchemaRules] {
    [true, false].map { sent(rules.applying(condition, isMet: $0, checker.references, checker.version)) }
  }

  /// Whether only required parts are created.
  func isSparse(_ depth: Int) -> Bool { depth > Self.shallowDepth || parts > Self.manyParts }

  mutating func value(_ rules: SchemaRules, depth: Int) -> JSONValue? {
    guard !rules.isNever, depth < Self.maxDepth, parts < Self.maxParts else { return nil }
    if let problem = rules.obstacles.first {
      obstacle = "\(problem)"
      return nil
    }
    parts += 1
    if prefersExamples, let example = rules.notes.examples.first ?? rules.notes.defaultValue { return example }
    if let choices = rules.choices {
      let allowed = choices.filter { value in rules.types?.contains { value.isOfType($0.rawValue) } ?? true }
      return prefersExamples ? allowed.first : allowed.randomElement(using: &random)
    }
    if let condition = rules.conditions.first {
      let results = self.rules(rules, under: condition)
      for rules in prefersExamples ? results : results.shuffled(using: &random) {
        if let value = value(rules, depth: depth + 1) { return value }
      }
      return nil
    }
    if let group = rules.groups.first { return branch(of: group, rules, depth: depth) }
    for type in types(of: rules) {
      if let value = value(rules, of: type, depth: depth) { return value }
    }
    return nil
  }

  private mutating func branch(of group: SchemaRules.Alternatives, _ rules: SchemaRules, depth: Int) -> JSONValue? {
    var branches = prefersExamples ? group.branches : group.branches.shuffled(using: &random)
    if isSparse(depth) {
      // Alternatives with few required parts end a recursion.
      branches = branches.map { ($0, self.rules(rules, choosing: $0).requiredParts) }.sorted { $0.1 < $1.1 }.map(\.0)
    }
    for branch in branches {
      if let value = value(self.rules(rules, choosing: branch), depth: depth + 1) { return value }
    }
    return nil
  }

  /// Returns the types to try, in order.
  private mutating func types(of rules: SchemaRules) -> [SchemaRules.ValueType] {
    var types = rules.types.map { Array($0).sorted { $0.rawValue < $1.rawValue } } ?? rules.probableTypes
    if types.contains(.number) { types.removeAll { $0 == .integer } }
    if !prefersExamples { types.shuffle(using: &random) }
    let nulls = types.filter { $0 == .null }
    // Values other than null are more useful, except at the end of a recursion.
    let isNullFirst = isSparse(depth(of: types)) || (!prefersExamples && random.isOne(in: 6))
    let others = types.filter { $0 != .null }
    return isNullFirst ? nulls + others : others + nulls
  }

  private func depth(of types: [SchemaRules.ValueType]) -> Int { parts > Self.manyParts ? Self.maxDepth : 0 }

  mutating func value(_ rules: SchemaRules, of type: SchemaRules.ValueType, depth: Int) -> JSONValue? {
    switch type {
    case .null: .null
    case .boolean: .bool(Bool.random(using: &random))
    case .integer: integer(rules)
    case .number: number(rules)
    case .string: string(rules).map { .string($0) }
    case .array: array(rules.arrays, depth: depth)
    case .object: object(rules.objects, depth: depth)
    }
  }
}

extension SchemaRules {
  /// The minimum number of parts of a value: 0 for scalars, otherwise one more than the number of required members.
  fileprivate var requiredParts: Int {
    let isScalar = types.map { !$0.contains(.object) && !$0.contains(.array) } ?? false
    return isScalar ? 0 : 1 + objects.required.count
  }

  /// The types to which the rules apply, for a schema that allows all types.
  var probableTypes: [ValueType] {
    if !objects.members.isEmpty || !objects.required.isEmpty || !objects.additional.isEmpty { return [.object] }
    if !arrays.items.isEmpty || !arrays.prefix.isEmpty { return [.array] }
    if strings.length != SizeRules() || !strings.patterns.isEmpty || strings.encoding != nil { return [.string] }
    if numbers.lower != nil || numbers.upper != nil || !numbers.multiples.isEmpty { return [.number] }
    switch format.flatMap(TextFormat.init) {
    case .int32, .int64, .uint32, .uint64: return [.integer]
    case .float, .double: return [.number]
    case .dateTime, .date, .uuid, .uri, .uriReference, .byte: return [.string]
    case nil: return [.null, .boolean, .integer, .number, .string, .array, .object]
    }
  }
}
