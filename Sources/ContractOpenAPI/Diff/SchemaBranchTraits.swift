internal import ContractCoding

/// The properties that distinguish the values of an alternative from those of other alternatives.
struct SchemaBranchTraits: Sendable {
  /// The types other than null; nil for all.
  private let types: Set<JSONSchema.ValueType>?
  private let choices: Set<JSONValue>?
  /// The allowed values of required members.
  private var tags: [String: Set<JSONValue>] = [:]
  private let required: [String]
  /// `listed`: the members that the alternative itself lists. `known`: these, and the members of the schema that
  /// contains the alternative.
  private let members: (listed: Set<String>, known: Set<String>)
  private let isClosed: Bool

  /// Creates the traits of an alternative.
  ///
  /// - Parameters:
  ///   - base: the rules of the schema that contains the alternative.
  ///   - tag: the member that selects the alternative, and its value.
  init(_ rules: SchemaRules, in base: SchemaRules, _ document: OpenAPIDocument, tag: (name: String, value: String)?) {
    choices = rules.choices.map { Set($0.map(\.canonical)) }
    var own = rules
    if let choices = rules.choices { own.restrict(to: SchemaView.types(of: choices)) }
    if let types = base.types { own.restrict(to: types) }
    types = own.types?.subtracting([.null])
    required = rules.objects.required
    let listed = Set(rules.objects.members.map(\.name))
    members = (listed, listed.union(base.objects.members.map(\.name)))
    isClosed = rules.objects.isClosed && rules.objects.patterns.isEmpty
    let references = OpenAPIReferences(document.root)
    let names = Set(required)
    for member in rules.objects.members where names.contains(member.name) {
      let choices = SchemaRules(member.schemas, references, document.version).choices
      if let choices { tags[member.name] = Set(choices.map(\.canonical)) }
    }
    if let tag, tags[tag.name] == nil { tags[tag.name] = [.string(tag.value)] }
  }

  /// Returns true if types, listed values, tags or names of members show that no value satisfies both alternatives.
  ///
  /// - Parameter sendsUnknown: whether objects may have members that their alternative does not list.
  func isDisjoint(from other: SchemaBranchTraits, sendsUnknown: Bool) -> Bool {
    if let choices, let others = other.choices, choices.isDisjoint(with: others) { return true }
    let common = types.map { types in other.types.map(types.intersection) ?? types } ?? other.types
    guard let common, common.isSubset(of: [.object]) else { return false }
    if common.isEmpty || tags.contains(where: { other.tags[$0]?.isDisjoint(with: $1) ?? false }) { return true }
    if refuses(other.required) || other.refuses(required) { return true }
    return !sendsUnknown && required.contains { !other.members.known.contains($0) }
      && other.required.contains { !members.known.contains($0) }
  }

  private func refuses(_ names: [String]) -> Bool { isClosed && names.contains { !members.listed.contains($0) } }

  /// Returns true if all alternatives have different values of one tag.
  static func haveUniqueTag(_ all: [SchemaBranchTraits]) -> Bool {
    all.first?.tags.keys.contains { name in
      var known: Set<JSONValue> = []
      return all.allSatisfy { traits in
        guard traits.types == [.object], let values = traits.tags[name] else { return false }
        return values.allSatisfy { known.insert($0).inserted }
      }
    } ?? false
  }
}

extension [SchemaBranch] {
  /// Returns true if one of the alternatives at `positions` may have a value in common with another alternative.
  func mayOverlap(_ positions: [Int], sendsUnknown: Bool) -> Bool {
    guard !positions.isEmpty else { return false }
    let all = map(\.traits)
    if SchemaBranchTraits.haveUniqueTag(all) { return false }
    return positions.contains { position in
      indices.contains { $0 != position && !all[$0].isDisjoint(from: all[position], sendsUnknown: sendsUnknown) }
    }
  }
}
