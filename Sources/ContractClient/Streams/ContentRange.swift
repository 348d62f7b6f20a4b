internal import Contract
internal import ContractHTTP

/// The value of a `Content-Range` header (RFC 9110 §14.4).
struct ContentRange: Hashable {
  /// The positions of the first and last byte; nil for an unsatisfied range (`bytes */20`).
  var bytes: ClosedRange<Int>?
  /// The complete length in bytes; nil if unknown.
  var length: Int?

  /// Parses the `Content-Range` header; nil if it is absent, repeated or invalid.
  init?(_ fields: HTTPFields) {
    let values = fields.values("Content-Range")
    guard values.count == 1, let range = values.first?.rawValue.lowercasedASCII.rest(afterBytes: "bytes ") else {
      return nil
    }
    let parts = range.split(atByte: "/", keepsEmpty: true)
    guard parts.count == 2 else { return nil }
    if parts[1] != "*" {
      guard let length = Self.number(parts[1]) else { return nil }
      self.length = length
    }
    if parts[0] == "*" { return }
    let ends = parts[0].split(atByte: "-", keepsEmpty: true)
    guard ends.count == 2, let first = Self.number(ends[0]), let last = Self.number(ends[1]), first <= last,
      length.map({ last < $0 }) ?? true
    else { return nil }
    bytes = first...last
  }

  private static func number(_ text: Substring) -> Int? {
    text.hasOnlyDigits ? Int(text) : nil
  }
}
