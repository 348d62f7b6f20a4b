import SwiftSyntax

/// A rule: `@Validate` names a parameter and has fitting rules.
struct ValidateRule: EndpointRule {
  func findings(in endpoint: EndpointModel, of contract: ContractModel) -> [Finding] {
    endpoint.validations.flatMap { validation in
      Self.findings(in: validation) { name, expression in
        guard let parameter = endpoint.parameters.first(where: { $0.name.name == name }) else {
          return [
            UnknownParameter.finding("unknown-validate", name, at: expression, in: endpoint, remove: "'@Validate'")
          ]
        }
        return ValidationRules.findings(
          in: validation, of: name, type: parameter.type,
          defaultValue: endpoint.defaults.first { $0.name == name }?.value)
      }
    }
  }

  /// Returns the error in the attribute of a function.
  ///
  /// - Parameter rest: returns the error for the parameter of this name.
  static func findings(in validation: ValidateModel, rest: (String, ExprSyntax) -> [Finding]) -> [Finding] {
    guard let expression = validation.nameExpression, let name = validation.name else {
      let node = validation.nameExpression.map(Syntax.init) ?? Syntax(validation.attribute)
      return [
        Finding(
          "validate-not-literal", at: node,
          "The first argument of '@Validate' must be the parameter's name as a string literal.")
      ]
    }
    return rest(name, expression)
  }
}
