import SwiftSyntax

/// A renderer of `TodosEndpoints`: the input structs and endpoints.
struct EndpointsRenderer {
  let contract: ContractModel
  /// The endpoints without errors.
  let endpoints: [EndpointModel]
  var locations = SourceLocations.none

  func render() -> String {
    var writer = SourceWriter(locations: locations)
    writer.line("/// The endpoints of ``\(contract.name.name)``.")
    writer.attributes(contract.availability)
    writer.block("\(contract.access.forTypes)nonisolated enum \(contract.typeName("Endpoints"))") { writer in
      shared.render(into: &writer)
      for endpoint in endpoints {
        InputRenderer(contract: contract, endpoint: endpoint).render(into: &writer)
        if endpoint.inputName != nil { writer.gap() }
        renderEndpoint(endpoint, into: &writer)
        writer.gap()
      }
      writer.line("/// All endpoints, in the order of the protocol.")
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
      writer.introduce("/// The endpoint of ``\(contract.name.name)/\(endpoint.fullName)``.")
    } else {
      for line in endpoint.documentation.lines { writer.introduce(line) }
    }
    let input = endpoint.inputName?.source ?? "Contract::Empty"
    EndpointConstant(
      method: EndpointConstant.method(endpoint.method), template: endpoint.template,
      id: "\(contract.name.name).\(endpoint.generatedName.name)", statuses: endpoint.statuses, shared: shared,
      failures: endpoint.declaredFailures, traits: endpoint.traits, documentation: endpoint.documentation,
      result: endpoint.result, names: endpoint.names
    ).render(
      "\(contract.access.forMembers)static let \(endpoint.generatedName.staticMember.source)",
      request: LocatedText(input), response: endpoint.result.located, into: &writer)
  }

  private var shared: SharedTraits {
    SharedTraits(traits: contract.traits, failures: contract.failures.map { LocatedText($0) })
  }
}

extension SourceWriter {
  /// Adds attributes, one per line.
  mutating func attributes(_ attributes: [AttributeSyntax]) {
    for attribute in attributes { introduce(attribute.trimmedDescription) }
  }

  /// Adds the documentation and availability of a requirement to its generated function.
  mutating func introduction(of endpoint: EndpointModel) {
    for documentation in endpoint.documentation.lines { introduce(documentation) }
    attributes(endpoint.availability)
  }
}
