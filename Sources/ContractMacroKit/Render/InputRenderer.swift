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
      // One literal: an array of ten values took as long to check as the rest of the struct.
      writer.line("Contract::InputDescription.list(")
      writer.indented { writer in
        writer.line("\"\"\"")
        for parameter in endpoint.parameters { writer.line(description(parameter)) }
        writer.line("\"\"\")")
      }
    }
  }

  /// One line of the list: place, name and type, with `?` behind the place of an input that may be absent.
  private func description(_ parameter: ParameterModel) -> String {
    let place = parameter.place.inputPlace.dropFirst() + (parameter.isRequired ? "" : "?")
    let name = parameter.place == .body ? "body" : parameter.key
    let type = parameter.type.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return String("\(place) \(name): \(type)".literal.dropFirst().dropLast()).replacing("\\\"", with: "\"")
  }

  private func renderContent(into writer: inout SourceWriter) {
    guard let parameter = endpoint.parameters.first(where: { $0.place.isContent }) else { return }
    let content = parameter.place == .body ? ".inferred(from: \(parameter.type.metatype))" : ".json"
    writer.gap()
    writer.line("\(access)static var content: Contract::RequestContent { \(content) }")
  }

  // Names of locals start with two underscores and those of the coders with one, so that no input can hide a coder.

  private func renderEncode(into writer: inout SourceWriter) {
    writer.block("\(access)func encode(into _encoder: inout Contract::RequestEncoder) throws") { writer in
      for parameter in endpoint.parameters {
        let value = "self.\(parameter.name.source)"
        switch parameter.place {
        case .path, .query, .header:
          writer.line("try _encoder.value(\(parameter.place.inputPlace), \(parameter.key.literal), \(value))")
        case .field:
          writer.line("try _encoder.field(\(parameter.key.literal), \(value))")
        case .body:
          writer.line("try _encoder.body(\(value))")
        }
      }
    }
  }

  private func renderDecode(into writer: inout SourceWriter) {
    writer.block("\(access)static func decode(from _decoder: inout Contract::RequestDecoder) -> Self?") { writer in
      for parameter in endpoint.parameters {
        writer.line("let \(parameter.name.local) = \(decodeCall(parameter))")
      }
      let bindings = endpoint.parameters.map { "let \($0.name.local)" }
      writer.line("guard \(bindings.joined(separator: ", ")) else { return nil }")
      let members = endpoint.parameters.map { "\($0.name.label): \($0.name.local)" }
      writer.line("return Self(\(members.joined(separator: ", ")))")
    }
  }

  private func decodeCall(_ parameter: ParameterModel) -> String {
    let type = parameter.type.metatype
    let fallback = parameter.defaultValue.map { ", default: \($0)" } ?? ""
    return switch parameter.place {
    case .path, .query, .header:
      "_decoder.value(\(parameter.place.inputPlace), \(parameter.key.literal), as: \(type)\(fallback))"
    case .field: "_decoder.field(\(parameter.key.literal), as: \(type)\(fallback))"
    case .body: "_decoder.body(as: \(type))"
    }
  }
}
