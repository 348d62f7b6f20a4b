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
    if let finding = StatusCaseRule.failure.hidden(declaration, in: context) {
      context.diagnose(finding.diagnostic)
      return []
    }
    let failure = FailureParser.parse(declaration, in: context.lexicalContext)
    let findings = FailureRule.findings(in: failure)
    for finding in findings { context.diagnose(finding.diagnostic) }
    // An enum with an error in a case still conforms, so that its uses are valid.
    let renderer = FailureRenderer(
      failure: failure, addsConformance: protocols.contains { $0.baseName == "APIFailure" },
      addsSendable: protocols.contains { $0.baseName == "Sendable" }, isRefused: !findings.isEmpty,
      locations: SourceLocations(in: context))
    let text = renderer.render(extending: type.trimmedDescription)
    return [RenderedSource.extension(text)]
  }
}
