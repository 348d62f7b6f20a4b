import SwiftSyntax

/// A renderer of the extension with a contract's default arguments. The extension also applies to `any Todos`.
///
/// A function with the exact signature of a requirement would be a witness, of this contract or of another one that the macro
/// does not see. A service without the endpoint would then compile. Swift ignores default arguments when it looks for
/// witnesses, so an additional parameter with a default prevents this.
struct ConveniencesRenderer {
  let contract: ContractModel
  /// The endpoints without errors.
  let endpoints: [EndpointModel]
  var locations = SourceLocations.none

  /// Returns the extension of `type`; nil if no function has a default.
  func render(extending type: String) -> String? {
    let candidates = endpoints.filter { endpoint in
      endpoint.parameters.contains { $0.defaultText != nil } && !isRequirement(endpoint)
    }
    let counts = Dictionary(candidates.map { (signature(of: $0), 1) }, uniquingKeysWith: +)
    let functions = candidates.filter { counts[signature(of: $0)] == 1 }
    guard !functions.isEmpty else { return nil }
    var writer = SourceWriter(locations: locations)
    writer.attributes(contract.availability)
    writer.block("extension \(type)") { writer in
      for (index, endpoint) in functions.enumerated() {
        if index > 0 { writer.gap() }
        render(endpoint, into: &writer)
      }
    }
    return writer.text
  }

  /// The last parameter before a completion handler. No requirement has it, so the function cannot be a witness.
  private static var unmatched: LocatedText { "_contract _: () = ()" }

  /// Returns the labels and types that distinguish the generated function from others. If overloads would generate the same
  /// function, none of them gets one.
  private func signature(of endpoint: EndpointModel) -> [String] {
    let parameters = endpoint.parameters.map { parameter in
      let type = parameter.defaultText == nil ? parameter.type.text : parameter.type.asOptional
      return "\(parameter.label?.name ?? "_"): \(type)"
    }
    let handler = endpoint.completion.map { completion in
      "\(completion.parameter.label?.name ?? "_"): \(completion.parameter.type.text)"
    }
    return [endpoint.name.name] + parameters + [handler ?? endpoint.result.written]
  }

  /// Returns true if an overload in the contract has the labels of the shortest call: those of the required parameters, or all
  /// if a parameter has a default other than nil. The shortest call means that overload.
  private func isRequirement(_ endpoint: EndpointModel) -> Bool {
    let hasDefaults = endpoint.parameters.contains { $0.defaultValue != nil }
    let kept = endpoint.parameters.filter { hasDefaults || $0.defaultText == nil }
    let handler = endpoint.completion.map { [$0.parameter] } ?? []
    let labels = (kept + handler).map { $0.label?.name ?? "_" }
    return contract.endpoints.contains { other in
      other.name == endpoint.name && other.generatedName != endpoint.generatedName && other.labels == labels
    }
  }

  private func render(_ endpoint: EndpointModel, into writer: inout SourceWriter) {
    let signature = FunctionSignature(endpoint: endpoint)
    let parameters = endpoint.parameters.map { signature.declaration(of: $0, .optionals, in: contract) }
    let head = signature.declaration(parameters: parameters + [Self.unmatched])
    let call = signature.call(completion: signature.completionName ?? "") { parameter in
      let name = signature.argumentName(parameter)
      let value = parameter.defaultValue == nil ? nil : endpoint.defaultText(of: parameter, in: contract)
      return value.map { argument(name, or: $0, of: parameter) } ?? name
    }
    writer.introduction(of: endpoint)
    writer.introduce("@_disfavoredOverload")
    writer.block("\(contract.access.forMembers)\(isolation(endpoint))\(head)" as LocatedText) { writer in
      writer.line("\(signature.effects)\(call)" as String)
    }
  }

  /// Returns the isolation of the function. Async functions can call any function, so theirs is fixed; other functions are
  /// isolated like their requirement.
  private func isolation(_ endpoint: EndpointModel) -> String {
    if endpoint.completion == nil { return FunctionSignature.asyncIsolation }
    let modifiers = Array(contract.declaration.modifiers) + Array(endpoint.function.modifiers)
    return modifiers.contains { $0.name.text == "nonisolated" } ? "nonisolated " : ""
  }

  /// Returns an argument, or its default for nil.
  ///
  /// A function's call is shorter than the branches of `??`, each of which keeps all parameters alive for the debugger. `??`
  /// does not evaluate a default that is not needed, and has no further error next to an unknown type.
  private func argument(_ name: String, or value: String, of parameter: ParameterModel) -> String {
    let isLiteral = parameter.defaultProperty == nil && parameter.type.anchor == nil
    if isLiteral { return "Contract::_DefaultArgument.value(\(name), or: \(value))" }
    return "\(name) ?? \(value.contains(where: \.isWhitespace) ? "(\(value))" : value)"
  }
}
