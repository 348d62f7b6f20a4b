import SwiftSyntax

/// A `@Status` is one successful status that fits what the function returns.
struct StatusRule: EndpointRule {
  func findings(in endpoint: EndpointModel, of contract: ContractModel) -> [Finding] {
    var findings = endpoint.statuses.dropFirst().map { status in
      Finding(
        "two-statuses", at: status.attribute,
        "'\(endpoint.fullName)' already has a status; remove one of the two.")
    }
    guard let status = endpoint.statuses.first, let expression = status.expression else { return findings }
    guard let code = status.code else {
      findings.append(
        Finding(
          "status-not-literal", at: expression, "The status must be a number from 200 to 299, such as @Status(201)."))
      return findings
    }
    if !(200...299).contains(code) {
      findings.append(
        Finding(
          "status-range", at: expression,
          "A result has a status from 200 to 299, and \(code) is none; declare failures with '@Throws'."))
    } else if code == 204 || code == 205, case .value(let type) = endpoint.result, !TypeModel(type).isOptional {
      findings.append(
        Finding(
          "status-without-content", at: expression,
          "A \(code) response has no content, so '\(type.trimmedDescription)' could not travel; "
            + "write @Status(200), or return nothing."))
    }
    return findings
  }
}
