public import Contract

/// A number that is sent as a string, because JSON has no `NaN`, `+Inf` and `-Inf`.
public struct SampleNumber: RawRepresentable, Hashable, Sendable, Schema {
  /// The number.
  public var value: Double

  /// Creates a number.
  public init(_ value: Double) {
    self.value = value
  }

  /// Parses a number in the format of Prometheus: decimal digits with or without an exponent, `NaN`, `+Inf`, `-Inf`.
  public init?(rawValue: String) {
    switch rawValue {
    case "NaN": value = .nan
    case "+Inf", "Inf": value = .infinity
    case "-Inf": value = -.infinity
    default:
      // `Double` also reads hexadecimal digits and words such as `nan`, which Prometheus does not write.
      guard rawValue.utf8.allSatisfy(Self.isDecimal), let value = Double(rawValue), value.isFinite else { return nil }
      self.value = value
    }
  }

  private static func isDecimal(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "+"), UInt8(ascii: "-"),
      UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }

  /// The string on the wire.
  public var rawValue: String {
    if value.isNaN { return "NaN" }
    if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
    let text = "\(value)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
