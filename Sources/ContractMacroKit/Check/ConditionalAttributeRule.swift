import SwiftSyntax

/// A rule: the attributes of this package are outside `#if`, whose condition a macro cannot evaluate.
///
/// This rule precedes the other rules of a declaration, because they would report the attribute as missing.
enum ConditionalAttributeRule {
  /// Returns the errors in the attributes of a type and of its members. Nested types report their own.
  static func findings(in type: some DeclGroupSyntax, of macro: String) -> [Finding] {
    findings(in: type.attributes, of: macro) + memberFindings(in: type, of: macro)
  }

  /// Returns the errors in a scope and in nested structs. A nested struct whose `@Path` is not visible is not a scope, so it
  /// does not report its own errors.
  static func findings(in scope: ScopeModel) -> [Finding] {
    let declaration = scope.frame.declaration
    let inner = declaration.memberBlock.members.compactMap { $0.decl.as(StructDeclSyntax.self)?.attributes }
    return ((scope.frame.isRoot ? [declaration.attributes] : []) + inner.filter { $0.mayContain("Path") })
      .flatMap { findings(in: $0, of: "@API") } + memberFindings(in: declaration, of: "@API")
  }

  private static func memberFindings(in type: some DeclGroupSyntax, of macro: String) -> [Finding] {
    type.memberBlock.members.map(\.decl).filter {
      $0.is(VariableDeclSyntax.self) || $0.is(FunctionDeclSyntax.self) || $0.is(EnumCaseDeclSyntax.self)
    }.compactMap { $0.asProtocol((any WithAttributesSyntax).self)?.attributes }
      .flatMap { findings(in: $0, of: macro) }
  }

  /// Returns the errors in the attributes of one declaration.
  static func findings(in attributes: AttributeListSyntax, of macro: String) -> [Finding] {
    attributes.unseen.map { conditional in
      Finding(
        "conditional-attribute", at: conditional,
        "An attribute inside '#if' is not seen by '\(macro)'; put the condition around two declarations instead.")
    }
  }
}
