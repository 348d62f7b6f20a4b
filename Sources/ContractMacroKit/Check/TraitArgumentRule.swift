import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

/// A rule: durations have a unit, sizes are numbers of bytes, and both are positive. Days exist, and names of headers are
/// valid.
enum TraitArgumentRule {
  static func findings(in attribute: AttributeSyntax) -> [Finding] {
    let name = attribute.attributeName.baseName
    if name == "Deprecated" { return TraitDayRule.findings(in: attribute) }
    if name == "Idempotent" { return attribute.argument("key").flatMap(header).map { [$0] } ?? [] }
    guard let argument = attribute.unlabeledArguments.first else {
      return name == "Security" && attribute.argumentList.isEmpty ? [scheme(Syntax(attribute))] : []
    }
    switch name {
    case "Security" where argument.stringValue != nil: return [scheme(Syntax(argument))]
    case "Timeout": return timeout(argument).map { [$0] } ?? []
    case "MaxBody": return size(argument).map { [$0] } ?? []
    default: return []
    }
  }

  private static func scheme(_ node: Syntax) -> Finding {
    Finding(
      "security-scheme", at: node, "'@Security' takes a scheme, such as '.bearer' or a custom scheme; write one.")
  }

  private static func header(_ argument: ExprSyntax) -> Finding? {
    guard let name = argument.stringValue else { return nil }
    guard !name.isEmpty, name.utf8.allSatisfy(HeaderName.isTokenByte) else {
      return Finding(
        "header-name", at: argument,
        "\(name.literal) cannot be a header name; use ASCII letters, digits and hyphens, such as \"Idempotency-Key\".")
    }
    guard HeaderRule.managed.contains(name.lowercased()) else { return nil }
    return Finding(
      "managed-header", at: argument,
      "'\(name)' is set by the connection itself; choose another name, such as \"Idempotency-Key\".")
  }

  private static func timeout(_ argument: ExprSyntax) -> Finding? {
    let string = argument.stringValue
    guard isPositive(argument) else {
      return Finding(
        "timeout-range", at: argument,
        "No call can complete in '\(argument.trimmedDescription)'; write a longer time, or remove '@Timeout'.")
    }
    guard string != nil || argument.numericValue != nil else { return nil }
    let digits = string.map { $0.prefix { $0.isASCII && $0.isNumber } }
    let text = ".seconds(\(digits.map { $0.isEmpty ? "2" : String($0) } ?? argument.trimmedDescription))"
    return Finding(
      "timeout-unit", at: argument, "A timeout is a duration with its unit; write '\(text)'.",
      fixIts: [FixIt("timeout-unit", "write '\(text)'", replace: argument, with: ExprSyntax("\(raw: text)"))])
  }

  /// Returns false for a duration whose literal is zero or negative.
  private static func isPositive(_ duration: ExprSyntax) -> Bool {
    if let number = duration.numericValue { return number > 0 }
    if let member = duration.as(MemberAccessExprSyntax.self) { return member.declName.baseName.text != "zero" }
    guard let call = duration.as(FunctionCallExprSyntax.self), call.arguments.count == 1 else { return true }
    return call.arguments.first?.expression.numericValue.map { $0 > 0 } ?? true
  }

  private static func size(_ argument: ExprSyntax) -> Finding? {
    if let bytes = argument.integerValue, bytes <= 0 {
      return Finding(
        "size-range", at: argument,
        "A body of at most \(bytes) bytes is always empty; write a larger number, or remove '@MaxBody'.")
    }
    if argument.is(FloatLiteralExprSyntax.self) {
      return Finding("size-number", at: argument, "The size is a number of bytes; write an integer.")
    }
    guard let text = argument.stringValue else { return nil }
    let bytes = product(text)
    return Finding(
      "size-number", at: argument, "The size is a number of bytes; write '\(bytes ?? "20 * 1024 * 1024")'.",
      fixIts: [
        bytes.map { FixIt("size-number", "write '\($0)'", replace: argument, with: ExprSyntax("\(raw: $0)")) }
      ])
  }

  /// Returns `20MB` as a product; nil for other strings.
  private static func product(_ text: String) -> String? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let unit = text.dropFirst(digits.count).filter { $0 != " " }.uppercased()
    guard !digits.isEmpty, let power = ["": 0, "B": 0, "KB": 1, "KIB": 1, "MB": 2, "MIB": 2, "GB": 3, "GIB": 3][unit]
    else { return nil }
    return ([String(digits)] + Array(repeating: "1024", count: power)).joined(separator: " * ")
  }
}
