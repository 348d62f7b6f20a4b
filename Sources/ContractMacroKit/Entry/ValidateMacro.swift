package import SwiftSyntax
package import SwiftSyntaxMacros

/// `@Validate`, which `@API` reads from functions, and which `@Request` and `@Schema` read from members.
///
/// It generates nothing, and reports an error where it has no effect.
package enum ValidateMacro: PeerMacro {
  package static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard declaration.is(VariableDeclSyntax.self) else {
      return try EndpointAttributeMacro.expansion(of: node, providingPeersOf: declaration, in: context)
    }
    let parent = context.lexicalContext.first
    if let parent = parent?.as(StructDeclSyntax.self), parent.attributes.named("Request").isEmpty {
      if !parent.attributes.mayContain("Schema"), parent.attributes.unseen.isEmpty {
        context.diagnose(
          Finding(
            "unread-attribute", at: node,
            "'@Validate' has no effect without '@Request' or '@Schema'; add one of them to '\(parent.name.text)'."
          ).diagnostic)
      }
      return []
    }
    // `@Schema` reports that enums have no stored members.
    if let parent = parent?.as(EnumDeclSyntax.self), parent.attributes.mayContain("Schema") { return [] }
    if parent?.is(ClassDeclSyntax.self) == true,
      let finding = GroupInput.finding(about: node, called: "Validate", on: declaration)
    {
      context.diagnose(finding.diagnostic)
      return []
    }
    return try MemberLocationMacro.expansion(of: node, providingPeersOf: declaration, in: context)
  }
}
