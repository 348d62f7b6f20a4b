/// A rule: key mappings rename no acronyms, because the words in a run of uppercase letters are ambiguous.
struct KeyMappingRule: VerificationRule {
  func findings(in operations: [APIOperation]) -> [VerificationFinding] {
    operations.flatMap { operation in
      operation.mappedNames.compactMap { name in
        guard let doubt = Self.doubt(about: name.declared) else { return nil }
        return VerificationFinding(
          .warning, "mapped-acronym", [operation],
          "\(operation) sends the \(name.location) value `\(name.declared)` as `\(name.wire)` by its key mapping, "
            + "\(doubt); set the exact name with `@Name(\"\(name.declared)\", \"\(name.declared)\")` in a protocol or "
            + "in the attribute of a member, or spell acronyms as words in Swift")
      }
    }
  }

  /// Returns why the words of a name are ambiguous; nil if they are not.
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
}
