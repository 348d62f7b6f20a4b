internal import ContractHTTP

/// The rules about operations.
struct OperationLint {
  private let document: OpenAPIDocument

  init(_ document: OpenAPIDocument) { self.document = document }

  func findings() -> [LintFinding] {
    var findings: [LintFinding] = []
    var (ids, keys): ([String: String], [String: String]) = ([:], [:])
    for operation in document.operations {
      if let id = operation.id {
        if let first = ids[id] {
          findings.append(
            LintFinding(
              rule: .duplicateOperationID, pointer: operation.pointer + "/operationId",
              message: "`\(id)` is also the operationId of \(first); choose another"))
        }
        ids[id] = ids[id] ?? operation.title
      } else {
        add(.missingOperationID, operation, "has no operationId; add a unique one", to: &findings)
      }
      if let first = keys[operation.key] {
        add(.duplicatePath, operation, "has the same route as \(first); remove one of them", to: &findings)
      }
      keys[operation.key] = keys[operation.key] ?? operation.title
      checkNotes(operation, &findings)
      checkParameters(operation, &findings)
      checkSecurity(operation, &findings)
    }
    return findings
  }

  private func add(
    _ rule: LintRule, _ operation: OpenAPIOperation, _ fault: String, to findings: inout [LintFinding]
  ) {
    findings.append(LintFinding(rule: rule, pointer: operation.pointer, message: "\(operation.title) \(fault)"))
  }

  private func checkNotes(_ operation: OpenAPIOperation, _ findings: inout [LintFinding]) {
    if (operation.summary ?? "").isEmpty, (operation.description ?? "").isEmpty {
      add(.missingDescription, operation, "has no summary and no description; add one", to: &findings)
    }
    if operation.responses.isEmpty {
      add(.missingResponse, operation, "declares no response; add its statuses", to: &findings)
    } else if !operation.responses.contains(where: {
      $0.status == "default" || ["4", "5"].contains($0.status.prefix(1))
    }) {
      add(.missingError, operation, "declares no error; add its statuses from 400, or `default`", to: &findings)
    }
  }

  private func checkParameters(_ operation: OpenAPIOperation, _ findings: inout [LintFinding]) {
    let declared = operation.parameters.filter { $0.location == .path }
    let placeholders = operation.placeholders
    for name in placeholders where !declared.contains(where: { $0.name == name }) {
      add(
        .undeclaredPathParameter, operation, "has the placeholder `\(name)` without a parameter; declare the parameter",
        to: &findings)
    }
    for parameter in declared where !placeholders.contains(parameter.name) {
      findings.append(
        LintFinding(
          rule: .unknownPathParameter, pointer: parameter.node.pointer,
          message: "\(operation.title) has no placeholder `\(parameter.name)`; correct the name or remove it"))
    }
    var seen: Set<String> = []
    for parameter in operation.parameters {
      let name = parameter.location == .header ? parameter.name.lowercased() : parameter.name
      guard !seen.insert("\(parameter.location.rawValue) \(name)").inserted else { continue }
      findings.append(
        LintFinding(
          rule: .duplicateParameter, pointer: parameter.node.pointer,
          message: "\(operation.title) has two \(parameter.location.rawValue) parameters `\(name)`; remove one"))
    }
  }

  private func checkSecurity(_ operation: OpenAPIOperation, _ findings: inout [LintFinding]) {
    for name in Set(operation.security.flatMap { $0.schemes.map(\.name) }).sorted()
    where !document.securitySchemes.contains(where: { $0.name == name }) {
      add(
        .unknownSecurityScheme, operation,
        "requires the security scheme `\(name)`, which is not declared; add it to "
          + "components/securitySchemes", to: &findings)
    }
  }
}
