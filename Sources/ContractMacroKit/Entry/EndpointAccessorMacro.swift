package import SwiftSyntax
package import SwiftSyntaxMacros

/// The accessors of an endpoint variable in a group. `@API` adds the attribute.
package enum EndpointAccessorMacro: AccessorMacro {
  package static var formatMode: FormatMode { .disabled }

  package static func expansion(
    of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard let variable = declaration.as(VariableDeclSyntax.self),
      let endpoint = GroupParser.endpoint(variable, prefix: nil)
    else { return [] }
    let isStub = node.argument("isStub") != nil || !endpoint.isSound
    return [RenderedSource.accessors(isStub ? GroupRenderer.stub : GroupRenderer.accessors(of: endpoint))]
  }
}
