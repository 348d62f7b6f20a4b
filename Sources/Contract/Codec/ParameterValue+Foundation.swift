public import FoundationEssentials

extension UUID: ParameterValue {
  /// The UUID in its usual spelling, in any case.
  public init?(parameterText text: ParameterText) {
    guard let string = text.string else { return nil }
    self.init(uuidString: string)
  }

  /// The usual spelling in upper case.
  public var parameterText: String? { uuidString }
}

extension Date: ParameterValue {
  /// The instant in RFC 3339, with or without fractional seconds.
  public init?(parameterText text: ParameterText) {
    guard let string = text.string, let date = RFC3339.date(from: string) else { return nil }
    self = date
  }

  /// RFC 3339 with the shortest fraction that reads back the same value; nil outside the years 1 to 9999.
  public var parameterText: String? { RFC3339.text(of: self) }
}

extension Data: ParameterValue {
  /// The bytes that `text` spells in base64.
  public init?(parameterText text: ParameterText) {
    guard let string = text.string else { return nil }
    self.init(base64Encoded: string)
  }

  /// Base64 with padding.
  public var parameterText: String? { base64EncodedString() }
}

extension URL: ParameterValue {
  /// The URL that `text` spells.
  public init?(parameterText text: ParameterText) {
    guard let string = text.string else { return nil }
    self.init(string: string)
  }

  /// The URL as it was made.
  public var parameterText: String? { relativeString }
}

extension Decimal: ParameterValue {
  /// The decimal number that `text` spells.
  public init?(parameterText text: ParameterText) {
    guard let string = text.string, !string.isEmpty, string.utf8.allSatisfy(Self.isNumberByte),
      let value = Decimal(string: string)
    else { return nil }
    self = value
  }

  /// The decimal digits.
  public var parameterText: String? { description }

  private static func isNumberByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x2B, 0x2D, 0x2E, 0x45, 0x65: true
    default: false
    }
  }
}
