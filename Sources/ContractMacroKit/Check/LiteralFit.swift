import SwiftSyntax

/// Checks whether a literal can be a value of a type, judging by the spelling.
enum LiteralFit {
  private static let integers: Set<String> = [
    "Int", "Int8", "Int16", "Int32", "Int64", "Int128", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "UInt128",
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
