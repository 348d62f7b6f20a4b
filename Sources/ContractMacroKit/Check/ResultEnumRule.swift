import SwiftSyntax

/// A rule: every case of an `@APIResult` enum has its own status, at most one body, and headers with names.
enum ResultEnumRule {
  /// The statuses whose responses have no body (RFC 9110 §15.3.5, §15.3.6, §15.4.5).
  private static let bodiless: Set<Int> = [204, 205, 304]

  /// Returns all errors of the enum.
  static func findings(in result: ResultEnumModel) -> [Finding] {
    let unseen = ConditionalAttributeRule.findings(in: result.declaration, of: "@APIResult")
    guard unseen.isEmpty else { return unseen }
    let rule = StatusCaseRule.result
    let taken = result.takenMembers.map { member in
      Finding("reserved-name", at: member.token, "'@APIResult' generates '\(member.name)'; rename this member.")
    }
    return rule.findings(in: result.declaration, result.cases, result.conditionals) + taken + duplicates(in: result)
      + result.cases.flatMap { element in
        rule.findings(in: element) + codes(of: element) + bodies(of: element)
          + ResultHeaderRule.findings(in: element.headers)
      }
  }

  private static func duplicates(in result: ResultEnumModel) -> [Finding] {
    var owners: [Int: String] = [:]
    return result.cases.compactMap { element in
      guard let status = element.status, StatusCaseRule.result.range.contains(status) else { return nil }
      if let other = owners[status] {
        return Finding(
          "duplicate-status", at: element.statuses.first?.expression.map(Syntax.init) ?? Syntax(element.element.name),
          "'\(other)' already has the status \(status), so a client could not distinguish the two cases; give "
            + "'\(element.name.name)' another status.")
      }
      owners[status] = element.name.name
      return nil
    }
  }

  private static func codes(of element: StatusCaseModel) -> [Finding] {
    element.statuses.compactMap(\.failureCode).map { code in
      Finding(
        "code-of-result", at: code, "A code belongs to a case of an '@APIError' enum, not to a result; remove it.")
    }
  }

  private static func bodies(of element: StatusCaseModel) -> [Finding] {
    guard let body = element.body else { return [] }
    let type = body.type
    var findings = element.bodies.dropFirst().map { other in
      ResultHeaderRule.secondBody(other, after: body)
    }
    if let wrapper = type.wrapper, wrapper != .body {
      findings.append(
        Finding(
          "result-location", at: body.syntax.type,
          "A response has a body and headers, so '\(type.original.trimmedDescription)' cannot be sent; write "
            + "'Header<\(type.text)>'."))
    } else if let finding = body.typeFinding ?? StreamTypeRule.resultFinding(body.syntax.type, isCase: true)
      ?? WholeTypeRule.caseFinding(body.syntax.type)
    {
      findings.append(finding)
    } else if let status = element.status, bodiless.contains(status) {
      findings.append(
        Finding(
          "status-without-content", at: body.syntax.type,
          "A \(status) response has no body, so '\(type.text)' could not be sent; choose another status, or remove the "
            + "value."
        ))
    } else if type.isOptional {
      findings.append(
        Finding(
          "optional-body", at: body.syntax.type,
          "The body of a case cannot be optional; remove the '?', and declare a case with another status for nil."))
    }
    return findings
  }
}
