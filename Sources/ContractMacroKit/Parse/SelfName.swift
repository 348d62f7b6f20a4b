import SwiftSyntax

extension SyntaxProtocol {
  /// Returns the text with `Self` replaced by the name of the enclosing type, because `Self` means another type inside a
  /// generated type.
  ///
  /// - Parameter name: the spelling of the type; nil if unknown, which leaves the text unchanged.
  func description(spellingSelf name: String?) -> String {
    guard let name else { return trimmedDescription }
    return trimmed.tokens(viewMode: .sourceAccurate).map { token in
      guard token.tokenKind == .keyword(.Self) else { return token.description }
      return token.leadingTrivia.description + name + token.trailingTrivia.description
    }.joined()
  }
}

extension SyntaxProtocol {
  /// The name of the struct or class that encloses the node; nil in other declarations. An attribute of a type is enclosed
  /// by the type around it, as `Self` in the attribute.
  var owner: String? {
    var inner = Syntax(self)
    while let node = inner.parent {
      defer { inner = node }
      guard let group = node.asProtocol((any DeclGroupSyntax).self), group.attributes.id != inner.id else { continue }
      if let type = node.as(StructDeclSyntax.self) { return Identifier(type.name).source }
      return node.as(ClassDeclSyntax.self).map { Identifier($0.name).source }
    }
    return nil
  }
}

extension [Syntax] {
  /// The spelling of the type around a declaration with this lexical context. `Self` in the declaration's attributes means
  /// that type, of which the declaration's own syntax has no trace. Nil at file scope and inside functions.
  var owner: String? {
    guard let around = first, !around.is(ProtocolDeclSyntax.self) else { return nil }
    if let type = around.as(ExtensionDeclSyntax.self) { return type.extendedType.trimmedDescription }
    guard around.asProtocol((any DeclGroupSyntax).self) != nil else { return nil }
    return around.asProtocol((any NamedDeclSyntax).self).map { Identifier($0.name).source }
  }
}
