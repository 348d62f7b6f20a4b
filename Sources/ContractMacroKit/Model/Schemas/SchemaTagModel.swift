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

  /// The tag in a member of an enum's object; nil without `@Tagged`, and with `@Tagged(.key)`.
  var tag: SchemaTagModel? {
    guard let attribute = tagAttribute, let name = attribute.unlabeledArguments.first, !name.isKeyForm else {
      return nil
    }
    return SchemaTagModel(attribute: attribute, nameExpression: name, contentExpression: attribute.argument("content"))
  }

  /// The `@Tagged(.key)` of an enum whose cases are keys; nil without it.
  var keyAttribute: AttributeSyntax? {
    tagAttribute.flatMap { $0.unlabeledArguments.first?.isKeyForm == true ? $0 : nil }
  }

  /// True for `@Tagged(.key)`.
  var isKeyed: Bool { keyAttribute != nil }

  private var tagAttribute: AttributeSyntax? { declaration.attributes.named("Tagged").first }

  /// The cases in the order of generated code: as declared, except that a tagged enum has the case for unknown tags last.
  var orderedCases: [SchemaCaseModel] {
    guard tag != nil || isKeyed else { return cases }
    return cases.filter { !$0.keepsUnknown } + cases.filter(\.keepsUnknown)
  }

  /// The cases except the one for unknown tags.
  var knownCases: [SchemaCaseModel] { cases.filter { !$0.keepsUnknown } }

  /// The case of a tagged enum that keeps unknown tags; nil if there is none.
  var unknownCase: SchemaCaseModel? { cases.first(where: \.keepsUnknown) }
}

extension SchemaCaseModel {
  /// True for the case of a tagged enum that keeps unknown tags.
  var keepsUnknown: Bool { name.name == SchemaModel.unknownCase }

  /// True for a case with one value without a label. The value's members are members of the object, or the value is the
  /// whole content.
  var hasSingleValue: Bool { values.count == 1 && values[0].label == nil }
}

extension ExprSyntax {
  /// True for `.key`.
  fileprivate var isKeyForm: Bool {
    guard let member = self.as(MemberAccessExprSyntax.self) else { return false }
    return member.declName.trimmedDescription == "key"
  }
}
