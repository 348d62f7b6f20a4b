import SwiftSyntax

/// Something that every type with `@Schema` must satisfy.
protocol SchemaRule: Sendable {
  /// The mistakes of one type.
  func findings(in schema: SchemaModel) -> [Finding]
}

/// All rules of types with `@Schema`, in the order in which their findings are told apart at one location.
enum SchemaRules {
  static let all: [any SchemaRule] = [
    SchemaTypeRule(), SchemaMemberRule(), SchemaMemberTypeRule(), SchemaKeyRule(), SchemaNameRule(), SchemaCaseRule(),
    SchemaNoteRule(), SchemaValidateRule(),
  ]

  /// Everything that is wrong with `schema`, which stands inside the declarations of `lexicalContext`.
  static func findings(in schema: SchemaModel, lexicalContext: [Syntax]) -> [Finding] {
    all.flatMap { $0.findings(in: schema) } + SchemaTypeRule.hidden(schema, in: lexicalContext)
  }
}
