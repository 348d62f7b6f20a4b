import SwiftDiagnostics
package import SwiftSyntax
package import SwiftSyntaxMacros

/// `@APIError`: makes an enum a declared failure.
package enum APIErrorMacro: ExtensionMacro {
  package static var formatMode: FormatMode { .disabled }

  package static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    if let finding = RepeatedAttribute.finding(about: node, on: declaration, in: context) {
      context.diagnose(finding.diagnostic)
      return []
    }
    guard let declaration = declaration.as(EnumDeclSyntax.self) else {
      context.diagnose(DeclarationKind.finding(about: node, on: declaration).diagnostic)
      return []
    }
    if let finding = hidden(declaration, in: context) {
      context.diagnose(finding.diagnostic)
      return []
    }
    let failure = FailureParser.parse(declaration)
    for finding in FailureRule.findings(in: failure) { context.diagnose(finding.diagnostic) }
    // An enum with an error in a case still conforms, so that its uses are valid.
    let renderer = FailureRenderer(
      failure: failure, addsConformance: !protocols.isEmpty, locations: SourceLocations(in: context))
    let text = renderer.render(extending: type.trimmedDescription)
    return [RenderedSource.extension(text)]
  }

  /// Returns the error of an enum that is private inside a type: an extension at file scope cannot name it.
  private static func hidden(_ declaration: EnumDeclSyntax, in context: some MacroExpansionContext) -> Finding? {
    guard !context.lexicalContext.isEmpty,
      let modifier = declaration.modifiers.first(where: { $0.name.tokenKind == .keyword(.private) })
    else { return nil }
    let fixed = modifier.with(\.name, modifier.name.with(\.tokenKind, .keyword(.fileprivate)))
    return Finding(
      "private-failure", at: modifier,
      "'@APIError' extends '\(declaration.name.text)' at the top of the file, where a private type is not seen; "
        + "write 'fileprivate'.",
      fixIts: [FixIt("private-failure", "write 'fileprivate'", replace: modifier, with: fixed)])
  }
}
