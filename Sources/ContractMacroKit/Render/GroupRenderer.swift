import SwiftSyntax

/// A renderer of the members of an endpoint group.
struct GroupRenderer {
  let group: GroupModel
  var locations = SourceLocations.none

  private var access: String { group.access.forMembers }
  private var sound: [GroupEndpointModel] { group.endpoints.filter(\.isSound) }

  /// Returns the members.
  func render() -> String {
    var writer = SourceWriter(locations: locations)
    guard group.canStore, !group.hasNameConflict else { return renderStub() }
    renderEndpoints(into: &writer)
    writer.gap()
    writer.line("/// All endpoints, in declaration order.")
    writer.block("\(access)nonisolated static var all: [Contract::APIOperation]") { writer in
      writer.line("[")
      writer.indented { writer in
        for endpoint in sound { writer.line("Endpoints.\(endpoint.name.staticMember.source).operation,") }
      }
      writer.line("]")
    }
    writer.gap()
    renderCaller("caller", into: &writer)
    renderFunctions(into: &writer)
    for endpoint in sound where !endpoint.pagings.isEmpty && PagedRule.findings(of: endpoint, in: group).isEmpty {
      writer.gap()
      GroupPagingRenderer(group: group, endpoint: endpoint).render(into: &writer)
    }
    return writer.text
  }

  private func renderCaller(_ name: String, into writer: inout SourceWriter) {
    writer.line("/// The caller that sends the requests; nil in a group that is only served.")
    writer.line("\(access)nonisolated let \(name): (any Contract::EndpointCaller)?")
    writer.gap()
    writer.line("/// Creates a group whose endpoints are called with `caller`.")
    // In a class that is not final, which is an error already, an initializer without `required` would cause a second error.
    let isFinal = group.declaration.modifiers.contains { $0.name.text == "final" }
    writer.block("\(access)nonisolated \(isFinal ? "" : "required ")init(_ caller: (any Contract::EndpointCaller)?)") {
      writer in
      writer.line("self.\(name) = caller")
    }
  }

  /// Returns the members of a group with a name conflict. They satisfy the protocol under free names, so that the conflict
  /// causes only one message.
  private func renderStub() -> String {
    var writer = SourceWriter(locations: locations)
    let taken = GroupNameRule.takenNames(in: group.declaration)
    writer.line("@_implements(Contract::EndpointGroup, all)")
    writer.line("\(access)nonisolated static var __all: [Contract::APIOperation] { Swift::fatalError() }")
    if taken.contains("init") {
      writer.line("\(access)nonisolated let caller: (any Contract::EndpointCaller)?")
    } else {
      writer.line("@_implements(Contract::EndpointGroup, caller)")
      renderCaller("__caller", into: &writer)
    }
    return writer.text
  }

  private func renderEndpoints(into writer: inout SourceWriter) {
    writer.line("/// The endpoints of the group's variables, without a caller.")
    writer.block("\(access)nonisolated enum Endpoints") { writer in
      shared.render(into: &writer)
      for (index, endpoint) in sound.enumerated() {
        if index > 0 { writer.gap() }
        let name = endpoint.name.staticMember.source
        for line in endpoint.documentation.lines { writer.introduce(line) }
        EndpointConstant(
          method: EndpointConstant.method(endpoint.method), template: endpoint.template,
          id: "\(group.name.name).\(endpoint.name.name)", statuses: endpoint.statuses, shared: shared,
          failures: endpoint.failures.map { LocatedText(inner: $0) },
          traits: TraitParser.traits(endpoint.variable.attributes) + (endpoint.paged.trait.map { [$0] } ?? []),
          documentation: endpoint.documentation,
          result: endpoint.response
        ).render(
          // In an extension of a generic type, only the compiler knows that the endpoint cannot be stored.
          "\(endpoint.access.forMembers)static let \(name, at: group.isExtending ? Syntax(endpoint.nameToken) : nil)",
          request: endpoint.requestText, response: endpoint.responseText, into: &writer)
      }
    }
  }

  private var shared: SharedTraits {
    SharedTraits(
      traits: TraitParser.traits(group.declaration.attributes).map { $0.spellingSelf(group.outerType) },
      failures: group.failures.map { LocatedText($0, spellingSelf: group.outerType) })
  }

  /// Renders the functions that tests assign to closure variables. A struct contains them, so that only one name is taken.
  private func renderFunctions(into writer: inout SourceWriter) {
    let functions = sound.filter { $0.form != .value }
    guard !functions.isEmpty else { return }
    writer.gap()
    writer.line("private nonisolated let __functions = __Functions()")
    writer.gap()
    writer.block("private nonisolated struct __Functions: Swift::Sendable") { writer in
      for endpoint in functions {
        let types: LocatedText = "\(endpoint.requestText), \(endpoint.responseText)"
        writer.line("let \(endpoint.name.source) = Contract::EndpointFunction<\(types)>()" as LocatedText)
      }
    }
  }

  /// The accessors of a variable with an error.
  static let stub = "get { Swift::fatalError() }\nset { Swift::fatalError() }"

  /// Returns the accessors of a variable without errors.
  static func accessors(of endpoint: GroupEndpointModel) -> String {
    let name = endpoint.name.source
    let value = "Self.Endpoints.\(endpoint.name.staticMember.source)"
    guard let form = endpoint.form, form != .value else { return "get { \(value).with(self.caller) }" }
    let getter = form == .action ? "action" : "function"
    // The label distinguishes the overloads of `assign`, because overloads that differ only in `@Sendable` are ambiguous in
    // Swift 5 mode.
    let label = endpoint.isSendableFunction ? "" : "unchecked: "
    return """
      get { self.__functions.\(name).\(getter)(\(value), self.caller) }
      set { self.__functions.\(name).assign(\(label)newValue) }
      """
  }
}

extension GroupEndpointModel {
  /// The input type of the endpoint.
  var requestText: LocatedText {
    request.map { LocatedText($0.trimmedDescription, at: $0.anchor) } ?? "Contract::Empty"
  }

  /// The result type of the endpoint.
  var responseText: LocatedText { response?.located ?? "()" }
}
