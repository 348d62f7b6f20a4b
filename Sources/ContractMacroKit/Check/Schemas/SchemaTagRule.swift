import SwiftSyntax

/// A rule: `@Tagged` is on an enum with distinguishable cases, whose values have names.
struct SchemaTagRule: SchemaRule {
  func findings(in schema: SchemaModel) -> [Finding] {
    guard let attribute = schema.tag?.attribute ?? schema.keyAttribute else { return untaggedFindings(schema) }
    guard case .cases(let cases) = schema.shape else {
      return [
        Finding(
          "tagged-type", at: attribute,
          "'@Tagged' names the cases of an enum with associated values; remove it from '\(schema.name.name)'.")
      ]
    }
    guard let tag = schema.tag else { return keyFindings(schema) + unknownFindings(cases, noun: "keys") }
    if let form = tag.nameExpression.as(MemberAccessExprSyntax.self), form.base == nil {
      return [
        Finding(
          "tag-not-literal", at: form,
          "'@Tagged' takes the name of a member, such as '@Tagged(\"type\")', or '.key'.")
      ]
    }
    return nameFindings(tag) + unknownFindings(cases, noun: "tags")
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

  /// Returns the errors of an enum with `@Tagged(.key)`.
  private func keyFindings(_ schema: SchemaModel) -> [Finding] {
    if schema.knownCases.isEmpty, let unknown = schema.unknownCase {
      return [
        Finding(
          "no-case", at: unknown.element,
          "'\(schema.name.name)' has only the case for unknown keys; add a case, or use 'JSONValue' instead.")
      ]
    }
    return schema.knownCases.filter { $0.values.count > 1 }.flatMap(\.values).filter { $0.label == nil }.map { value in
      Finding(
        "unlabeled-value", at: value.type.original,
        "A key with several values holds an object, whose members need names; give '\(value.type.text)' a label.")
    }
  }

  /// Returns the error of an enum without `@Tagged` that seems to keep unknown cases.
  private func untaggedFindings(_ schema: SchemaModel) -> [Finding] {
    guard case .cases(let cases) = schema.shape else { return [] }
    return cases.filter { $0.keepsUnknown && $0.keepsJSONValue }.map { element in
      Finding(
        "unknown-case", at: element.element,
        "'unknown' keeps other cases only with '@Tagged'; add '@Tagged(.key)' to '\(schema.name.name)', or give the "
          + "value a label.")
    }
  }

  private func unknownFindings(_ cases: [SchemaCaseModel], noun: String) -> [Finding] {
    cases.filter(\.keepsUnknown).compactMap { element in
      if element.keepsJSONValue { return nil }
      return Finding(
        "unknown-case", at: element.element,
        "'unknown' keeps values with other \(noun); write 'case unknown(JSONValue)', or give the case another name.")
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

extension SchemaCaseModel {
  /// True for one `JSONValue` without a label.
  fileprivate var keepsJSONValue: Bool { hasSingleValue && values[0].type.syntax.baseName == "JSONValue" }
}
