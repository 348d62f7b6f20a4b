import SwiftSyntax

/// A protocol that a contract refines.
struct ParentModel {
  /// The type in the inheritance clause.
  let type: TypeSyntax
  /// The protocol's name, without its module.
  let name: Identifier
  /// The text before the name, such as `Shared.`; empty without a module.
  let qualifier: String

  /// Creates the model of a type in the inheritance clause; nil for a type without a name.
  init?(_ type: TypeSyntax) {
    guard let token = type.as(IdentifierTypeSyntax.self)?.name ?? type.as(MemberTypeSyntax.self)?.name else {
      return nil
    }
    let text = type.trimmedDescription
    guard text.hasSuffix(token.text) else { return nil }
    self.type = type
    self.name = Identifier(token)
    self.qualifier = String(text.dropLast(token.text.count))
  }

  /// Returns the name of a type generated for the protocol. Errors of the type are shown at the protocol's name.
  func typeName(_ suffix: String) -> LocatedText {
    LocatedText(qualifier + name.suffixed(suffix).source, at: Syntax(type))
  }

  /// The name of a property for the protocol, such as `readOnlyIssues` or `urlStore`.
  var property: Identifier {
    let capitals = name.name.prefix { $0.isUppercase }
    let isWord = capitals.count > 1 && capitals.count < name.name.count
    let lowered = isWord ? capitals.dropLast() : capitals
    return Identifier(lowered.lowercased() + name.name.dropFirst(lowered.count))
  }
}

extension ProtocolDeclSyntax {
  /// The protocols in the inheritance clause, including those of compositions such as `Todos & Sendable`.
  var inheritedProtocols: [TypeSyntax] {
    let types = inheritanceClause?.inheritedTypes.map(\.type) ?? []
    return types.flatMap { $0.as(CompositionTypeSyntax.self)?.elements.map(\.type) ?? [$0] }
  }
}
