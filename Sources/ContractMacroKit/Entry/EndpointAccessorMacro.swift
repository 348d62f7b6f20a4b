package import SwiftSyntax
package import SwiftSyntaxMacros

/// The macro that generates the accessors of an endpoint variable in a group. `@API` adds its attribute.
package enum EndpointAccessorMacro: AccessorMacro {
  package static var formatMode: FormatMode { .disabled }

  package static func expansion(
    of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard let variable = declaration.as(VariableDeclSyntax.self) else { return [] }
    let endpoint = node.argument("isStub") == nil ? GroupParser.endpoint(variable, prefix: nil) : nil
    guard let endpoint, endpoint.isSound else { return [RenderedSource.accessors(GroupRenderer.stub)] }
    return [RenderedSource.accessors(GroupRenderer.accessors(of: endpoint))]
  }
}
