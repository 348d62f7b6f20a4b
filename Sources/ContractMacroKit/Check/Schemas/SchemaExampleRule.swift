import SwiftSyntax

/// A rule: the examples of a generic type are literals, or do not contain values of parameters that a `@Sendable` closure
/// cannot capture.
struct SchemaExampleRule: SchemaRule {
  func findings(in schema: SchemaModel) -> [Finding] {
    let ofType = schema.notes.examples.compactMap { finding(about: $0, of: nil, in: schema) }
    var seen: Set<SyntaxIdentifier> = []
    let ofMembers = schema.members.filter { $0.key != nil }.flatMap { member -> [Finding] in
      guard let type = member.type?.syntax else { return [] }
      return member.notes.examples.filter { seen.insert($0.id).inserted }
        .compactMap { finding(about: $0, of: type, in: schema) }
    }
    return ofType + ofMembers
  }

  private func finding(about value: ExprSyntax, of type: TypeSyntax?, in schema: SchemaModel) -> Finding? {
    guard LiteralJSON.text(of: value) == nil, let name = schema.parameter(excludingExamplesOf: type) else { return nil }
    return Finding(
      "generic-example", at: value,
      "The example depends on '\(name)', which a '@Sendable' closure cannot capture; write a literal, which is JSON, or "
        + "constrain '\(name)' to 'Sendable' too.")
  }
}
