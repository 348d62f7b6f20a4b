import SwiftSyntax

/// Rendered text as the nodes that macros return.
///
/// The compiler takes the text of an expansion and parses it itself. Parsing it here as well took a fifth of the time
/// of checking a large contract, and an older swift-syntax does not know module selectors; so the text travels as one
/// token.
enum RenderedSource {
  /// Declarations.
  static func declaration(_ text: String) -> DeclSyntax {
    DeclSyntax(MissingDeclSyntax(placeholder: .identifier(text)))
  }

  /// A whole extension, its head included.
  static func `extension`(_ text: String) -> ExtensionDeclSyntax {
    ExtensionDeclSyntax(
      extensionKeyword: .identifier(text),
      extendedType: MissingTypeSyntax(placeholder: .identifier("", presence: .missing)),
      memberBlock: MemberBlockSyntax(
        leftBrace: .leftBraceToken(presence: .missing), members: [], rightBrace: .rightBraceToken(presence: .missing)))
  }

  /// A whole attribute, its sign included.
  static func attribute(_ text: String) -> AttributeSyntax {
    AttributeSyntax(
      atSign: .identifier(text),
      attributeName: MissingTypeSyntax(placeholder: .identifier("", presence: .missing)))
  }

  /// All accessors of a variable.
  static func accessors(_ text: String) -> AccessorDeclSyntax {
    AccessorDeclSyntax(accessorSpecifier: .identifier(text))
  }

  /// One statement.
  static func statement(_ text: String) -> CodeBlockItemSyntax {
    CodeBlockItemSyntax(item: .expr(ExprSyntax(MissingExprSyntax(placeholder: .identifier(text)))))
  }
}
