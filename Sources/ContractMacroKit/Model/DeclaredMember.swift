import SwiftSyntax

/// A member that a user declares in a type with generated members.
struct DeclaredMember {
  enum Kind {
    case property, staticProperty, function, staticFunction, initializer, type, enumCase
  }

  let name: String
  let token: TokenSyntax
  let kind: Kind
  /// False for a function with parameters. A property may have the same name as such a function.
  var isBare = true
  /// The declaration.
  let declaration: DeclSyntax

  /// Returns the members of a declaration that have names.
  static func members(of group: some DeclGroupSyntax) -> [DeclaredMember] {
    group.memberBlock.members.flatMap { members(of: $0.decl) }
  }

  private static func members(of declaration: DeclSyntax) -> [DeclaredMember] {
    func member(_ token: TokenSyntax, _ kind: Kind, isBare: Bool = true) -> DeclaredMember {
      DeclaredMember(
        name: Identifier(token).name, token: token, kind: kind, isBare: isBare, declaration: declaration)
    }
    if let variable = declaration.as(VariableDeclSyntax.self) {
      let kind: Kind = isShared(variable.modifiers) ? .staticProperty : .property
      return variable.bindings.compactMap { $0.pattern.as(IdentifierPatternSyntax.self) }.map {
        member($0.identifier, kind)
      }
    }
    if let function = declaration.as(FunctionDeclSyntax.self) {
      let kind: Kind = isShared(function.modifiers) ? .staticFunction : .function
      return [member(function.name, kind, isBare: function.signature.parameterClause.parameters.isEmpty)]
    }
    if let initializer = declaration.as(InitializerDeclSyntax.self) {
      return [member(initializer.initKeyword, .initializer)]
    }
    if let cases = declaration.as(EnumCaseDeclSyntax.self) {
      return cases.elements.map { member($0.name, .enumCase, isBare: $0.parameterClause == nil) }
    }
    if declaration.asProtocol((any DeclGroupSyntax).self) != nil || declaration.is(TypeAliasDeclSyntax.self),
      let named = declaration.asProtocol((any NamedDeclSyntax).self)
    {
      return [member(named.name, .type)]
    }
    return []
  }

  private static func isShared(_ modifiers: DeclModifierListSyntax) -> Bool {
    modifiers.contains { ["static", "class"].contains($0.name.text) }
  }
}
