internal import ContractHTTP

/// A field of a query or URL-encoded form.
struct FormField: Sendable {
  /// The decoded name.
  let name: String
  /// The percent-encoded value, in which separators of lists are not encoded.
  let encoded: String
  /// The decoded value; nil if the encoding is invalid.
  let value: String?
  /// Whether ``encoded`` is the plain value without percent-encoding, as in a cookie.
  private(set) var isLiteral = false

  init(name: String, encoded: String) {
    self.name = name
    self.encoded = encoded
    value = Self.decoded(encoded)
  }

  /// Creates the field of a part of a multipart form.
  init(name: String, value: String) {
    self.name = name
    encoded = PercentEncoding.encoded(value, for: .component)
    self.value = value
  }

  /// Creates a cookie. ``value`` is nil if the text has characters that are not allowed in cookies.
  private init(name: String, cookie: String) {
    let isQuoted = cookie.utf8.count > 1 && cookie.starts(withByte: "\"") && cookie.utf8.last == UInt8(ascii: "\"")
    let text = isQuoted ? String(decoding: cookie.utf8.dropFirst().dropLast(), as: UTF8.self) : cookie
    self.name = name
    encoded = text
    value = Self.isCookieValue(text) ? text : nil
    isLiteral = true
  }

  /// Returns true when every byte is a `cookie-octet` (RFC 6265 §4.1.1).
  static func isCookieValue(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"\",;\\".utf8.contains($0) }
  }

  /// Splits a query or form.
  static func fields(of text: some StringProtocol) -> [FormField] {
    text.split(atByte: "&").map { field in
      let (name, value) = field.cut(atByte: "=") ?? (field, field[field.endIndex...])
      return FormField(name: decoded(String(name)) ?? String(name), encoded: String(value))
    }
  }

  /// Returns the cookies of a request.
  static func cookies(of request: HTTPRequest) -> [FormField] {
    request.fields.values(.cookie).flatMap { line in
      line.rawValue.split(atByte: ";").map { pair in
        let (name, value) = pair.cut(atByte: "=") ?? (pair, "")
        return FormField(name: String(name.withoutOuterSpace), cookie: String(value.withoutOuterSpace))
      }
    }
  }

  /// Decodes a percent-encoded string, in which `+` is a space. Returns nil if the encoding is invalid.
  static func decoded(_ text: String) -> String? { PercentEncoding.decode(Array(text.utf8)[...], plusIsSpace: true) }
}
