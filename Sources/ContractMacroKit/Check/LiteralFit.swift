import SwiftSyntax

/// A check of whether a literal can be a value of a type, judging by the spelling.
enum LiteralFit {
  private static let integers: Set<String> = [
    "Int", "Int8", "Int16", "Int32", "Int64", "Int128", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "UInt128",
  ]
  /// The maximum values of the integer types with at most 64 bits, by the name of the type.
  private static let maximums: [String: UInt64] = [
    "Int": UInt64(Int64.max), "Int8": 127, "Int16": 32_767, "Int32": 2_147_483_647, "Int64": UInt64(Int64.max),
    "UInt": .max, "UInt8": 255, "UInt16": 65_535, "UInt32": 4_294_967_295, "UInt64": .max,
  ]
  private static let fractions: Set<String> = ["Double", "Float", "Decimal"]
  /// Types without literals.
  private static let others: Set<String> = ["Date", "UUID", "URL", "Data"]

  /// Returns true for a literal that is certainly not a value of `type`. Users' types may be expressible by any literal.
  static func isMisfit(_ value: ExprSyntax, for type: TypeSyntax) -> Bool {
    if let array = type.as(ArrayTypeSyntax.self) {
      guard let elements = value.as(ArrayExprSyntax.self)?.elements else { return isScalar(value) }
      return elements.contains { isMisfit($0.expression, for: array.element) }
    }
    guard let name = type.as(IdentifierTypeSyntax.self)?.name.text else { return false }
    let isNumber = integers.contains(name) || fractions.contains(name)
    guard isNumber || others.contains(name) || name == "String" || name == "Bool" else { return false }
    if value.is(StringLiteralExprSyntax.self) { return name != "String" }
    if value.is(BooleanLiteralExprSyntax.self) { return name != "Bool" }
    if value.is(FloatLiteralExprSyntax.self) { return !fractions.contains(name) }
    if value.is(IntegerLiteralExprSyntax.self) { return !isNumber }
    if let prefix = value.as(PrefixOperatorExprSyntax.self), prefix.operator.text == "-" {
      return isScalar(prefix.expression) && (name.hasPrefix("U") || isMisfit(prefix.expression, for: type))
    }
    return value.is(ArrayExprSyntax.self) || value.is(DictionaryExprSyntax.self) || value.is(NilLiteralExprSyntax.self)
  }

  /// Returns the error of an integer outside the range of a type. The compiler reports such an integer only after the
  /// errors of types, and then once for each copy in generated code.
  static func rangeFinding(_ value: ExprSyntax?, _ type: TypeModel, of name: String) -> Finding? {
    guard let value, let integer = type.unwrappedSyntax.as(IdentifierTypeSyntax.self)?.name.text,
      let maximum = maximums[integer]
    else { return nil }
    let negative = value.as(PrefixOperatorExprSyntax.self).flatMap { $0.operator.text == "-" ? $0.expression : nil }
    guard let literal = (negative ?? value).as(IntegerLiteralExprSyntax.self) else { return nil }
    // The least value of a signed type is one further from zero than the greatest value.
    let limit = negative == nil ? maximum : integer.hasPrefix("U") ? 0 : maximum + 1
    guard isGreater(literal, than: limit) else { return nil }
    return Finding(
      "default-type", at: value,
      "'\(name)' is of type '\(type.text)', so \(value.trimmedDescription) cannot be its value; write a value of that type."
    )
  }

  /// Returns true for a literal above a limit.
  private static func isGreater(_ literal: IntegerLiteralExprSyntax, than limit: UInt64) -> Bool {
    let digits = literal.literal.text.filter { $0 != "_" }
    let radix = ["0x": 16, "0o": 8, "0b": 2][digits.prefix(2)]
    // The compiler reports invalid digits. Any other literal that is not parsed here is too large for `UInt64`, and
    // therefore exceeds the limit.
    return UInt64(digits.dropFirst(radix == nil ? 0 : 2), radix: radix ?? 10).map { $0 > limit } ?? true
  }

  private static func isScalar(_ value: ExprSyntax) -> Bool {
    switch value.kind {
    case .stringLiteralExpr, .booleanLiteralExpr, .floatLiteralExpr, .integerLiteralExpr, .nilLiteralExpr: true
    default: false
    }
  }

  /// Returns the first implicit member, such as `.newest`, in a value or in its elements.
  static func implicitMember(in value: ExprSyntax) -> ExprSyntax? {
    if let array = value.as(ArrayExprSyntax.self) {
      return array.elements.lazy.compactMap { implicitMember(in: $0.expression) }.first
    }
    let called = value.as(FunctionCallExprSyntax.self)?.calledExpression ?? value
    guard let member = called.as(MemberAccessExprSyntax.self) else { return nil }
    guard let base = member.base else { return value }
    return implicitMember(in: base).map { _ in value }
  }
}
