/// A type that travels as one text in a path, query or header.
///
/// Enumerations with such a raw value and `LosslessStringConvertible` types travel without conforming. Conform to choose
/// another text:
///
/// ```swift
/// extension Money: ParameterValue {
///   init?(parameterText text: ParameterText) { self.init(cents: text.integer(as: Int.self)) }
///   var parameterText: String? { String(cents) }
/// }
/// ```
public protocol ParameterValue {
  /// The value that `text` spells, or nil when it spells none.
  init?(parameterText text: ParameterText)

  /// The text of the value, not yet percent-encoded; nil when the value has none, which the client reports.
  var parameterText: String? { get }

  /// What error messages call the type; the name of the type unless said otherwise.
  static var parameterTypeName: String { get }
}

extension ParameterValue {
  /// The name of the type.
  public static var parameterTypeName: String { String(describing: Self.self) }
}

extension ParameterValue where Self: FixedWidthInteger {
  /// The integer that `text` spells in decimal.
  public init?(parameterText text: ParameterText) {
    guard let value = text.integer(as: Self.self) else { return nil }
    self = value
  }

  /// Decimal digits, after `-` when negative.
  public var parameterText: String? { String(self) }
}

extension ParameterValue where Self: BinaryFloatingPoint & LosslessStringConvertible {
  /// The number that `text` spells in decimal, with an exponent or without, or `inf`, `-inf` or `nan`. Digits beyond the
  /// range of the type are no number, nor is another base.
  public init?(parameterText text: ParameterText) {
    guard let string = text.string, let value = Self(string) else { return nil }
    guard string.isDecimalNumber ? value.isFinite : !value.isFinite else { return nil }
    self = value
  }

  /// The shortest text that reads as the same number.
  public var parameterText: String? { description }
}

extension ParameterValue where Self: LosslessStringConvertible {
  /// The value whose description `text` is.
  @_disfavoredOverload
  public init?(parameterText text: ParameterText) {
    guard let string = text.string else { return nil }
    self.init(string)
  }

  /// The description.
  @_disfavoredOverload
  public var parameterText: String? { description }
}

extension Int: ParameterValue {}
extension Int8: ParameterValue {}
extension Int16: ParameterValue {}
extension Int32: ParameterValue {}
extension Int64: ParameterValue {}
extension Int128: ParameterValue {}
extension UInt: ParameterValue {}
extension UInt8: ParameterValue {}
extension UInt16: ParameterValue {}
extension UInt32: ParameterValue {}
extension UInt64: ParameterValue {}
extension UInt128: ParameterValue {}
extension Double: ParameterValue {}
extension Float: ParameterValue {}

extension String: ParameterValue {
  /// The decoded text.
  public init?(parameterText text: ParameterText) {
    guard let string = text.string else { return nil }
    self = string
  }

  /// The string itself.
  public var parameterText: String? { self }
}

extension Bool: ParameterValue {
  /// True for `true`, `t`, `yes`, `y` and `1`, false for `false`, `f`, `no`, `n` and `0`, in any case.
  public init?(parameterText text: ParameterText) {
    if let usual = text.usualBool {
      self = usual
      return
    }
    switch text.string?.lowercased() {
    case "true", "t", "yes", "y", "1": self = true
    case "false", "f", "no", "n", "0": self = false
    default: return nil
    }
  }

  /// `true` or `false`.
  public var parameterText: String? { self ? "true" : "false" }
}
