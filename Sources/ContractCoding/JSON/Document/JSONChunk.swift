/// Operations on 8 bytes of text at once.
///
/// The first byte of the text is the lowest of the word. Results set the top bit of each matching byte. Borrows may set
/// further bits, but only above a true match, so the lowest one is exact.
enum JSONChunk {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  static let highs: UInt64 = 0x8080_8080_8080_8080

  /// Loads 8 bytes, which must exist.
  @inline(__always)
  static func load(_ address: UnsafePointer<UInt8>) -> UInt64 {
    // SAFETY: the caller has compared the address with the end of its text.
    UInt64(littleEndian: UnsafeRawPointer(address).loadUnaligned(as: UInt64.self))
  }

  /// Finds bytes that must be escaped in a string: control characters, quotation marks and backslashes.
  @inline(__always)
  static func escapes(_ word: UInt64) -> UInt64 {
    let quote = word ^ (ones &* 0x22)
    let slash = word ^ (ones &* 0x5C)
    let controls = (word &- ones &* 0x20) & ~word
    return (controls | ((quote &- ones) & ~quote) | ((slash &- ones) & ~slash)) & highs
  }

  /// Returns the index of the first match in a result, which must not be zero.
  @inline(__always)
  static func index(_ matches: UInt64) -> Int {
    matches.trailingZeroBitCount >> 3
  }
}
