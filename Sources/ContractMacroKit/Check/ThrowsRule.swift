import SwiftSyntax

/// A rule: the arguments of `@Throws` are types.
struct ThrowsRule: EndpointRule {
  func findings(in endpoint: EndpointModel, of contract: ContractModel) -> [Finding] {
    endpoint.failures.compactMap(ThrowsRule.finding)
  }

  /// Returns the error of an attribute without arguments.
  static func emptyFinding(_ attribute: AttributeSyntax) -> Finding? {
    guard attribute.attributeName.baseName == "Throws", attribute.argumentList.isEmpty else { return nil }
    return Finding(
      "throws-argument", at: attribute,
      "'@Throws' takes failure types, such as 'TodoError.self'; write one or remove '@Throws'.")
  }

  /// Returns the error in one argument.
  static func finding(_ argument: ExprSyntax) -> Finding? {
    let member = argument.as(MemberAccessExprSyntax.self)
    guard member?.declName.baseName.text != "self" || member?.base == nil else { return nil }
    return Finding(
      "throws-argument", at: argument,
      "'@Throws' takes failure types, such as 'TodoError.self'; write the type and '.self'.")
  }
}
