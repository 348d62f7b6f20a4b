package import SwiftSyntax
package import SwiftSyntaxMacros

/// `@APIResult`: makes an enum a result with a status for each case.
package enum APIResultMacro: MemberMacro, ExtensionMacro {
  package static var formatMode: FormatMode { .disabled }

  package static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    // The extension role reports wrong declarations, because members are expanded only on lookup.
    guard let declaration = declaration.as(EnumDeclSyntax.self),
      !RepeatedAttribute.isRepeated(node, on: declaration, in: context)
    else { return [] }
    let result = ResultEnumParser.parse(declaration, in: context.lexicalContext)
    let findings = ResultEnumRule.findings(in: result)
    let renderer = ResultEnumRenderer(result: result, locations: SourceLocations(in: context))
    return [RenderedSource.declaration(findings.isEmpty ? renderer.renderMembers() : renderer.renderStub())]
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
    guard let declaration = declaration.as(EnumDeclSyntax.self) else {
      context.diagnose(DeclarationKind.finding(about: node, on: declaration).diagnostic)
      return []
    }
    if let finding = StatusCaseRule.result.hidden(declaration, in: context) {
      context.diagnose(finding.diagnostic)
      return []
    }
    let result = ResultEnumParser.parse(declaration, in: context.lexicalContext)
    Report.diagnose(ResultEnumRule.findings(in: result), in: context)
    let text = ResultEnumRenderer(result: result).renderExtension(
      of: type.trimmedDescription, addingTo: Set(protocols.compactMap(\.baseName)))
    return text.map { [RenderedSource.extension($0)] } ?? []
  }
}
