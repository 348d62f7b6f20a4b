internal import Contract

/// Which bytes of something are the content of a response (RFC 9110 §14.4).
struct ContentRange: Hashable {
  /// The first and the last byte; nil when there are none (`bytes */20`).
  var bytes: ClosedRange<Int>?
  /// How many there are in all; nil when the server does not know.
  var length: Int?

  /// The range that the fields tell; nil for none, several, and what is none.
  init?(_ fields: HTTPFields) {
    let values = fields.values("Content-Range")
    guard values.count == 1, let range = values.first?.rawValue.lowercased().rest(behindBytes: "bytes ") else {
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
    text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
  }
}
