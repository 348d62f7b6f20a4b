public import Contract

/// A 64-bit integer, which JSON of gRPC has as a string, because JavaScript's numbers do not hold all of them.
public struct Int64Text: RawRepresentable, Hashable, Comparable, Sendable, ExpressibleByIntegerLiteral, Schema {
  /// The integer.
  public var value: Int64

  /// Creates an integer.
  public init(_ value: Int64) { self.value = value }

  /// Creates an integer from a literal.
  public init(integerLiteral value: Int64) { self.value = value }

  /// Creates an integer from its digits; nil for anything else.
  public init?(rawValue: String) {
    guard let value = Int64(rawValue) else { return nil }
    self.value = value
  }

  /// The digits.
  public var rawValue: String { String(value) }

  /// Compares the integers.
  public static func < (left: Int64Text, right: Int64Text) -> Bool { left.value < right.value }
}
