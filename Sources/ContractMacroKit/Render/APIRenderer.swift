import SwiftSyntax

/// A renderer of `TodosAPI`: the protocol implemented with a caller.
struct APIRenderer {
  let contract: ContractModel
  /// The indices of the endpoints with errors, which cannot be called.
  let broken: Set<Int>
  var locations = SourceLocations.none

  private var access: String { contract.access.forMembers }

  func render() -> String {
    var writer = SourceWriter(locations: locations)
    let name = contract.typeName("API")
    writer.line("/// A client of ``\(contract.name.name)`` over HTTP.")
    writer.attributes(contract.availability)
    writer.block("\(contract.access.forTypes)nonisolated struct \(name): \(contract.name.source)") { writer in
      writer.line("/// The caller that sends the requests.")
      writer.line("\(access)let caller: any Contract::EndpointCaller")
      writer.gap()
      writer.line("/// Creates a client that calls the endpoints with `caller`.")
      writer.block("\(access)init(_ caller: any Contract::EndpointCaller)") { writer in
        writer.line("self.caller = caller")
      }
      for (index, endpoint) in contract.endpoints.enumerated() {
        writer.gap()
        if broken.contains(index) {
          renderStub(endpoint, into: &writer)
        } else {
          renderFunction(endpoint, into: &writer)
        }
      }
    }
    return writer.text
  }

  private func renderFunction(_ endpoint: EndpointModel, into writer: inout SourceWriter) {
    let signature = FunctionSignature(endpoint: endpoint)
    writer.introduction(of: endpoint)
    writer.block("\(access)\(signature.isolation)\(signature.declaration(.values, in: contract))" as LocatedText) {
      writer in
      let endpoints = "\(contract.typeName("Endpoints")).\(endpoint.generatedName.staticMember.source)"
      let input = signature.input(in: contract)
      if let completion = signature.completionName {
        // A function of the endpoint: with an unknown result, the caller's would have a second error.
        return writer.list("\(endpoints).with(self.caller).request(", [input, "completion: \(completion)"], ")")
      }
      writer.throwing(endpoint.thrownType) { writer in
        writer.list("\(endpoint.returnsFromDo ? "return " : "")try await self.caller.call(", [endpoints, input], ")")
      }
    }
  }

  /// Adds a function with errors as a stub with its signature, so that an error causes one message.
  func renderStub(_ endpoint: EndpointModel, into writer: inout SourceWriter) {
    let function = endpoint.function
    let signature = function.signature
    let modifiers = function.modifiers.map(\.trimmedDescription).filter { $0 == "static" || $0 == "mutating" }
    let words = modifiers + ["func", function.name.text + (function.genericParameterClause?.trimmedDescription ?? "")]
    let effects = effects(of: signature)
    let result: LocatedText =
      signature.returnClause.map { " -> \($0.type.trimmedDescription, at: $0.type.anchor)" } ?? ""
    let bounds = function.genericWhereClause.map { " " + $0.trimmedDescription } ?? ""
    let parameters = signature.parameterClause.parameters.enumerated().map(stubParameter)
    writer.block(
      "\(access)\(words.joined(separator: " "))(\(parameters.listed))\(effects)\(result)\(bounds)" as LocatedText
    ) { writer in
      writer.line("Swift::fatalError()")
    }
  }

  /// The effects as they are written, with the location of a type of error.
  private func effects(of signature: FunctionSignatureSyntax) -> LocatedText {
    guard let specifiers = signature.effectSpecifiers else { return "" }
    guard let type = specifiers.throwsClause?.type else { return LocatedText(" " + specifiers.trimmedDescription) }
    let words = specifiers.asyncSpecifier == nil ? " throws" : " async throws"
    return "\(words)(\(type.trimmedDescription, at: type.anchor))"
  }

  /// Returns a parameter without attributes, with a unique number as its name.
  private func stubParameter(_ index: Int, _ parameter: FunctionParameterSyntax) -> LocatedText {
    let dots = parameter.ellipsis == nil ? "" : "..."
    return
      "\(parameter.firstName.text) __\(index): \(parameter.type.trimmedDescription, at: parameter.type.anchor)\(dots)"
  }
}
