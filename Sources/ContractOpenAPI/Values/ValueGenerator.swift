public import ContractCoding

/// A generator of JSON values for the schemas of a document: valid values, extreme values, and invalid values.
///
/// ```swift
/// var generator = ValueGenerator(document, seed: 7)
/// generator.value(of: schema)           // {"title":"é\"x","due":"2041-02-03T04:05:06Z"}
/// generator.invalidValues(of: schema)   // {"title":""}, which breaks minLength
/// ```
///
/// Equal seeds result in equal values. Every value is checked by ``ValueChecker`` before it is returned.
public struct ValueGenerator: Sendable {
  /// A value and the rule that it breaks.
  public struct InvalidValue: Sendable, Hashable {
    /// The value.
    public let value: JSONValue
    /// The first broken rule.
    public let finding: ValueFinding
  }

  /// The characters of generated strings that are not determined by a pattern or format.
  public enum Alphabet: Sendable {
    /// ASCII letters and digits, which every header and path can carry.
    case plain
    /// Letters of several scripts, quotes, control characters and emoji.
    case text
  }

  /// The checker of the same document.
  public let checker: ValueChecker
  private var maker: ValueMaker

  /// Creates a generator.
  ///
  /// - Parameter seed: the seed of generated values.
  public init(_ document: OpenAPIDocument, seed: UInt64, alphabet: Alphabet = .text) {
    self.init(ValueChecker(document), seed: seed, alphabet: alphabet)
  }

  /// Creates a generator for the schemas of a checker.
  public init(_ checker: ValueChecker, seed: UInt64, alphabet: Alphabet = .text) {
    self.checker = checker
    maker = ValueMaker(checker, SeededRandom(seed: seed), alphabet)
  }

  /// Returns a random valid value; nil if none was found, for example for a schema that allows no value or has an unreadable
  /// rule.
  public mutating func value(of schema: OpenAPINode) -> JSONValue? {
    // An exhausted attempt is repeated, because a value of a recursive schema may become too large by chance.
    var remainingSizes = 8
    for _ in 0..<60 {
      guard let value = maker.value(of: [schema]) else {
        if maker.isExhausted { remainingSizes -= 1 }
        if remainingSizes == 0 { return nil }
        continue
      }
      guard let isValid = checker.verdict(on: value, schema) else { return nil }
      if isValid { return value }
    }
    return nil
  }

  /// Returns a valid value that uses examples, defaults and choices of the schema if there are any; nil if none was found.
  public mutating func example(of schema: OpenAPINode) -> JSONValue? {
    maker.prefersExamples = true
    defer { maker.prefersExamples = false }
    if let value = maker.value(of: [schema]), checker.accepts(value, schema) { return value }
    maker.prefersExamples = false
    return value(of: schema)
  }

  /// Returns the reason why no value of a schema was generated.
  mutating func obstacle(to schema: OpenAPINode) -> String {
    maker.obstacle = nil
    let value = maker.value(of: [schema])
    if let obstacle = maker.obstacle { return obstacle }
    guard let value, let finding = checker.findings(in: value, against: schema, limit: 1).first else {
      return "no value was found that satisfies \(schema.pointer)"
    }
    return "generated values break the rule \(finding.schemaPointer)"
  }

  /// Returns valid values at the edges of a schema: every choice and alternative, the smallest and largest numbers and
  /// sizes, and objects with all members and with only the required members.
  ///
  /// - Parameter limit: the maximum number of values.
  public mutating func boundaryValues(of schema: OpenAPINode, limit: Int = 500) -> [JSONValue] {
    var seen: Set<JSONValue> = []
    let values = maker.boundaryValues(of: [schema], depth: 0)
    return Array(values.filter { seen.insert($0).inserted && checker.accepts($0, schema) }.prefix(limit))
  }

  /// Returns invalid values: one or two for each rule that a value can break.
  ///
  /// - Parameter limit: the maximum number of values.
  public mutating func invalidValues(of schema: OpenAPINode, limit: Int = 500) -> [InvalidValue] {
    var counts: [String: Int] = [:]
    var values: [InvalidValue] = []
    for value in maker.invalidValues(of: [schema], depth: 0) where values.count < limit {
      guard let finding = checker.findings(in: value, against: schema).first, !finding.isUnreadable else { continue }
      let count = counts["\(finding.pointer) \(finding.schemaPointer) \(finding.requirement)", default: 0]
      guard count < 2 else { continue }
      counts["\(finding.pointer) \(finding.schemaPointer) \(finding.requirement)"] = count + 1
      values.append(InvalidValue(value: value, finding: finding))
    }
    return values
  }
}
