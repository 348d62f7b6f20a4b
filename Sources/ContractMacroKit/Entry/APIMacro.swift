package import SwiftSyntax
package import SwiftSyntaxMacros

/// `@API`: generates the endpoints, client and routes of a protocol, and its default arguments in an extension.
package enum APIMacro: PeerMacro, ExtensionMacro {
  /// The renderers write formatted source; formatting it again would cost more than the rest of the expansion.
  package static var formatMode: FormatMode { .disabled }

  package static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    if let finding = RepeatedAttribute.finding(about: node, on: declaration, in: context) {
      context.diagnose(finding.diagnostic)
      return []
    }
    // Classes and structs get members instead of peers.
    if declaration.is(ClassDeclSyntax.self) || declaration.is(StructDeclSyntax.self) { return [] }
    guard let declaration = declaration.as(ProtocolDeclSyntax.self) else {
      context.diagnose(DeclarationKind.finding(about: node, on: declaration).diagnostic)
      return []
    }
    let contract = ContractParser.parse(declaration, in: context.lexicalContext)
    let report = Rules.check(contract, in: context.lexicalContext)
    report.diagnose(in: context)
    let verdict = report.verdict
    // Inside a function, a protocol cannot have the attribute, and the compiler reports the error.
    guard verdict.damage != .everything, !context.isInsideFunction else { return [] }
    let sound = contract.endpoints(without: verdict.brokenEndpoints)
    let locations = SourceLocations(in: context)
    return [
      EndpointsRenderer(contract: contract, endpoints: sound, locations: locations).render(),
      APIRenderer(
        contract: contract, broken: verdict.brokenEndpoints, isExtending: verdict.permitsExtension(in: context),
        isNested: !context.lexicalContext.isEmpty, locations: locations
      ).render(),
      RoutesRenderer(
        contract: contract, endpoints: verdict.damage == .none ? sound : [], locations: locations
      ).render(),
    ].map { RenderedSource.declaration($0) }
  }

  package static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    // The extension of a nested protocol would be at file scope, where names from the enclosing scope need qualification.
    guard let declaration = declaration.as(ProtocolDeclSyntax.self), context.lexicalContext.isEmpty,
      !RepeatedAttribute.isRepeated(node, on: declaration, in: context)
    else { return [] }
    let contract = ContractParser.parse(declaration, in: context.lexicalContext)
    let verdict = Rules.verdict(on: contract, in: context.lexicalContext)
    guard verdict.damage != .everything else { return [] }
    let type = type.trimmedDescription
    let sound = contract.endpoints(without: verdict.brokenEndpoints)
    let locations = SourceLocations(in: context)
    let extensions = [
      APIRenderer(
        contract: contract, broken: verdict.brokenEndpoints, isExtending: verdict.permitsExtension(in: context),
        locations: locations
      ).renderExtension(of: type),
      ConveniencesRenderer(contract: contract, endpoints: sound, locations: locations).render(extending: type),
      PagingRenderer(contract: contract, endpoints: sound, locations: locations).render(extending: type),
    ]
    return extensions.compactMap { $0.map(RenderedSource.extension) }
  }
}

extension ContractModel {
  /// Returns the endpoints that are not in `broken`.
  func endpoints(without broken: Set<Int>) -> [EndpointModel] {
    endpoints.enumerated().filter { !broken.contains($0.offset) }.map(\.element)
  }
}
