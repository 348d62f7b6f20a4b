import SwiftSyntax

/// Writes `TodosAPI`: the protocol over a caller.
struct APIRenderer {
  let contract: ContractModel
  /// The endpoints whose functions cannot be called because the contract has mistakes there, by index.
  let broken: Set<Int>

  private var access: String { contract.access.forMembers }

  func render() -> String {
    var writer = SourceWriter()
    let name = contract.typeName("API")
    writer.line("/// Calls ``\(contract.name.name)`` over HTTP.")
    writer.attributes(contract.availability)
    writer.block("\(contract.access.forTypes)nonisolated struct \(name): \(contract.name.source)") { writer in
      writer.line("/// What sends the requests.")
      writer.line("\(access)let caller: any Contract::EndpointCaller")
      writer.gap()
      writer.line("/// Calls the endpoints with `caller`.")
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
    writer.block(access + signature.isolation + signature.declaration(.values)) { writer in
      let endpoints = "\(contract.typeName("Endpoints")).\(endpoint.generatedName.staticMember.source)"
      let completion = signature.completionName.map { ["completion: \($0)"] } ?? []
      writer.throwing(endpoint.thrownType) { writer in
        let result = endpoint.returnsFromDo ? "return " : ""
        writer.list(
          "\(result)\(signature.effects)self.caller.call(", [endpoints, signature.input(in: contract)] + completion, ")"
        )
      }
    }
  }

  /// A function with a mistake keeps its signature, so that the one mistake is the one error.
  func renderStub(_ endpoint: EndpointModel, into writer: inout SourceWriter) {
    var function = endpoint.function.with(\.attributes, []).with(\.modifiers, [])
    function.signature.parameterClause.parameters = FunctionParameterListSyntax(
      function.signature.parameterClause.parameters.enumerated().map(stubParameter))
    let head = function.trimmedDescription
    let modifiers = endpoint.function.modifiers.map(\.trimmedDescription).filter { $0 == "static" || $0 == "mutating" }
    writer.block(access + (modifiers + [head]).joined(separator: " ")) { writer in
      writer.line("Swift::fatalError()")
    }
  }

  /// A parameter without attributes, whose name inside the function is a number, so that no two are equal.
  private func stubParameter(_ index: Int, _ parameter: FunctionParameterSyntax) -> FunctionParameterSyntax {
    var stub = parameter
    stub.attributes = []
    stub.firstName = .identifier(parameter.firstName.text, leadingTrivia: [], trailingTrivia: .space)
    stub.secondName = .identifier("__\(index)")
    return stub
  }
}
