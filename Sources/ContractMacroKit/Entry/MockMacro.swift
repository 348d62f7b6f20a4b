import SwiftDiagnostics
package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// `@Mock`: generates a mock of a protocol that also has `@API`.
package enum MockMacro: PeerMacro, ExtensionMacro {
  package static var formatMode: FormatMode { .disabled }

  package static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    if let finding = RepeatedAttribute.finding(about: node, on: declaration, in: context) {
      context.diagnose(finding.diagnostic)
      return []
    }
    guard let declaration = declaration.as(ProtocolDeclSyntax.self) else {
      context.diagnose(DeclarationKind.finding(about: node, on: declaration).diagnostic)
      return []
    }
    guard !declaration.attributes.named("API").isEmpty else {
      context.diagnose(missingAPI(node, declaration).diagnostic)
      return []
    }
    // `@API` reports the errors of the protocol.
    let contract = ContractParser.parse(declaration, in: context.lexicalContext)
    let verdict = Rules.verdict(on: contract, in: context.lexicalContext)
    guard verdict.damage != .everything, contract.isMocked, !context.isInsideFunction else { return [] }
    let renderer = MockRenderer(
      contract: contract, broken: verdict.brokenEndpoints, isSendable: verdict.damage == .none,
      isExtending: verdict.permitsExtension(in: context), isNested: !context.lexicalContext.isEmpty,
      locations: SourceLocations(in: context))
    return [RenderedSource.declaration(renderer.render())]
  }

  package static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard let declaration = declaration.as(ProtocolDeclSyntax.self), !declaration.attributes.named("API").isEmpty,
      !RepeatedAttribute.isRepeated(node, on: declaration, in: context)
    else { return [] }
    let contract = ContractParser.parse(declaration, in: context.lexicalContext)
    let verdict = Rules.verdict(on: contract, in: context.lexicalContext)
    guard verdict.permitsExtension(in: context), contract.isMocked else { return [] }
    let renderer = MockRenderer(
      contract: contract, broken: verdict.brokenEndpoints, isExtending: true, locations: SourceLocations(in: context))
    return renderer.renderExtension(of: type.trimmedDescription).map { [RenderedSource.extension($0)] } ?? []
  }

  private static func missingAPI(_ node: AttributeSyntax, _ declaration: ProtocolDeclSyntax) -> Finding {
    let api = AttributeSyntax(attributeName: TypeSyntax("API"), trailingTrivia: .space)
    var fixed = declaration
    fixed.attributes = [.attribute(api.with(\.leadingTrivia, declaration.leadingTrivia))]
    fixed.attributes += declaration.attributes.with(\.leadingTrivia, [])
    return Finding(
      "mock-without-api", at: node,
      "'@Mock' records inputs that '@API' declares; add '@API' to '\(declaration.name.text)'.",
      fixIts: [FixIt("mock-without-api", "add '@API'", replace: declaration, with: fixed)])
  }
}
