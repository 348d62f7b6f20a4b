import SwiftParser
import SwiftSyntax

extension AttributeListSyntax {
  /// The attributes outside `#if`.
  var plain: [AttributeSyntax] {
    compactMap { $0.as(AttributeSyntax.self) }
  }

  /// Returns the attributes with this name, with or without the module's name.
  func named(_ name: String) -> [AttributeSyntax] {
    plain.filter { $0.attributeName.baseName == name }
  }
}

extension AttributeSyntax {
  /// The arguments in parentheses.
  var argumentList: [LabeledExprSyntax] {
    guard case .argumentList(let list) = arguments else { return [] }
    return Array(list)
  }

  /// Returns the argument with this label.
  func argument(_ label: String) -> ExprSyntax? {
    argumentList.first { $0.label?.text == label }?.expression
  }

  /// The arguments without labels.
  var unlabeledArguments: [ExprSyntax] {
    argumentList.filter { $0.label == nil }.map(\.expression)
  }

  /// The name as written, for messages.
  var writtenName: String { "@" + (attributeName.baseName ?? attributeName.trimmedDescription) }
}

extension ExprSyntax {
  /// The value of a string literal without interpolation.
  var stringValue: String? {
    self.as(StringLiteralExprSyntax.self)?.representedLiteralValue
  }

  /// The value of a number, with its sign.
  var numericValue: Double? {
    if let prefix = self.as(PrefixOperatorExprSyntax.self), prefix.operator.text == "-" {
      return prefix.expression.numericValue.map { -$0 }
    }
    if let literal = self.as(FloatLiteralExprSyntax.self) { return literal.representedLiteralValue }
    return integerValue.map(Double.init)
  }

  /// The value of a decimal integer literal, with its sign.
  var integerValue: Int? {
    if let literal = self.as(IntegerLiteralExprSyntax.self) { return literal.representedLiteralValue }
    if let prefix = self.as(PrefixOperatorExprSyntax.self), prefix.operator.text == "-" {
      return prefix.expression.integerValue.map { -$0 }
    }
    return nil
  }
}
