import SwiftSyntax

/// A parser of enums with `@APIError`.
enum FailureParser {
  static func parse(_ declaration: EnumDeclSyntax) -> FailureModel {
    let members = declaration.memberBlock.members
    let cases = members.compactMap { $0.decl.as(EnumCaseDeclSyntax.self) }.flatMap { declaration in
      let statuses = declaration.attributes.named("Status").map(StatusModel.init)
      let isDeprecated = !declaration.attributes.named("available").isEmpty
      return declaration.elements.map { parse($0, statuses, isDeprecated: isDeprecated) }
    }
    return FailureModel(
      declaration: declaration,
      name: Identifier(declaration.name),
      access: Access(declaration.modifiers),
      codeExpression: declaration.attributes.named("APIError").first?.argument("code"),
      cases: cases,
      conditionals: members.compactMap { $0.decl.as(IfConfigDeclSyntax.self) })
  }

  private static func parse(
    _ element: EnumCaseElementSyntax, _ statuses: [StatusModel], isDeprecated: Bool
  ) -> FailureCaseModel {
    let parameters = element.parameterClause.map { Array($0.parameters) } ?? []
    let members = parameters.enumerated().map { index, parameter in
      let label = parameter.firstName.flatMap { $0.text == "_" ? nil : Identifier($0) }
      let key = label?.name ?? "_\(index)"
      return FailureMember(
        syntax: parameter, label: label, type: TypeModel(parameter.type), key: key, local: "__\(index)")
    }
    return FailureCaseModel(
      element: element, name: Identifier(element.name), statuses: statuses, members: members,
      isDeprecated: isDeprecated)
  }
}
