/// A renderer of `TodosMock`, a class whose functions are set by tests.
struct MockRenderer {
  let contract: ContractModel
  /// The indices of the endpoints with errors, which cannot be mocked.
  let broken: Set<Int>

  /// False if the protocol lacks `Sendable`. Its values cannot be stored then.
  var isSendable = true
  /// True if the functions are in an extension of the protocol, where mocks of refining protocols find them.
  var isExtending = false
  /// True if the functions for all pages are in the generated types, because the protocol cannot be extended.
  var isNested = false
  var locations = SourceLocations.none

  private var access: String { contract.access.forMembers }
  private var typeName: String { contract.typeName("Mock") }

  /// Returns the class.
  func render() -> String {
    var writer = SourceWriter(locations: locations)
    writer.line(
      "/// A mock of ``\(contract.name.name)`` that records calls.")
    writer.attributes(contract.availability)
    let isMock = isExtending || !contract.parents.isEmpty
    writer.block(
      writer.conformance(of: "final class", typeName, to: contract, and: isMock ? "Contract::_ContractMock" : nil)
    ) { writer in
      renderPolicy(into: &writer)
      renderReset(into: &writer)
      for (index, endpoint) in contract.endpoints.enumerated() {
        writer.gap()
        if broken.contains(index) {
          APIRenderer(contract: contract, broken: broken).renderStub(
            endpoint, of: contract.name.suffixed("Mock"), into: &writer)
        } else {
          renderMembers(of: endpoint, into: &writer)
          guard !isExtending || endpoint.isDeprecated else { continue }
          writer.gap()
          writer.introduction(of: endpoint)
          renderFunction(endpoint, FunctionSignature(endpoint: endpoint).isolation, of: "self", into: &writer)
        }
      }
      if isNested { writer.pagedFunctions(of: contract.endpoints(without: broken), in: contract) }
    }
    return writer.text
  }

  /// Returns the extension of `type` with the functions of generated mocks; nil without functions.
  func renderExtension(of type: String) -> String? {
    guard isExtending, !contract.endpoints.isEmpty else { return nil }
    var writer = SourceWriter(locations: locations)
    writer.attributes(contract.availability)
    writer.block("extension \(type) where Self: Contract::_ContractMock") { writer in
      for (index, endpoint) in contract.endpoints.enumerated() {
        if index > 0 { writer.gap() }
        guard !broken.contains(index) else {
          APIRenderer(contract: contract, broken: broken).renderStub(endpoint, "nonisolated ", into: &writer)
          continue
        }
        writer.introduction(ofDefault: endpoint)
        renderFunction(endpoint, "nonisolated ", of: "__mock", into: &writer)
      }
    }
    return writer.text
  }

  private var policy: String {
    "Contract::MockPolicy<any \(isSendable ? contract.name.source : "Swift::Sendable")>"
  }

  private func renderPolicy(into writer: inout SourceWriter) {
    writer.line("\(isExtending ? "" : "private ")let __mockPolicy: \(policy)")
    writer.gap()
    guard contract.parents.isEmpty else { return renderParents(into: &writer) }
    writer.line("/// Creates a mock. Functions that are not set follow `policy`; by default they throw.")
    writer.block("\(access)init(policy: \(policy) = .fail)") { writer in
      writer.line("self.__mockPolicy = policy")
    }
  }

  /// Adds the mocks of the refined protocols, and the initializers that share these mocks with other parents.
  private func renderParents(into writer: inout SourceWriter) {
    for parent in contract.parents {
      writer.line("/// The mock of the functions of ``\(parent.name.name)``.")
      writer.line("\(access)let \(parent.property.source): \(parent.typeName("Mock"))" as LocatedText)
      writer.gap()
    }
    writer.block("\(access)var _parents: [any Contract::_ContractMock]") { writer in
      writer.line("[\(contract.parents.map { "self.\($0.property.source)" }.joined(separator: ", "))]")
    }
    writer.gap()
    writer.line("/// Creates a mock. Functions that are not set follow `policy`; by default they throw.")
    writer.block("\(access)convenience init(policy: \(policy) = .fail)") { writer in
      writer.line("self.init(policy: policy, _sharing: Contract::_MockAssembly())")
    }
    writer.gap()
    writer.block("\(access)init(policy: \(policy), _sharing assembly: Contract::_MockAssembly)") { writer in
      writer.line("self.__mockPolicy = policy")
      for parent in contract.parents {
        writer.line("self.\(parent.property.source) = assembly.mock(policy: policy._mapped { $0 })")
      }
    }
  }

