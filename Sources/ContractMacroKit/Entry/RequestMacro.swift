import SwiftDiagnostics
package import SwiftSyntax
package import SwiftSyntaxMacros

/// `@Request`: makes a struct the input of an endpoint.
package enum RequestMacro: MemberMacro, ExtensionMacro, MemberAttributeMacro {
  package static var formatMode: FormatMode { .disabled }

  package static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    // The extension role reports wrong declarations, because members are expanded only on lookup.
    guard let declaration = declaration.as(StructDeclSyntax.self),
      !RepeatedAttribute.isRepeated(node, on: declaration, in: context), NoncopyableRule.finding(declaration) == nil
    else { return [] }
    let request = RequestParser.parse(declaration, in: context.lexicalContext)
    let findings = RequestRules.findings(in: request, lexicalContext: context.lexicalContext)
    Report.diagnose(findings, in: context)
    let renderer = RequestRenderer(
      request: request, storesRules: !context.lexicalContext.contains(where: \.mayBeGeneric),
      isConforming: canConform(request, in: context),
      locations: SourceLocations(in: context))
    // Inside a function, a struct cannot have the attribute, and the compiler reports the error.
    guard !context.isInsideFunction else { return [] }
    let isSound = findings.isEmpty && !request.members.contains(where: \.hasMisfit) && !request.hasStorageConflict
    return [RenderedSource.declaration(isSound ? renderer.render() : renderer.renderStub())]
  }

  package static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    if let finding = RepeatedAttribute.finding(about: node, on: declaration, in: context) {
      context.diagnose(finding.diagnostic)
      return []
    }
    guard let declaration = declaration.as(StructDeclSyntax.self) else {
      context.diagnose(DeclarationKind.finding(about: node, on: declaration).diagnostic)
      return []
    }
    if let finding = NoncopyableRule.finding(declaration) {
      context.diagnose(finding.diagnostic)
      return []
    }
    guard !protocols.isEmpty else { return [] }
    let request = RequestParser.parse(declaration, in: context.lexicalContext)
    // The rules report a `@Request` inside `#if`, because its arguments are not seen.
    guard canConform(request, in: context), !declaration.attributes.named("Request").isEmpty
    else { return [] }
    let name = request.endpoint == nil ? "_ContractEndpointRequest" : "_ContractCallableRequest"
    // If the type of the response is unknown, the compiler reports here that the request has no endpoint.
    var writer = SourceWriter(locations: SourceLocations(in: context))
    let words = "extension \(type.trimmedDescription): nonisolated Contract::\(name) {}"
    writer.line(LocatedText(words, at: request.responseAnchor))
    return [RenderedSource.extension(writer.text)]
  }

  /// Returns false if an extension cannot name the struct, or if the response is less visible than the struct.
  private static func canConform(_ request: RequestModel, in context: some MacroExpansionContext) -> Bool {
    RequestStructRule.hidden(request, in: context.lexicalContext).isEmpty && request.hiddenResponse == nil
  }

  package static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol, in context: some MacroExpansionContext
  ) throws -> [AttributeSyntax] {
    guard declaration.is(StructDeclSyntax.self), let variable = member.as(VariableDeclSyntax.self),
      !RepeatedAttribute.isRepeated(node, on: declaration, in: context)
    else { return [] }
    let wrappers = RequestParser.stored(variable).compactMap(\.wrapper)
    return wrappers.first.map { [RenderedSource.attribute("@Contract::\($0)")] } ?? []
  }
}

extension Syntax {
  /// True for declarations that may not have static stored properties: generic types, and extensions of unknown types.
  var mayBeGeneric: Bool {
    asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause != nil
      || self.is(ExtensionDeclSyntax.self)
  }
}
