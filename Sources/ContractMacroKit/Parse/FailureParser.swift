import SwiftSyntax

/// A parser of enums with `@APIError`.
enum FailureParser {
  static func parse(_ declaration: EnumDeclSyntax, in outer: [Syntax]) -> FailureModel {
    FailureModel(
      declaration: declaration,
      name: Identifier(declaration.name),
      access: Access(declaration.modifiers, in: outer.first),
      codeExpression: declaration.attributes.named("APIError").first?.argument("code"),
      cases: StatusCaseParser.cases(of: declaration),
      conditionals: StatusCaseParser.conditionals(of: declaration))
  }
}

/// A parser of enums with `@APIResult`.
enum ResultEnumParser {
  static func parse(_ declaration: EnumDeclSyntax, in outer: [Syntax]) -> ResultEnumModel {
    ResultEnumModel(
      declaration: declaration,
      name: Identifier(declaration.name),
      access: Access(declaration.modifiers, in: outer.first),
      cases: StatusCaseParser.cases(of: declaration),
      conditionals: StatusCaseParser.conditionals(of: declaration))
  }
}

/// A parser of cases with a status.
enum StatusCaseParser {
  static func cases(of declaration: EnumDeclSyntax) -> [StatusCaseModel] {
    declaration.memberBlock.members.compactMap { $0.decl.as(EnumCaseDeclSyntax.self) }.flatMap { declaration in
      let statuses = declaration.attributes.named("Status").map(StatusModel.init)
      let availability = declaration.attributes.named("available")
      return declaration.elements.map { parse($0, statuses, availability) }
    }
  }

  /// Returns the members inside `#if`.
  static func conditionals(of declaration: EnumDeclSyntax) -> [IfConfigDeclSyntax] {
    declaration.memberBlock.members.compactMap { $0.decl.as(IfConfigDeclSyntax.self) }
  }

  private static func parse(
    _ element: EnumCaseElementSyntax, _ statuses: [StatusModel], _ availability: [AttributeSyntax]
  ) -> StatusCaseModel {
    let parameters = element.parameterClause.map { Array($0.parameters) } ?? []
    let members = parameters.enumerated().map { index, parameter in
      let label = parameter.firstName.flatMap { $0.text == "_" ? nil : Identifier($0) }
      let key = label?.name ?? "_\(index)"
      return StatusCaseValue(
        syntax: parameter, label: label, type: TypeModel(parameter.type), key: key, local: "__\(index)")
    }
    return StatusCaseModel(
      element: element, name: Identifier(element.name), statuses: statuses, members: members,
      isDeprecated: !availability.isEmpty, isUnavailable: availability.contains(where: \.isUnavailable))
  }
}
