import SwiftSyntax

/// A rule: `@Validate` on a function of a scope names an input of the function or of an enclosing path.
enum ScopeValidateRule {
  static func findings(in function: ScopeFunctionModel, of scope: ScopeModel) -> [Finding] {
    let inputs = scope.inputs(of: function)
    return function.validations.flatMap { validation in
      ValidateRule.findings(in: validation) { name, expression in
        guard let input = inputs.first(where: { $0.name.name == name }) else {
          return [
            UnknownParameter.finding(
              "unknown-validate", name, at: expression, of: function.name.name, names: inputs.map(\.name.name),
              remove: "'@Validate'")
          ]
        }
        let parameter = function.parameters.first { $0.name.name == name }
        return ValidationRules.findings(
          in: validation, of: name, type: input.type, defaultValue: parameter?.syntax.defaultValue?.value)
      }
    }
  }
}
