import SwiftSyntax

/// A rule: every member and associated value has a known type that JSON can represent.
struct SchemaMemberTypeRule: SchemaRule {
  func findings(in schema: SchemaModel) -> [Finding] {
    let members = schema.members.filter { $0.key != nil }.compactMap { member -> Finding? in
      guard let type = member.type else { return untyped(member) }
      return Self.unsuited(
        type, called: member.name.name, at: member.isAnnotated ? Syntax(type.original) : Syntax(member.nameToken))
        ?? PatchRule.valueFinding(member.initialValue, type, of: member.name.name)
        ?? LiteralFit.rangeFinding(member.initialValue, type, of: member.name.name)
    }
    let values = schema.cases.flatMap(\.values).filter { $0.key != nil }.compactMap { value in
      PatchRule.associatedFinding(value)
        ?? Self.unsuited(
          value.type, called: value.label?.name ?? value.type.text, at: value.type.original, isProperty: false)
    }
    return members + values
  }

  private func untyped(_ member: SchemaMemberModel) -> Finding? {
    // The compiler reports a member that has neither a type nor a value.
    guard let value = member.initialValue else { return nil }
    let type = example(value)
    return Finding(
      "untyped-member", at: member.nameToken,
      "A macro does not see the type of '\(member.name.name)'; write it, as in "
        + "'\(member.variable.bindingSpecifier.text) \(member.name.source): \(type)'.")
  }

  /// Returns a possible type of the value, for the message.
  private func example(_ value: ExprSyntax) -> String {
    let called = value.as(FunctionCallExprSyntax.self)?.calledExpression ?? value
    if let name = called.as(DeclReferenceExprSyntax.self)?.baseName.text, name.first?.isUppercase == true {
      return name
    }
    if let member = called.as(MemberAccessExprSyntax.self), let base = member.base?.trimmedDescription,
      base.first?.isUppercase == true
    {
      return base
    }
    return value.is(NilLiteralExprSyntax.self) ? "String?" : "String"
  }

  /// Returns the error of a metatype, such as `Int.Type`.
  static func metatype(_ name: String, at node: some SyntaxProtocol) -> Finding {
    Finding(
      "metatype-member", at: node,
      "'\(name)' is a type, which JSON cannot hold; write the type of a value, such as 'String' for a name.")
  }

  /// Returns the error of a type that JSON cannot represent.
  ///
  /// - Parameter isProperty: false for an element of a tuple and an associated value.
  static func unsuited(
    _ type: TypeModel, called name: String, at node: some SyntaxProtocol, isProperty: Bool = true
  ) -> Finding? {
    if type.containsFunction {
      let remedy = isProperty ? "make '\(name)' computed, or remove it" : "remove '\(name)'"
      return Finding("closure-member", at: node, "JSON cannot hold a closure; \(remedy).")
    }
    if type.containsMetatype { return metatype(name, at: node) }
    var inner = type.syntax
    if let optional = inner.as(OptionalTypeSyntax.self) { inner = optional.wrappedType }
    if type.isDoublyOptional {
      guard isProperty else {
        return Finding(
          "double-optional", at: node,
          "JSON has one null, which cannot distinguish the two nils of '\(type.text)'; write one '?'.")
      }
      return Finding(
        "double-optional", at: node,
        "JSON has one null, so '\(name)' cannot distinguish the two nils of '\(type.text)'; write "
          + "'\(PatchRule.patch(of: type))' to leave, clear or set it, or one '?'.")
    }
    if let finding = PatchRule.optionalFinding(type, of: name, at: node)
      ?? WholeTypeRule.memberFinding(type, of: name, at: node)
    {
      return finding
    }
    if inner.as(TupleTypeSyntax.self).map({ $0.elements.count != 1 }) == true {
      return Finding(
        "tuple-member", at: node, "JSON has no tuples; make '\(name)' a struct with '@Schema'.")
    }
    guard type.isOpaque else { return nil }
    return Finding(
      "opaque-member", at: node,
      "A reader needs the concrete type of '\(name)'; write it, or an enum with '@Schema' for several types.")
  }
}

extension TypeModel {
  /// True for types that do not determine the concrete type of a value: `any P`, `some P`, `Any`.
  var isOpaque: Bool {
    original.tokens(viewMode: .sourceAccurate).contains { token in
      [.keyword(.some), .keyword(.any), .keyword(.Any)].contains(token.tokenKind)
    }
  }
}
