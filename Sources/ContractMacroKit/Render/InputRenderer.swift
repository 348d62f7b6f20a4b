/// Writes the struct that holds the inputs of one endpoint.
struct InputRenderer {
  let contract: ContractModel
  let endpoint: EndpointModel

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
      renderDescriptions(into: &writer)
      renderContent(into: &writer)
      writer.gap()
      renderEncode(into: &writer)
      writer.gap()
      renderDecode(into: &writer)
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

  private func renderDescriptions(into writer: inout SourceWriter) {
    writer.block("\(access)static var inputs: [Contract::InputDescription]") { writer in
      writer.line("[")
      writer.indented { writer in
        for parameter in endpoint.parameters {
          let name = parameter.place == .body ? "body" : parameter.key
          writer.line(
            "Contract::InputDescription(\(parameter.place.inputPlace), \(name.literal), "
              + "type: \(parameter.type.text.literal), isRequired: \(parameter.isRequired)),")
        }
      }
      writer.line("]")
    }
  }

  private func renderContent(into writer: inout SourceWriter) {
    guard let parameter = endpoint.parameters.first(where: { $0.place.isContent }) else { return }
    let content = parameter.place == .body ? ".inferred(from: \(parameter.type.metatype))" : ".json"
    writer.gap()
    writer.line("\(access)static var content: Contract::RequestContent { \(content) }")
  }

  private func renderEncode(into writer: inout SourceWriter) {
    writer.block("\(access)func encode(into __encoder: inout Contract::RequestEncoder) throws") { writer in
      for parameter in endpoint.parameters {
        let value = "self.\(parameter.name.source)"
        switch parameter.place {
        case .path, .query, .header:
          writer.line("try __encoder.value(\(parameter.place.inputPlace), \(parameter.key.literal), \(value))")
        case .field:
          writer.line("try __encoder.field(\(parameter.key.literal), \(value))")
        case .body:
          writer.line("try __encoder.body(\(value))")
        }
      }
    }
  }

  private func renderDecode(into writer: inout SourceWriter) {
    writer.block("\(access)static func decode(from __decoder: inout Contract::RequestDecoder) -> Self?") { writer in
      for parameter in endpoint.parameters {
        writer.line("let \(parameter.name.local) = \(decodeCall(parameter))")
      }
      let bindings = endpoint.parameters.map { "let \($0.name.local)" }
      writer.line("guard \(bindings.joined(separator: ", ")) else { return nil }")
      let members = endpoint.parameters.map { "\($0.name.source): \($0.name.local)" }
      writer.line("return Self(\(members.joined(separator: ", ")))")
    }
  }

  private func decodeCall(_ parameter: ParameterModel) -> String {
    let type = parameter.type.metatype
    let fallback = parameter.defaultValue.map { ", default: \($0)" } ?? ""
    return switch parameter.place {
    case .path, .query, .header:
      "__decoder.value(\(parameter.place.inputPlace), \(parameter.key.literal), as: \(type)\(fallback))"
    case .field: "__decoder.field(\(parameter.key.literal), as: \(type)\(fallback))"
    case .body: "__decoder.body(as: \(type))"
    }
  }
}
