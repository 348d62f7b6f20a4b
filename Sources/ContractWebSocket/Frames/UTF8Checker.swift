/// An incremental UTF-8 validator (RFC 3629 §4) that fails at the first invalid byte.
struct UTF8Checker: Sendable {
  /// The number of bytes that complete the current character.
  private var missing = 0
  /// The valid range of the next byte.
  private var range: ClosedRange<UInt8> = 0x80...0xBF

  /// True between characters.
  var isComplete: Bool { missing == 0 }

  /// Checks a chunk. Returns false when the text is not valid UTF-8.
  mutating func accepts(_ bytes: Span<UInt8>, in part: Range<Int>) -> Bool {
    for index in part {
      let byte = bytes[index]
      if missing == 0 {
        if byte < 0x80 { continue }
        guard begins(byte) else { return false }
      } else {
        guard range.contains(byte) else { return false }
        range = 0x80...0xBF
        missing -= 1
      }
    }
    return true
  }

  /// Determines from the first byte of a character how many bytes follow, and the valid range of the second byte. This
  /// excludes overlong encodings, surrogates and values above U+10FFFF.
  private mutating func begins(_ byte: UInt8) -> Bool {
    switch byte {
    case 0xC2...0xDF: (missing, range) = (1, 0x80...0xBF)
    case 0xE0: (missing, range) = (2, 0xA0...0xBF)
    case 0xED: (missing, range) = (2, 0x80...0x9F)
    case 0xE1...0xEF: (missing, range) = (2, 0x80...0xBF)
    case 0xF0: (missing, range) = (3, 0x90...0xBF)
    case 0xF1...0xF3: (missing, range) = (3, 0x80...0xBF)
    case 0xF4: (missing, range) = (3, 0x80...0x8F)
    default: return false
    }
    return true
  }
}
