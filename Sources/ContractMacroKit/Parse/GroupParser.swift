import SwiftSyntax

/// A parser of classes with `@API`. Parsing never fails; the rules report errors.
enum GroupParser {
  static func parse(_ declaration: ClassDeclSyntax, in outer: [Syntax]) -> GroupModel {
    let attribute = declaration.attributes.named("API").first
    let prefix = attribute?.argument("prefix").flatMap(PathParser.literal)
    // A prefix with an error is ignored, because otherwise the error would be repeated for every path.
    let isSound = attribute.map { PrefixRule.findings(in: $0, prefix).isEmpty } ?? true
    let variables = declaration.memberBlock.members.compactMap { $0.decl.as(VariableDeclSyntax.self) }
    return GroupModel(
      declaration: declaration,
      name: Identifier(declaration.name),
      access: Access(declaration.modifiers, in: outer.first),
      genericType: outer.genericType,
      isExtending: outer.contains { $0.is(ExtensionDeclSyntax.self) },
      outerType: outer.owner,
      attribute: attribute,
      prefix: prefix,
      failures: declaration.attributes.named("Throws").flatMap(\.unlabeledArguments),
      endpoints: variables.compactMap { endpoint($0, prefix: isSound ? prefix : nil) },
      otherProperties: variables.filter { endpoint($0, prefix: nil) == nil })
  }

  /// Returns the endpoint of a variable; nil without a verb.
  static func endpoint(_ variable: VariableDeclSyntax, prefix: PathLiteral?) -> GroupEndpointModel? {
    let verbs = variable.attributes.plain.compactMap(EndpointParser.verb)
    guard !verbs.isEmpty, let binding = variable.bindings.first,
      let pattern = binding.pattern.as(IdentifierPatternSyntax.self)
    else { return nil }
    let annotation = binding.typeAnnotation?.type
    let function = annotation.flatMap(functionType)
    let signature = annotation.flatMap { endpointType($0) ?? function.flatMap(functionForm) }
    return GroupEndpointModel(
      variable: variable, name: Identifier(pattern.identifier), nameToken: pattern.identifier, verbs: verbs,
      template: verbs.first?.path.map { PathParser.template(prefix: prefix, path: $0) }, annotation: annotation,
      functionType: function, form: signature?.form, request: signature?.request, response: signature?.response,
      statuses: variable.attributes.named("Status").map(StatusModel.init),
      failures: variable.attributes.named("Throws").flatMap(\.unlabeledArguments),
      access: Access(variable.modifiers),
      documentation: Documentation(of: variable.attributes, variable.modifiers, variable.bindingSpecifier),
      availability: variable.attributes.named("available"))
  }

  /// Returns the deprecation of a variable, or else of its group, as `@available`; nil without one.
  static func deprecation(of variable: VariableDeclSyntax, in group: ClassDeclSyntax) -> AttributeSyntax? {
    let deprecation = (variable.attributes.named("Deprecated") + group.attributes.named("Deprecated")).first
    return deprecation.flatMap(EndpointParser.availability)
  }

  private typealias Signature = (form: GroupEndpointModel.Form, request: TypeSyntax?, response: ResultModel)

  /// Returns the arguments of `Endpoint<Request, Response>`.
  private static func endpointType(_ type: TypeSyntax) -> Signature? {
    guard type.baseName == "Endpoint", let arguments = type.genericArguments, arguments.count == 2,
      let request = arguments.first.flatMap({ Syntax($0.argument).as(TypeSyntax.self) }),
      let response = arguments.last.flatMap({ Syntax($0.argument).as(TypeSyntax.self) })
    else { return nil }
    return (.value, request, EndpointParser.result(response))
  }

  /// Returns the function type inside attributes and parentheses.
  private static func functionType(_ type: TypeSyntax) -> FunctionTypeSyntax? {
    if let attributed = type.as(AttributedTypeSyntax.self) { return functionType(attributed.baseType) }
    if let tuple = type.as(TupleTypeSyntax.self), tuple.elements.count == 1, let only = tuple.elements.first {
      return functionType(only.type)
    }
    return type.as(FunctionTypeSyntax.self)
  }

  private static func functionForm(_ type: FunctionTypeSyntax) -> Signature? {
    let effects = type.effectSpecifiers
    guard effects?.asyncSpecifier != nil, let thrown = effects?.throwsClause, thrown.type?.isAnyError ?? true,
      type.parameters.count <= 1
    else { return nil }
    let response = EndpointParser.result(type.returnClause.type)
    guard let parameter = type.parameters.first else { return (.action, nil, response) }
    return (.function, parameter.type, response)
  }
}
