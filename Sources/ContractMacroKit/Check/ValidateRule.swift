import SwiftSyntax

/// A `@Validate` names a parameter and says what its values must satisfy.
struct ValidateRule: EndpointRule {
  func findings(in endpoint: EndpointModel, of contract: ContractModel) -> [Finding] {
    endpoint.validations.flatMap { validation -> [Finding] in
      guard let expression = validation.nameExpression, let name = validation.name else {
        let place = validation.nameExpression.map(Syntax.init) ?? Syntax(validation.attribute)
        return [
          Finding(
            "validate-not-literal", at: place,
            "The first argument of '@Validate' must be the parameter's name as a string literal.")
        ]
      }
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
