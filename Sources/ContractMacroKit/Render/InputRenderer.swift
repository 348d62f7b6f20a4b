/// A renderer of the type with the inputs of one endpoint.
///
/// Up to four inputs become a struct, and more become a class of constants. For a struct, the compiler emits copy,
/// assign and destroy functions that grow with the number of members, and each copy retains every member.
struct InputRenderer {
  let contract: ContractModel
  let endpoint: EndpointModel
  /// The maximum number of inputs in a struct.
  private static let largestStruct = 4

  private var keyword: String { endpoint.parameters.count > Self.largestStruct ? "final class" : "struct" }

  private var access: String { contract.access.forMembers }

  func render(into writer: inout SourceWriter) {
    guard let name = endpoint.inputName else { return }
    writer.line("/// The inputs of ``\(contract.name.name)/\(endpoint.fullName)``.")
    writer.block("\(access)nonisolated \(keyword) \(name.source): Contract::EndpointRequest") { writer in
      for parameter in endpoint.parameters {
        writer.line("\(access)let \(parameter.name.source): \(LocatedText(parameter.type))" as LocatedText)
      }
      writer.gap()
      renderInitializer(into: &writer)
      writer.gap()
      let inputs = endpoint.parameters.map(InputModel.init)
      CodingRenderer(
        inputs: inputs, modifiers: access, content: CodingRenderer.content(of: inputs), typeName: name
      ).render(into: &writer)
    }
  }

  private func renderInitializer(into writer: inout SourceWriter) {
    let parameters = endpoint.parameters.map { parameter -> LocatedText in
      let name = parameter.name.name == "self" ? "`self` \(parameter.name.local)" : parameter.name.source
      let value = parameter.defaultProperty.map { "Self.\($0)" } ?? parameter.defaultText
      return "\(name): \(LocatedText(parameter.type))\(value.map { " = \($0)" } ?? "")"
    }
    writer.block("\(access)init(", parameters, ")") { writer in
      for parameter in endpoint.parameters {
        let value = parameter.name.name == "self" ? parameter.name.local : parameter.name.source
        writer.line("self.\(parameter.name.source) = \(value)")
      }
    }
  }
}
