/// A header value (RFC 9110 §5.5) without control characters other than tab, and without leading or trailing white
/// space.
///
/// Requests and responses hold only such values, so header injection is impossible.
public struct HTTPFieldValue: Hashable, Sendable, CustomStringConvertible {
  /// The value as a string.
  public let rawValue: String

  /// Creates a header value; nil when `text` has control characters or leading or trailing white space.
  public init?(_ text: String) {
    var text = text
    guard text.withUTF8(Self.isValid) else { return nil }
    self.rawValue = text
  }

  /// Creates a header value from a valid string.
  package init(unchecked text: String) {
    self.rawValue = text
  }

  /// Returns true when both have the same bytes. Unlike strings, canonically equivalent values can differ.
  public static func == (left: Self, right: Self) -> Bool {
    let (one, other) = (left.rawValue.utf8Span.span, right.rawValue.utf8Span.span)
    guard one.count == other.count else { return false }
    for index in one.indices where one[index] != other[index] { return false }
    return true
  }

  /// The value as a string.
  public var description: String { rawValue }

  // SAFETY: `bytes` are the string's own, inside `withUTF8`; indices stay below `count`, and nothing is kept.
  private static func isValid(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard !bytes.isEmpty else { return true }
    let (first, last) = (bytes[0], bytes[bytes.count - 1])
    if first == 0x20 || first == 0x09 || last == 0x20 || last == 0x09 { return false }
    for byte in bytes where (byte < 0x20 && byte != 0x09) || byte == 0x7F { return false }
    return true
  }
}

extension HTTPFieldValue: ExpressibleByStringLiteral {
  /// Creates a header value from a literal. Traps when it is not a valid value.
  public init(stringLiteral text: String) {
    guard let valid = HTTPFieldValue(text) else {
      preconditionFailure("a header value has control characters or leading or trailing white space")
    }
    self = valid
  }
}
