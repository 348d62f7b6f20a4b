import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

/// A rule: placeholders and path parameters have the same names.
struct PlaceholderRule: EndpointRule {
  func findings(in endpoint: EndpointModel, of contract: ContractModel) -> [Finding] {
    guard let template = endpoint.template else { return [] }
    let pathParameters = endpoint.parameters.filter { $0.kind == .path }
    var findings: [Finding] = []
    for segment in template.segments {
      guard let name = segment.placeholder, PathParser.isName(name),
        !pathParameters.contains(where: { $0.key == name })
      else { continue }
      findings.append(missingParameter(name, segment, endpoint))
    }
    for segment in template.segments {
      if let finding = dollarFinding(segment, endpoint) { findings.append(finding) }
    }
    for parameter in pathParameters {
      if template.placeholder(parameter.key) == nil {
        findings.append(missingPlaceholder(parameter, endpoint))
      } else if parameter.type.isOptional || parameter.type.isArray {
        findings.append(
          Finding(
            "path-type", at: parameter.syntax.type,
            "'\(parameter.name.name)' is in the path, where it always has exactly one value; "
              + "write a type that is neither optional nor an array."))
      }
    }
    return findings
  }

  /// Returns the error of `$id` if there is a parameter `id`.
  private func dollarFinding(_ segment: PathSegment, _ endpoint: EndpointModel) -> Finding? {
    guard case .constant(let text) = segment.kind, text.hasPrefix("$"),
      endpoint.parameters.contains(where: { $0.name.name == text.dropFirst() })
    else { return nil }
    let written = ":" + text.dropFirst()
    return Finding(
      "dollar-placeholder", at: segment.location, "A placeholder is written with a colon; write '\(written)'.",
      fixIts: [.literal("dollar-placeholder", segment.literal, segment.literal.value.replacing(text, with: written))])
  }

  private func missingParameter(_ name: String, _ segment: PathSegment, _ endpoint: EndpointModel) -> Finding {
    if let other = endpoint.parameters.first(where: { ($0.wireName?.wire ?? $0.name.name) == name }) {
      return Finding(
        "placeholder-elsewhere", at: other.syntax.type,
        "'\(name)' is in the path, so it cannot be '\(other.kind.rawValue)'; "
          + "write '\(other.name.source): \(other.type.text)' or rename the placeholder.",
        fixIts: [
          FixIt(
            "placeholder-elsewhere", "write '\(other.type.text)'", replace: other.syntax.type,
            with: other.type.syntax.with(\.trailingTrivia, other.syntax.type.trailingTrivia))
        ])
    }
    if let renamed = endpoint.parameters.first(where: { $0.name.name == name }), let wire = renamed.wireName?.wire {
      return Finding(
        "placeholder-without-parameter", at: segment.location,
        "The placeholder '\(name)' has no parameter, because '@Name' renames the parameter to '\(wire)'; write '{\(wire)}', "
          + "or remove '@Name'.")
    }
    if let near = endpoint.parameters.first(where: { $0.name.name.lowercased() == name.lowercased() }),
      let path = endpoint.verbs.first?.path
    {
      let own = near.name.name
      let text = path.value.replacing(":" + name, with: ":" + own).replacing("{\(name)}", with: "{\(own)}")
      return Finding(
        "placeholder-case", at: segment.location,
        "The placeholder '\(name)' is not '\(own)', the name of the parameter; write ':\(own)'.",
        fixIts: [segment.literal.expression.id == path.expression.id ? .literal("placeholder-case", path, text) : nil])
    }
    return Finding(
      "placeholder-without-parameter", at: segment.location,
      "The placeholder '\(name)' has no parameter; add '\(Identifier(name).source): String' to "
        + "'\(endpoint.name.name)', or remove the placeholder.",
      fixIts: [parameterFix(name, endpoint.function)])
  }

  private func missingPlaceholder(_ parameter: ParameterModel, _ endpoint: EndpointModel) -> Finding {
    let name = parameter.key
    let path = endpoint.verbs.first?.path
    var fixes: [FixIt?] = []
    if let path, !path.value.contains("?"), PathParser.isName(name) {
      let text = path.value.hasSuffix("/") ? path.value + ":" + name : path.value + "/:" + name
      fixes = [.literal("parameter-without-placeholder", path, text)]
    }
    return Finding(
      "parameter-without-placeholder", at: parameter.keySource,
      "The path has no placeholder ':\(name)' for this parameter; add it to the path, or write "
        + "'\(parameter.name.source): \(parameter.type.text)' without 'Path'.",
      fixIts: fixes)
  }

  /// Returns a fix that appends a parameter.
  private func parameterFix(_ name: String, _ function: FunctionDeclSyntax) -> FixIt {
    let clause = function.signature.parameterClause
    let new = FunctionParameterSyntax(
      firstName: .identifier(Identifier(name).source), colon: .colonToken(trailingTrivia: .space),
      type: TypeSyntax("String"))
    var parameters = Array(clause.parameters)
    if let last = parameters.popLast() {
      parameters.append(last.with(\.trailingComma, .commaToken(trailingTrivia: .space)))
    }
    let fixed = clause.with(\.parameters, FunctionParameterListSyntax(parameters + [new]))
    return FixIt(
      "placeholder-without-parameter", "add '\(Identifier(name).source): String'", replace: clause, with: fixed)
  }
}
