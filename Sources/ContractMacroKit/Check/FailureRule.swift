import SwiftSyntax

/// A rule: every case of an `@APIError` enum has a status, and associated values whose names are unique and not reserved for
/// problem details (RFC 9457).
enum FailureRule {
  /// Returns the members that this package writes into the root of a body. With a custom code, these are only the
  /// members that every failure has.
  private static func reserved(_ failure: FailureModel) -> Set<String> {
    let always: Set<String> = ["title", "status", "requestID"]
    return failure.codeExpression == nil ? always.union(["type", "detail", "instance", "message", "errors"]) : always
  }

  /// Returns all errors of the enum.
  static func findings(in failure: FailureModel) -> [Finding] {
    let unseen = ConditionalAttributeRule.findings(in: failure.declaration, of: "@APIError")
    guard unseen.isEmpty else { return unseen }
    var findings = StatusCaseRule.failure.findings(in: failure.declaration, failure.cases, failure.conditionals)
    if let clause = failure.declaration.genericParameterClause {
      findings.append(
        Finding(
          "generic-failure", at: clause,
          "A client has to know which type to read, so an '@APIError' enum cannot be generic; name the types."))
    }
    let steps = failure.codeSteps
    // If the code is below the root of the body, only the name of the code is reserved.
    let taken = (steps.count > 1 ? [] : reserved(failure)).union(steps.suffix(1))
    findings += failure.takenMembers.map { member in
      Finding(
        "reserved-name", at: member.token,
        "'@APIError' generates '\(member.name)'; rename this member.")
    }
    findings += UnreadKeyRule.findings(
      in: failure.declaration, remedy: "write codes in '@Status', and the names of values as their labels")
    return findings + codeFindings(failure)
      + failure.cases.flatMap {
        StatusCaseRule.failure.findings(in: $0) + memberFindings($0, besides: taken)
          + $0.members.compactMap { $0.memberFinding }
      }
  }

  private static func codeFindings(_ failure: FailureModel) -> [Finding] {
    var findings: [Finding] = []
    if let expression = failure.codeExpression {
      if expression.stringValue?.isEmpty ?? true {
        findings.append(
          Finding("code-not-literal", at: expression, "The code must be a string literal that is not empty."))
      } else if let first = failure.codeSteps.first, reserved(failure).contains(first) {
        findings.append(
          Finding(
            "reserved-member", at: expression,
            "Every problem already has a member '\(first)', so it cannot contain the code."))
      } else if let finding = pointerFinding(failure, at: expression) {
        findings.append(finding)
      }
    }
    var codes: Set<FailureCodeModel> = []
    for element in failure.cases where !failure.repeatsName(of: element) {
      let expression = element.statuses.first?.failureCode
      if expression == nil, let finding = rawValueFinding(element) {
        findings.append(finding)
      } else if let expression, [nil, .string("")].contains(FailureCodeModel(expression)) {
        findings.append(
          Finding(
            "code-not-literal", at: expression,
            "The code must be a literal: a string that is not empty, an integer, or a boolean."))
      } else if !codes.insert(element.code).inserted {
        findings.append(
          Finding(
            "duplicate-code", at: element.element.name,
            "Another case has the code '\(element.code)'; choose another code, or move the case to another '@APIError' "
              + "enum if its status differs.")
        )
      }
    }
    return findings
  }

  /// Returns the error of a raw value that differs from the code, which is the name of the case.
  private static func rawValueFinding(_ element: StatusCaseModel) -> Finding? {
    guard let value = element.element.rawValue?.value, let raw = FailureCodeModel(value), raw != element.code else {
      return nil
    }
    let name = element.name.name
    return Finding(
      "raw-code", at: value,
      "The code of '\(name)' is its name, not its raw value; write '@Status(\(element.status ?? 404), code: "
        + "\(value.trimmedDescription))', or 'code: \(name.literal)' to keep the name.")
  }

  /// Returns the error in the location of a nested code.
  private static func pointerFinding(_ failure: FailureModel, at expression: ExprSyntax) -> Finding? {
    let member = failure.codeMember
    guard member.hasPrefix("/") else {
      guard member.contains("[") else { return nil }
      return Finding(
        "code-location", at: expression,
        "'\(member)' would be read as the name of one member; write a JSON Pointer, such as \"/errors/0/code\".")
    }
    let steps = failure.codeSteps
    let isIndex = { (step: String) in !step.isEmpty && step.allSatisfy { $0.isASCII && $0.isNumber } }
    if steps.contains("") {
      return Finding("code-location", at: expression, "The pointer has an empty step; remove one of the two '/'.")
    }
    if member.split(separator: "~", omittingEmptySubsequences: false).dropFirst().contains(where: {
      !$0.hasPrefix("0") && !$0.hasPrefix("1")
    }) {
      return Finding("code-place", at: expression, "In a JSON Pointer '~' is written '~0'; write '~0' for each '~'.")
    }
    if isIndex(steps[0]) || steps.last.map(isIndex) == true {
      return Finding(
        "code-location", at: expression,
        "The code must be a member of an object in the body; write a pointer such as "
          + "\"/errors/0/code\".")
    }
    guard let index = steps.first(where: { isIndex($0) && $0 != "0" }) else { return nil }
    return Finding(
      "code-location", at: expression, "A server writes one failure, so the index is 0, not \(index); write 0.")
  }

  private static func memberFindings(_ element: StatusCaseModel, besides reserved: Set<String>) -> [Finding] {
    var keys: Set<String> = []
    return element.members.compactMap { member in
      let node = member.syntax.firstName.map(Syntax.init) ?? Syntax(member.syntax.type)
      if reserved.contains(member.key) {
        return Finding(
          "reserved-member", at: node,
          "Every problem already has a member '\(member.key)'; give this value another label.")
      }
      if !keys.insert(member.key).inserted {
        return Finding(
          "duplicate-member", at: node,
          "'\(element.name.name)' has two values called '\(member.key)'; rename one of them.")
      }
      return nil
    }
  }
}

extension FailureModel {
  /// Returns true for a case with the name of an earlier case. The compiler reports it.
  func repeatsName(of element: StatusCaseModel) -> Bool {
    cases.first { $0.name == element.name }.map { $0.element.id != element.element.id } ?? false
  }

  /// The cases with unique names. Generated code that names any other case would be ambiguous.
  var namedCases: [StatusCaseModel] { cases.filter { element in cases.count { $0.name == element.name } == 1 } }

  /// Returns true when the associated values of a case can be coded.
  func holdsMembers(of element: StatusCaseModel) -> Bool {
    declaration.genericParameterClause == nil && element.members.allSatisfy { $0.memberFinding == nil }
  }
}
