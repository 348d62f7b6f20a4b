/// Writes the struct that holds the inputs of one endpoint.
struct InputRenderer {
  let contract: ContractModel
  let endpoint: EndpointModel
  let places: SourcePlaces

  private var access: String { contract.access.forMembers }

  func render(into writer: inout SourceWriter) {
    guard let name = endpoint.inputName else { return }
    writer.line("/// The inputs of ``\(contract.name.name)/\(endpoint.fullName)``.")
    writer.block("\(access)nonisolated struct \(name.source): Contract::EndpointRequest") { writer in
      for parameter in endpoint.parameters {
        writer.line("\(access)let \(parameter.name.source): \(parameter.type.text)")
      }
      writer.gap()
      renderInitializer(into: &writer)
      writer.gap()
      let inputs = endpoint.parameters.map(InputModel.init)
      CodingRenderer(
        inputs: inputs, modifiers: access, content: CodingRenderer.content(of: inputs), typeName: name, places: places
      ).render(into: &writer)
    }
  }

  private func renderInitializer(into writer: inout SourceWriter) {
    let parameters = endpoint.parameters.map { parameter in
      let name = parameter.name.name == "self" ? "`self` \(parameter.name.local)" : parameter.name.source
      return "\(name): \(parameter.type.text)" + (parameter.defaultText.map { " = \($0)" } ?? "")
    }
    writer.list("\(access)init(", parameters, ") {")
    writer.indented { writer in
      for parameter in endpoint.parameters {
        let value = parameter.name.name == "self" ? parameter.name.local : parameter.name.source
        writer.line("self.\(parameter.name.source) = \(value)")
      }
    }
    writer.line("}")
  }
}
