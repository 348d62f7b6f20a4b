package import SwiftSyntax
package import SwiftSyntaxMacros

/// `@Validate`, which `@API` reads on functions and `@Request` on members.
///
/// It generates nothing itself and only says when it stands where nobody reads it.
package enum ValidateMacro: PeerMacro {
  package static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard declaration.is(VariableDeclSyntax.self) else {
      return try EndpointAttributeMacro.expansion(of: node, providingPeersOf: declaration, in: context)
    }
    return try MemberLocationMacro.expansion(of: node, providingPeersOf: declaration, in: context)
  }
}
