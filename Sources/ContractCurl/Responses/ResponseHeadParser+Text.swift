internal import ContractHTTP

extension ResponseHeadParser {
  // SAFETY: as for `parse`.
  /// Returns the string after `start`, without outer white space. Invalid UTF-8 becomes U+FFFD, except in a reference:
  /// later requests may use it, so all of its bytes above ASCII are percent-encoded.
  static func text(_ line: UnsafeRawBufferPointer, from start: Int, of name: HTTPFieldName) -> String {
    var start = start
    var end = line.count
    while start < end, line[start] == 0x20 || line[start] == 0x09 { start += 1 }
    while end > start, line[end - 1] == 0x20 || line[end - 1] == 0x09 { end -= 1 }
    let text = UnsafeRawBufferPointer(rebasing: line[start..<end])
    // The usual value is returned as a literal, which needs no allocation and no reference count.
    let isJSON = text.count == json.utf8CodeUnitCount && json.withUTF8Buffer { text.elementsEqual($0) }
    if isJSON { return "application/json" }
    let isReference = name == .location || name == contentLocation
    if isReference, String(validating: text, as: UTF8.self) == nil { return encoded(text) }
    return String(decoding: text, as: UTF8.self)
  }

  private static let contentLocation: HTTPFieldName = "Content-Location"
  private static let json: StaticString = "application/json"

  /// Returns a reference in ASCII, with the same bytes after decoding (RFC 3986 §2.1).
  private static func encoded(_ reference: UnsafeRawBufferPointer) -> String {
    var bytes: [UInt8] = []
    for byte in reference {
      if byte < 0x80 { bytes.append(byte) } else { HexDigit.appendEncoded(byte, to: &bytes) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns true for a line with `Set-Cookie`, in the spellings for which libcurl stores the cookie.
  static func setsCookie(_ line: UnsafeRawBufferPointer) -> Bool {
    let start = "set-cookie:".utf8
    // Bit 5 makes letters lowercase, and is set in `-` and `:`.
    return line.count >= start.count && zip(line, start).allSatisfy { $0 | 0x20 == $1 }
  }
}
