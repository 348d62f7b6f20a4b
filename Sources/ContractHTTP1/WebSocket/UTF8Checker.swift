/// Checks text in pieces of any size for UTF-8 (RFC 3629 §4), and says no at the first byte that cannot be.
struct UTF8Checker: Sendable {
  /// How many bytes of a character are still to come.
  private var missing = 0
  /// What the next one of them has to be.
  private var range: ClosedRange<UInt8> = 0x80...0xBF

  /// True between characters.
  var isComplete: Bool { missing == 0 }

  /// Takes a piece; false when the text is no UTF-8, whatever follows.
  mutating func accepts(_ bytes: Span<UInt8>, in piece: Range<Int>) -> Bool {
    for index in piece {
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

  /// The first byte of a character decides how many follow, and where the second one may lie: no longer spelling than
  /// needed, no surrogates, nothing past U+10FFFF.
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
