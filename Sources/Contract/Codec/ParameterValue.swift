internal import ContractHTTP

/// A type that is sent as a single string in a path, query or header.
///
/// Enumerations with a raw value of such a type, and `LosslessStringConvertible` types, need no conformance. Conform to
/// choose another text:
///
/// ```swift
/// extension Money: ParameterValue {
///   init?(parameterText text: ParameterText) { self.init(cents: text.integer(as: Int.self)) }
///   var parameterText: String? { String(cents) }
/// }
/// ```
public protocol ParameterValue {
  /// Creates the value from `text`; nil if it is invalid.
  init?(parameterText text: ParameterText)

  /// The text of the value before percent-encoding; nil if the value cannot be sent, which the client reports.
  var parameterText: String? { get }

  /// The name of the type in error messages. Default: the name of the Swift type.
  static var parameterTypeName: String { get }
}

extension ParameterValue {
  /// The name of the type.
  public static var parameterTypeName: String { String(describing: Self.self) }
}

extension ParameterValue where Self: FixedWidthInteger {
  /// Parses a decimal integer.
  public init?(parameterText text: ParameterText) {
    guard let value = text.integer(as: Self.self) else { return nil }
    self = value
  }

  /// Decimal digits, after `-` if negative.
  public var parameterText: String? { String(self) }
}

extension ParameterValue where Self: BinaryFloatingPoint & LosslessStringConvertible {
  /// Parses a decimal number with an optional exponent, or `inf`, `-inf` or `nan`. Numbers that overflow the type, and
  /// other bases, are invalid.
  public init?(parameterText text: ParameterText) {
    guard let string = text.string, let value = Self(string) else { return nil }
    guard string.isDecimalNumber ? value.isFinite : !value.isFinite else { return nil }
    self = value
  }

  /// The shortest text that reads back as the same number.
  public var parameterText: String? { description }
}

extension ParameterValue where Self: LosslessStringConvertible {
  /// Creates the value from its description.
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
  /// Decodes the text; nil if it is not UTF-8.
  public init?(parameterText text: ParameterText) {
    guard let string = text.string else { return nil }
    self = string
  }

  /// The string itself.
  public var parameterText: String? { self }
}

extension Bool: ParameterValue {
  /// Parses `true`, `t`, `yes`, `y` and `1` as true, and `false`, `f`, `no`, `n` and `0`, in any case.
  public init?(parameterText text: ParameterText) {
    if let usual = text.usualBool {
      self = usual
      return
    }
    switch text.string?.lowercasedASCII {
    case "true", "t", "yes", "y", "1": self = true
    case "false", "f", "no", "n", "0": self = false
    default: return nil
    }
  }

  /// `true` or `false`.
  public var parameterText: String? { self ? "true" : "false" }
}
