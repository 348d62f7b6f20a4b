import SwiftSyntax

extension SyntaxProtocol {
  /// Returns the text with `Self` replaced by the name of the enclosing type, because `Self` means another type inside a
  /// generated type.
  ///
  /// - Parameter name: the name of the type; nil if unknown, which leaves the text unchanged.
  func description(spellingSelf name: Identifier?) -> String {
    guard let name else { return trimmedDescription }
    return trimmed.tokens(viewMode: .sourceAccurate).map { token in
      guard token.tokenKind == .keyword(.Self) else { return token.description }
      return token.leadingTrivia.description + name.source + token.trailingTrivia.description
    }.joined()
  }
}

extension SyntaxProtocol {
  /// The name of the struct or class that encloses the node; nil in other declarations. An attribute of a type is enclosed
  /// by the type around it, as `Self` in the attribute.
  var owner: Identifier? {
    var inner = Syntax(self)
    while let node = inner.parent {
      defer { inner = node }
      guard let group = node.asProtocol((any DeclGroupSyntax).self), group.attributes.id != inner.id else { continue }
      if let type = node.as(StructDeclSyntax.self) { return Identifier(type.name) }
      return node.as(ClassDeclSyntax.self).map { Identifier($0.name) }
    }
    return nil
  }
}
