import FoundationEssentials

extension SchemaReader {
  /// Reads a UUID of 36 characters, ignoring case.
  mutating func uuid() -> UUID? {
    skipSpace()
    if end - next >= 38, next[0] == UInt8(ascii: "\""), next[37] == UInt8(ascii: "\""), let uuid = Self.uuid(next + 1) {
      next += 38
      return uuid
    }
    return spelled(UUID.self) { UUID(uuidString: String(decoding: $0, as: UTF8.self)) }
  }

  // SAFETY: the caller has checked for 38 bytes that start and end with quotation marks; `offset` never exceeds 36.
  /// Parses a UUID in 36 bytes; nil if invalid.
  private static func uuid(_ text: UnsafePointer<UInt8>) -> UUID? {
    guard text[8] == UInt8(ascii: "-"), text[13] == UInt8(ascii: "-"), text[18] == UInt8(ascii: "-"),
      text[23] == UInt8(ascii: "-")
    else { return nil }
    var bytes: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    let isHex = withUnsafeMutableBytes(of: &bytes) { bytes in
      var offset = 0
      for index in 0..<16 {
        if offset == 8 || offset == 13 || offset == 18 || offset == 23 { offset += 1 }
        guard let high = JSONEscapes.hexValue(text[offset]), let low = JSONEscapes.hexValue(text[offset + 1]) else {
          return false
        }
        bytes[index] = high << 4 | low
        offset += 2
      }
      return true
    }
    return isHex ? UUID(uuid: bytes) : nil
  }
}

extension SchemaWriter {
  /// Writes a UUID in uppercase.
  mutating func uuid(_ value: UUID) {
    reserve(38)
    next[0] = UInt8(ascii: "\"")
    var offset = 1
    // SAFETY: a UUID has 16 bytes, and `reserve` has made room for the output.
    withUnsafeBytes(of: value.uuid) { bytes in
      for index in 0..<16 {
        if index == 4 || index == 6 || index == 8 || index == 10 {
          next[offset] = UInt8(ascii: "-")
          offset += 1
        }
        next[offset] = Self.uppercaseDigit(bytes[index] >> 4)
        next[offset + 1] = Self.uppercaseDigit(bytes[index] & 0xF)
        offset += 2
      }
    }
    next[37] = UInt8(ascii: "\"")
    next += 38
  }

  private static func uppercaseDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") - 10 + value
  }
}
