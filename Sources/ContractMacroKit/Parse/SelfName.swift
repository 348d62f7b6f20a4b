import SwiftSyntax

extension SyntaxProtocol {
  /// The text, with `Self` spelled as the type it stands for: it would be another type where it is written inside one
  /// that a macro adds.
  ///
  /// - Parameter name: The name of that type; nil where it is not known, which changes nothing.
  func description(spellingSelf name: Identifier?) -> String {
    guard let name else { return trimmedDescription }
    return trimmed.tokens(viewMode: .sourceAccurate).map { token in
      guard token.tokenKind == .keyword(.Self) else { return token.description }
      return token.leadingTrivia.description + name.source + token.trailingTrivia.description
    }.joined()
  }
}

extension VariableDeclSyntax {
  /// The name of the struct that the variable is declared in.
  var owner: Identifier? {
    var around = parent
    while let node = around {
      if let type = node.as(StructDeclSyntax.self) { return Identifier(type.name) }
      around = node.parent
    }
    return nil
  }
}
