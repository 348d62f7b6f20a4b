import SwiftSyntax

/// Writes the extension that gives every value of the protocol, `any Todos` included, the defaults of the contract.
///
/// Nothing here has the exact signature of a requirement: such a function would be its witness, and a service that
/// forgets an endpoint would compile.
struct ConveniencesRenderer {
  let contract: ContractModel
  /// The endpoints without mistakes.
  let endpoints: [EndpointModel]

  /// The extension of `type`, nil when no function has a default.
  func render(extending type: String) -> String? {
    let functions = endpoints.filter { $0.parameters.contains { $0.defaultText != nil } }
    guard !functions.isEmpty else { return nil }
    var writer = SourceWriter()
    writer.attributes(contract.availability)
    writer.block("extension \(type)") { writer in
      for (index, endpoint) in functions.enumerated() {
        if index > 0 { writer.gap() }
        render(endpoint, into: &writer)
      }
    }
    return writer.text
  }

  private func render(_ endpoint: EndpointModel, into writer: inout SourceWriter) {
    let signature = FunctionSignature(endpoint: endpoint)
    let hasDefaults = endpoint.parameters.contains { $0.defaultValue != nil }
    let kept = hasDefaults ? endpoint.parameters : endpoint.parameters.filter { $0.defaultText == nil }
    let head = signature.declaration(parameters: kept.map { signature.declaration(of: $0, .optionals) })
    let arguments = signature.arguments { parameter in
      if let value = parameter.defaultValue { return "\(signature.argumentName(parameter)) ?? \(operand(value))" }
      return hasDefaults || parameter.defaultText == nil ? signature.argumentName(parameter) : "nil"
    }
    writer.introduction(of: endpoint)
    writer.line("@_disfavoredOverload")
    writer.block("\(contract.access.forMembers)nonisolated \(head)") { writer in
      writer.line("try await self.\(endpoint.name.source)(\(arguments))")
    }
  }

  /// A default as the right side of `??`, in parentheses where it may have an operator of its own.
  private func operand(_ value: String) -> String {
    value.contains(where: \.isWhitespace) ? "(\(value))" : value
  }
}
