/// A field value (RFC 9110 §5.5) that cannot break out of its line: no CR, LF, NUL or other control characters but tab,
/// and no white space at its ends.
///
/// A response or request can only be built from such values, so field injection is impossible by type.
public struct HTTPFieldValue: Hashable, Sendable, CustomStringConvertible {
  /// The value's text.
  public let rawValue: String

  /// The value, or nil when `text` has control characters or white space at an end.
  public init?(_ text: String) {
    var text = text
    guard text.withUTF8(Self.isValid) else { return nil }
    self.rawValue = text
  }

  /// The value, which the caller knows to be valid.
  package init(unchecked text: String) {
    self.rawValue = text
  }

  /// True when both have the same bytes. Texts are equal too when other bytes spell the same letters.
  public static func == (left: Self, right: Self) -> Bool {
    let (one, other) = (left.rawValue.utf8Span.span, right.rawValue.utf8Span.span)
    guard one.count == other.count else { return false }
    for index in one.indices where one[index] != other[index] { return false }
    return true
  }

  /// The value's text.
  public var description: String { rawValue }

  // SAFETY: the text's own bytes, inside `withUTF8`; indices are compared with `count`, and nothing is kept.
  private static func isValid(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard !bytes.isEmpty else { return true }
    let (first, last) = (bytes[0], bytes[bytes.count - 1])
    if first == 0x20 || first == 0x09 || last == 0x20 || last == 0x09 { return false }
    for byte in bytes where (byte < 0x20 && byte != 0x09) || byte == 0x7F { return false }
    return true
  }
}

extension HTTPFieldValue: ExpressibleByStringLiteral {
  /// The value written as a literal. Traps when it is not a field value, which is a mistake in the source.
  public init(stringLiteral text: String) {
    guard let valid = HTTPFieldValue(text) else {
      preconditionFailure("a field value has no control characters and no white space at its ends")
    }
    self = valid
  }
}
