import SwiftSyntax

/// A verb attribute, such as `@GET("/todos")`.
struct VerbModel {
  let attribute: AttributeSyntax
  /// The method's token, nil when it is not a literal.
  let method: String?
  let methodExpression: ExprSyntax?
  /// The path, nil when it is not a literal.
  let path: PathLiteral?
}

/// A `@Default` attribute.
struct DefaultModel {
  let attribute: AttributeSyntax
  /// The expression that names the parameter.
  let nameExpression: ExprSyntax
  /// The parameter's name, nil when it is not a literal.
  let name: String?
  let value: ExprSyntax
}

/// An attribute with one integer, such as `@Status(201)`.
struct StatusModel {
  let attribute: AttributeSyntax
  let expression: ExprSyntax?
  let code: Int?
}

/// What an endpoint function returns.
enum ResultModel {
  case nothing
  case value(TypeSyntax)

  /// The type's text.
  var text: String {
    switch self {
    case .nothing: "()"
    case .value(let type): type.trimmedDescription
    }
  }
}

/// One function of a contract.
struct EndpointModel {
  let function: FunctionDeclSyntax
  let name: Identifier
  let verbs: [VerbModel]
  /// The template of the first verb.
  let template: PathTemplate?
  let parameters: [ParameterModel]
  let result: ResultModel
  let statuses: [StatusModel]
  let defaults: [DefaultModel]
  /// The failure types, such as `TodoError.self`.
  let failures: [ExprSyntax]
  /// What the function's attributes say about the endpoint.
  let traits: [TraitModel]
  let documentation: Documentation
  /// The `@available` attributes, copied to the generated functions.
  let availability: [AttributeSyntax]

  /// The method, nil without a usable verb.
  var method: String? { verbs.first?.method }

  /// The function's full name, such as `list(limit:done:)`.
  var fullName: String {
    let labels = parameters.map { ($0.label?.name ?? "_") + ":" }
    return "\(name.name)(\(labels.joined()))"
  }

  /// The name of the input struct, nil for a function without parameters.
  var inputName: Identifier? { parameters.isEmpty ? nil : name.capitalized(suffix: "Input") }
}
