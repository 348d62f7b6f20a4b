/// Writes `TodosRoutes`: the routes that serve a value of the protocol.
struct RoutesRenderer {
  let contract: ContractModel
  /// The endpoints without mistakes.
  let endpoints: [EndpointModel]

  private var access: String { contract.access.forMembers }

  func render() -> String {
    var writer = SourceWriter()
    let name = contract.typeName("Routes")
    writer.line("/// Serves an implementation of ``\(contract.name.name)``.")
    writer.attributes(contract.availability)
    writer.block("\(contract.access.forTypes)nonisolated struct \(name): Contract::RouteCollection") { writer in
      writer.line("/// One route for each endpoint, in the order of the protocol.")
      writer.line("\(access)let routes: [Contract::Route]")
      writer.gap()
      writer.line("/// Serves the endpoints with the functions of `service`.")
      writer.block("\(access)init(_ service: some \(contract.name.source))") { writer in
        // Statements, not one array: the closures of an array literal are checked together.
        writer.line("var __routes: [Contract::Route] = []")
        writer.line("__routes.reserveCapacity(\(endpoints.count))")
        for endpoint in endpoints { renderRoute(endpoint, into: &writer) }
        writer.line("self.routes = __routes")
      }
    }
    return writer.text
  }

  /// The closure captures nothing, so that the compiler makes no context for it and no code that unpacks one. It answers
  /// inside, so that nothing is left to be done behind it.
  private func renderRoute(_ endpoint: EndpointModel, into writer: inout SourceWriter) {
    let name = "\(contract.typeName("Endpoints")).\(endpoint.generatedName.source)"
    writer.line("__routes.append(")
    writer.indented { writer in
      writer.line("Contract::Route(\(name), serving: service) { __service, __slot, __codec in")
      writer.indented { writer in
        writer.line("do {")
        writer.indented { writer in
          if let input = endpoint.inputType(in: contract) {
            writer.line("let __input = try __slot.input(\(input).self)")
          } else {
            writer.line("try __slot.finish()")
          }
          FunctionSignature(endpoint: endpoint).renderCall(
            of: "__service", with: "__input", "try __slot.answer(await ", ", __codec)", into: &writer)
        }
        writer.block("} catch") { writer in writer.line("__slot.fail(error)") }
      }
      writer.line("})")
    }
  }
}
