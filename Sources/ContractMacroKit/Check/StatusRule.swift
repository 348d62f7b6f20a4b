import SwiftSyntax

/// A rule: `@Status` has one successful status that fits the result.
struct StatusRule: EndpointRule {
  func findings(in endpoint: EndpointModel, of contract: ContractModel) -> [Finding] {
    Self.findings(in: endpoint.statuses, of: endpoint.fullName, returning: endpoint.result.content)
  }

  /// Returns the errors in the statuses of an endpoint.
  ///
  /// - Parameter nothing: the remedy that removes the result.
  static func findings(
    in statuses: [StatusModel], of name: String, returning result: TypeSyntax?, nothing: String = "return nothing"
  ) -> [Finding] {
    var findings = statuses.dropFirst().map { status in
      Finding("two-statuses", at: status.attribute, "'\(name)' already has a status; remove one of the two.")
    }
    findings += statuses.compactMap(\.second).map { second in
      let type = result?.trimmedDescription ?? "Empty"
      return Finding(
        "several-statuses", at: second,
        "'@Status' takes one status; return '(\(type), HTTPResponse)' to choose the status of each response.")
    }
    findings += statuses.compactMap(\.failureCode).map { code in
      Finding(
        "code-of-result", at: code, "A code belongs to a case of an '@APIError' enum, not to a result; remove it.")
    }
    guard let status = statuses.first, let expression = status.expression else { return findings }
    guard let code = status.code else {
      findings.append(
        Finding(
          "status-not-literal", at: expression, "The status must be a number from 200 to 299, such as @Status(201)."))
      return findings
    }
    if (300...399).contains(code) {
      if let result, result.baseName != "Empty", result.trimmedDescription != "HTTPResponse" {
        findings.append(
          Finding(
            "status-without-content", at: expression,
            "A redirection has no result, so '\(result.trimmedDescription)' could not be sent; write @Status(200), or "
              + "\(nothing), or (Empty, HTTPResponse) for its headers."))
      }
    } else if !(200...299).contains(code) {
      findings.append(
        Finding(
          "status-range", at: expression,
          "A result has a status from 200 to 299, not \(code); declare failures with '@Throws'."))
    } else if code == 204 || code == 205, let result, !TypeModel(result).isOptional, result.baseName != "Empty",
      !result.isResponse
    {
      findings.append(
        Finding(
          "status-without-content", at: expression,
          "A \(code) response has no body, so '\(result.trimmedDescription)' could not be sent; "
            + "write @Status(200), or \(nothing)."))
    }
    return findings
  }
}
