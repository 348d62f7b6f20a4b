import SwiftSyntax

/// A rule: the examples of a type are literals, and those of a member do not contain values of parameters that a `@Sendable`
/// closure cannot capture.
struct SchemaExampleRule: SchemaRule {
  func findings(in schema: SchemaModel) -> [Finding] {
    let ofType = schema.notes.examples.filter { LiteralJSON.text(of: $0) == nil }.map { value in
      // The compiler checks the arguments of an attribute before the members that the attributes of the type add.
      Finding(
        "type-example", at: value,
        "The compiler cannot evaluate an example of the type that it belongs to; write a literal, which is JSON, or "
          + "'@Example' at members.")
    }
    var seen: Set<SyntaxIdentifier> = []
    let ofMembers = schema.members.filter { $0.key != nil }.flatMap { member -> [Finding] in
      guard let type = member.type?.syntax else { return [] }
      return member.notes.examples.filter { seen.insert($0.id).inserted }
        .compactMap { finding(about: $0, of: type, in: schema) }
    }
    return ofType + ofMembers
  }

  private func finding(about value: ExprSyntax, of type: TypeSyntax, in schema: SchemaModel) -> Finding? {
    guard LiteralJSON.text(of: value) == nil, let name = schema.parameter(excludingExamplesOf: type) else { return nil }
    return Finding(
      "generic-example", at: value,
      "The example depends on '\(name)', which a '@Sendable' closure cannot capture; write a literal, which is JSON, or "
        + "constrain '\(name)' to 'Sendable' too.")
  }
}
