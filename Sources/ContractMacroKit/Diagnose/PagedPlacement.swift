import SwiftSyntax
import SwiftSyntaxMacros

/// The error of `@Paged` on an endpoint that is not a function of a protocol at file scope.
enum PagedPlacement {
  /// Returns the error; nil for other attributes, on a function of a protocol, and on declarations that are not
  /// endpoints.
  static func finding(
    about node: AttributeSyntax, on declaration: some DeclSyntaxProtocol, in context: some MacroExpansionContext
  ) -> Finding? {
    guard node.attributeName.baseName == "Paged", let parent = context.lexicalContext.first else { return nil }
    if let contract = parent.as(ProtocolDeclSyntax.self) {
      guard context.lexicalContext.count > 1, declaration.is(FunctionDeclSyntax.self) else { return nil }
      return Finding(
        "paged-nested", at: node,
        "'@Paged' extends the protocol, and '\(contract.name.text)' is nested; move it to file scope or use 'Pages'.")
    }
    let isEndpoint = parent.is(ClassDeclSyntax.self) || parent.is(StructDeclSyntax.self)
    guard isEndpoint else { return nil }
    return Finding(
      "paged-placement", at: node,
      "'@Paged' belongs on a function of an '@API' protocol; remove it here and iterate over 'Pages'.")
  }
}
