import SwiftSyntax

/// A `@Name` attribute, which sets the wire name of a parameter.
struct NameModel {
  let attribute: AttributeSyntax
  /// The expression that names the parameter.
  let parameterExpression: ExprSyntax
  /// The expression of the wire name.
  let wireExpression: ExprSyntax

  /// Creates the model of an attribute; nil if it does not have two arguments. The compiler reports other numbers.
  init?(_ attribute: AttributeSyntax) {
    let arguments = attribute.unlabeledArguments
    guard arguments.count == 2 else { return nil }
    self.attribute = attribute
    self.parameterExpression = arguments[0]
    self.wireExpression = arguments[1]
  }

  /// The parameter's name; nil if it is not a literal.
  var parameter: String? { parameterExpression.stringValue }

  /// The wire name; nil if it is not a literal.
  var wire: String? { wireExpression.stringValue }
}
