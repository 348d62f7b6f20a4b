import SwiftSyntax

/// A rule: `@Validate` on a member has fitting rules and no name.
struct SchemaValidateRule: SchemaRule {
  func findings(in schema: SchemaModel) -> [Finding] {
    var seen: Set<SyntaxIdentifier> = []
    return schema.members.filter { $0.key != nil }.flatMap { member in
      member.validations.filter { seen.insert($0.attribute.id).inserted }.flatMap { findings(in: $0, on: member) }
    }
  }

  private func findings(in validation: ValidateModel, on member: SchemaMemberModel) -> [Finding] {
    let name = member.name.name
    if member.isConstant {
      return [
        Finding(
          "constant-member", at: validation.attribute,
          "'\(name)' always has the same value and is never read, so nothing can break a rule; remove '@Validate'.")
      ]
    }
    if let expression = validation.nameExpression {
      return [
        Finding(
          "validate-name", at: expression, "The rules apply to '\(name)' itself; remove the name.")
      ]
    }
    return ValidationRules.findings(in: validation, of: name, type: member.type, defaultValue: member.defaultValue)
  }
}
