import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

/// A `@Default` names a parameter that can be left out.
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
        findings.append(unknownName(name, value, endpoint))
        continue
      }
      if !seen.insert(name).inserted {
        findings.append(
          Finding("duplicate-default", at: value.nameExpression, "'\(name)' already has a default; remove one."))
      }
      if let finding = contradiction(parameter, value) { findings.append(finding) }
    }
    return findings
  }

  private func unknownName(_ name: String, _ value: DefaultModel, _ endpoint: EndpointModel) -> Finding {
    let names = endpoint.parameters.map(\.name.name)
    // A label is what people confuse with the key; otherwise only one parameter leaves no doubt.
    let meant =
      endpoint.parameters.first { $0.label?.name == name }?.name.name
      ?? names.first { $0.lowercased() == name.lowercased() } ?? (names.count == 1 ? names.first : nil)
    let known = names.isEmpty ? "which has no parameters" : "whose parameters are " + quoted(names)
    return Finding(
      "unknown-default", at: value.nameExpression,
      "There is no parameter '\(name)' in '\(endpoint.fullName)', \(known); "
        + (meant.map { "write \($0.literal)." } ?? "correct the name or remove the default."),
      fixIts: [
        meant.map { name in
          FixIt(
            "unknown-default", "write \(name.literal)", replace: value.nameExpression,
            with: ExprSyntax(StringLiteralExprSyntax(content: name)))
        }
      ])
  }

  private func contradiction(_ parameter: ParameterModel, _ value: DefaultModel) -> Finding? {
    let name = parameter.name.name
    if parameter.place == .path {
      return Finding(
        "path-default", at: value.nameExpression,
        "'\(name)' is in the path and never absent, so it cannot have a default; remove '@Default'.")
    }
    if parameter.place == .body {
      return Finding(
        "body-default", at: value.nameExpression,
        "'\(name)' is the whole body, which cannot have a default; remove '@Default', or give its members defaults.")
    }
    if parameter.type.isOptional {
      return Finding(
        "optional-default", at: value.nameExpression,
        "'\(name)' is optional, and an absent value cannot be both nil and a default; remove the '?' or '@Default'.")
    }
    if parameter.place != .field, parameter.type.isArray, value.value.as(ArrayExprSyntax.self)?.elements.isEmpty != true
    {
      return Finding(
        "array-default", at: value.value,
        "An empty array is sent as nothing, so the other side could not tell it from this default; "
          + "write '[]' or remove '@Default'.")
    }
    return nil
  }

  private func quoted(_ names: [String]) -> String {
    names.map { "'\($0)'" }.joined(separator: ", ")
  }
}
