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
    writer.block("\(contract.typeModifier)nonisolated struct \(name): Contract::RouteCollection") { writer in
      writer.line("/// The routes of all endpoints, in the order of the protocol.")
      writer.line("\(access)let routes: [Contract::Route]")
      writer.gap()
      renderInitializers(into: &writer)
      if endpoints.isEmpty { return }
      writer.gap()
      renderFactory(into: &writer)
    }
    return writer.text
  }

  private func renderInitializers(into writer: inout SourceWriter) {
    let service = contract.name.source
    let all = "\(contract.typeName("Endpoints")).all"
    writer.line("/// Creates routes that call the functions of `service`.")
    writer.block("\(access)init(_ service: some \(contract.name.source))") { writer in
      let routes = "(0..<\(endpoints.count)).map { Self.__route($0, service) }"
      assign(endpoints.isEmpty ? "[]" : routes, joining: "service", into: &writer)
    }
    writer.gap()
    writer.line("/// Creates routes that create a service for each request, with values of the request.")
    writer.block(
      "\(access)init<each __Input, __Service: \(service)>("
        + "_ inputs: repeat Contract::ServiceInput<each __Input>, "
        + "service: @escaping @Sendable (repeat each __Input) throws -> __Service)"
    ) { writer in
      let factory = "Contract::ServiceFactory(repeat each inputs, service: service)"
      let own = endpoints.map { "\(contract.typeName("Endpoints")).\($0.generatedName.staticMember.source).operation" }
      let operations = contract.parents.isEmpty ? all : "[\(own.joined(separator: ", "))]"
      assign(
        endpoints.isEmpty ? "[]" : factory + ".routes(of: \(operations)) { Self.__route($0, $1) }",
        joining: "repeat each inputs, service: service", into: &writer)
    }
  }

  /// Adds the assignment of all routes: first those of the refined protocols, which are created with `arguments`.
  private func assign(_ routes: String, joining arguments: String, into writer: inout SourceWriter) {
    guard !contract.parents.isEmpty else { return writer.line("self.routes = \(routes)") }
    let parents = contract.parents.indices.map {
      "\(contract.typeName("Endpoints"))._Parent\($0)._Routes(\(arguments)).routes"
    }
    writer.list("self.routes = Contract::_joined(", parents + (endpoints.isEmpty ? [] : [routes]), ")")
  }

  /// Adds the function that creates one route. Both initializers use the function, so the closures exist once.
  private func renderFactory(into writer: inout SourceWriter) {
    let head =
      "private static func __route(_ index: Swift::Int, _ service: any \(contract.name.source)) -> Contract::Route"
    guard isDeprecated else { return writer.block(head) { renderRoutes(into: &$0) } }
    writer.block(head) { writer in
      writer.line("\(DeprecatedUse.value("index: index, service: service"))")
    }
    writer.gap()
    writer.deprecatedUse(
      "Contract::Route", constants: [("index", "Swift::Int"), ("service", "any \(contract.name.source)")]
    ) { renderRoutes(into: &$0) }
  }

  /// True if a function may be deprecated.
  private var isDeprecated: Bool { endpoints.contains { !$0.function.attributes.named("available").isEmpty } }

  private func renderRoutes(into writer: inout SourceWriter) {
    writer.line("switch index {")
    for (index, endpoint) in endpoints.enumerated() {
      writer.line(index == endpoints.count - 1 ? "default:" : "case \(index):")
      writer.indented { renderRoute(endpoint, into: &$0) }
    }
    writer.line("}")
  }

  /// Returns false if the path certainly has no constant query values, which the route would have to check.
  private func mayHaveConstants(_ endpoint: EndpointModel) -> Bool {
    let paths = endpoint.verbs.map(\.path?.value) + (contract.prefix.map { [$0.value] } ?? [])
    return paths.contains { $0?.contains("?") ?? true }
  }

  /// Renders a route. The cast keeps the service existential, so that the closure is not generic.
  private func renderRoute(_ endpoint: EndpointModel, into writer: inout SourceWriter) {
    let service = contract.name.source
    let name = "\(contract.typeName("Endpoints")).\(endpoint.generatedName.staticMember.source)"
    let input = endpoint.inputType(in: contract) ?? (mayHaveConstants(endpoint) ? "Contract::Empty" : nil)
    // The types are written, because the compiler infers none next to an unknown type.
    let parameters = "__service: any \(service)" + (input.map { ", __input: \($0)" } ?? "")
    let function = input == nil ? "_callingWithoutInputs" : "_calling"
    writer.line(
      "return Contract::Route.\(function)(\(name), of: service as any \(service)) { (\(parameters)) in")
    writer.indented { writer in
      FunctionSignature(endpoint: endpoint).renderCall(
        of: "__service", with: "__input", codec: "\(name).codec", into: &writer)
    }
    writer.line("}")
  }
}
