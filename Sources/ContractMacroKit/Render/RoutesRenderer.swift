import SwiftSyntax

/// A renderer of `TodosRoutes`: the routes of a service.
struct RoutesRenderer {
  let contract: ContractModel
  /// The endpoints without errors.
  let endpoints: [EndpointModel]
  var locations = SourceLocations.none

  private var access: String { contract.access.forMembers }

  func render() -> String {
    var writer = SourceWriter(locations: locations)
    let name = contract.typeName("Routes")
    writer.line("/// The routes of ``\(contract.name.name)``.")
    writer.attributes(contract.availability)
    writer.block("\(contract.access.forTypes)nonisolated struct \(name): Contract::RouteCollection") { writer in
      writer.line("/// The routes of all endpoints, in the order of the protocol.")
      writer.line("\(access)let routes: [Contract::Route]")
      writer.gap()
      writer.line("/// Creates routes that call the functions of `service`.")
      let protocolName = contract.name.source
      guard isDeprecated else {
        writer.block("\(access)init(_ service: some \(protocolName))") {
          renderRoutes("self.routes = __routes", into: &$0)
        }
        return
      }
      writer.block("\(access)init(_ service: some \(protocolName))") { writer in
        writer.line("self.routes = \(DeprecatedUse.value("service: service"))")
      }
      writer.gap()
      writer.deprecatedUse(
        "[Contract::Route]", generic: "<__Service: \(protocolName)>", constants: [("service", "__Service")]
      ) { renderRoutes("return __routes", into: &$0) }
    }
    return writer.text
  }

  /// True if a function may be deprecated.
  private var isDeprecated: Bool { endpoints.contains { !$0.function.attributes.named("available").isEmpty } }

  private func renderRoutes(_ end: String, into writer: inout SourceWriter) {
    // Statements instead of an array, because the closures of an array literal are type-checked together.
    writer.line("var __routes: [Contract::Route] = []")
    writer.line("__routes.reserveCapacity(\(endpoints.count))")
    for (index, endpoint) in endpoints.enumerated() { renderRoute(endpoint, index, into: &writer) }
    writer.line(end)
  }

  /// Returns false if the path certainly requires no constant query values, so that there is nothing to read.
  private func mayHaveConstants(_ endpoint: EndpointModel) -> Bool {
    let paths = endpoint.verbs.map(\.path?.value) + (contract.prefix.map { [$0.value] } ?? [])
    return paths.contains { $0?.contains("?") ?? true }
  }

  /// The closure is the route's only asynchronous function, so it also responds to errors.
  private func renderRoute(_ endpoint: EndpointModel, _ index: Int, into writer: inout SourceWriter) {
    let name = "\(contract.typeName("Endpoints")).\(endpoint.generatedName.staticMember.source)"
    let codec = "__codec\(index)"
    writer.line("let \(codec) = \(name).codec")
    writer.line("__routes.append(")
    writer.indented { writer in
      writer.line("Contract::Route(operation: \(name).operation, respond: { __request in")
      writer.indented { writer in
        writer.line("do {")
        writer.indented { writer in
          if let input = endpoint.inputType(in: contract) {
            writer.line("let __input = try __request.input(\(input).self)")
          } else if mayHaveConstants(endpoint) {
            writer.line("try __request.finish()")
          }
          FunctionSignature(endpoint: endpoint).renderCall(
            of: "service", with: "__input", "return try __request.response(await ", ", \(codec))", codec: codec,
            into: &writer)
        }
        writer.block("} catch") { writer in writer.line("return try __request.response(to: error)") }
      }
      writer.line("}))")
    }
  }
}
