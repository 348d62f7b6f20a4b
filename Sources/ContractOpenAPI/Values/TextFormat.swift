internal import ContractCoding
internal import ContractHTTP
internal import FoundationEssentials

/// A `format` that restricts values. Other formats are annotations.
enum TextFormat: String, CaseIterable {
  case int32, int64, uint32, uint64, float, double
  case dateTime = "date-time"
  case uriReference = "uri-reference"
  case date, uuid, uri, byte

  /// Returns true if a value satisfies the format. A value that is not of the format's type satisfies it.
  func allows(_ value: JSONValue) -> Bool {
    switch (self, value) {
    case (.int32, .number(let digits)): digits.isWithin(Int32.self)
    case (.int64, .number(let digits)): digits.isWithin(Int64.self)
    case (.uint32, .number(let digits)): digits.isWithin(UInt32.self)
    case (.uint64, .number(let digits)): digits.isWithin(UInt64.self)
    case (.int64, .string(let text)): JSONDigits(text)?.isWithin(Int64.self) ?? false
    case (.uint64, .string(let text)): JSONDigits(text)?.isWithin(UInt64.self) ?? false
    case (.float, .number(let digits)): Float(digits.description)?.isFinite ?? false
    case (.double, .number(let digits)): digits.double?.isFinite ?? false
    case (.dateTime, .string(let text)): RFC3339.date(from: text) != nil
    case (.date, .string(let text)): text.utf8.count == 10 && RFC3339.date(from: text + "T00:00:00Z") != nil
    case (.uuid, .string(let text)): UUIDText.uuid(text) != nil
    case (.uri, .string(let text)): URIText.isURI(text)
    case (.uriReference, .string(let text)): URIText.isReference(text)
    case (.byte, .string(let text)): Self.isBase64(text)
    default: true
    }
  }

  /// The requirement for messages.
  var requirement: String {
    switch self {
    case .int32, .int64, .uint32, .uint64: "an integer in the range of \(rawValue)"
    case .float, .double: "a finite number in the range of \(rawValue)"
    case .dateTime: "a date such as 2026-07-31T09:30:00Z (RFC 3339)"
    case .date: "a day such as 2026-07-31"
    case .uuid: "a UUID such as 6ba7b810-9dad-11d1-80b4-00c04fd430c8"
    case .uriReference: "a URI or a relative reference such as /a?b=1 (RFC 3986)"
    case .uri: "an absolute URI such as https://example.com/a (RFC 3986)"
    case .byte: "base64 (RFC 4648)"
    }
  }

  /// Returns true for base64 with padding and without line ends.
  static func isBase64(_ text: String) -> Bool {
    guard text.utf8.count % 4 == 0 else { return false }
    let padding = text.utf8.reversed().prefix { $0 == UInt8(ascii: "=") }.count
    return padding <= 2
      && text.utf8.dropLast(padding).allSatisfy { byte in
        (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || byte == 0x2B || byte == 0x2F
      }
  }
}

extension JSONDigits {
  /// Returns true if the number has no fraction and is in the range of a type.
  func isWithin<I: FixedWidthInteger>(_ type: I.Type) -> Bool {
    ExactDecimal(self).integer.map { I(exactly: $0) != nil } ?? false
  }
}
