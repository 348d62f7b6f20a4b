import SwiftSyntax

/// The value of a literal: an integer, which is compared exactly, or a fraction.
struct LiteralNumber: Comparable, CustomStringConvertible {
  private let integer: Int?
  private let value: Double

  /// Creates the value of an expression; nil for one that is not a literal number.
  init?(_ expression: ExprSyntax?) {
    guard let value = expression?.numericValue else { return nil }
    self.integer = expression?.integerValue
    self.value = value
  }

  /// The number, without a fraction of zero.
  var description: String { (integer ?? Int(exactly: value)).map { "\($0)" } ?? "\(value)" }

  /// True for a number below zero.
  var isNegative: Bool { value < 0 }

  static func < (left: LiteralNumber, right: LiteralNumber) -> Bool {
    if let left = left.integer, let right = right.integer { return left < right }
    return left.value < right.value
  }

  static func == (left: LiteralNumber, right: LiteralNumber) -> Bool {
    if let left = left.integer, let right = right.integer { return left == right }
    return left.value == right.value
  }
}
