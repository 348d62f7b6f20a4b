internal import ContractCoding
public import FoundationEssentials

extension UUID: ParameterValue {
  /// The UUID in its usual spelling, in any case.
  public init?(parameterText text: ParameterText) {
    guard let string = text.string else { return nil }
    self.init(uuidString: string)
  }

  /// The usual spelling in upper case.
  public var parameterText: String? { UUIDText.text(self) }
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
  /// The decimal number that `text` spells: a sign or none, digits with or without a point, an exponent or none.
  public init?(parameterText text: ParameterText) {
    // Foundation reads as far as it understands, which would make 1 of `1-2`.
    guard let string = text.string, string.isDecimalNumber, let value = Decimal(string: string), value.isFinite
    else { return nil }
    self = value
  }

  /// The decimal digits.
  public var parameterText: String? { description }
}
