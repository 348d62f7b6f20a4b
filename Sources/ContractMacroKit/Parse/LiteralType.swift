import SwiftSyntax
import SwiftSyntaxBuilder

/// The default types of literals.
enum LiteralType {
  /// Returns the type of a plain literal; nil for other expressions, whose type only the compiler knows.
  static func of(_ expression: ExprSyntax) -> TypeSyntax? {
    if expression.is(StringLiteralExprSyntax.self) { return "String" }
    if expression.is(BooleanLiteralExprSyntax.self) { return "Bool" }
    if expression.is(IntegerLiteralExprSyntax.self) { return "Int" }
    if expression.is(FloatLiteralExprSyntax.self) { return "Double" }
    if let prefix = expression.as(PrefixOperatorExprSyntax.self), prefix.operator.text == "-" {
      let type = of(prefix.expression)
      return ["Int", "Double"].contains(type?.description) ? type : nil
    }
    if let array = expression.as(ArrayExprSyntax.self) {
      return common(array.elements.map(\.expression)).map { "[\($0)]" }
    }
    if let dictionary = expression.as(DictionaryExprSyntax.self), case .elements(let elements) = dictionary.content,
      let key = common(elements.map(\.key)), let value = common(elements.map(\.value))
    {
      return "[\(key): \(value)]"
    }
    return nil
  }

  /// Returns the common type of `expressions`, or nil.
  private static func common(_ expressions: [ExprSyntax]) -> TypeSyntax? {
    guard let first = expressions.first.flatMap(of) else { return nil }
    return expressions.allSatisfy { of($0)?.description == first.description } ? first : nil
  }
}
