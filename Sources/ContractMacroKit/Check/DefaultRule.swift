import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

/// A rule: `@Default` names a parameter that may be omitted.
struct DefaultRule: EndpointRule {
  func findings(in endpoint: EndpointModel, of contract: ContractModel) -> [Finding] {
    var findings: [Finding] = []
    var seen: Set<String> = []
    for value in endpoint.defaults {
      guard let name = value.name else {
        findings.append(
          Finding(
            "default-not-literal", at: value.nameExpression,
            "The first argument of '@Default' must be the parameter's name as a string literal."))
        continue
      }
      guard let parameter = endpoint.parameters.first(where: { $0.name.name == name }) else {
        findings.append(
          UnknownParameter.finding(
            "unknown-default", name, at: value.nameExpression, in: endpoint, remove: "the default"))
        continue
      }
      if !seen.insert(name).inserted {
        findings.append(
          Finding(
            "duplicate-default", at: value.nameExpression,
            "'\(name)' already has a default; remove one of the two."))
      }
      if let finding = contradiction(parameter, value) { findings.append(finding) }
    }
    return findings
  }

  private func contradiction(_ parameter: ParameterModel, _ value: DefaultModel) -> Finding? {
    let name = parameter.name.name
    if parameter.kind == .path {
      return Finding(
        "path-default", at: value.nameExpression,
        "'\(name)' is in the path and never absent, so it cannot have a default; remove '@Default'.")
    }
    if parameter.kind == .body {
      return Finding(
        "body-default", at: value.nameExpression,
        "'\(name)' is the whole body, which cannot have a default; remove '@Default', or give its members defaults.")
    }
    if parameter.type.isPatch {
      return Finding(
        "patch-default", at: value.value,
        "An absent '\(name)' leaves the value unchanged; remove '@Default'.")
    }
    if parameter.type.isOptional, value.value.is(NilLiteralExprSyntax.self) {
      return Finding("nil-default", at: value.value, "'\(name)' is nil if it is absent; remove '@Default'.")
    }
    if parameter.type.isOptional {
      return Finding(
        "optional-default", at: value.nameExpression,
        "'\(name)' is optional, and an absent value cannot be both nil and a default; remove the '?' or '@Default'.")
    }
    if parameter.kind != .field, parameter.type.isArray, value.value.as(ArrayExprSyntax.self)?.elements.isEmpty != true
    {
      return Finding(
        "array-default", at: value.value,
        "An empty array is not sent, so the receiver would use this default instead; "
          + "write '[]' or remove '@Default'.")
    }
    return valueFinding(parameter, value.value)
  }

  /// Returns the error in a value that does not have the parameter's type, or whose type is unknown.
  private func valueFinding(_ parameter: ParameterModel, _ value: ExprSyntax) -> Finding? {
    let type = parameter.type.syntax
    if let member = LiteralFit.implicitMember(in: value) {
      let owner = type.as(ArrayTypeSyntax.self)?.element.trimmedDescription ?? parameter.type.text
      let written = owner + member.trimmedDescription
      return Finding(
        "default-without-type", at: member,
        "An attribute does not know the type of '\(member.trimmedDescription)'; write '\(written)'.",
        fixIts: [
          FixIt("default-without-type", "write '\(written)'", replace: member, with: ExprSyntax("\(raw: written)"))
        ])
    }
    guard value.is(NilLiteralExprSyntax.self) || LiteralFit.isMisfit(value, for: type) else {
      return LiteralFit.rangeFinding(value, parameter.type, of: parameter.name.name)
    }
    return Finding(
      "default-type", at: value,
      "'\(parameter.name.name)' is of type '\(parameter.type.text)', so \(value.trimmedDescription) cannot be its value; "
        + "write a value of that type.")
  }
}
