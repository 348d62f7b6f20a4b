package import SwiftSyntax
package import SwiftSyntaxMacros

/// The attributes that `@Request` reads: `@Path`, `@Query` and the other locations.
///
/// These attributes generate nothing. They report an error where they have no effect.
package enum MemberLocationMacro: PeerMacro {
  package static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    if node.attributeName.baseName == "JSON", !declaration.is(VariableDeclSyntax.self) || isEndpoint(declaration) {
      return try EndpointAttributeMacro.expansion(of: node, providingPeersOf: declaration, in: context)
    }
    if let scope = declaration.as(StructDeclSyntax.self), node.attributeName.baseName == "Path" {
      // The error is about the struct, so only the first attribute reports it.
      if !RepeatedAttribute.isRepeated(node, on: scope, in: context),
        let finding = ScopeStructRule.contextFinding(of: scope, in: context.lexicalContext)
      {
        context.diagnose(finding.diagnostic)
      }
      return []
    }
    guard declaration.is(VariableDeclSyntax.self), let parent = context.lexicalContext.first else {
      context.diagnose(DeclarationKind.finding(about: node, on: declaration).diagnostic)
      return []
    }
    guard let parent = parent.as(StructDeclSyntax.self) else {
      context.diagnose(DeclarationKind.finding(about: node, on: declaration).diagnostic)
      return []
    }
    if !parent.attributes.mayContain("Request") {
      let remedy =
        parent.attributes.mayContain("Schema")
        ? "remove it, because '\(parent.name.text)' is JSON as a whole"
        : "add '@Request' to '\(parent.name.text)'"
      context.diagnose(
        Finding(
          "unread-attribute", at: node, "'\(node.writtenName)' has no effect without '@Request'; \(remedy)."
        ).diagnostic)
    }
    return []
  }

  /// Returns true for a variable of a group, where `@JSON` sets the format of the body.
  private static func isEndpoint(_ declaration: some DeclSyntaxProtocol) -> Bool {
    declaration.as(VariableDeclSyntax.self)?.attributes.plain.contains { EndpointParser.verb($0) != nil } ?? false
  }
}
