import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

/// A rule: the path of `@API(prefix:)` is a literal that can precede every path.
struct PrefixRule: ContractRule {
  func check(_ contract: ContractModel, into report: inout Report) {
    guard let attribute = contract.declaration.attributes.named("API").first else { return }
    for finding in Self.findings(in: attribute, contract.prefix) { report.add(finding, damage: .none) }
  }

  /// Returns the errors of the prefix of an `@API` attribute.
  static func findings(in attribute: AttributeSyntax, _ prefix: PathLiteral?) -> [Finding] {
    guard let expression = attribute.argument("prefix") else { return [] }
    guard let prefix else {
      return [Finding("prefix-not-literal", at: expression, "The prefix must be a string literal, such as \"/v1\".")]
    }
    guard !prefix.value.isEmpty else { return [] }
    if let finding = PathRule.baseFinding(prefix) { return [finding] }
    var findings: [Finding] = []
    if !prefix.value.hasPrefix("/") {
      // The Fix-It also removes a trailing slash, which would be the next error.
      let text = "/" + (prefix.value.hasSuffix("/") ? String(prefix.value.dropLast()) : prefix.value)
      findings.append(
        Finding(
          "prefix-slash", at: prefix.location(at: 0), "The prefix must start with '/': write \(text.literal).",
          fixIts: [.literal("prefix-slash", prefix, text)]))
    } else if prefix.value.hasSuffix("/") {
      findings.append(
        Finding(
          "prefix-trailing-slash", at: prefix.location(at: prefix.value.utf8.count - 1),
          "The prefix must not end with '/', because every path starts with one; remove it.",
          fixIts: [.literal("prefix-trailing-slash", prefix, String(prefix.value.dropLast()))]))
    }
    if let mark = prefix.value.firstIndex(where: { $0 == "?" || $0 == "#" }) {
      let offset = prefix.value.utf8.distance(from: prefix.value.startIndex, to: mark)
      findings.append(
        Finding(
          "prefix-query", at: prefix.location(at: offset),
          "The prefix must be a path without '?' or '#'; write a static query in the path of each function."))
    }
    return findings
  }
}

extension FixIt {
  /// Returns a fix that replaces the text of a string literal.
  static func literal(_ id: String, _ literal: PathLiteral, _ text: String) -> FixIt {
    let new = StringLiteralExprSyntax(content: text)
      .with(\.leadingTrivia, literal.expression.leadingTrivia)
      .with(\.trailingTrivia, literal.expression.trailingTrivia)
    return FixIt(id, "write \(text.literal)", replace: literal.expression, with: ExprSyntax(new))
  }
}
