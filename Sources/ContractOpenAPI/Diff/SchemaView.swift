internal import ContractCoding

/// A schema prepared for comparison: `null` and open enumerations are separated from other alternatives.
struct SchemaView: Sendable {
  /// The schemas that apply together.
  let nodes: [OpenAPINode]
  /// The chosen alternatives, each from the first remaining group.
  let chosen: [OpenAPINode]
  /// The rules, without the alternatives in ``branches``.
  private(set) var rules: SchemaRules
  /// Whether null is allowed.
  private(set) var isNullable = false
  /// The alternatives of the first group; nil without one.
  private(set) var branches: [OpenAPINode]?
  /// The group of ``branches``, for their tags.
  private(set) var group: SchemaRules.Alternatives?
  /// The values that an open enumeration lists.
  private(set) var knownValues: [JSONValue] = []

  /// The identity of the schemas and choices.
  var key: String { nodes.map(\.pointer).joined(separator: " ") + "|" + chosen.map(\.pointer).joined(separator: " ") }

  /// The location of the schema.
  var pointer: String { chosen.last?.pointer ?? nodes.first?.pointer ?? "" }

  init(_ nodes: [OpenAPINode], choosing chosen: [OpenAPINode] = [], _ document: OpenAPIDocument) {
    self.nodes = nodes
    self.chosen = chosen
    let references = OpenAPIReferences(document.root)
    rules = SchemaRules(nodes, references, document.version)
    var reader = SchemaRulesReader(references, document.version)
    for branch in chosen where !rules.groups.isEmpty {
      rules.groups.removeFirst()
      reader.read(branch, into: &rules)
    }
    isNullable = rules.isNullable
    while let group = rules.groups.first, branches == nil {
      let alternatives = group.branches.map { SchemaRules([$0], references, document.version) }
      let isNull = alternatives.map { $0.types == [.null] || $0.choices == [.null] }
      // Null as an alternative is the same as null among the types.
      let isNullAllowed = isNullable && zip(isNull, alternatives).contains { $0 || $1.isNullable }
      let others = zip(group.branches, isNull).filter { !$0.1 }.map(\.0)
      let open = group.isExclusive ? nil : alternatives.firstIndex { $0.isAnyString }
      if let open,
        zip(isNull, alternatives).allSatisfy({ $0 || $1.types?.subtracting([.null]) == [.string] || $1.isTextChoice })
      {
        knownValues = alternatives.flatMap { $0.choices ?? [] }
        settle(group.branches[open], &reader)
      } else if others.count == 1 {
        settle(others[0], &reader)
      } else {
        branches = others
        self.group = group
        rules.groups.removeFirst()
      }
      isNullable = isNullAllowed || (isNullable && rules.isNullable && branches == nil)
    }
    if rules.isNever { (rules.types, branches, isNullable) = ([], nil, false) }
    rules.types?.remove(.null)
    rules.choices?.removeAll { $0.isNull }
  }

  /// Returns true if a value satisfies the schemas.
  ///
  /// - Parameter isSure: whether a value that cannot be checked is refused.
  func accepts(_ value: JSONValue, in document: OpenAPIDocument, isSure: Bool) -> Bool {
    let checker = ValueChecker(document)
    return (nodes + chosen).allSatisfy { node in
      checker.findings(in: value, against: node).allSatisfy { !isSure && $0.isUnreadable }
    }
  }

  /// Replaces the first group by its only alternative.
  private mutating func settle(_ branch: OpenAPINode, _ reader: inout SchemaRulesReader) {
    rules.groups.removeFirst()
    // Its rules also apply to values other than null, which is handled separately.
    rules.types?.remove(.null)
    reader.read(branch, into: &rules)
  }

  /// Returns the location of a keyword, or of the schema.
  func place(_ keywords: String...) -> String { place(keywords) }

  func place(_ keywords: [String]) -> String {
    keywords.lazy.compactMap { rules.places[$0] }.first ?? pointer
  }
}

extension SchemaRules {
  /// Whether every string is allowed, and nothing else.
  fileprivate var isAnyString: Bool {
    types == [.string] && choices == nil && strings.length == SizeRules() && strings.patterns.isEmpty && format == nil
      && groups.isEmpty
  }

  /// Whether only listed strings are allowed.
  fileprivate var isTextChoice: Bool { choices?.allSatisfy { $0.string != nil } ?? false }
}
