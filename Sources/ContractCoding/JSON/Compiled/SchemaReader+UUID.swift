import FoundationEssentials

extension SchemaReader {
  /// Reads a UUID: 36 characters, in either case.
  mutating func uuid() -> UUID? {
    skipSpace()
    if end - next >= 38, next[0] == UInt8(ascii: "\""), next[37] == UInt8(ascii: "\""), let uuid = Self.uuid(next + 1) {
      next += 38
      return uuid
    }
    return spelled(UUID.self) { UUID(uuidString: String(decoding: $0, as: UTF8.self)) }
  }

  // SAFETY: the caller has seen 38 bytes, the first and the last of them quotation marks; `place` ends at 36.
  /// The UUID in 36 bytes; nil when they are anything else.
  private static func uuid(_ text: UnsafePointer<UInt8>) -> UUID? {
    guard text[8] == UInt8(ascii: "-"), text[13] == UInt8(ascii: "-"), text[18] == UInt8(ascii: "-"),
      text[23] == UInt8(ascii: "-")
    else { return nil }
    var bytes: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    let isHex = withUnsafeMutableBytes(of: &bytes) { bytes in
      var place = 0
      for index in 0..<16 {
        if place == 8 || place == 13 || place == 18 || place == 23 { place += 1 }
        guard let high = JSONEscapes.hexValue(text[place]), let low = JSONEscapes.hexValue(text[place + 1]) else {
          return false
        }
        bytes[index] = high << 4 | low
        place += 2
      }
      return true
    }
    return isHex ? UUID(uuid: bytes) : nil
  }
}

extension SchemaWriter {
  /// Writes a UUID in capitals.
  mutating func uuid(_ value: UUID) {
    reserve(38)
    next[0] = UInt8(ascii: "\"")
    var place = 1
    // SAFETY: a UUID has sixteen bytes, and `reserve` has made room for what is written.
    withUnsafeBytes(of: value.uuid) { bytes in
      for index in 0..<16 {
        if index == 4 || index == 6 || index == 8 || index == 10 {
          next[place] = UInt8(ascii: "-")
          place += 1
        }
        next[place] = Self.capitalDigit(bytes[index] >> 4)
        next[place + 1] = Self.capitalDigit(bytes[index] & 0xF)
        place += 2
      }
    }
    next[37] = UInt8(ascii: "\"")
    next += 38
  }

  private static func capitalDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") - 10 + value
  }
}
