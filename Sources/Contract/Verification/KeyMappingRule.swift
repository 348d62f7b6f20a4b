internal import ContractCoding

/// A rule: key mappings rename no acronyms, because the words in a run of uppercase letters are ambiguous.
struct KeyMappingRule: VerificationRule {
  func findings(in operations: [APIOperation]) -> [VerificationFinding] {
    operations.flatMap(inputs) + members(in: operations)
  }

  private func inputs(of operation: APIOperation) -> [VerificationFinding] {
    operation.mappedNames.compactMap { name in
      guard let doubt = Self.doubt(about: name.declared) else { return nil }
      return VerificationFinding(
        .warning, "mapped-acronym", [operation],
        "\(operation) sends the \(name.location) value `\(name.declared)` as `\(name.wire)` by its key mapping, "
          + "\(doubt); set the exact name with `@Name(\"\(name.declared)\", \"\(name.declared)\")` in a protocol or "
          + "in the attribute of a member, or spell acronyms as words in Swift")
    }
  }

  /// A member whose name is ambiguous, and the operations that map it.
  private struct Use {
    let member: JSONSchema.Member
    let wire: String
    let doubt: String
    var operations: [APIOperation]
  }

  /// Returns one finding for each member of a type, however many operations use the type.
  private func members(in operations: [APIOperation]) -> [VerificationFinding] {
    var uses: [Use] = []
    for operation in operations where !operation.wire.keys.isIdentity {
      for member in operation.mappedMembers {
        let wire = operation.wire.keys.encoded(member.name)
        guard wire != member.name, let doubt = Self.doubt(about: member.name) else { continue }
        if let known = uses.firstIndex(where: { $0.member == member && $0.wire == wire }) {
          if uses[known].operations.last !== operation { uses[known].operations.append(operation) }
        } else {
          uses.append(Use(member: member, wire: wire, doubt: doubt, operations: [operation]))
        }
      }
    }
    return uses.map { use in
      let owner = use.member.owner.map { " of `\($0)`" } ?? ""
      return VerificationFinding(
        .warning, "mapped-acronym", use.operations,
        "\(use.operations[0]) maps the member `\(use.member.name)`\(owner) to `\(use.wire)`, \(use.doubt); spell acronyms "
          + "as words in Swift or in `CodingKeys`, or remove the key mapping and set the names there")
    }
  }

  /// Returns the reason why the words of a name are ambiguous; nil if they are not.
  private static func doubt(about name: String) -> String? {
    let scalars = Array(name.unicodeScalars)
    let capitals = scalars.map(\.properties.isUppercase)
    if capitals.contains(true), !scalars.contains(where: \.properties.isLowercase) {
      return "although it is all uppercase and may be a fixed name"
    }
    for index in scalars.indices.dropFirst(2) where scalars[index].properties.isLowercase {
      let endsWord = index + 1 == scalars.count || !scalars[index + 1].properties.isLowercase
      if endsWord, capitals[index - 1], capitals[index - 2] { return "which splits a run of uppercase letters" }
    }
    return nil
  }
}

extension APIOperation {
  /// The inputs whose names the key mapping changes, in declaration order.
  fileprivate var mappedNames: [(location: ParameterLocation, declared: String, wire: String)] {
    inputs.compactMap { input in
      guard let declared = wireNames[input.location]?.first(where: { $0.value == input.name })?.key else { return nil }
      return (input.location, declared, input.name)
    }
  }

  /// The members of the types of inputs, results and failures, to which the key mapping applies. Inputs themselves are
  /// not among them.
  fileprivate var mappedMembers: [JSONSchema.Member] {
    let description = described
    let inputs = description.parameters.filter { $0.input.location == .query }.map(\.schema)
    let results = description.responses.flatMap { response in
      [response.schema, response.channel?.sent.schema, response.channel?.received.schema].compactMap { $0 }
    }
    let failures = description.failures.map { failure in
      var schema = JSONSchema(.object)
      schema.name = failure.typeName
      schema.properties = failure.members
      return schema
    }
    return (inputs + [description.body?.schema].compactMap { $0 } + results + failures).flatMap(\.mappedMembers)
  }
}
