internal import ContractCoding

/// A schema prepared for comparison: `null` and open enumerations are separated from the other alternatives.
struct SchemaView: Sendable {
  /// The part that is viewed.
  private let part: SchemaPart
  /// The only alternatives of groups, apart from null and listed strings.
  private var settled: [OpenAPINode] = []
  /// The rules, without the alternatives in ``branches``.
  private(set) var rules: SchemaRules
  /// Whether null is allowed; false for an alternative, because null is compared for the whole schema.
  private(set) var isNullable = false
  /// The alternatives of the first group; nil without one.
  private(set) var branches: [OpenAPINode]?
  /// The group that contains ``branches``. It has their tags.
  private(set) var group: SchemaRules.Alternatives?
  /// Whether an alternative was chosen from a `oneOf`, in which other alternatives may exclude values.
  private var isExclusive = false
  /// The values that an open enumeration lists.
  private(set) var knownValues: [JSONValue] = []

  /// The location of the schema.
  var pointer: String { part.pointer }

  /// The schemas that apply, including the alternatives that replace groups.
  var applied: [OpenAPINode] { part.nodes + part.chosen + settled }

  /// The schemas that apply together.
  var nodes: [OpenAPINode] { part.nodes }

  /// Creates a view.
  ///
  /// - Parameter rules: the rules of the schemas of the part.
  init(_ part: SchemaPart, _ rules: SchemaRules, _ document: OpenAPIDocument) {
    self.part = part
    self.rules = rules
    let references = OpenAPIReferences(document.root)
    var reader = SchemaRulesReader(references, document.version)
    for branch in part.chosen where !self.rules.groups.isEmpty {
      isExclusive = self.rules.groups.removeFirst().isExclusive || isExclusive
      reader.read(branch, into: &self.rules)
    }
    // Alternatives may refer to further alternatives, so only the checker knows whether one of them allows null.
    // Bytes without a type are a string, as with a type.
    let isNullable = !part.isAlternative && self.rules.isNullable && (self.rules.types != nil || !isBinary)
    self.isNullable = isNullable && (self.rules.groups.isEmpty || accepts(.null, in: document, isSure: true))
    settleGroups(&reader, references, document)
  }

  /// Returns the part with a further alternative; without one, the whole part as an alternative to those of the other
  /// version.
  func alternative(_ branch: OpenAPINode?) -> SchemaPart {
    SchemaPart(nodes, choosing: part.chosen + settled + (branch.map { [$0] } ?? []), choices: part.choices + 1)
  }

  /// Separates null and open enumerations, up to the first group with several alternatives.
  private mutating func settleGroups(
    _ reader: inout SchemaRulesReader, _ references: OpenAPIReferences, _ document: OpenAPIDocument
  ) {
    while let group = rules.groups.first, branches == nil {
      let alternatives = group.branches.map { SchemaRules([$0], references, document.version) }
      let isNull = alternatives.map { $0.types == [.null] || $0.choices == [.null] }
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
    }
    if rules.isNever { (rules.types, branches, isNullable) = ([], nil, false) }
    rules.types?.remove(.null)
    rules.choices?.removeAll { $0.isNull }
  }

  /// Returns the listed values that the other rules allow; nil if no values are listed.
  func choices(in document: OpenAPIDocument) -> [JSONValue]? {
    guard let choices = rules.choices else { return nil }
    // The types are checked here, because the checker would be slower: it would compare each value with all listed values.
    if !isExclusive, rules.restrictsOnlyTypes(of: choices) {
      return choices.filter { value in
        rules.types.map { types in types.contains { value.isOfType($0.rawValue) } } ?? true
      }
    }
    return choices.filter { accepts($0, in: document, isSure: false) }
  }

  /// Returns true if a value satisfies the schemas.
  ///
  /// - Parameter isSure: whether a value that cannot be checked is refused.
  func accepts(_ value: JSONValue, in document: OpenAPIDocument, isSure: Bool) -> Bool {
    let checker = ValueChecker(document)
    return (nodes + part.chosen).allSatisfy { node in
      checker.findings(in: value, against: node).allSatisfy { !isSure && $0.isUnreadable }
    }
  }

  /// Replaces the first group with its only alternative.
  private mutating func settle(_ branch: OpenAPINode, _ reader: inout SchemaRulesReader) {
    rules.groups.removeFirst()
    settled.append(branch)
    // The alternative's rules apply to the values other than null. Null is handled separately.
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

  /// Returns true if only rules of types can exclude any of the listed values.
  fileprivate func restrictsOnlyTypes(of choices: [JSONValue]) -> Bool {
    let isScalar = choices.allSatisfy { $0.array == nil && $0.object == nil }
    return isScalar && numbers.lower == nil && numbers.upper == nil && numbers.multiples.isEmpty && format == nil
      && strings.length == SizeRules() && strings.patterns.isEmpty && strings.encoding == nil && strings.content.isEmpty
      && groups.isEmpty && negations.isEmpty && problems.isEmpty && !isNever
  }

  /// Whether only listed strings are allowed.
  fileprivate var isTextChoice: Bool { choices?.allSatisfy { $0.string != nil } ?? false }
}
