import SwiftSyntax

/// Writes the members that make a struct with `@Request` a request.
struct RequestRenderer {
  let request: RequestModel
  /// True when no type around the struct is generic.
  var storesRules = true
  /// Where the types of members and of the response stand.
  var places = SourcePlaces.none

  private var modifiers: String { request.access.forMembers + "nonisolated " }

  /// The members, one declaration after the other.
  func render() -> String {
    var writer = SourceWriter()
    if !request.initializers.contains(request.members.map(\.name.name)) {
      renderInitializer(into: &writer)
      writer.gap()
    }
    CodingRenderer(
      inputs: request.inputs, modifiers: modifiers, content: request.content, typeName: request.name,
      storesRules: storesRules && request.declaration.genericParameterClause == nil, places: places
    ).render(into: &writer)
    if let endpoint = request.endpoint {
      writer.gap()
      render(endpoint, into: &writer)
    }
    return writer.text
  }

  /// Members of a struct with mistakes, which keep its uses sound, so that a mistake is one error.
  func renderStub() -> String {
    var writer = SourceWriter()
    writer.list("\(modifiers)init(", stubParameters, ") { Swift::fatalError() }")
    writer.line("\(modifiers)func encode(into _encoder: inout Contract::RequestEncoder) throws {}")
    writer.line("\(modifiers)static func decode(from _decoder: inout Contract::RequestDecoder) -> Self? { nil }")
    guard request.endpoint != nil else { return writer.text }
    if !request.nestedNames.contains("Response") {
      writer.line("\(request.access.forMembers)typealias Response = Contract::Empty")
    }
    writer.line("\(modifiers)static var endpoint: Contract::Endpoint<Self, Response> { Swift::fatalError() }")
    return writer.text
  }

  /// The parameters of a stub, where a default is no second mistake.
  private var stubParameters: [String] {
    zip(request.members.filter { $0.type != nil }, parameters).map { member, parameter in
      member.hasMisfit ? "\(argument(member)): \(member.type?.text ?? "") = { Swift::fatalError() }()" : parameter
    }
  }

  /// The parameters of the initializer, in declaration order.
  private var parameters: [String] {
    request.members.compactMap { member in
      member.type.map { type in
        "\(argument(member)): \(type.text)" + (member.defaultText.map { " = \($0)" } ?? "")
      }
    }
  }

  private func renderInitializer(into writer: inout SourceWriter) {
    writer.line("/// A request with these inputs.")
    writer.list("\(modifiers)init(", parameters, ") {")
    writer.indented { writer in
      for member in request.members {
        let value = member.name.name == "self" ? member.name.local : member.name.source
        if let wrapper = member.wrapper {
          writer.line("self._\(member.name.name) = Contract::\(wrapper)(wrappedValue: \(value))")
        } else if member.location?.kind == .location {
          writer.line("self._\(member.name.name) = .init(wrappedValue: \(value))")
        } else {
          writer.line("self.\(member.name.source) = \(value)")
        }
      }
    }
    writer.line("}")
  }

  /// The names of a parameter, whose label is the property's name.
  private func argument(_ member: MemberModel) -> String {
    member.name.name == "self" ? "`self` \(member.name.local)" : member.name.source
  }

  private func render(_ endpoint: OwnEndpointModel, into writer: inout SourceWriter) {
    writer.line("/// The endpoint that this request is for.")
    let arguments = EndpointArguments(
      method: endpoint.method.trimmedDescription, template: endpoint.template, id: request.name.name,
      statuses: endpoint.statuses, failures: endpoint.failures,
      traits: TraitParser.traits(request.declaration.attributes).filter { $0.name != "content" },
      documentation: request.documentation, codec: request.response.flatMap { EndpointParser.result($0).codec }
    ).list
    writer.call(
      "\(modifiers)static let endpoint = Contract::Endpoint<\(request.name.source), Response>", arguments,
      at: request.response.flatMap { EndpointParser.result($0).place(in: places) })
    if let base = endpoint.base {
      writer.gap()
      writer.line("/// The URL that ``perform()`` sends to.")
      writer.line("\(modifiers)static var baseURL: Swift::String? { \(base.trimmedDescription) }")
    }
  }
}
