internal import ContractHTTP

extension ResponseHeadParser {
  // SAFETY: as for `parse`.
  /// Returns the string after `start`, without outer white space. In invalid UTF-8, bytes above ASCII are
  /// percent-encoded if the field is a reference, and otherwise invalid ones become U+FFFD.
  static func text(_ line: UnsafeRawBufferPointer, from start: Int, of name: HTTPFieldName) -> String {
    var start = start
    var end = line.count
    while start < end, line[start] == 0x20 || line[start] == 0x09 { start += 1 }
    while end > start, line[end - 1] == 0x20 || line[end - 1] == 0x09 { end -= 1 }
    let text = UnsafeRawBufferPointer(rebasing: line[start..<end])
    // A literal needs no allocation and no reference count.
    let isJSON = text.count == json.utf8CodeUnitCount && json.withUTF8Buffer { text.elementsEqual($0) }
    if isJSON { return "application/json" }
    if let valid = String(validating: text, as: UTF8.self) { return valid }
    return references.contains(name) ? encoded(text) : String(decoding: text, as: UTF8.self)
  }

  private static let json: StaticString = "application/json"

  /// The fields whose value is a URL reference. Requests use it, so it must keep its bytes.
  private static let references: Set<HTTPFieldName> = [.location, "Content-Location"]

  /// Returns a reference in ASCII, with the same bytes after decoding (RFC 3986 §2.1).
  private static func encoded(_ reference: UnsafeRawBufferPointer) -> String {
    var bytes: [UInt8] = []
    for byte in reference {
      if byte < 0x80 { bytes.append(byte) } else { HexDigit.appendEncoded(byte, to: &bytes) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
