import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

/// The path of `@API(prefix:)` is a literal that can stand before every path.
struct PrefixRule: ContractRule {
  func check(_ contract: ContractModel, into report: inout Report) {
    guard let attribute = contract.declaration.attributes.named("API").first,
      let expression = attribute.argument("prefix")
    else { return }
    guard let prefix = contract.prefix else {
      report.add(
        Finding("prefix-not-literal", at: expression, "The prefix must be a string literal, such as \"/v1\"."),
        damage: .none)
      return
    }
    guard !prefix.value.isEmpty else { return }
    if !prefix.value.hasPrefix("/") {
      report.add(
        Finding(
          "prefix-slash", at: prefix.place(at: 0), "The prefix must start with '/': write \"/\(prefix.value)\".",
          fixIts: [.literal("prefix-slash", prefix, "/" + prefix.value)]), damage: .none)
    }
    if prefix.value.hasSuffix("/") {
      report.add(
        Finding(
          "prefix-trailing-slash", at: prefix.place(at: prefix.value.utf8.count - 1),
          "The prefix must not end with '/', because every path starts with one; remove it.",
          fixIts: [.literal("prefix-trailing-slash", prefix, String(prefix.value.dropLast()))]), damage: .none)
    }
    if let mark = prefix.value.firstIndex(where: { $0 == "?" || $0 == "#" }) {
      let offset = prefix.value.utf8.distance(from: prefix.value.startIndex, to: mark)
      report.add(
        Finding(
          "prefix-query", at: prefix.place(at: offset),
          "The prefix must be a path alone; write a static query in the path of each function."), damage: .none)
    }
  }
}

extension FixIt {
  /// A fix that replaces the text of a string literal.
  static func literal(_ id: String, _ literal: PathLiteral, _ text: String) -> FixIt {
    let new = StringLiteralExprSyntax(content: text)
      .with(\.leadingTrivia, literal.expression.leadingTrivia)
      .with(\.trailingTrivia, literal.expression.trailingTrivia)
    return FixIt(id, "write \(text.literal)", replace: literal.expression, with: ExprSyntax(new))
  }
}
