import SwiftSyntax
import SwiftSyntaxMacros

/// A rule: an enum has cases that the macro sees, each with one literal status within a range.
struct StatusCaseRule: Sendable {
  /// The attribute of the enum.
  let attribute: String
  let range: ClosedRange<Int>
  /// An example of a case.
  let example: (status: Int, name: String)
  /// The verb for the use of a case, as in `has no case to return`.
  let verb: String
  /// The identifier and the message for a status outside the range.
  let outside: (id: String, message: @Sendable (Int) -> String)

  static let failure = StatusCaseRule(
    attribute: "@APIError", range: 400...599, example: (404, "notFound"), verb: "fail with",
    outside: ("failure-status-range", { "A failure has a status from 400 to 599, not \($0); choose another status." }))

  static let result = StatusCaseRule(
    attribute: "@APIResult", range: 200...399, example: (201, "created"), verb: "return",
    outside: (
      "status-range", { "A result has a status from 200 to 399, not \($0); declare failures with '@Throws'." }
    ))

  /// Returns the errors of the enum as a whole.
  func findings(
    in declaration: EnumDeclSyntax, _ cases: [StatusCaseModel], _ conditionals: [IfConfigDeclSyntax]
  ) -> [Finding] {
    let hidden = conditionals.filter { $0.containsMember { $0.is(EnumCaseDeclSyntax.self) } }.map { conditional in
      Finding(
        "conditional-case", at: conditional,
        "A case inside '#if' is not seen by '\(attribute)'; both ends must know every case, so declare it always.")
    }
    guard cases.isEmpty, hidden.isEmpty else { return hidden + UnavailableCaseRule.findings(in: declaration) }
    return [
      Finding(
        "no-case", at: declaration.name,
        "'\(Identifier(declaration.name).name)' has no case to \(verb); add one, such as '@Status(\(example.status)) case \(example.name)'."
      )
    ]
  }

  /// Returns the errors in the status of one case.
  func findings(in element: StatusCaseModel) -> [Finding] {
    let name = element.name.name
    let span = "\(range.lowerBound) to \(range.upperBound)"
    guard let status = element.statuses.first else {
      return [
        Finding(
          "case-without-status", at: element.element.name,
          "'\(name)' has no status; write '@Status(\(example.status)) case \(element.name.source)' with a status from "
            + "\(span).")
      ]
    }
    var findings = element.statuses.dropFirst().map { other in
      Finding("two-statuses", at: other.attribute, "'\(name)' already has a status; remove one of the two.")
    }
    if let second = status.second {
      findings.append(
        Finding(
          "several-statuses", at: second, "'@Status' takes one status; declare another case for the second status."))
    }
    let node = status.expression.map(Syntax.init) ?? Syntax(status.attribute)
    guard let code = status.code else {
      findings.append(
        Finding(
          "status-not-literal", at: node,
          "The status must be a number from \(span), such as @Status(\(example.status))."))
      return findings
    }
    if !range.contains(code) { findings.append(Finding(outside.id, at: node, outside.message(code))) }
    return findings
  }

  /// Returns the error of an enum that its extension cannot name.
  func hidden(_ declaration: EnumDeclSyntax, in context: some MacroExpansionContext) -> Finding? {
    PrivateTypeRule.finding(
      "private-failure", declaration, declaration.name, of: attribute, in: context.lexicalContext)
  }
}
