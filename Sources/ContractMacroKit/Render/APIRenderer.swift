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
      let endpoints = "\(contract.typeName("Endpoints")).\(endpoint.generatedName.source)"
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
    let function = endpoint.function
    let head = function.with(\.attributes, []).with(\.modifiers, []).trimmedDescription
    let modifiers = function.modifiers.map(\.trimmedDescription).filter { $0 == "static" || $0 == "mutating" }
    writer.block(access + (modifiers + [head]).joined(separator: " ")) { writer in
      writer.line("Swift::fatalError()")
    }
  }
}
