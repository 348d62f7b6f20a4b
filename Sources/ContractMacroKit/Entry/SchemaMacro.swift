package import SwiftSyntax
package import SwiftSyntaxMacros

/// `@Schema`: generates the JSON reader, writer and description of a struct or enum.
package enum SchemaMacro: MemberMacro, ExtensionMacro {
  package static var formatMode: FormatMode { .disabled }

  package static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    // The extension role reports wrong declarations, because members are expanded only on lookup.
    guard let schema = model(of: declaration, in: context),
      !RepeatedAttribute.isRepeated(node, on: declaration, in: context), NoncopyableRule.finding(declaration) == nil
    else { return [] }
    let findings = SchemaRules.findings(in: schema, lexicalContext: context.lexicalContext)
    Report.diagnose(findings, in: context)
    let renderer = SchemaRenderer(
      schema: schema, storesStatics: !schema.isGeneric && !context.lexicalContext.contains(where: \.mayBeGeneric),
      locations: SourceLocations(in: context))
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
    guard let schema = model(of: declaration, in: context) else {
      context.diagnose(DeclarationKind.finding(about: node, on: declaration).diagnostic)
      return []
    }
    if let finding = NoncopyableRule.finding(declaration) {
      context.diagnose(finding.diagnostic)
      return []
    }
    guard
      SchemaTypeRule.hidden(schema, in: context.lexicalContext).isEmpty
    else { return [] }
    let findings = SchemaRules.findings(in: schema, lexicalContext: context.lexicalContext)
    let text = SchemaRenderer(
      schema: schema, storesStatics: false, locations: SourceLocations(in: context)
    ).renderExtension(
      of: type.trimmedDescription, addingTo: Set(protocols.compactMap(\.baseName)), isStub: !findings.isEmpty)
    return text.map { [RenderedSource.extension($0)] } ?? []
  }

  private static func model(
    of declaration: some DeclGroupSyntax, in context: some MacroExpansionContext
  ) -> SchemaModel? {
    let outer = context.lexicalContext
    if let declaration = declaration.as(StructDeclSyntax.self) { return SchemaParser.parse(declaration, in: outer) }
    return declaration.as(EnumDeclSyntax.self).map { SchemaParser.parse($0, in: outer) }
  }
}

/// `@Doc`, `@Example`, `@Tagged` and `@Positional`, which `@Schema` reads from its type, members and cases.
///
/// These attributes generate nothing. They report an error where they have no effect.
package enum SchemaNoteMacro: PeerMacro {
  package static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    if let finding = finding(about: node, on: declaration, in: context) { context.diagnose(finding.diagnostic) }
    return []
  }

  private static func finding(
    about node: AttributeSyntax, on declaration: some DeclSyntaxProtocol, in context: some MacroExpansionContext
  ) -> Finding? {
    let parent = context.lexicalContext.first
    switch declaration.kind {
    case .variableDecl where ["Tagged", "Positional"].contains(node.attributeName.baseName):
      return DeclarationKind.finding(about: node, on: declaration)
    case .structDecl, .enumDecl: return unread(node, on: Syntax(declaration))
    case .variableDecl where parent?.is(StructDeclSyntax.self) == true: return unread(node, on: parent)
    case .variableDecl where parent?.is(EnumDeclSyntax.self) == true: return unread(node, on: parent)
    case .enumCaseDecl where node.attributeName.baseName == "Doc": return unread(node, on: parent)
    default: return DeclarationKind.finding(about: node, on: declaration)
    }
  }

  /// Returns the error of an attribute on a type without `@Schema`.
  static func unread(_ node: AttributeSyntax, on type: Syntax?) -> Finding? {
    guard let group = type?.asProtocol((any DeclGroupSyntax).self), let named = group as? any NamedDeclSyntax,
      !group.attributes.mayContain("Schema")
    else { return nil }
    return Finding(
      "unread-attribute", at: node,
      "'\(node.writtenName)' has no effect without '@Schema'; add '@Schema' to '\(named.name.text)'.")
  }
}
