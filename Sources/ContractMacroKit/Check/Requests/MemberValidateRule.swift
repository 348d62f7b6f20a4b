import SwiftDiagnostics
import SwiftSyntax

/// A rule: `@Validate` on a member has fitting rules and no name.
struct MemberValidateRule: RequestRule {
  func findings(in request: RequestModel) -> [Finding] {
    request.members.flatMap { member in
      member.validations.flatMap { findings(in: $0, on: member) }
    }
  }

  private func findings(in validation: ValidateModel, on member: MemberModel) -> [Finding] {
    let name = member.name.name
    if member.location?.kind == .custom {
      return [
        Finding(
          "validate-location", at: validation.attribute,
          "'\(name)' is read and written by its wrapper; call 'decoder.refuse' in the wrapper instead of '@Validate'.")
      ]
    }
    if let expression = validation.nameExpression {
      return [
        Finding(
          "validate-name", at: expression,
          "The rules apply to '\(name)' itself; remove the name.")
      ]
    }
    return ValidationRules.findings(in: validation, of: name, type: member.type, defaultValue: member.initialValue)
  }
}