  private func renderReset(into writer: inout SourceWriter) {
    writer.gap()
    writer.line("/// Removes the recorded calls of all functions.")
    writer.block("\(access)func resetCalls()") { writer in
      for parent in contract.parents { writer.line("self.\(parent.property.source).resetCalls()") }
      for (index, endpoint) in contract.endpoints.enumerated() where !broken.contains(index) {
        writer.line("self.\(endpoint.generatedName.local).resetCalls()")
      }
    }
  }

  /// Returns the head of the function that sets the closure.
  ///
  /// The closure is optional, because `@escaping` before a function with an unknown result would be a second error.
  /// Labels of parameters are omitted where they would move a type away from its location.
  private func setter(
    of endpoint: EndpointModel, _ name: Identifier, _ result: LocatedText, in writer: SourceWriter
  ) -> LocatedText {
    let heads = [true, false].map { isLabeled -> LocatedText in
      let parameters = endpoint.parameters.map { parameter -> LocatedText in
        isLabeled ? "_ \(parameter.name.source): \(parameter.type)" : "\(parameter.type)"
      }
      let body: LocatedText = "_ body: (@Sendable (\(parameters.listed)) async throws -> \(result))?"
      return "\(access)func \(name.source)(\(body))"
    }
    let isExact = LocatedLayout(heads[0], writer.locations)?.isExact ?? true
    return isExact ? heads[0] : heads[1]
  }

  /// Returns the argument with the example of a result with headers. Only the codec of the result can create the example.
  private func example(of endpoint: EndpointModel) -> [LocatedText] {
    guard endpoint.result.headerTuple() != nil else { return [] }
    let name = "\(contract.typeName("Endpoints")).\(endpoint.generatedName.staticMember.source)"
    return [LocatedText("example: { \(name).example }")]
  }

  /// Adds the members that set and observe a function.
  private func renderMembers(of endpoint: EndpointModel, into writer: inout SourceWriter) {
    let store = endpoint.generatedName.local
    let input = endpoint.inputTypeOrEmpty(in: contract)
    let result = endpoint.result.located
    let setter = endpoint.generatedName.prefixed("mock")
    let names = ["\(contract.name.name)Mock.\(endpoint.generatedName.name)".literal, setter.name.literal]
    writer.list(
      "\(isExtending ? "" : "private ")let \(store) = Contract::MockFunction<\(input), \(result)>(" as LocatedText,
      names.map { LocatedText($0) } + example(of: endpoint),
      ")")
    writer.gap()
    writer.line("/// Sets the closure that ``\(endpoint.fullName)`` calls; nil restores the policy.")
    writer.block(self.setter(of: endpoint, setter, result, in: writer)) { writer in
      let arguments = endpoint.parameters.map { "$0.\($0.name.source)" }.joined(separator: ", ")
      let call = endpoint.parameters.isEmpty ? "_ in try await body()" : "try await body(\(arguments))"
      writer.line("guard let body else { return self.\(store).reset() }")
      writer.line("self.\(store).set { \(call) }")
    }
    writer.gap()
    writer.line("/// The recorded calls of ``\(endpoint.fullName)``, oldest first.")
    writer.line("\(access)var \(endpoint.generatedName.suffixed("Calls").source): [\(input)] { self.\(store).calls }")
  }

  /// Adds the function of the protocol.
  ///
  /// - Parameters:
  ///   - isolation: the modifier for its isolation, with a trailing space.
  ///   - mock: the mock that stores the function.
  private func renderFunction(
    _ endpoint: EndpointModel, _ isolation: String, of mock: String, into writer: inout SourceWriter
  ) {
    let signature = FunctionSignature(endpoint: endpoint)
    let store = endpoint.generatedName.local
    writer.block("\(access)\(isolation)\(signature.declaration(.none, in: contract))" as LocatedText) { writer in
      if mock != "self" { writer.line("let \(mock) = self._mock(\(contract.typeName("Endpoints"))._Mock.self)") }
      let completion = signature.completionName.map { ["completion: \($0)"] } ?? []
      let members = endpoint.parameters.isEmpty || !isSendable ? "_" : "__input"
      let service = isSendable ? "__service" : "_"
      writer.throwing(endpoint.thrownType) { writer in
        let result = endpoint.returnsFromDo || mock != "self" ? "return " : ""
        writer.list(
          "\(result)\(signature.effects)\(mock).\(store).call(",
          [signature.input(in: contract), "\(mock).__mockPolicy"] + completion, ") { \(service), \(members) in")
        writer.indented { writer in
          guard isSendable else { return writer.line("Swift::fatalError()") }
          let codec = "\(contract.typeName("Endpoints")).\(endpoint.generatedName.staticMember.source).codec"
          signature.renderCall(of: "__service", with: "__input", codec: codec, into: &writer)
        }
        writer.line("}")
      }
    }
  }
}
