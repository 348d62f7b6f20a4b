import SwiftSyntax

/// A rule: a result contains `Header<T>` itself and not a type alias of it. A macro sees only aliases in its declaration.
enum HeaderAliasRule {
  /// Returns the errors of a result, whose elements may be aliases.
  ///
  /// - Parameter declarations: the enclosing structs, outermost first.
  static func findings(in result: TypeSyntax, declaredIn declarations: [StructDeclSyntax]) -> [Finding] {
    let types = result.as(TupleTypeSyntax.self)?.elements.map(\.type) ?? [result]
    return types.compactMap { type in
      let named = type.as(OptionalTypeSyntax.self)?.wrappedType ?? type
      guard let name = named.as(IdentifierTypeSyntax.self), name.genericArgumentClause == nil,
        let target = target(of: name.name.text, in: declarations), TypeModel(target).wrapper == .header
      else { return nil }
      return Finding(
        "header-alias", at: type,
        "A macro does not resolve the alias '\(name.name.text)', so the value would be in the body; write "
          + "'\(target.trimmedDescription)'.")
    }
  }

  /// Returns the type of an alias in the innermost struct that declares the name; nil for another declaration.
  private static func target(of name: String, in declarations: [StructDeclSyntax]) -> TypeSyntax? {
    for declaration in declarations.reversed() {
      let members = declaration.memberBlock.members.compactMap { $0.decl.asProtocol((any NamedDeclSyntax).self) }
      guard let member = members.first(where: { $0.name.text == name }) else { continue }
      return member.as(TypeAliasDeclSyntax.self)?.initializer.value
    }
    return nil
  }
}
