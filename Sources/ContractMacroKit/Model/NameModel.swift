import SwiftSyntax

/// A `@Name` attribute, which gives a parameter its name on the wire.
struct NameModel {
  let attribute: AttributeSyntax
  /// The expression that names the parameter.
  let parameterExpression: ExprSyntax
  /// The expression of the name on the wire.
  let wireExpression: ExprSyntax

  /// Nil unless the attribute has two arguments, which the compiler reports by itself.
  init?(_ attribute: AttributeSyntax) {
    let arguments = attribute.unlabeledArguments
    guard arguments.count == 2 else { return nil }
    self.attribute = attribute
    self.parameterExpression = arguments[0]
    self.wireExpression = arguments[1]
  }

  /// The parameter's name, nil when it is not a literal.
  var parameter: String? { parameterExpression.stringValue }

  /// The name on the wire, nil when it is not a literal.
  var wire: String? { wireExpression.stringValue }
}
