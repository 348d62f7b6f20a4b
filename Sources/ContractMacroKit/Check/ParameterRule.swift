import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

/// A rule: every parameter has a unique name and a type that can be sent.
struct ParameterRule: EndpointRule {
  func findings(in endpoint: EndpointModel, of contract: ContractModel) -> [Finding] {
    var findings: [Finding] = []
    var names: Set<String> = endpoint.completion.map { [$0.parameter.name.name] } ?? []
    for parameter in endpoint.parameters {
      let name = parameter.name.name
      if name == "_" {
        findings.append(
          Finding(
            "unnamed-parameter", at: parameter.nameToken,
            "A parameter needs a name, which is its key on the wire; write '_ id: \(parameter.type.text)'."))
      } else if name.hasPrefix("__") {
        findings.append(
          Finding(
            "reserved-name", at: parameter.nameToken,
            "Names that start with '__' belong to generated code; rename '\(name)'."))
      } else if name == contract.name.name + "Endpoints" {
        findings.append(
          Finding(
            "reserved-name", at: parameter.nameToken,
            "'\(name)' is the generated enum of all endpoints; rename the parameter."))
      } else if name.contains(":") {
        findings.append(
          Finding(
            "name-colon", at: parameter.nameToken,
            "A parameter's name is its key on the wire and cannot contain ':'; rename it."))
      } else if !names.insert(name).inserted {
        findings.append(
          Finding(
            "duplicate-key", at: parameter.nameToken,
            "'\(endpoint.fullName)' has two parameters called '\(name)', which is their key on the wire; rename one "
              + "of them."))
      }
      findings += typeFindings(parameter)
    }
    return findings
  }

  func typeFindings(_ parameter: ParameterModel) -> [Finding] {
    let type = parameter.syntax.type
    let name = parameter.name.name
    if let ellipsis = parameter.syntax.ellipsis {
      return [
        Finding(
          "variadic-parameter", at: ellipsis,
          "A parameter cannot be variadic; write '\(name): [\(parameter.type.text)]'.",
          fixIts: [arrayFix(parameter)])
      ]
    }
    if let attributed = type.as(AttributedTypeSyntax.self) {
      let isClosure = attributed.baseType.is(FunctionTypeSyntax.self)
      return [
        isClosure
          ? closureFinding(parameter, at: type)
          : Finding(
            "parameter-specifier", at: type,
            "'\(name)' is sent as a value, so its type has no specifiers; write "
              + "'\(name): \(attributed.baseType.trimmedDescription)'.",
            fixIts: [
              FixIt(
                "parameter-specifier", "write '\(attributed.baseType.trimmedDescription)'", replace: type,
                with: attributed.baseType.with(\.trailingTrivia, type.trailingTrivia))
            ])
      ]
    }
    if parameter.type.containsFunction { return [closureFinding(parameter, at: type)] }
    return ParameterTypeRule.concreteFinding(parameter.type, of: name).map { [$0] } ?? []
  }

  private func closureFinding(_ parameter: ParameterModel, at type: TypeSyntax) -> Finding {
    Finding(
      "closure-parameter", at: type,
      "A closure cannot be sent; remove '\(parameter.name.name)' and return the result from an 'async throws' function."
    )
  }

  private func arrayFix(_ parameter: ParameterModel) -> FixIt {
    var fixed = parameter.syntax
    fixed.ellipsis = nil
    fixed.type = TypeSyntax(ArrayTypeSyntax(element: parameter.syntax.type.trimmed))
    return FixIt(
      "variadic-parameter", "write '[\(parameter.type.text)]'", replace: parameter.syntax, with: fixed)
  }
}
