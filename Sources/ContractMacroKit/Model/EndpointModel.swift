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

/// A `@Validate` attribute.
struct ValidateModel {
  let attribute: AttributeSyntax
  /// The expression that names the parameter; nil on a member, which is its own name.
  let nameExpression: ExprSyntax?
  /// The rules as they are written.
  let rules: [ExprSyntax]

  /// The parameter's name, nil when it is not a literal.
  var name: String? { nameExpression?.stringValue }

  /// The attribute of a function, whose first argument names a parameter.
  static func ofFunction(_ attribute: AttributeSyntax) -> ValidateModel {
    let arguments = attribute.unlabeledArguments
    return ValidateModel(attribute: attribute, nameExpression: arguments.first, rules: Array(arguments.dropFirst()))
  }

  /// The attribute of a member. A literal in front is kept as a name, which a member should not have.
  static func ofMember(_ attribute: AttributeSyntax) -> ValidateModel {
    let arguments = attribute.unlabeledArguments
    let name = arguments.first.flatMap { $0.is(StringLiteralExprSyntax.self) ? $0 : nil }
    return ValidateModel(
      attribute: attribute, nameExpression: name, rules: Array(name == nil ? arguments[...] : arguments.dropFirst()))
  }
}

/// A status, such as `@Status(201)`, and the code of a failure, as in `@Status(400, code: "bad_data")`.
struct StatusModel {
  let attribute: AttributeSyntax
  let expression: ExprSyntax?
  let code: Int?
  /// What stands behind `code:`.
  let failureCode: ExprSyntax?
  /// A second status in one attribute, which has one.
  let second: ExprSyntax?
}

/// What an endpoint function returns.
enum ResultModel {
  case nothing
  case value(TypeSyntax)

  /// The type as endpoints have it: a tuple without its labels, which belong to the function alone.
  var text: String {
    switch self {
    case .nothing: "()"
    case .value(let type):
      type.valueBesideResponse.map { "(\($0.trimmedDescription), Contract::HTTPResponse)" } ?? written
    }
  }

  /// The type as it is written.
  var written: String {
    switch self {
    case .nothing: "()"
    case .value(let type): type.trimmedDescription
    }
  }

  /// What travels as content: the type, or the first one of `(User, HTTPResponse)`; nil for nothing.
  var content: TypeSyntax? {
    switch self {
    case .nothing: nil
    case .value(let type): type.valueBesideResponse?.trimmed ?? type
    }
  }

  /// The type as endpoints have it, with the location of the content's type.
  var located: LocatedText {
    guard case .value(let type) = self, let value = type.valueBesideResponse else {
      return LocatedText(text, at: anchor)
    }
    return "(\(value.trimmedDescription, at: value.anchor), Contract::HTTPResponse)"
  }

  /// The type that chooses the codec, nil when the result chooses it by itself.
  var valueBesideResponse: TypeModel? {
    guard case .value(let type) = self else { return nil }
    return type.valueBesideResponse.map(TypeModel.init)
  }
}

extension TypeSyntax {
  /// The first type of `(User, HTTPResponse)`, with or without labels; nil for any other type.
  var valueBesideResponse: TypeSyntax? {
    guard let elements = self.as(TupleTypeSyntax.self)?.elements, elements.count == 2, let value = elements.first?.type,
      elements.last?.type.isResponse == true, !value.isResponse
    else { return nil }
    return value
  }

  /// True for `HTTPResponse`, with or without its module.
  var isResponse: Bool { baseName == "HTTPResponse" }
}

// Large: a record of the parts of a declaration, filled by the parser.
/// One function of a contract.
struct EndpointModel {
  let function: FunctionDeclSyntax
  let name: Identifier
  let verbs: [VerbModel]
  /// The template of the first verb.
  let template: PathTemplate?
  /// The parameters that travel: all but a completion handler.
  let parameters: [ParameterModel]
  /// The handler that takes the result of a function that is not `async`.
  let completion: CompletionModel?
  let result: ResultModel
  let statuses: [StatusModel]
  let defaults: [DefaultModel]
  /// The `@Name` attributes.
  let names: [NameModel]
  let validations: [ValidateModel]
  /// The failure types, such as `TodoError.self`.
  let failures: [ExprSyntax]
  /// What the function's attributes say about the endpoint.
  let traits: [TraitModel]
  let documentation: Documentation
  /// The `@available` attributes, copied to the generated functions.
  let availability: [AttributeSyntax]
  /// The name of what is generated for the function. That of an overload has its labels: `list(limit:)` is `listLimit`.
  var generatedName: Identifier

  /// The method, nil without a usable verb.
  var method: String? { verbs.first?.method }

  /// The function's full name, such as `list(limit:done:)`.
  var fullName: String {
    "\(name.name)(\(labels.map { $0 + ":" }.joined()))"
  }

  /// The labels of the function, `_` where there is none.
  var labels: [String] { allParameters.map { $0.label?.name ?? "_" } }

  /// The function's name with its labels, and the names of parameters that have none.
  var labeledName: Identifier {
    allParameters.reduce(name) { $0.appending($1.label ?? $1.name) }
  }

  /// The parameters in order, with the completion handler.
  private var allParameters: [ParameterModel] { parameters + (completion.map { [$0.parameter] } ?? []) }

  /// The name of the input struct, nil for a function without parameters.
  var inputName: Identifier? { parameters.isEmpty ? nil : generatedName.capitalized(suffix: "Input") }
}
