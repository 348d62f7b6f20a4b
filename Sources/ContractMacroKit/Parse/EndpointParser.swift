import SwiftSyntax

/// A parser of the functions of a contract.
struct EndpointParser {
  let prefix: PathLiteral?
  /// The `@Deprecated` attributes of the protocol, which apply to functions without `@Deprecated`.
  var deprecations: [AttributeSyntax] = []

  /// The verbs with their own attribute.
  static let verbs: Set<String> = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "CONNECT"]

  /// The verbs whose parameters are query values by default.
  private static let queryVerbs: Set<String> = ["GET", "HEAD", "DELETE"]

  func parse(_ function: FunctionDeclSyntax) -> EndpointModel {
    let attributes = function.attributes
    let verbs = attributes.plain.compactMap(Self.verb)
    let template = verbs.first?.path.map { PathParser.template(prefix: prefix, path: $0) }
    let defaults = attributes.named("Default").compactMap(defaultValue)
    let names = attributes.named("Name").compactMap(NameModel.init)
    let validations = attributes.named("Validate").map(ValidateModel.ofFunction)
    let pagings = attributes.named("Paged").map(PagingModel.init)
    var parameters = function.signature.parameterClause.parameters.map { parameter in
      parse(
        parameter, template: template, method: verbs.first?.method, defaults: defaults, names: names,
        validations: validations)
    }
    let completion = completion(of: function, parameters)
    let own = attributes.named("Deprecated")
    if completion != nil { parameters.removeLast() }
    let paging = pagings.first.map { paging in
      paging.trait(cursor: parameters.first { $0.name.name == paging.cursor }?.key)
    }
    return EndpointModel(
      function: function,
      name: Identifier(function.name),
      verbs: verbs,
      template: template,
      parameters: parameters,
      completion: completion,
      result: completion?.result ?? result(function.signature.returnClause),
      statuses: attributes.named("Status").map(StatusModel.init),
      defaults: defaults,
      names: names,
      validations: validations,
      pagings: pagings,
      failures: attributes.named("Throws").flatMap(\.unlabeledArguments),
      traits: TraitParser.traits(attributes) + (paging.map { [$0] } ?? []),
      documentation: Documentation(of: function.attributes, function.modifiers, function.funcKeyword),
      availability: attributes.named("available")
        + (own.isEmpty ? deprecations : own).prefix(1).compactMap(Self.availability),
      generatedName: Identifier(function.name))
  }

  /// Returns the deprecation as `@available`; nil if its reason is not a literal.
  static func availability(_ deprecation: AttributeSyntax) -> AttributeSyntax? {
    guard let reason = deprecation.unlabeledArguments.first?.stringValue else { return nil }
    return RenderedSource.attribute("@available(*, deprecated, message: \(reason.literal))")
  }

  /// Returns the completion handler: a closure as the last parameter of a function that is neither `async` nor `throws`.
  private func completion(of function: FunctionDeclSyntax, _ parameters: [ParameterModel]) -> CompletionModel? {
    let effects = function.signature.effectSpecifiers
    guard effects?.asyncSpecifier == nil, effects?.throwsClause == nil, let last = parameters.last,
      last.type.containsFunction
    else { return nil }
    return CompletionModel(last)
  }

  /// Returns the verb of an attribute; nil for other attributes.
  static func verb(_ attribute: AttributeSyntax) -> VerbModel? {
    guard let name = attribute.attributeName.baseName else { return nil }
    let path = attribute.unlabeledArguments.first
    if EndpointParser.verbs.contains(name) {
      return VerbModel(
        attribute: attribute, method: name, methodExpression: nil, path: path.flatMap(PathParser.literal))
    }
    if name == "WebSocket" {
      return VerbModel(
        attribute: attribute, method: "GET", methodExpression: nil, path: path.flatMap(PathParser.literal),
        opensWebSocket: true)
    }
    guard name == "HTTP" else { return nil }
    let method = attribute.argument("method")
    return VerbModel(
      attribute: attribute, method: method?.stringValue, methodExpression: method,
      path: path.flatMap(PathParser.literal))
  }

  private func defaultValue(_ attribute: AttributeSyntax) -> DefaultModel? {
    let arguments = attribute.unlabeledArguments
    guard arguments.count == 2 else { return nil }
    return DefaultModel(
      attribute: attribute, nameExpression: arguments[0], name: arguments[0].stringValue, value: arguments[1])
  }

  private func parse(
    _ parameter: FunctionParameterSyntax, template: PathTemplate?, method: String?, defaults: [DefaultModel],
    names: [NameModel], validations: [ValidateModel]
  ) -> ParameterModel {
    let name = Identifier(parameter.secondName ?? parameter.firstName)
    let wireName = names.first { $0.parameter == name.name && $0.wire != nil }
    let type = TypeModel(parameter.type)
    let inferred: InputKind =
      if template?.placeholder(wireName?.wire ?? name.name) != nil {
        .path
      } else if method.map(EndpointParser.queryVerbs.contains) ?? true, !type.isPart {
        .query
      } else {
        .field
      }
    return ParameterModel(
      syntax: parameter,
      label: parameter.firstName.text == "_" ? nil : Identifier(parameter.firstName),
      name: name,
      type: type,
      kind: type.wrapper ?? (type.condition == nil ? inferred : .header),
      wireName: wireName,
      defaultExpression: type.isPatch ? type.leave : defaults.first { $0.name == name.name }?.value,
      rules: validations.filter { $0.name == name.name }.flatMap(\.rules))
  }

  private func result(_ clause: ReturnClauseSyntax?) -> ResultModel {
    clause.map { Self.result($0.type) } ?? .nothing
  }

  /// Returns the result of an endpoint for a type.
  static func result(_ type: TypeSyntax) -> ResultModel {
    if let tuple = type.as(TupleTypeSyntax.self), tuple.elements.isEmpty { return .nothing }
    return ["Void", "Swift.Void", "Swift::Void"].contains(type.trimmedDescription) ? .nothing : .value(type)
  }
}

extension StatusModel {
  init(_ attribute: AttributeSyntax) {
    let expression = attribute.unlabeledArguments.first
    self.init(
      attribute: attribute, expression: expression, code: expression?.integerValue,
      failureCode: attribute.argument("code"), second: attribute.unlabeledArguments.dropFirst().first)
  }
}
