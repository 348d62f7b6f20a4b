import SwiftSyntax

/// Every case of an `@APIError` enum has a status of its own and members that fit a problem.
enum FailureRule {
  /// The members that this toolkit writes beside the one with the code; of an API that spells the code itself only those
  /// that every failure has.
  private static func reserved(_ failure: FailureModel) -> Set<String> {
    let always: Set<String> = ["title", "status", "requestID"]
    return failure.codeExpression == nil ? always.union(["type", "detail", "instance", "message", "errors"]) : always
  }

  /// Everything that is wrong with the enum.
  static func findings(in failure: FailureModel) -> [Finding] {
    var findings = failure.conditionals.map { conditional in
      Finding(
        "conditional-case", at: conditional,
        "A case inside '#if' is not seen by '@APIError'; both ends must know every case, so declare it always.")
    }
    if failure.cases.isEmpty, failure.conditionals.isEmpty {
      findings.append(
        Finding(
          "no-case", at: failure.declaration.name,
          "'\(failure.name.name)' has no case to fail with; add one, such as '@Status(404) case notFound'."))
    }
    return findings + codeFindings(failure)
      + failure.cases.flatMap {
        statusFindings($0) + memberFindings($0, besides: reserved(failure).union([failure.codeMember]))
      }
  }

  private static func codeFindings(_ failure: FailureModel) -> [Finding] {
    var findings: [Finding] = []
    if let expression = failure.codeExpression {
      if expression.stringValue?.isEmpty ?? true {
        findings.append(
          Finding("code-not-literal", at: expression, "The code must be a string literal that is not empty."))
      } else if reserved(failure).contains(failure.codeMember) {
        findings.append(
          Finding(
            "reserved-member", at: expression,
            "Every problem has a member '\(failure.codeMember)' of its own; it cannot have the code."))
      }
    }
    var codes: Set<String> = []
    for element in failure.cases {
      let expression = element.statuses.first?.failureCode
      if let expression, expression.stringValue?.isEmpty ?? true {
        findings.append(
          Finding("code-not-literal", at: expression, "The code must be a string literal that is not empty."))
      } else if !codes.insert(element.code).inserted {
        findings.append(
          Finding(
            "duplicate-code", at: element.element.name,
            "Another case has the code '\(element.code)' as well, and a client could not tell which it is; "
              + "give this one another."))
      }
    }
    return findings
  }

  private static func statusFindings(_ element: FailureCaseModel) -> [Finding] {
    let name = element.name.name
    guard let status = element.statuses.first else {
      return [
        Finding(
          "case-without-status", at: element.element.name,
          "'\(name)' has no status; write '@Status(404) case \(element.name.source)' with a status from 400 to 599.")
      ]
    }
    var findings = element.statuses.dropFirst().map { other in
      Finding("two-statuses", at: other.attribute, "'\(name)' already has a status; remove one of the two.")
    }
    let place = status.expression.map(Syntax.init) ?? Syntax(status.attribute)
    if let code = status.code {
      if !(400...599).contains(code) {
        findings.append(
          Finding(
            "failure-status-range", at: place,
            "A failure has a status from 400 to 599, and \(code) is none; choose another."))
      }
    } else {
      findings.append(
        Finding("status-not-literal", at: place, "The status must be a number from 400 to 599, such as @Status(404)."))
    }
    return findings
  }

  private static func memberFindings(_ element: FailureCaseModel, besides reserved: Set<String>) -> [Finding] {
    var keys: Set<String> = []
    return element.members.compactMap { member in
      let place = member.syntax.firstName.map(Syntax.init) ?? Syntax(member.syntax.type)
      if reserved.contains(member.key) {
        return Finding(
          "reserved-member", at: place,
          "Every problem has a member '\(member.key)' of its own; give this value another label.")
      }
      if !keys.insert(member.key).inserted {
        return Finding(
          "duplicate-member", at: place,
          "'\(element.name.name)' has two values called '\(member.key)'; rename one of them.")
      }
      return nil
    }
  }
}
