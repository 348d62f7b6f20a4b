import SwiftSyntax

/// A verb attribute, such as `@GET("/todos")`.
struct VerbModel {
  let attribute: AttributeSyntax
  /// The method; nil if it is not a literal.
  let method: String?
  let methodExpression: ExprSyntax?
  /// The path; nil if it is not a literal.
  let path: PathLiteral?
  /// True for `@WebSocket`.
  var opensWebSocket = false
}

/// A `@Default` attribute.
struct DefaultModel {
  let attribute: AttributeSyntax
  /// The expression that names the parameter.
  let nameExpression: ExprSyntax
  /// The parameter's name; nil if it is not a literal.
  let name: String?
  let value: ExprSyntax
}

/// A `@Validate` attribute.
struct ValidateModel {
  let attribute: AttributeSyntax
  /// The expression that names the parameter; nil on a member.
  let nameExpression: ExprSyntax?
  /// The rules as written.
  let rules: [ExprSyntax]

  /// The parameter's name; nil if it is not a literal.
  var name: String? { nameExpression?.stringValue }

  /// Creates the model of an attribute of a function, whose first argument names a parameter.
  static func ofFunction(_ attribute: AttributeSyntax) -> ValidateModel {
    let arguments = attribute.unlabeledArguments
    return ValidateModel(attribute: attribute, nameExpression: arguments.first, rules: Array(arguments.dropFirst()))
  }

  /// Creates the model of an attribute of a member. A leading literal is stored as a name, because a name is an error on a
  /// member.
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
  /// The argument `code`.
  let failureCode: ExprSyntax?
  /// A second status in one attribute, which is an error.
  let second: ExprSyntax?
}

/// The result of an endpoint function.
enum ResultModel {
  case nothing
  case value(TypeSyntax)

  /// The type as spelled in the endpoint, where tuples have no labels.
  var text: String {
    switch self {
    case .nothing: "()"
    case .value(let type):
      type.valueBesideResponse.map { "(\($0.trimmedDescription), Contract::HTTPResponse)" } ?? written
    }
  }

  /// The type as written.
  var written: String {
    switch self {
    case .nothing: "()"
    case .value(let type): type.trimmedDescription
    }
  }

  /// The type of the body: the result, the first type of `(User, HTTPResponse)`, or the body's type in a tuple with headers;
  /// nil for no body.
  var content: TypeSyntax? {
    guard case .value(let type) = self else { return nil }
    if let tuple = headerTuple() { return tuple.body?.type.syntax }
    return (type.versioned?.value ?? type.valueBesideResponse)?.trimmed ?? type
  }

  /// The type as spelled in the endpoint, with the location of the body's type.
  var located: LocatedText {
    guard case .value(let type) = self, let value = type.valueBesideResponse else {
      return LocatedText(text, at: anchor)
    }
    return "(\(value.trimmedDescription, at: value.anchor), Contract::HTTPResponse)"
  }

  /// The type that determines the codec; nil if it is the result itself.
  var valueBesideResponse: TypeModel? {
    guard case .value(let type) = self else { return nil }
    return type.valueBesideResponse.map(TypeModel.init)
  }
}

extension TypeSyntax {
  /// The first type of `(User, HTTPResponse)`, with or without labels; nil for other types.
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
/// The model of one function of a contract.
struct EndpointModel {
  let function: FunctionDeclSyntax
  let name: Identifier
  let verbs: [VerbModel]
  /// The template of the first verb.
  let template: PathTemplate?
  /// The parameters that are sent: all but a completion handler.
  let parameters: [ParameterModel]
  /// The completion handler of a function that is not `async`.
  let completion: CompletionModel?
  let result: ResultModel
  let statuses: [StatusModel]
  let defaults: [DefaultModel]
  /// The `@Name` attributes.
  let names: [NameModel]
  let validations: [ValidateModel]
  /// The `@Paged` attributes; only one is allowed.
  let pagings: [PagingModel]
  /// The failure types, such as `TodoError.self`.
  let failures: [ExprSyntax]
  /// The traits that the function's attributes set.
  let traits: [TraitModel]
  let documentation: Documentation
  /// The `@available` attributes, copied to the generated functions.
  let availability: [AttributeSyntax]
  /// The name of the generated endpoint. For overloads it includes the labels: `list(limit:)` becomes `listLimit`.
  var generatedName: Identifier

  /// The method; nil without a valid verb.
  var method: String? { verbs.first?.method }

  /// The function's full name, such as `list(limit:done:)`.
  var fullName: String {
    "\(name.name)(\(labels.map { $0 + ":" }.joined()))"
  }

  /// The labels of the function, `_` for none.
  var labels: [String] { allParameters.map { $0.label?.name ?? "_" } }

  /// The function's name with its labels, and the names of parameters without a label.
  var labeledName: Identifier {
    allParameters.reduce(name) { $0.appending($1.label ?? $1.name) }
  }

  /// The parameters in order, including the completion handler.
  private var allParameters: [ParameterModel] { parameters + (completion.map { [$0.parameter] } ?? []) }

  /// True for a function that `@Deprecated` deprecates, while its requirement in the protocol is not deprecated.
  ///
  /// A deprecated default implementation would cause a warning. So the extension of the protocol has the function
  /// without the deprecation, and the generated types also have the deprecated one.
  var isDeprecated: Bool { availability.count > writtenAvailability.count }

  /// The `@available` attributes of the requirement itself.
  var writtenAvailability: [AttributeSyntax] { function.attributes.named("available") }

  /// The `@discardableResult` of a function with a result, copied to the generated functions with this result. The compiler
  /// warns about it at a function without a result.
  var discardability: [AttributeSyntax] {
    guard completion == nil, case .value = result else { return [] }
    return function.attributes.named("discardableResult")
  }

  /// The name of the input struct; nil for a function without parameters.
  var inputName: Identifier? { parameters.isEmpty ? nil : generatedName.capitalized(suffix: "Input") }
}
