internal import ContractCoding
internal import ContractHTTP

extension SchemaRules {
  /// Returns the rules with the alternatives of the first group replaced by one of them, including the values of the
  /// member that selects it.
  func choosing(
    _ branch: OpenAPINode, _ references: OpenAPIReferences, _ version: OpenAPIVersion
  ) -> SchemaRules {
    var chosen = self
    let group = chosen.groups.removeFirst()
    var reader = SchemaRulesReader(references, version)
    reader.read(branch, into: &chosen)
    chosen.select(group.tags(of: branch), in: group.tag, branch, references, version)
    return chosen
  }

  /// Restricts the member that selects an alternative to the values that select it.
  ///
  /// The member is unchanged if the alternative itself names other values, or has alternatives with the same member.
  private mutating func select(
    _ tags: [String], in tag: String?, _ branch: OpenAPINode, _ references: OpenAPIReferences,
    _ version: OpenAPIVersion
  ) {
    guard let tag, !tags.isEmpty, allows(.object), !groups.contains(where: { $0.tag == tag }) else { return }
    let member = SchemaRules(objects[tag] ?? [], references, version)
    let values = tags.map { JSONValue.string($0) }
    guard member.allows(.string), member.choices.map({ choices in values.contains { choices.contains($0) } }) ?? true
    else { return }
    objects.add(tag, OpenAPINode(["type": "string", "enum": .array(values)], at: "\(branch.pointer)/$ref~\(tag)"))
    objects.require(tag)
  }

  /// Returns the rules with a condition replaced by the schemas that apply if it is met, or if it is not met.
  func applying(
    _ condition: OpenAPINode, isMet: Bool, _ references: OpenAPIReferences, _ version: OpenAPIVersion
  ) -> SchemaRules {
    var chosen = self
    chosen.conditions.removeAll { $0.pointer == condition.pointer }
    var reader = SchemaRulesReader(references, version)
    for keyword in isMet ? ["if", "then"] : ["else"] {
      if let schema = condition[keyword] { reader.read(schema, into: &chosen) }
    }
    return chosen
  }
}
