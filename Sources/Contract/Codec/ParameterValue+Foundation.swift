internal import ContractCoding
public import FoundationEssentials

extension UUID: ParameterValue {
  /// Parses a UUID of 36 characters, case-insensitively.
  public init?(parameterText text: ParameterText) {
    guard let string = text.string, let uuid = UUIDText.uuid(string) else { return nil }
    self = uuid
  }

  /// The usual spelling in uppercase.
  public var parameterText: String? { UUIDText.text(self) }
}

extension Date: ParameterValue {
  /// Parses an instant in RFC 3339, with or without fractional seconds.
  public init?(parameterText text: ParameterText) {
    guard let string = text.string, let date = RFC3339.date(from: string) else { return nil }
    self = date
  }

  /// RFC 3339 with the shortest fraction that reads back as the same value; nil outside the years 1 to 9999.
  public var parameterText: String? { RFC3339.text(of: self) }
}

extension Data: ParameterValue {
  /// Decodes base64.
  public init?(parameterText text: ParameterText) {
    guard let string = text.string else { return nil }
    self.init(base64Encoded: string)
  }

  /// Base64 with padding.
  public var parameterText: String? { base64EncodedString() }
}

extension URL: ParameterValue {
  /// Parses a URL.
  public init?(parameterText text: ParameterText) {
    guard let string = text.string else { return nil }
    self.init(string: string)
  }

  /// The URL as it was created.
  public var parameterText: String? { relativeString }
}

extension Decimal: ParameterValue {
  /// Parses a decimal number: an optional sign, digits with an optional point, and an optional exponent.
  public init?(parameterText text: ParameterText) {
    // Foundation parses a prefix, which would read `1-2` as 1.
    guard let string = text.string, string.isDecimalNumber, let value = Decimal(string: string), value.isFinite
    else { return nil }
    self = value
  }

  /// The decimal digits.
  public var parameterText: String? { description }
}
