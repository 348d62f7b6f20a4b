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
      endpoint.parameters.contains { $0.defaultText != nil } && !isRequirement(kept(endpoint), of: endpoint)
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

  /// Returns the parameters of the generated function: all, or only the required ones if nil is the only default.
  private func kept(_ endpoint: EndpointModel) -> [ParameterModel] {
    let hasDefaults = endpoint.parameters.contains { $0.defaultValue != nil }
    return hasDefaults ? endpoint.parameters : endpoint.parameters.filter { $0.defaultText == nil }
  }

  /// Returns the labels and types that distinguish the generated function from others. Overloads such as `find(name:
  /// String?)` and `find(id: Int?)` would generate the same function, so neither gets one.
  private func signature(of endpoint: EndpointModel) -> [String] {
    let hasDefaults = endpoint.parameters.contains { $0.defaultValue != nil }
    let parameters = kept(endpoint).map { parameter in
      let type = hasDefaults && parameter.defaultText != nil ? parameter.type.asOptional : parameter.type.text
      return "\(parameter.label?.name ?? "_"): \(type)"
    }
    let handler = endpoint.completion.map { completion in
      "\(completion.parameter.label?.name ?? "_"): \(completion.parameter.type.text)"
    }
    return [endpoint.name.name] + parameters + [handler ?? endpoint.result.written]
  }

  /// Returns true if an overload in the contract has the same labels. Calls without the omitted arguments mean that overload.
  private func isRequirement(_ kept: [ParameterModel], of endpoint: EndpointModel) -> Bool {
    let handler = endpoint.completion.map { [$0.parameter] } ?? []
    let labels = (kept + handler).map { $0.label?.name ?? "_" }
    return contract.endpoints.contains { other in
      other.name == endpoint.name && other.generatedName != endpoint.generatedName && other.labels == labels
    }
  }

  private func render(_ endpoint: EndpointModel, into writer: inout SourceWriter) {
    let signature = FunctionSignature(endpoint: endpoint)
    let hasDefaults = endpoint.parameters.contains { $0.defaultValue != nil }
    let head = signature.declaration(
      parameters: kept(endpoint).map { signature.declaration(of: $0, .optionals, in: contract) } + [Self.unmatched])
    let hasUnknown = endpoint.parameters.contains { $0.type.anchor != nil }
    let call = signature.call(completion: signature.completionName ?? "") { parameter in
      if parameter.defaultValue != nil, let value = endpoint.defaultText(of: parameter, in: contract) {
        return argument(signature.argumentName(parameter), or: value, of: parameter)
      }
      if hasDefaults || parameter.defaultText == nil { return signature.argumentName(parameter) }
      if parameter.type.anchor != nil { return parameter.name.local }
      // nil is written with its type, because without one it would cause a second error next to an argument of an unknown type.
      return hasUnknown ? "nil as \(parameter.type.text)" : "nil"
    }
    writer.introduction(of: endpoint)
    writer.introduce("@_disfavoredOverload")
    writer.block("\(contract.access.forMembers)\(isolation(endpoint))\(head)" as LocatedText) { writer in
      // For an unknown type, nil is passed as a variable of this type, because nil as an argument would cause a second error.
      let omitted = endpoint.parameters.filter { !hasDefaults && $0.defaultText != nil && $0.type.anchor != nil }
      for parameter in omitted { writer.line("let \(parameter.name.local): \(parameter.type) = nil" as LocatedText) }
      writer.line("\(omitted.isEmpty ? "" : "return ")\(signature.effects)\(call)")
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
