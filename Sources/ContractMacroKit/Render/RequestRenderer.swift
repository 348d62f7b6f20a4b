import SwiftSyntax

/// A renderer of the members of a struct with `@Request`.
struct RequestRenderer {
  let request: RequestModel
  /// True if no enclosing type is generic.
  var storesRules = true
  /// False for a struct without a conformance, because of an error.
  var isConforming = true
  var locations = SourceLocations.none

  private var modifiers: String { request.access.forMembers + "nonisolated " }

  /// Returns the members.
  func render() -> String {
    var writer = SourceWriter(locations: locations)
    if request.needsDecodingInitializer {
      renderDecodingInitializer(into: &writer)
      writer.gap()
    } else if request.memberwiseInitializers.isEmpty, !hasMemberwiseInitializer {
      renderInitializer(into: &writer)
      writer.gap()
    }
    CodingRenderer(
      inputs: request.inputs, modifiers: modifiers, content: request.content, typeName: request.name,
      storesRules: storesRules && request.declaration.genericParameterClause == nil, isDeprecated: hasDeprecatedMembers,
      callsDecodingInitializer: request.memberwiseInitializers.contains(where: \.hasEffects)
    ).render(into: &writer)
    if let endpoint = request.endpoint {
      writer.gap()
      render(endpoint, into: &writer)
    }
    return writer.text
  }

  /// Returns the members of a struct with errors. They keep uses of the struct valid, so that an error causes one message.
  func renderStub() -> String {
    var writer = SourceWriter(locations: locations)
    if request.memberwiseInitializers.isEmpty {
      writer.block("\(modifiers)init(" as LocatedText, stubParameters, ")") { $0.line("Swift::fatalError()") }
    }
    writer.line("\(modifiers)func encode(into _encoder: inout Contract::RequestEncoder) throws {}")
    writer.line("\(modifiers)static func decode(from _decoder: inout Contract::RequestDecoder) -> Self? { nil }")
    guard request.endpoint != nil, isConforming else { return writer.text }
    if !request.nestedNames.contains("Response") {
      writer.line("\(request.access.forMembers)typealias Response = Contract::Empty")
    }
    let isTaken = RequestStructRule.takenMembers(of: request).contains { $0.name == "endpoint" }
    if isTaken { writer.line("@_implements(Contract::CallableRequest, endpoint)") }
    let name = isTaken ? "__endpoint" : "endpoint"
    writer.line("\(modifiers)static var \(name): Contract::Endpoint<Self, Response> { Swift::fatalError() }")
    return writer.text
  }

  /// The parameters of a stub, whose defaults cannot cause a second error.
  private var stubParameters: [LocatedText] {
    request.members.compactMap { member in
      member.type.map { type in
        let value = member.defaultText == nil ? "" : " = { Swift::fatalError() }()"
        return "\(argument(member)): \(LocatedText(type))\(value)"
      }
    }
  }

  /// The parameters of the initializer, in declaration order.
  private var parameters: [LocatedText] {
    request.members.compactMap { member in
      member.type.map { type in
        let value = member.defaultProperty.map { "Self.\($0)" } ?? member.defaultText
        return "\(argument(member)): \(LocatedText(type))\(value.map { " = \($0)" } ?? "")"
      }
    }
  }

  /// True if the memberwise initializer is used. It does not warn about deprecated members.
  private var hasMemberwiseInitializer: Bool {
    request.access.forMembers.isEmpty && request.initializers.isEmpty && hasDeprecatedMembers
      && request.members.allSatisfy {
        $0.variable.modifiers.isEmpty && $0.wrapper == nil && $0.location?.kind != .custom
      }
  }

  /// True for a request with a deprecated member. Functions that use the member are deprecated; the compiler does not warn
  /// where a protocol calls these functions.
  private var hasDeprecatedMembers: Bool {
    request.members.contains { !$0.variable.attributes.named("available").isEmpty }
  }

  private func renderInitializer(into writer: inout SourceWriter) {
    writer.introduce("/// Creates a request with these inputs.")
    writer.block("\(modifiers)init(" as LocatedText, parameters, ")", renderAssignments)
  }

  /// Adds an initializer that a decoder calls if no declared initializer has its types. Its last parameter distinguishes it
  /// from a declared initializer whose types are aliases.
  private func renderDecodingInitializer(into writer: inout SourceWriter) {
    let parameters = request.members.compactMap { member -> LocatedText? in
      member.type.map { "\(argument(member)): \(LocatedText($0))" }
    }
    writer.introduce("@_disfavoredOverload")
    writer.block(
      "private nonisolated init(" as LocatedText, parameters + ["_contract _: () = ()"], ")", renderAssignments)
  }

  private func renderAssignments(into writer: inout SourceWriter) {
    for member in request.members {
      let value = member.name.name == "self" ? member.name.local : member.name.source
      if let wrapper = member.wrapper {
        writer.line("self._\(member.name.name) = Contract::\(wrapper)(wrappedValue: \(value))")
      } else if member.location?.kind == .custom {
        writer.line("self._\(member.name.name) = .init(wrappedValue: \(value))")
      } else {
        writer.line("self.\(member.name.source) = \(value)")
      }
    }
  }

  /// Returns the names of a parameter, whose label is the property's name.
  private func argument(_ member: MemberModel) -> String {
    member.name.name == "self" ? "`self` \(member.name.local)" : member.name.source
  }

  private func render(_ endpoint: OwnEndpointModel, into writer: inout SourceWriter) {
    writer.introduce("/// The endpoint of the request.")
    EndpointConstant(
      method: endpoint.method.description(spellingSelf: request.outerType), template: endpoint.template,
      id: request.name.name, statuses: endpoint.statuses,
      failures: endpoint.failures.map { LocatedText($0, spellingSelf: request.outerType) },
      traits: TraitParser.traits(request.declaration.attributes).filter { $0.name != "content" }
        .map { $0.spellingSelf(request.outerType) } + (request.paged.trait.map { [$0] } ?? []),
      documentation: request.documentation, result: request.response.map(EndpointParser.result),
      word: request.response == nil ? request.responseAnchor : nil
    ).render(
      // In an extension of a generic type, only the compiler knows that the endpoint cannot be stored.
      "\(modifiers)static let \("endpoint", at: storesRules ? nil : Syntax(request.declaration.name))",
      request: LocatedText(request.name.source),
      response: LocatedText("Response", at: request.responseAnchor), into: &writer)
    if let paged = PagedFunction(request, modifiers: modifiers) {
      writer.gap()
      paged.render(into: &writer)
    }
    if let base = endpoint.base {
      writer.gap()
      writer.line("/// The base URL of ``perform()``.")
      let value = base.description(spellingSelf: request.outerType)
      writer.line("\(modifiers)static var baseURL: Swift::String? { \(value) }")
    }
  }
}
