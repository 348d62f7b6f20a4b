import SwiftSyntax

/// A renderer of `TodosAPI`: the protocol implemented with a caller.
struct APIRenderer {
  let contract: ContractModel
  /// The indices of the endpoints with errors, which cannot be called.
  let broken: Set<Int>
  /// True if the functions are in an extension of the protocol, where refining protocols find them.
  var isExtending = false
  /// True if the functions for all pages are in the generated types, because the protocol cannot be extended.
  var isNested = false
  var locations = SourceLocations.none

  private var access: String { contract.access.forMembers }

  /// Returns the struct.
  func render() -> String {
    var writer = SourceWriter(locations: locations)
    let name = contract.typeName("API")
    writer.line("/// A client of ``\(contract.name.name)`` over HTTP.")
    writer.attributes(contract.availability)
    writer.block(writer.conformance(of: "struct", name, to: contract, and: "Contract::_ContractClient")) { writer in
      writer.line("/// The caller that sends the requests.")
      writer.line("\(access)let caller: any Contract::EndpointCaller")
      writer.gap()
      writer.line("/// Creates a client that calls the endpoints with `caller`.")
      writer.block("\(access)init(_ caller: any Contract::EndpointCaller)") { writer in
        writer.line("self.caller = caller")
      }
      for (index, endpoint) in contract.endpoints.enumerated() {
        if broken.contains(index) {
          writer.gap()
          renderStub(endpoint, into: &writer)
        } else if !isExtending || endpoint.isDeprecated {
          writer.gap()
          writer.introduction(of: endpoint)
          renderFunction(endpoint, into: &writer)
        }
      }
      if isNested { writer.pagedFunctions(of: contract.endpoints(without: broken), in: contract) }
    }
    return writer.text
  }

  /// Returns the extension of `type` with the functions of generated clients; nil without functions.
  func renderExtension(of type: String) -> String? {
    guard isExtending, !contract.endpoints.isEmpty else { return nil }
    var writer = SourceWriter(locations: locations)
    writer.attributes(contract.availability)
    writer.block("extension \(type) where Self: Contract::_ContractClient") { writer in
      for (index, endpoint) in contract.endpoints.enumerated() {
        if index > 0 { writer.gap() }
        // A broken function becomes a stub, so that contracts that refine this contract have no second error.
        guard !broken.contains(index) else {
          renderStub(endpoint, "nonisolated ", into: &writer)
          continue
        }
        writer.introduction(ofDefault: endpoint)
        renderFunction(endpoint, FunctionSignature.unspecialized, into: &writer)
      }
    }
    return writer.text
  }

  private func renderFunction(_ endpoint: EndpointModel, _ attribute: String? = nil, into writer: inout SourceWriter) {
    let signature = FunctionSignature(endpoint: endpoint)
    let isolation = endpoint.completion == nil ? FunctionSignature.asyncIsolation : "nonisolated "
    // A call that omits arguments means the function of a refined contract that has no more parameters, if there is one.
    let hasDefaults = endpoint.parameters.contains { $0.defaultText != nil }
    let attributes = (hasDefaults ? ["@_disfavoredOverload"] : []) + (attribute.map { [$0] } ?? [])
    if !attributes.isEmpty { writer.introduce(attributes.joined(separator: " ")) }
    writer.block("\(access)\(isolation)\(signature.declaration(.values, in: contract))" as LocatedText) { writer in
      let endpoints = "\(contract.typeName("Endpoints")).\(endpoint.generatedName.staticMember.source)"
      let input = signature.input(in: contract)
      if let completion = signature.completionName {
        // If the type of the result is unknown, a call of the caller's function would cause a second error. A call of the
        // endpoint's function does not.
        return writer.list("\(endpoints).with(self.caller).request(", [input, "completion: \(completion)"], ")")
      }
      writer.throwing(endpoint.thrownType) { writer in
        writer.list("\(endpoint.returnsFromDo ? "return " : "")try await self.caller.call(", [endpoints, input], ")")
      }
    }
  }

  /// Adds a function with errors as a stub with its signature, so that an error causes one message.
  ///
  /// - Parameters:
  ///   - isolation: the modifier for its isolation, with a trailing space.
  ///   - owner: the class that gets the stub; nil for a struct and for an extension of the protocol.
  func renderStub(
    _ endpoint: EndpointModel, _ isolation: String = "", of owner: Identifier? = nil, into writer: inout SourceWriter
  ) {
    let function = endpoint.function
    let signature = function.signature
    let modifiers = function.modifiers.map(\.trimmedDescription).filter {
      $0 == "static" || $0 == "mutating" && owner == nil
    }
    let words = modifiers + ["func", function.name.text + (function.genericParameterClause?.trimmedDescription ?? "")]
    let effects = effects(of: signature)
    let result: LocatedText =
      signature.returnClause.map { " -> \($0.type.trimmedDescription, at: $0.type.anchor)" } ?? ""
    let bounds = function.genericWhereClause.map { " " + $0.trimmedDescription } ?? ""
    let parameters = signature.parameterClause.parameters.enumerated().map { stubParameter($0, $1, of: owner) }
    writer.block(
      "\(access)\(isolation)\(words.joined(separator: " "))(\(parameters.listed))\(effects)\(result)\(bounds)"
        as LocatedText
    ) { writer in
      writer.line("Swift::fatalError()")
    }
  }

  /// Returns the effects as written, with the location of an error type.
  private func effects(of signature: FunctionSignatureSyntax) -> LocatedText {
    guard let specifiers = signature.effectSpecifiers else { return "" }
    guard let type = specifiers.throwsClause?.type else { return LocatedText(" " + specifiers.trimmedDescription) }
    let words = specifiers.asyncSpecifier == nil ? " throws" : " async throws"
    return "\(words)(\(type.trimmedDescription, at: type.anchor))"
  }

  /// Returns a parameter without attributes, with a unique number as its name.
  private func stubParameter(
    _ index: Int, _ parameter: FunctionParameterSyntax, of owner: Identifier?
  ) -> LocatedText {
    let dots = parameter.ellipsis == nil ? "" : "..."
    let type = parameter.type.description(spellingSelf: owner?.source)
    return "\(parameter.firstName.text) __\(index): \(type, at: parameter.type.anchor)\(dots)"
  }
}
