import SwiftSyntax

/// The pieces of an endpoint function's declaration and of calls to it.
struct FunctionSignature {
  let endpoint: EndpointModel

  /// How defaults are written in a declaration.
  enum Defaults {
    /// No defaults: the requirement as it stands.
    case none
    /// The values of `@Default`, and nil for optional parameters.
    case values
    /// Every parameter that has a default is optional and nil.
    case optionals
  }

  /// What follows the parameters: effects and result, or nothing with a completion handler.
  private var tail: LocatedText {
    if endpoint.completion != nil { return "" }
    let thrown: LocatedText = endpoint.thrownType.map { "(\($0.trimmedDescription, at: $0.anchor))" } ?? ""
    let effects: LocatedText = " async throws\(thrown)"
    guard case .value(let type) = endpoint.result else { return effects }
    return "\(effects) -> \(endpoint.result.written, at: type.anchor)"
  }

  /// The word that keeps a function from being isolated as its requirement is. One that waits can be called anyhow.
  var isolation: String { endpoint.completion == nil ? "" : "nonisolated " }

  /// What stands before a call of the function.
  var effects: String { endpoint.completion == nil ? "try await " : "" }

  /// The completion handler inside a generated function, nil without one.
  var completionName: String? { (endpoint.completion?.parameter).map(argumentName) }

  /// The head of the function, without modifiers.
  func declaration(_ defaults: Defaults, in contract: ContractModel) -> LocatedText {
    declaration(parameters: endpoint.parameters.map { self.declaration(of: $0, defaults, in: contract) })
  }

  /// The head of a function with the endpoint's name and result.
  func declaration(parameters: [LocatedText]) -> LocatedText {
    let handler: [LocatedText] = (endpoint.completion?.parameter).map { ["\(names(of: $0)): \($0.type)"] } ?? []
    return "func \(endpoint.name.source)(\((parameters + handler).listed))\(tail)"
  }

  /// One parameter of the function.
  func declaration(
    of parameter: ParameterModel, _ defaults: Defaults, in contract: ContractModel
  ) -> LocatedText {
    let names = names(of: parameter)
    let plain: LocatedText = "\(names): \(LocatedText(parameter.type))"
    guard let defaultText = endpoint.defaultText(of: parameter, in: contract) else { return plain }
    switch defaults {
    case .none: return plain
    case .values: return "\(plain) = \(defaultText)"
    case .optionals: return "\(names): \(LocatedText(parameter.type, spelled: parameter.type.asOptional)) = nil"
    }
  }

  /// The label and the name of a parameter.
  private func names(of parameter: ParameterModel) -> String {
    let name = argumentName(parameter)
    let label = parameter.label?.source ?? "_"
    return label == name ? name : "\(label) \(name)"
  }

  /// The name of a parameter inside a generated function, where `self` is the generated type.
  func argumentName(_ parameter: ParameterModel) -> String {
    parameter.name.name == "self" ? parameter.name.local : parameter.name.source
  }

  /// The arguments of a call, with the labels of the function.
  ///
  /// - Parameter completion: the completion handler, where the function has one.
  func arguments(completion: String = "$0", _ value: (ParameterModel) -> String) -> String {
    var arguments = endpoint.parameters.map { labeled($0, value($0)) }
    if let handler = endpoint.completion?.parameter { arguments.append(labeled(handler, completion)) }
    return arguments.joined(separator: ", ")
  }

  private func labeled(_ parameter: ParameterModel, _ value: String) -> String {
    (parameter.label.map { $0.label + ": " } ?? "") + value
  }

  /// Writes a call of the function of `service` with the members of `input`, which waits for the result.
  ///
  /// - Parameters:
  ///   - before: what stands before the call, with the words for its effects.
  ///   - after: what stands behind it.
  func renderCall(
    of service: String, with input: String, _ before: String = "try await ", _ after: String = "",
    into writer: inout SourceWriter
  ) {
    let call = "\(service).\(endpoint.name.source)(\(arguments { "\(input).\($0.name.source)" }))"
    if endpoint.completion == nil { return writer.line(before + call + after) }
    // The function may belong to the main actor without a word in the source: the module's default says so.
    let word = endpoint.result.anchor
    writer.block("\(before)Contract::Completion\(".value", at: word, offset: 1)", close: "}" + after) { writer in
      writer.line("await Contract::Completion\(".started(\(call))", at: word, offset: 1)")
    }
  }

  /// An expression that makes the endpoint's input from the function's parameters.
  func input(in contract: ContractModel) -> String {
    guard let type = endpoint.inputType(in: contract) else { return "Contract::Empty()" }
    let members = endpoint.parameters.map { "\($0.name.label): \(argumentName($0))" }
    return "\(type)(\(members.joined(separator: ", ")))"
  }
}

extension EndpointModel {
  /// The input struct as it is named outside the endpoints, nil for a function without parameters.
  func inputType(in contract: ContractModel) -> String? {
    inputName.map { "\(contract.typeName("Endpoints")).\($0.source)" }
  }

  /// What follows `=` in a declaration outside the endpoint's input struct; nil for a parameter without a default.
  func defaultText(of parameter: ParameterModel, in contract: ContractModel) -> String? {
    guard let property = parameter.defaultProperty, let input = inputType(in: contract) else {
      return parameter.defaultText
    }
    return "\(input).\(property)"
  }

  /// The endpoint's input type, which is `Empty` for a function without parameters.
  func inputTypeOrEmpty(in contract: ContractModel) -> String {
    inputType(in: contract) ?? "Contract::Empty"
  }
}
