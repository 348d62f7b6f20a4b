import SwiftSyntax

/// The parts of an endpoint function's declaration and of calls to it.
struct FunctionSignature {
  let endpoint: EndpointModel

  /// The style of default arguments in a declaration.
  enum Defaults {
    /// No default arguments, as in the requirement.
    case none
    /// The values of `@Default`, and nil for optional parameters.
    case values
    /// Parameters with a default are optional and nil by default.
    case optionals
  }

  /// The effects and result; empty with a completion handler.
  private var tail: LocatedText {
    if endpoint.completion != nil { return "" }
    let thrown: LocatedText = endpoint.thrownType.map { "(\($0.trimmedDescription, at: $0.anchor))" } ?? ""
    let effects: LocatedText = " async throws\(thrown)"
    guard case .value(let type) = endpoint.result else { return effects }
    return "\(effects) -> \(endpoint.result.written, at: type.anchor)"
  }

  /// The isolation of an async function that only calls another async function. The called function leaves the caller's
  /// actor where it must; another switch of executors would cost time in each call and code in each function.
  static let asyncIsolation = "nonisolated(nonsending) "

  /// The attribute of a client's function in an extension of the protocol, which is generic over the client. In a release
  /// build, a specialized copy for each generated client would be a tenth of the code. It would save a call nothing but the
  /// lookup of the client's caller.
  static let unspecialized = "@_semantics(\"optimize.sil.specialize.generic.never\")"

  /// `nonisolated` for a function that is not `async` and would otherwise be isolated like its requirement.
  var isolation: String { endpoint.completion == nil ? "" : "nonisolated " }

  /// The effects before a call of the function.
  var effects: String { endpoint.completion == nil ? "try await " : "" }

  /// The name of the completion handler inside a generated function; nil without one.
  var completionName: String? { (endpoint.completion?.parameter).map(argumentName) }

  /// Returns the head of the function, without modifiers.
  func declaration(_ defaults: Defaults, in contract: ContractModel) -> LocatedText {
    declaration(parameters: endpoint.parameters.map { self.declaration(of: $0, defaults, in: contract) })
  }

  /// Returns the head of a function with the endpoint's name and result.
  func declaration(parameters: [LocatedText]) -> LocatedText {
    let handler: [LocatedText] = (endpoint.completion?.parameter).map { ["\(names(of: $0)): \($0.type)"] } ?? []
    return "func \(endpoint.name.source)(\((parameters + handler).listed))\(tail)"
  }

  /// Returns the declaration of one parameter.
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

  /// Returns the label and name of a parameter.
  private func names(of parameter: ParameterModel) -> String {
    let name = argumentName(parameter)
    let label = parameter.label?.source ?? "_"
    return label == name ? name : "\(label) \(name)"
  }

  /// Returns the name of a parameter inside a generated function, where `self` is the generated type.
  func argumentName(_ parameter: ParameterModel) -> String {
    parameter.name.name == "self" ? parameter.name.local : parameter.name.source
  }

  /// True if a call could mean the generated function that omits all parameters. The compiler chooses that function if it does not
  /// know the type of an argument, and would then report a second error.
  private var needsLabels: Bool {
    endpoint.parameters.contains { $0.type.anchor != nil }
      && endpoint.parameters.allSatisfy { $0.defaultText != nil && $0.defaultValue == nil }
  }

  /// The name of the function in a call, with the labels if necessary.
  private var callee: String {
    guard needsLabels else { return endpoint.name.source }
    let parameters = endpoint.parameters + (endpoint.completion.map { [$0.parameter] } ?? [])
    return endpoint.name.source + "(\(parameters.map { ($0.label?.label ?? "_") + ":" }.joined()))"
  }

  /// Returns a call of the function of `self`.
  func call(completion: String, _ value: (ParameterModel) -> String) -> String {
    "self.\(callee)(\(arguments(completion: completion, isLabeled: !needsLabels, value)))"
  }

  /// Returns the arguments of a call.
  ///
  /// - Parameters:
  ///   - completion: the completion handler, if the function has one.
  ///   - isLabeled: whether to add the labels of the function.
  func arguments(
    completion: String = "$0", isLabeled: Bool = true, _ value: (ParameterModel) -> String
  ) -> String {
    var arguments = endpoint.parameters.map { isLabeled ? labeled($0, value($0)) : value($0) }
    if let handler = endpoint.completion?.parameter {
      arguments.append(isLabeled ? labeled(handler, completion) : completion)
    }
    return arguments.joined(separator: ", ")
  }

  private func labeled(_ parameter: ParameterModel, _ value: String) -> String {
    (parameter.label.map { $0.label + ": " } ?? "") + value
  }

  /// Writes a call of the function of `service` with the members of `input`. The written code awaits the result.
  ///
  /// - Parameter codec: the codec of the endpoint, which awaits a completion handler.
  func renderCall(of service: String, with input: String, codec: String, into writer: inout SourceWriter) {
    let call = "\(service).\(callee)(\(arguments(isLabeled: !needsLabels) { "\(input).\($0.name.source)" }))"
    if endpoint.completion == nil { return writer.line("try await " + call) }
    // The call is awaited, because the function may be isolated to the main actor by the module's default.
    let word = endpoint.result.anchor
    // If the type of the result is unknown, a generic function would cause a second error. A function of the codec does not.
    let head: LocatedText = "try await \(codec)\(".completed", at: word, offset: 1)"
    writer.block(head) { writer in
      writer.line("await Contract::Completion\(".started(\(call))", at: word, offset: 1)")
    }
  }

  /// Returns an expression that creates the endpoint's input from the function's parameters.
  func input(in contract: ContractModel) -> String {
    guard let type = endpoint.inputType(in: contract) else { return "Contract::Empty()" }
    let members = endpoint.parameters.map { "\($0.name.label): \(argumentName($0))" }
    return "\(type)(\(members.joined(separator: ", ")))"
  }
}

extension EndpointModel {
  /// Returns the qualified name of the input struct, for code outside the endpoints; nil for a function without
  /// parameters.
  func inputType(in contract: ContractModel) -> String? {
    inputName.map { "\(contract.typeName("Endpoints")).\($0.source)" }
  }

  /// Returns a default argument outside the endpoint's input struct; nil for a parameter without a default.
  func defaultText(of parameter: ParameterModel, in contract: ContractModel) -> String? {
    guard let property = parameter.defaultProperty, let input = inputType(in: contract) else {
      return parameter.defaultText
    }
    return "\(input).\(property)"
  }

  /// Returns the endpoint's input type, which is `Empty` for a function without parameters.
  func inputTypeOrEmpty(in contract: ContractModel) -> String {
    inputType(in: contract) ?? "Contract::Empty"
  }
}
