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

  /// ` -> T`, or nothing.
  var returnClause: String {
    if case .value = endpoint.result { " -> " + endpoint.result.text } else { "" }
  }

  /// The head of the function, without modifiers.
  func declaration(_ defaults: Defaults) -> String {
    declaration(parameters: endpoint.parameters.map { self.declaration(of: $0, defaults) })
  }

  /// The head of a function with the endpoint's name and result.
  func declaration(parameters: [String]) -> String {
    "func \(endpoint.name.source)(\(parameters.joined(separator: ", "))) async throws\(returnClause)"
  }

  /// One parameter of the function.
  func declaration(of parameter: ParameterModel, _ defaults: Defaults) -> String {
    let name = argumentName(parameter)
    let label = parameter.label?.source ?? "_"
    let names = label == name ? name : "\(label) \(name)"
    switch defaults {
    case .none: return "\(names): \(parameter.type.text)"
    case .values: return "\(names): \(parameter.type.text)" + (parameter.defaultText.map { " = \($0)" } ?? "")
    case .optionals:
      guard parameter.defaultText != nil else { return "\(names): \(parameter.type.text)" }
      return "\(names): \(parameter.type.asOptional) = nil"
    }
  }

  /// The name of a parameter inside a generated function, where `self` is the generated type.
  func argumentName(_ parameter: ParameterModel) -> String {
    parameter.name.name == "self" ? parameter.name.local : parameter.name.source
  }

  /// The arguments of a call, with the labels of the function.
  func arguments(_ value: (ParameterModel) -> String) -> String {
    endpoint.parameters.map { parameter in
      (parameter.label.map { $0.label + ": " } ?? "") + value(parameter)
    }.joined(separator: ", ")
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

  /// The endpoint's input type, which is `Empty` for a function without parameters.
  func inputTypeOrEmpty(in contract: ContractModel) -> String {
    inputType(in: contract) ?? "Contract::Empty"
  }
}
