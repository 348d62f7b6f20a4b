import SwiftSyntax
import _StringProcessing

/// Checks of one `@Validate`: it has a rule, the rule fits the type, and its literals are consistent.
enum ValidationRules {
  /// Returns the errors in the rules for `name`.
  ///
  /// - Parameter defaultValue: the value of the input if omitted.
  static func findings(
    in validation: ValidateModel, of name: String, type: TypeModel?, defaultValue: ExprSyntax?
  ) -> [Finding] {
    if validation.rules.isEmpty {
      return [
        Finding(
          "no-rule", at: validation.attribute,
          "'@Validate' has no rule for '\(name)'; add a rule, such as '.range(1...100)' or '.length(1...80)'.")
      ]
    }
    return validation.rules.flatMap { rule in
      findings(in: rule, name, type?.checked) + (defaultFinding(defaultValue, rule).map { [$0] } ?? [])
    }
  }

  private static func findings(in rule: ExprSyntax, _ name: String, _ type: String?) -> [Finding] {
    guard let call = rule.as(FunctionCallExprSyntax.self),
      let factory = call.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
    else { return [] }
    let argument = call.arguments.first?.expression
    if let type, let finding = misfit(factory, argument, at: call.calledExpression, name, type) { return [finding] }
    switch factory {
    case "pattern": return argument.flatMap(patternFinding).map { [$0] } ?? []
    case "range", "length", "count": return argument.flatMap { boundsFinding($0, factory) }.map { [$0] } ?? []
    case "each": return call.arguments.flatMap { findings(in: $0.expression, name, element(of: type)) }
    default: return []
    }
  }

  // MARK: Types

  private static let numbers: Set<String> = [
    "Int", "Int8", "Int16", "Int32", "Int64", "Int128", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "UInt128",
    "Double", "Float", "Decimal", "Date",
  ]

  /// Returns the error of a rule that does not apply to the type, judging by its spelling.
  private static func misfit(
    _ factory: String, _ argument: ExprSyntax?, at node: some SyntaxProtocol, _ name: String, _ type: String
  ) -> Finding? {
    let suited: String
    if numbers.contains(type) {
      guard ["length", "pattern", "count", "each"].contains(factory) else { return nil }
      suited = "'.range(…)'"
    } else if type == "String" {
      let isOfNumbers = factory == "range" && argument.flatMap { bounds($0).lower ?? bounds($0).upper } != nil
      guard ["count", "each"].contains(factory) || isOfNumbers else { return nil }
      suited = "'.length(…)' or '.pattern(…)'"
    } else if type == "Bool" {
      guard factory != "custom" else { return nil }
      suited = "'.custom(…)'"
    } else if element(of: type) != nil {
      guard ["length", "pattern", "range"].contains(factory) else { return nil }
      suited = "'.count(…)', or '.each(.\(factory)(…))' for its elements"
    } else {
      return nil
    }
    return Finding(
      "validate-type", at: node,
      "'.\(factory)' does not apply to '\(name)', which is of type '\(type)'; write \(suited)."
    )
  }

  /// Returns the element type of an array type, from its spelling.
  private static func element(of type: String?) -> String? {
    guard let type, type.hasPrefix("["), type.hasSuffix("]"), !type.contains(":") else { return nil }
    return String(type.dropFirst().dropLast())
  }

  // MARK: Literals

  private static func patternFinding(_ argument: ExprSyntax) -> Finding? {
    guard let text = argument.stringValue else { return nil }
    do {
      _ = try Regex(text)
      return PatternScan.problem(in: text).map { problem in
        Finding("validate-pattern", at: argument, "\(text.literal) cannot be a rule: \(problem).")
      }
    } catch {
      return Finding(
        "validate-pattern", at: argument, "\(text.literal) is not a regular expression: \(error); correct it.")
    }
  }

  /// Returns the error of a closed range with reversed literal bounds, which would trap, or with a negative size.
  private static func boundsFinding(_ argument: ExprSyntax, _ factory: String) -> Finding? {
    let bounds = bounds(argument)
    if let lower = bounds.lower, let upper = bounds.upper, lower > upper {
      return Finding(
        "validate-bounds", at: argument, "No value is from \(lower) to \(upper); write the lesser bound first.")
    }
    if factory != "range", let least = bounds.lower ?? bounds.upper, least.isNegative {
      return Finding("validate-bounds", at: argument, "A size is never negative; write a bound of 0 or more.")
    }
    return nil
  }

  /// Returns the error of a default that violates the rule. Calls that omit the value would always fail.
  private static func defaultFinding(_ expression: ExprSyntax?, _ rule: ExprSyntax) -> Finding? {
    guard let expression, let value = LiteralNumber(expression), let call = rule.as(FunctionCallExprSyntax.self),
      call.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "range",
      let range = call.arguments.first?.expression
    else { return nil }
    let bounds = bounds(range)
    if let lower = bounds.lower, let upper = bounds.upper, lower > upper { return nil }
    let isBelow = bounds.lower.map { value < $0 } ?? false
    let isAbove = bounds.upper.map { bounds.isOpen ? value >= $0 : value > $0 } ?? false
    guard isBelow || isAbove else { return nil }
    return Finding(
      "validate-default", at: expression,
      "The default \(value) is refused by '\(rule.trimmedDescription)'; write one that the rule allows.")
  }

  /// Returns the literal bounds of a range of any kind.
  private static func bounds(_ range: ExprSyntax) -> (lower: LiteralNumber?, upper: LiteralNumber?, isOpen: Bool) {
    // Operators are not folded in macro arguments: `1...100` is a sequence of three expressions.
    if let sequence = range.as(SequenceExprSyntax.self), sequence.elements.count == 3 {
      let parts = Array(sequence.elements)
      return bounds(parts[0], parts[1].as(BinaryOperatorExprSyntax.self)?.operator.text, parts[2])
    }
    if let folded = range.as(InfixOperatorExprSyntax.self) {
      let mark = folded.operator.as(BinaryOperatorExprSyntax.self)?.operator.text
      return bounds(folded.leftOperand, mark, folded.rightOperand)
    }
    if let prefix = range.as(PrefixOperatorExprSyntax.self) {
      return bounds(nil, prefix.operator.text, prefix.expression)
    }
    if let postfix = range.as(PostfixOperatorExprSyntax.self) {
      return bounds(postfix.expression, postfix.operator.text, nil)
    }
    return (nil, nil, false)
  }

  private static func bounds(
    _ lower: ExprSyntax?, _ mark: String?, _ upper: ExprSyntax?
  ) -> (lower: LiteralNumber?, upper: LiteralNumber?, isOpen: Bool) {
    guard let mark, ["...", "..<"].contains(mark) else { return (nil, nil, false) }
    return (LiteralNumber(lower), LiteralNumber(upper), mark == "..<")
  }
}
