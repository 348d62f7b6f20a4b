import SwiftSyntax

/// Writes `TodosEndpoints`: the input structs and the endpoints.
struct EndpointsRenderer {
  let contract: ContractModel
  /// The endpoints without mistakes.
  let endpoints: [EndpointModel]
  /// Where the types of inputs and results stand.
  var places = SourcePlaces.none

  func render() -> String {
    var writer = SourceWriter()
    writer.line("/// The endpoints of ``\(contract.name.name)``.")
    writer.attributes(contract.availability)
    writer.block("\(contract.access.forTypes)nonisolated enum \(contract.typeName("Endpoints"))") { writer in
      for endpoint in endpoints {
        InputRenderer(contract: contract, endpoint: endpoint, places: places).render(into: &writer)
        if endpoint.inputName != nil { writer.gap() }
        renderEndpoint(endpoint, into: &writer)
        writer.gap()
      }
      writer.line("/// Every endpoint, in the order of the protocol.")
      writer.block("\(contract.access.forMembers)static var all: [Contract::APIOperation]") { writer in
        writer.line("[")
        writer.indented { writer in
          for endpoint in endpoints { writer.line("\(endpoint.generatedName.staticMember.source).operation,") }
        }
        writer.line("]")
      }
    }
    return writer.text
  }

  private func renderEndpoint(_ endpoint: EndpointModel, into writer: inout SourceWriter) {
    if endpoint.documentation.lines.isEmpty {
      writer.line("/// The endpoint of ``\(contract.name.name)/\(endpoint.fullName)``.")
    } else {
      for line in endpoint.documentation.lines { writer.line(line) }
    }
    let input = endpoint.inputName?.source ?? "Contract::Empty"
    writer.call(
      "\(contract.access.forMembers)static let \(endpoint.generatedName.staticMember.source) = "
        + "Contract::Endpoint<\(input), \(endpoint.result.text)>",
      arguments(endpoint), at: endpoint.result.place(in: places))
  }

  private func arguments(_ endpoint: EndpointModel) -> [String] {
    EndpointArguments(
      method: EndpointArguments.method(endpoint.method), template: endpoint.template,
      id: "\(contract.name.name).\(endpoint.generatedName.name)", statuses: endpoint.statuses,
      failures: contract.failures + endpoint.declaredFailures, traits: contract.traits + endpoint.traits,
      documentation: endpoint.documentation, codec: endpoint.result.codec
    ).list
  }
}

extension SourceWriter {
  /// Adds attributes, one a line.
  mutating func attributes(_ attributes: [AttributeSyntax]) {
    for attribute in attributes { line(attribute.trimmedDescription) }
  }

  /// Adds the documentation and availability that a generated function shares with its requirement.
  mutating func introduction(of endpoint: EndpointModel) {
    for documentation in endpoint.documentation.lines { line(documentation) }
    attributes(endpoint.availability)
  }
}
