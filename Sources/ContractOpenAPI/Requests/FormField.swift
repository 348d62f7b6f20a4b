internal import ContractHTTP

/// A field of a query or URL-encoded form.
struct FormField: Sendable {
  /// The decoded name.
  let name: String
  /// The percent-encoded value. Separators of lists are literal in it.
  let encoded: String
  /// The decoded value; nil if the encoding is invalid.
  let value: String?

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
        return FormField(name: String(name.withoutOuterSpace), encoded: String(value.withoutOuterSpace))
      }
    }
  }

  /// Returns a percent-encoded string decoded; `+` is a space. Nil if the encoding is invalid.
  static func decoded(_ text: String) -> String? { PercentEncoding.decode(Array(text.utf8)[...], plusIsSpace: true) }
}
