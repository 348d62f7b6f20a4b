internal import ContractHTTP
package import FoundationEssentials

/// UUIDs in the format of RFC 9562 §4, written in uppercase as in Foundation and read case-insensitively.
package enum UUIDText {
  private static let length = 36
  private static let dash = UInt8(ascii: "-")

  /// Parses a UUID of 36 characters; nil for other strings, some of which Foundation accepts.
  static func uuid(_ text: UnsafeBufferPointer<UInt8>) -> UUID? {
    guard text.count == length, text[8] == dash, text[13] == dash, text[18] == dash, text[23] == dash else {
      return nil
    }
    var bytes: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    let isHexadecimal = withUnsafeMutableBytes(of: &bytes) { bytes in
      var offset = 0
      for index in 0..<16 {
        if isDash(offset) { offset += 1 }
        guard let high = HexDigit.value(text[offset]), let low = HexDigit.value(text[offset + 1]) else {
          return false
        }
        bytes[index] = high << 4 | low
        offset += 2
      }
      return true
    }
    return isHexadecimal ? UUID(uuid: bytes) : nil
  }

  /// Parses a UUID of 36 characters; nil for other strings.
  package static func uuid(_ text: String) -> UUID? {
    var text = text
    return text.withUTF8 { uuid($0) }
  }

  /// Returns the same string as `uuidString`, which is slower because it interprets a format.
  package static func text(_ value: UUID) -> String {
    String(unsafeUninitializedCapacity: length) { room in
      guard let target = room.baseAddress else { return 0 }
      write(value, to: target)
      return length
    }
  }

  static func append<S: JSONSink>(_ value: UUID, to sink: inout S) {
    sink.append(room: length + 2) { target in
      // SAFETY: the output is exactly as long as the requested room.
      target.initialize(to: UInt8(ascii: "\""))
      write(value, to: target + 1)
      (target + length + 1).initialize(to: UInt8(ascii: "\""))
      return length + 2
    }
  }

  /// Writes 32 digits and four hyphens.
  private static func write(_ value: UUID, to target: UnsafeMutablePointer<UInt8>) {
    var index = 0
    withUnsafeBytes(of: value.uuid) { bytes in
      for byte in bytes {
        if isDash(index) {
          (target + index).initialize(to: dash)
          index += 1
        }
        (target + index).initialize(to: HexDigit.digit(byte >> 4))
        (target + index + 1).initialize(to: HexDigit.digit(byte & 0x0F))
        index += 2
      }
    }
  }

  private static func isDash(_ index: Int) -> Bool {
    index == 8 || index == 13 || index == 18 || index == 23
  }
}
