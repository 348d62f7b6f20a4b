import SwiftSyntax

/// A rule: `@Tagged` is on an enum with distinguishable cases, whose values have names.
struct SchemaTagRule: SchemaRule {
  func findings(in schema: SchemaModel) -> [Finding] {
    guard let tag = schema.tag else { return [] }
    guard case .cases(let cases) = schema.shape else {
      return [
        Finding(
          "tagged-type", at: tag.attribute,
          "'@Tagged' names the cases of an enum with associated values, which '\(schema.name.name)' is not; remove it.")
      ]
    }
    return nameFindings(tag) + unknownFindings(cases)
      + (tag.contentExpression == nil ? cases.flatMap { memberFindings($0, tag) } : [])
  }

  private func nameFindings(_ tag: SchemaTagModel) -> [Finding] {
    let expressions = [tag.nameExpression] + (tag.contentExpression.map { [$0] } ?? [])
    let unread = expressions.filter { $0.stringValue?.isEmpty != false && !$0.is(NilLiteralExprSyntax.self) }
    let notLiteral = unread.map { expression in
      Finding(
        "tag-not-literal", at: expression,
        "The name of a member must be a string literal without interpolation, such as '@Tagged(\"type\")'.")
    }
    guard let content = tag.contentExpression, tag.content != nil, tag.content == tag.name else { return notLiteral }
    return [
      Finding(
        "tag-name", at: content,
        "\((tag.name ?? "").literal) is the name of the tag; give the content another name, such as \"value\".")
    ]
  }

  private func unknownFindings(_ cases: [SchemaCaseModel]) -> [Finding] {
    cases.filter(\.keepsUnknown).compactMap { element in
      if element.hasSingleValue, element.values[0].type.syntax.baseName == "JSONValue" { return nil }
      return Finding(
        "unknown-case", at: element.element,
        "'unknown' keeps values with other tags; write 'case unknown(JSONValue)', or give the case another name.")
    }
  }

  /// Returns the errors of values without a separate name in the object with the tag.
  private func memberFindings(_ element: SchemaCaseModel, _ tag: SchemaTagModel) -> [Finding] {
    guard !element.keepsUnknown else { return [] }
    return element.values.compactMap { value in
      if let key = value.key, key == tag.name {
        return Finding(
          "tag-member", at: value.syntax.firstName.map(Syntax.init) ?? Syntax(value.syntax.type),
          "\(key.literal) is the name of the tag, so no value can have it; rename one of the two.")
      }
      guard value.label == nil else { return nil }
      let isObject = element.values.count == 1 && value.type.original.anchor != nil && !value.type.isOptional
      guard !isObject || value.type.isArray || value.type.syntax.is(DictionaryTypeSyntax.self) else { return nil }
      return Finding(
        "unlabeled-value", at: value.type.original,
        "A value next to the tag needs a name; give '\(value.type.text)' a label, or write "
          + "'@Tagged(\((tag.name ?? "type").literal), content: \"value\")'.")
    }
  }
}
