/// Percent-encoding (RFC 3986 §2.1) for URLs and header values.
public enum PercentEncoding {
  /// The context for which a string is encoded.
  public enum Context: Sendable {
    /// A path segment, or a query key or value. All but unreserved characters (RFC 3986 §2.3) are encoded.
    case component
    /// A header value. `%`, control characters, DEL, non-ASCII bytes and white space at either end are encoded.
    case fieldValue
  }

  /// Appends `text` to `output`, encoded for `context`.
  public static func encode(_ text: String, for context: Context, into output: inout String) {
    switch context {
    case .component:
      if isUnreserved(text) {
        output += text
      } else {
        append(text, into: &output) { byte, _ in isUnreserved(byte) }
      }
    case .fieldValue:
      let last = text.utf8.count - 1
      append(text, into: &output) { byte, index in
        if byte == 0x20 { return index != 0 && index != last }
        return byte > 0x20 && byte < 0x7F && byte != 0x25
      }
    }
  }

  /// Appends `text` to `output`, encoded for `context`.
  package static func encode(_ text: String, for context: Context, into output: inout [UInt8]) {
    if case .component = context, isUnreserved(text) {
      output += text.utf8
    } else {
      output += encoded(text, for: context).utf8
    }
  }

  /// Returns `text`, encoded for `context`.
  public static func encoded(_ text: String, for context: Context) -> String {
    var output = ""
    encode(text, for: context, into: &output)
    return output
  }

  /// Returns the decoded string; nil when a `%` is not followed by two hexadecimal digits, or the result is not UTF-8
  /// or contains NUL.
  ///
  /// - Parameter plusIsSpace: true for queries and forms, where `+` is a space (HTML form encoding).
  public static func decode(_ bytes: ArraySlice<UInt8>, plusIsSpace: Bool = false) -> String? {
    var isPlain = true
    var isASCII = true
    for byte in bytes {
      if byte == 0x25 || (byte == 0x2B && plusIsSpace) || byte == 0 { isPlain = false }
      if byte >= 0x80 { isASCII = false }
    }
    // ASCII needs no validation, which would cost several times as much.
    if isPlain { return isASCII ? String(decoding: bytes, as: UTF8.self) : String(validating: bytes, as: UTF8.self) }
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      var byte = bytes[index]
      index += 1
      if byte == 0x25 {
        guard bytes.endIndex - index >= 2, let high = HexDigit.value(bytes[index]),
          let low = HexDigit.value(bytes[index + 1])
        else { return nil }
        byte = high << 4 | low
        index += 2
      } else if byte == 0x2B && plusIsSpace {
        byte = 0x20
      }
      guard byte != 0 else { return nil }
      decoded.append(byte)
    }
    return String(validating: decoded, as: UTF8.self)
  }

  private static func append(
    _ text: String, into output: inout String, keeping isKept: (_ byte: UInt8, _ index: Int) -> Bool
  ) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count + 16)
    for (index, byte) in text.utf8.enumerated() {
      if isKept(byte, index) {
        bytes.append(byte)
      } else {
        HexDigit.appendEncoded(byte, to: &bytes)
      }
    }
    output += String(decoding: bytes, as: UTF8.self)
  }

  /// Returns true for ALPHA, DIGIT, `-`, `.`, `_` and `~` (RFC 3986 §2.3).
  package static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: true
    default: false
    }
  }

  /// Returns true for the characters of a path segment: unreserved characters, `:`, `@` and the sub-delimiters
  /// `!$&'()*+,;=` (RFC 3986 §3.3).
  package static func isPathCharacter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x21, 0x24, 0x26...0x2C, 0x3A, 0x3B, 0x3D, 0x40: true
    default: isUnreserved(byte)
    }
  }

  /// Returns true when no byte of `text` needs encoding.
  package static func isUnreserved(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      for byte in bytes where !isUnreserved(byte) { return false }
      return true
    }
  }
}
