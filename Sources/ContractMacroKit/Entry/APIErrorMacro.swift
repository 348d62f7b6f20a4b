package import SwiftSyntax
package import SwiftSyntaxMacros

/// `@APIError`: makes an enum a failure that travels.
package enum APIErrorMacro: ExtensionMacro {
  package static var formatMode: FormatMode { .disabled }

  package static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard let declaration = declaration.as(EnumDeclSyntax.self) else {
      context.diagnose(DeclarationKind.finding(about: node, on: declaration).diagnostic)
      return []
    }
    let failure = FailureParser.parse(declaration)
    for finding in FailureRule.findings(in: failure) { context.diagnose(finding.diagnostic) }
    // With a mistake in one case the enum conforms all the same: its uses are not at fault.
    let renderer = FailureRenderer(failure: failure, addsConformance: !protocols.isEmpty)
    let text = renderer.render(extending: type.trimmedDescription)
    return [RenderedSource.extension(text)]
  }
}
