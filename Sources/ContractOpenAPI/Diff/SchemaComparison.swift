internal import ContractCoding

/// A comparison of the schemas of two documents. Each pair of schemas is compared once for each direction.
struct SchemaComparison {
  /// The result for a pair: its changes, and the pairs of its parts.
  private struct Result {
    var changes: [OpenAPIChange] = []
    var parts: [Int] = []
    /// Whether the pair and everything it refers to have no changes; nil until this is known.
    var isEqual: Bool?
  }

  private struct Pair: Hashable {
    let old: String
    let new: String
    let direction: OpenAPIChange.Direction
  }

  /// The maximum number of compared combinations of alternatives of one schema. Each further `anyOf` or `oneOf` that
  /// applies together with others multiplies the number of combinations.
  private static let mostCombinations = 1_000

  let old: OpenAPIDocument
  let new: OpenAPIDocument
  private var results: [Result] = []
  private var numbers: [Pair: Int] = [:]
  /// The targets of bare references, by the text of the reference.
  private var targets: (old: [String: SchemaPart], new: [String: SchemaPart]) = ([:], [:])
  private let subtypes: (old: SchemaSubtypes, new: SchemaSubtypes)
  private let equality: SchemaEquality
  /// The rules of schemas whose alternatives are compared, by ``SchemaPart/nodesKey``.
  private var rules: (old: [String: SchemaRules], new: [String: SchemaRules]) = ([:], [:])
  /// The numbers of combinations of alternatives, by the pairs of their schemas.
  private var combinations: [Pair: Int] = [:]
  /// The pairs that are not compared yet.
  private var waiting: [(number: Int, old: SchemaPart, new: SchemaPart, direction: OpenAPIChange.Direction)] = []

  init(_ old: OpenAPIDocument, _ new: OpenAPIDocument) {
    self.old = old
    self.new = new
    subtypes = (SchemaSubtypes(old.root), SchemaSubtypes(new.root))
    equality = SchemaEquality(old, new, subtypes)
  }

  /// Returns the changes of a schema and everything it refers to.
  mutating func changes(
    from old: OpenAPINode, to new: OpenAPINode, _ direction: OpenAPIChange.Direction
  ) -> [OpenAPIChange] {
    let root = number(SchemaPart([old]), SchemaPart([new]), direction)
    while let pair = waiting.popLast() {
      if equality.areEqual(pair.old, pair.new) { continue }
      var step = SchemaStep(
        view(of: pair.old, self.old, &rules.old), view(of: pair.new, self.new, &rules.new), pair.direction, self.old,
        self.new)
      step.run()
      step.compareSubtypes(subtypes.old, subtypes.new)
      if exceedsCombinations(pair.old, pair.new, step.parts, pair.direction) { step.refuseCombinations() }
      let parts = step.parts.map { number($0.old, $0.new, pair.direction) }
      results[pair.number] = Result(changes: step.changes, parts: parts)
    }
    return collected(from: root)
  }

  /// Returns the view of a part. The rules of a schema with alternatives are read once, not for each alternative.
  private func view(
    of part: SchemaPart, _ document: OpenAPIDocument, _ known: inout [String: SchemaRules]
  ) -> SchemaView {
    let rules = known[part.nodesKey] ?? SchemaRules(part.nodes, OpenAPIReferences(document.root), document.version)
    if !rules.groups.isEmpty { known[part.nodesKey] = rules }
    return SchemaView(part, rules, document)
  }

  /// Counts the combinations of alternatives among the parts of a pair. Returns true if there are too many.
  private mutating func exceedsCombinations(
    _ old: SchemaPart, _ new: SchemaPart, _ parts: [(old: SchemaPart, new: SchemaPart)],
    _ direction: OpenAPIChange.Direction
  ) -> Bool {
    let added = parts.count { max($0.old.choices, $0.new.choices) > 1 }
    guard added > 0 else { return false }
    let schemas = Pair(old: old.nodesKey, new: new.nodesKey, direction: direction)
    combinations[schemas, default: 0] += added
    return combinations[schemas, default: 0] > Self.mostCombinations
  }

  /// Returns the number of a pair, and queues a new pair for comparison.
  private mutating func number(
    _ old: SchemaPart, _ new: SchemaPart, _ direction: OpenAPIChange.Direction
  ) -> Int {
    let (old, new) = (old.resolved(in: self.old, &targets.old), new.resolved(in: self.new, &targets.new))
    let pair = Pair(old: old.key, new: new.key, direction: direction)
    if let number = numbers[pair] { return number }
    let number = results.count
    numbers[pair] = number
    results.append(Result())
    waiting.append((number, old, new, direction))
    return number
  }

  /// Returns the changes of a pair and its parts, in their order.
  private mutating func collected(from root: Int) -> [OpenAPIChange] {
    if results[root].isEqual == true { return [] }
    var changes: [OpenAPIChange] = []
    var (seen, stack): (Set<Int>, [Int]) = ([], [root])
    while let number = stack.popLast() {
      guard seen.insert(number).inserted else { continue }
      changes += results[number].changes
      stack += results[number].parts.reversed()
    }
    // If a pair of schemas is equal, all pairs that can be reached from it are equal as well.
    if changes.isEmpty { for number in seen { results[number].isEqual = true } }
    return changes
  }
}

/// A part of a schema to compare: schemas that apply together, and the alternatives chosen among them.
struct SchemaPart: Sendable {
  var nodes: [OpenAPINode]
  /// The chosen alternatives, one for each group that they replace. Groups with only one alternative are included.
  var chosen: [OpenAPINode]
  /// The number of groups with several alternatives among which the part chooses.
  let choices: Int

  init(_ nodes: [OpenAPINode], choosing chosen: [OpenAPINode] = [], choices: Int = 0) {
    self.nodes = nodes
    self.chosen = chosen
    self.choices = choices
  }

  /// Whether the part is an alternative of a schema. Null is compared for the whole schema, not for its alternatives.
  var isAlternative: Bool { choices > 0 }

  var key: String { nodesKey + (isAlternative ? "|" : "") + chosen.map { " " + $0.pointer }.joined() }

  /// The identity of the schemas, regardless of the chosen alternatives.
  var nodesKey: String { nodes.map(\.pointer).joined(separator: " ") }

  /// Returns the part with the target of a bare reference, so that all references to a schema are compared once.
  ///
  /// - Parameter known: the targets that were found before.
  func resolved(in document: OpenAPIDocument, _ known: inout [String: SchemaPart]) -> SchemaPart {
    guard !isAlternative, nodes.count == 1, nodes[0].value.object?.count == 1,
      let text = nodes[0].value["$ref"]?.string
    else { return self }
    if let part = known[text] { return part }
    guard let target = try? document.resolve(nodes[0]) else { return self }
    let part = SchemaPart([target])
    known[text] = part
    return part
  }
}
