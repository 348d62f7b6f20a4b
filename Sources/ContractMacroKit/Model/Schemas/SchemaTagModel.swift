import SwiftSyntax

/// The `@Tagged` of an enum with `@Schema`.
struct SchemaTagModel {
  let attribute: AttributeSyntax
  let nameExpression: ExprSyntax
  let contentExpression: ExprSyntax?

  /// The name of the member with the tag; nil when it is not a literal.
  var name: String? { nameExpression.stringValue }

  /// The name of the member with the values of the case; nil if they are members next to the tag.
  var content: String? { contentExpression?.stringValue }
}

extension SchemaModel {
  /// The name of the case that keeps unknown tags.
  static let unknownCase = "unknown"

  /// The tag of an enum with associated values; nil without `@Tagged`.
  var tag: SchemaTagModel? {
    guard let attribute = declaration.attributes.named("Tagged").first,
      let name = attribute.unlabeledArguments.first
    else { return nil }
    return SchemaTagModel(attribute: attribute, nameExpression: name, contentExpression: attribute.argument("content"))
  }

  /// The cases of a tagged enum in the order of generated code, the one for unknown tags last.
  var taggedCases: [SchemaCaseModel] {
    cases.filter { !$0.keepsUnknown } + cases.filter(\.keepsUnknown)
  }
}

extension SchemaCaseModel {
  /// True for the case of a tagged enum that keeps unknown tags.
  var keepsUnknown: Bool { name.name == SchemaModel.unknownCase }

  /// True for one value without a label, whose members are those of the object, or which is the whole content.
  var hasSingleValue: Bool { values.count == 1 && values[0].label == nil }
}
