import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

/// A duration has a unit, and a size is a number of bytes.
enum TraitArgumentRule {
  static func findings(in attribute: AttributeSyntax) -> [Finding] {
    guard let argument = attribute.unlabeledArguments.first else { return [] }
    switch attribute.attributeName.baseName {
    case "Timeout": return timeout(argument).map { [$0] } ?? []
    case "MaxBody": return size(argument).map { [$0] } ?? []
    default: return []
    }
  }

  private static func timeout(_ argument: ExprSyntax) -> Finding? {
    guard argument.is(IntegerLiteralExprSyntax.self) || argument.is(FloatLiteralExprSyntax.self) else { return nil }
    let text = ".seconds(\(argument.trimmedDescription))"
    return Finding(
      "timeout-unit", at: argument, "A timeout is a duration with its unit; write '\(text)'.",
      fixIts: [FixIt("timeout-unit", "write '\(text)'", replace: argument, with: ExprSyntax("\(raw: text)"))])
  }

  private static func size(_ argument: ExprSyntax) -> Finding? {
    guard let text = argument.stringValue else { return nil }
    let bytes = product(text)
    return Finding(
      "size-number", at: argument, "The size is a number of bytes; write '\(bytes ?? "20 * 1024 * 1024")'.",
      fixIts: [
        bytes.map { FixIt("size-number", "write '\($0)'", replace: argument, with: ExprSyntax("\(raw: $0)")) }
      ])
  }

  /// `20MB` as a product; nil for any other text.
  private static func product(_ text: String) -> String? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let unit = text.dropFirst(digits.count).filter { $0 != " " }.uppercased()
    guard !digits.isEmpty, let power = ["": 0, "B": 0, "KB": 1, "KIB": 1, "MB": 2, "MIB": 2, "GB": 3, "GIB": 3][unit]
    else { return nil }
    return ([String(digits)] + Array(repeating: "1024", count: power)).joined(separator: " * ")
  }
}
