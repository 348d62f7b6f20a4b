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
    writer.block("\(contract.typeModifier)nonisolated enum \(contract.typeName("Endpoints"))") { writer in
      shared.render(into: &writer)
      for endpoint in endpoints {
        InputRenderer(contract: contract, endpoint: endpoint).render(into: &writer)
        if endpoint.inputName != nil { writer.gap() }
        renderEndpoint(endpoint, into: &writer)
        writer.gap()
      }
      renderAll(into: &writer)
      writer.gap()
      // Generated functions refer to these types by aliases of this enum. A parameter may have the name of such a type and hide
      // it, but it cannot have the name of this enum.
      let types = ["Routes"] + (contract.isMocked ? ["Mock"] : [])
      for type in types {
        writer.line("\(contract.access.forMembers)typealias _\(type) = \(contract.typeName(type))")
      }
    }
    return writer.text
  }

  /// Adds the operations, and the names used by contracts that refine this contract.
  private func renderAll(into writer: inout SourceWriter) {
    let access = contract.access.forMembers
    let own = endpoints.map { "\($0.generatedName.staticMember.source).operation" }
    guard !contract.parents.isEmpty else {
      writer.line("/// All endpoints, in the order of the protocol.")
      return writer.block("\(access)static var all: [Contract::APIOperation]") { writer in
        writer.line("[")
        writer.indented { writer in
          for operation in own { writer.line(operation + ",") }
        }
        writer.line("]")
      }
    }
    // An error about a parent is shown once, at the alias that names the parent.
    for (index, parent) in contract.parents.enumerated() {
      writer.line("\(access)typealias _Parent\(index) = \(parent.typeName("Endpoints"))" as LocatedText)
    }
    writer.gap()
    writer.line("/// All endpoints: those of the refined protocols, then those declared here.")
    writer.block("\(access)static var all: [Contract::APIOperation]") { writer in
      let parents = contract.parents.indices.map { "_Parent\($0).all" }
      writer.list("Contract::_joined(", parents + (own.isEmpty ? [] : ["[\(own.joined(separator: ", "))]"]), ")")
    }
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
    SharedTraits(
      traits: contract.traits, failures: contract.failures.map { LocatedText($0, spellingSelf: contract.outerType) })
  }
}

extension SourceWriter {
  /// Returns the head of a type that conforms to the contract and another protocol.
  ///
  /// A parent without client functions causes an error of the conformance, which is shown at the contract's name.
  func conformance(of type: String, _ name: String, to contract: ContractModel, and other: String?) -> LocatedText {
    let node = contract.parents.isEmpty ? nil : Syntax(contract.declaration.name)
    let protocols = [contract.name.source, other].compactMap { $0 }.joined(separator: ", ")
    return "\(contract.typeModifier)nonisolated \(type) \(name, at: node): \(protocols)"
  }

  /// Adds attributes, one per line.
  mutating func attributes(_ attributes: [AttributeSyntax]) {
    for attribute in attributes { introduce(attribute.trimmedDescription) }
  }

  /// Adds the documentation and availability of a requirement to its generated function.
  mutating func introduction(of endpoint: EndpointModel) {
    for documentation in endpoint.documentation.lines { introduce(documentation) }
    attributes(endpoint.availability + endpoint.discardability)
  }

  /// Adds the documentation and availability of a requirement to its default implementation.
  mutating func introduction(ofDefault endpoint: EndpointModel) {
    for documentation in endpoint.documentation.lines { introduce(documentation) }
    attributes(endpoint.writtenAvailability + endpoint.discardability)
  }
}
