package import SwiftSyntax
package import SwiftSyntaxMacros

/// `@API` on a struct, and the attributes that it adds to the scopes in it, each of which does the same one level deeper.
///
/// An attribute cannot add itself, so there is one for each level.
package enum ScopeMacro: MemberMacro, MemberAttributeMacro {
  package static var formatMode: FormatMode { .disabled }

  package static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let declaration = declaration.as(StructDeclSyntax.self),
      let scope = ScopeParser.parse(declaration, in: context.lexicalContext)
    else { return [] }
    Report.diagnose(ScopeRules.findings(in: scope), in: context)
    return [RenderedSource.declaration(ScopeRenderer(scope: scope, locations: SourceLocations(in: context)).render())]
  }

  package static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol, in context: some MacroExpansionContext
  ) throws -> [AttributeSyntax] {
    if ScopeParser.isEndpoint(member) {
      return [
        RenderedSource.attribute("@available(*, unavailable, message: \"call it with 'try await'\")"),
        RenderedSource.attribute("@Contract::_ScopeFunction"),
      ]
    }
    // The context of an attribute is the member's or the struct's, as who expands it sees fit; the name is certain.
    let level = (1...ScopeModel.maximumDepth).first { node.trimmedDescription.contains("_Scope\($0)") } ?? 0
    guard ScopeParser.isScope(member), level < ScopeModel.maximumDepth else { return [] }
    return [RenderedSource.attribute("@Contract::_Scope\(level + 1)")]
  }
}

/// The body of a function as it is written in a scope, which nobody can call: the generated one stands beside it.
package enum ScopeFunctionMacro: BodyMacro {
  package static var formatMode: FormatMode { .disabled }

  package static func expansion(
    of node: AttributeSyntax, providingBodyFor declaration: some DeclSyntaxProtocol & WithOptionalCodeBlockSyntax,
    in context: some MacroExpansionContext
  ) throws -> [CodeBlockItemSyntax] {
    [RenderedSource.statement("Swift::fatalError()")]
  }
}
