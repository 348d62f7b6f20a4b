internal import ContractCoding
internal import ContractHTTP

// The keywords that combine schemas.
extension ValueCheck {
  mutating func checkAlternatives(
    _ keyword: String, _ rule: OpenAPINode, _ value: JSONValue, _ pointer: String, _ schema: OpenAPINode
  ) {
    switch keyword {
    case "allOf":
      for element in rule.elements { check(value, pointer, element) }
    case "anyOf", "oneOf": checkBranches(keyword, rule, value, pointer, schema)
    case "not":
      let found = trial(value, pointer, rule)
      if found.isEmpty {
        add(pointer, keyword, rule.pointer, "must not satisfy the schema of `not`")
      } else {
        add(found.filter(\.isUnreadable))
      }
    default:
      let isMatch = trial(value, pointer, rule).isEmpty
      if let branch = schema[isMatch ? "then" : "else"] { check(value, pointer, branch) }
    }
  }

  private mutating func checkBranches(
    _ keyword: String, _ rule: OpenAPINode, _ value: JSONValue, _ pointer: String, _ schema: OpenAPINode
  ) {
    let branches = rule.elements
    if let chosen = chosenBranch(of: branches, schema, value) {
      return add(trial(value, pointer, branches[chosen], isAlternative: true))
    }
    if let tag = unknownTag(of: branches, schema, value) {
      let list = tag.values.prefix(20).map { JSONValue.string($0).description }.joined(separator: ", ")
      return add(
        "\(pointer)/\(JSONPointer.token(tag.name))", "discriminator", "\(schema.pointer)/discriminator",
        "must be one of \(list)\(tag.values.count > 20 ? ", …" : "")")
    }
    var results: [[ValueFinding]] = []
    for branch in branches {
      let found = trial(value, pointer, branch, isAlternative: true)
      // One match is enough, because no supported rule depends on the other alternatives that match.
      if found.isEmpty, keyword == "anyOf" { return }
      results.append(found)
    }
    let matches = results.count(where: \.isEmpty)
    if matches == 1 { return }
    if matches > 1 {
      return add(pointer, keyword, rule.pointer, "must satisfy exactly one alternative, but satisfies \(matches)")
    }
    if let unreadable = results.first(where: { $0.contains(where: \.isUnreadable) }) {
      return add(unreadable.filter(\.isUnreadable))
    }
    // The intended alternative is probably one whose constants match. Among these, it is the alternative with the deepest
    // finding.
    let ranks = results.map { found in
      (found.contains { $0.keyword == "const" } ? 0 : 1_000) + (found.map(\.depth).max() ?? 0)
    }
    let best = ranks.max() ?? 0
    let isTie = ranks.count { $0 == best } > 1
    if !isTie, let index = ranks.firstIndex(of: best) { return add(results[index]) }
    let reasons = Set(results.compactMap { $0.first?.requirement }).sorted().prefix(4).joined(separator: ", or ")
    let requirement = reasons.isEmpty ? "must match an alternative, but the schema has none" : reasons
    add(pointer, keyword, rule.pointer, requirement)
  }

  /// Returns the index of the branch that the discriminator of a schema selects; nil without a discriminator, or for an
  /// unknown value.
  private func chosenBranch(of branches: [OpenAPINode], _ schema: OpenAPINode, _ value: JSONValue) -> Int? {
    guard let discriminator = schema.value["discriminator"], let name = discriminator["propertyName"]?.string,
      let tag = value[name]?.string
    else { return nil }
    func index(of target: String) -> Int? {
      let targets = [target, Self.schemas + JSONPointer.token(target)]
      return branches.firstIndex { branch in
        branch.value["$ref"]?.string.map { targets.contains(OpenAPIReferences.decoded($0)) } ?? false
      }
    }
    let mapped = discriminator["mapping"]?[tag]?.string.map(OpenAPIReferences.decoded)
    if let known = index(of: mapped ?? Self.schemas + JSONPointer.token(tag)) { return known }
    // A schema may name its values itself, although its name is the value by default.
    let own = branches.firstIndex { self.choices(of: name, $0)?.contains(.string(tag)) ?? false }
    if let own { return own }
    // OpenAPI 3.2 has an alternative for other values.
    return discriminator["defaultMapping"]?.string.map(OpenAPIReferences.decoded).flatMap(index)
  }

  private static let schemas = "#/components/schemas/"

  /// Returns the name of the discriminator and its known values, if the value has none of them.
  ///
  /// Nil if the value may be known: it is in the mapping or names a component, which may be an alternative of an
  /// alternative, or an alternative restricts the member itself.
  private func unknownTag(
    of branches: [OpenAPINode], _ schema: OpenAPINode, _ value: JSONValue
  ) -> (name: String, values: [String])? {
    guard let discriminator = schema.value["discriminator"], let name = discriminator["propertyName"]?.string,
      let tag = value[name]?.string, discriminator["mapping"]?[tag] == nil, discriminator["defaultMapping"] == nil
    else { return nil }
    let named = OpenAPIReferences.reference(to: "/components/schemas/" + JSONPointer.token(tag))
    guard (try? references.target(of: named, at: schema.pointer)) == nil else { return nil }
    let group = SchemaRules.Alternatives(
      isExclusive: true, branches: branches, tag: name,
      values: SchemaRules.Alternatives.values(in: discriminator["mapping"]))
    var values: [String] = []
    for branch in branches where branch.value != ["type": "null"] {
      let tags = group.tags(of: branch)
      // An alternative of this alternative may know the value.
      guard !tags.isEmpty, choices(of: name, branch) == nil, SchemaRules([branch], references, version).groups.isEmpty
      else { return nil }
      values += tags
    }
    return values.isEmpty ? nil : (name, values)
  }

  /// Returns the values to which a schema restricts a member; nil if it allows others.
  private func choices(of name: String, _ schema: OpenAPINode) -> [JSONValue]? {
    SchemaRules(SchemaRules([schema], references, version).objects[name] ?? [], references, version).choices
  }
}

extension ValueFinding {
  /// The number of steps from the whole value to the invalid part.
  fileprivate var depth: Int { pointer.utf8.count { $0 == UInt8(ascii: "/") } }
}
