import SwiftSyntax

/// The conversion of Swift literals to JSON.
enum LiteralJSON {
  /// The types whose literals have the same meaning in JSON.
  private static let plainTypes: Set<String> = [
    "String", "Bool", "Int", "Int8", "Int16", "Int32", "UInt", "UInt8", "UInt16", "UInt32",
    "Double", "Float", "Decimal",
  ]

  /// Returns true for types whose literals have the same meaning in JSON, judging by the spelling.
  static func isPlain(_ type: String) -> Bool {
    if plainTypes.contains(type) { return true }
    guard type.hasPrefix("["), type.hasSuffix("]") else { return false }
    let inner = type.dropFirst().dropLast()
    let parts = inner.split(separator: ":", maxSplits: 1).map { String($0).trimmingSpaces() }
    return parts.count == 2 ? parts[0] == "String" && isPlain(parts[1]) : isPlain(String(inner))
  }

  /// Returns the JSON of a literal; nil for other expressions.
  static func text(of expression: ExprSyntax) -> String? {
    if expression.is(NilLiteralExprSyntax.self) { return "null" }
    if let literal = expression.as(BooleanLiteralExprSyntax.self) { return literal.literal.text }
    if let number = expression.integerValue { return "\(number)" }
    if let literal = expression.as(FloatLiteralExprSyntax.self) { return text(of: literal) }
    if let prefix = expression.as(PrefixOperatorExprSyntax.self), prefix.operator.text == "-",
      let literal = prefix.expression.as(FloatLiteralExprSyntax.self)
    {
      return text(of: literal).map { "-" + $0 }
    }
    if let string = expression.stringValue { return quoted(string) }
    if let array = expression.as(ArrayExprSyntax.self) {
      let elements = array.elements.map { text(of: $0.expression) }
      let known = elements.compactMap { $0 }
      return known.count == elements.count ? "[\(known.joined(separator: ","))]" : nil
    }
    guard let dictionary = expression.as(DictionaryExprSyntax.self) else { return nil }
    guard case .elements(let elements) = dictionary.content else { return "{}" }
    let members = elements.compactMap { element -> String? in
      guard let key = element.key.stringValue, let value = text(of: element.value) else { return nil }
      return "\(quoted(key)):\(value)"
    }
    return members.count == elements.count ? "{\(members.joined(separator: ","))}" : nil
  }

  private static func text(of literal: FloatLiteralExprSyntax) -> String? {
    let text = literal.literal.text.filter { $0 != "_" }
    return text.hasPrefix("0x") ? nil : text
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\u{0}"..<"\u{20}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
