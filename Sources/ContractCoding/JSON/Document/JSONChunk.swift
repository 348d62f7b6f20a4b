/// Eight bytes of text at a time, looked at together.
///
/// The first byte of the text is the lowest of the word. Questions are answered with the top bit of each byte that they
/// are true of. Borrows may set bits too many, but only above a bit that is rightly set, so the lowest is exact.
enum JSONChunk {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highs: UInt64 = 0x8080_8080_8080_8080

  /// The word at a place with at least eight bytes.
  @inline(__always)
  static func load(_ place: UnsafePointer<UInt8>) -> UInt64 {
    // SAFETY: the caller has compared the place with the end of its text.
    UInt64(littleEndian: UnsafeRawPointer(place).loadUnaligned(as: UInt64.self))
  }

  /// Bytes that a string cannot have as they are: control characters, quotation marks and backslashes.
  @inline(__always)
  static func escapes(_ word: UInt64) -> UInt64 {
    let quote = word ^ (ones &* 0x22)
    let slash = word ^ (ones &* 0x5C)
    let controls = (word &- ones &* 0x20) & ~word
    return (controls | ((quote &- ones) & ~quote) | ((slash &- ones) & ~slash)) & highs
  }

  /// Those, and bytes that are not ASCII.
  @inline(__always)
  static func stops(_ word: UInt64) -> UInt64 {
    escapes(word) | (word & highs)
  }

  /// The number of bytes before the first one that an answer is true of; the answer is not zero.
  @inline(__always)
  static func index(_ answer: UInt64) -> Int {
    answer.trailingZeroBitCount >> 3
  }
}
