import SwiftSyntax

/// A requirement of types with `@Schema`.
protocol SchemaRule: Sendable {
  /// Returns the errors of one type.
  func findings(in schema: SchemaModel) -> [Finding]
}

/// The rules of types with `@Schema`, in the order of their findings at one location.
enum SchemaRules {
  static let all: [any SchemaRule] = [
    SchemaTypeRule(), SchemaMemberRule(), InitAccessorRule(), SchemaMemberTypeRule(), SchemaKeyRule(),
    SchemaNameRule(), SchemaCaseRule(), SchemaTagRule(), SchemaPositionalRule(), SchemaNoteRule(),
    SchemaExampleRule(), SchemaValidateRule(),
  ]

  /// Returns all errors of `schema`, which is declared inside `lexicalContext`.
  static func findings(in schema: SchemaModel, lexicalContext: [Syntax]) -> [Finding] {
    let unseen = ConditionalAttributeRule.findings(in: schema.declaration, of: "@Schema")
    guard unseen.isEmpty else { return unseen }
    return all.flatMap { $0.findings(in: schema) } + SchemaTypeRule.hidden(schema, in: lexicalContext)
  }
}
