package import FoundationEssentials

/// UUIDs in the format of RFC 9562 §4, written in uppercase as in Foundation and read case-insensitively.
package enum UUIDText {
  private static let length = 36

  /// Parses a UUID of 36 characters; nil for other strings, some of which Foundation accepts.
  static func uuid(_ text: UnsafeBufferPointer<UInt8>) -> UUID? {
    guard text.count == length else { return nil }
    var words: (UInt64, UInt64) = (0, 0)
    for index in 0..<length {
      let byte = text[index]
      if isDash(index) {
        guard byte == UInt8(ascii: "-") else { return nil }
        continue
      }
      guard let digit = JSONEscapes.hexValue(byte) else { return nil }
      words.0 = words.0 << 4 | words.1 >> 60
      words.1 = words.1 << 4 | UInt64(digit)
    }
    let (high, low) = words
    func byte(_ word: UInt64, _ index: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: word >> (56 - index * 8)) }
    return UUID(
      uuid: (
        byte(high, 0), byte(high, 1), byte(high, 2), byte(high, 3), byte(high, 4), byte(high, 5), byte(high, 6),
        byte(high, 7), byte(low, 0), byte(low, 1), byte(low, 2), byte(low, 3), byte(low, 4), byte(low, 5), byte(low, 6),
        byte(low, 7)
      ))
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
          (target + index).initialize(to: UInt8(ascii: "-"))
          index += 1
        }
        (target + index).initialize(to: digit(byte >> 4))
        (target + index + 1).initialize(to: digit(byte & 0x0F))
        index += 2
      }
    }
  }

  private static func isDash(_ index: Int) -> Bool {
    index == 8 || index == 13 || index == 18 || index == 23
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }
}
