import SwiftSyntax

/// Rendered text as the syntax nodes that macros return.
///
/// The compiler parses the text of an expansion itself. Parsing it here as well took a fifth of the time of checking a
/// large contract, and older versions of swift-syntax do not know module selectors. Therefore the text is returned as a
/// single token.
enum RenderedSource {
  /// Returns declarations.
  static func declaration(_ text: String) -> DeclSyntax {
    DeclSyntax(MissingDeclSyntax(placeholder: .identifier(text)))
  }

  /// Returns a whole extension, including its head.
  static func `extension`(_ text: String) -> ExtensionDeclSyntax {
    ExtensionDeclSyntax(
      extensionKeyword: .identifier(text),
      extendedType: MissingTypeSyntax(placeholder: .identifier("", presence: .missing)),
      memberBlock: MemberBlockSyntax(
        leftBrace: .leftBraceToken(presence: .missing), members: [], rightBrace: .rightBraceToken(presence: .missing)))
  }

  /// Returns a whole attribute, including `@`.
  static func attribute(_ text: String) -> AttributeSyntax {
    AttributeSyntax(
      atSign: .identifier(text),
      attributeName: MissingTypeSyntax(placeholder: .identifier("", presence: .missing)))
  }

  /// Returns all accessors of a variable.
  static func accessors(_ text: String) -> AccessorDeclSyntax {
    AccessorDeclSyntax(accessorSpecifier: .identifier(text))
  }

  /// Returns one statement.
  static func statement(_ text: String) -> CodeBlockItemSyntax {
    CodeBlockItemSyntax(item: .expr(ExprSyntax(MissingExprSyntax(placeholder: .identifier(text)))))
  }
}
