package import SwiftSyntax
package import SwiftSyntaxMacros

/// `@API` on a struct, and the attributes that it adds to nested scopes. These expand a nested scope as `@API` expands the
/// outermost struct.
///
/// There is one attribute per level, because an attribute cannot add itself.
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
      // The message mentions an error, because a function with an error is not generated, and this attribute cannot see whether
      // the function has one.
      let remedy = "call it with 'try await', or correct the error at its declaration"
      return [
        RenderedSource.attribute("@available(*, unavailable, message: \"\(remedy)\")"),
        RenderedSource.attribute("@Contract::_ScopeFunction"),
      ]
    }
    // The level is read from the attribute's name, because some programs that expand macros pass the context of the
    // member, and others that of the struct.
    let level = (1...ScopeModel.maximumDepth).first { node.trimmedDescription.contains("_Scope\($0)") } ?? 0
    guard ScopeParser.isScope(member), level < ScopeModel.maximumDepth else { return [] }
    return [RenderedSource.attribute("@Contract::_Scope\(level + 1)")]
  }
}

/// The macro that generates the body of a function as written in a scope. That body is never called, because a generated
/// function replaces the written one.
package enum ScopeFunctionMacro: BodyMacro {
  package static var formatMode: FormatMode { .disabled }

  package static func expansion(
    of node: AttributeSyntax, providingBodyFor declaration: some DeclSyntaxProtocol & WithOptionalCodeBlockSyntax,
    in context: some MacroExpansionContext
  ) throws -> [CodeBlockItemSyntax] {
    [RenderedSource.statement("Swift::fatalError()")]
  }
}
