/// Operations on 8 bytes as a little-endian word. Predicates set the top bit of each matching byte.
enum ByteWord {
  @inline(__always) static var ones: UInt64 { 0x0101_0101_0101_0101 }
  @inline(__always) static var tops: UInt64 { 0x8080_8080_8080_8080 }

  /// Returns the index of the lowest byte whose top bit is set.
  @inline(__always)
  static func first(_ found: UInt64) -> Int { found.trailingZeroBitCount &>> 3 }

  /// Finds letters and hyphens.
  @inline(__always)
  static func lettersAndHyphens(_ word: UInt64) -> UInt64 {
    // With the top bits cleared, no carry crosses a byte boundary.
    let low = word & ~tops
    let small = low | ones &* 0x20
    let letters = (small &+ ones &* (0x80 - 0x61)) & ~(small &+ ones &* (0x80 - 0x7B))
    let hyphens = ~((low ^ ones &* 0x2D) &+ ones &* 0x7F)
    return (letters | hyphens) & ~word & tops
  }

  /// Finds letters, digits, hyphens and dots, which make up most host names and addresses.
  @inline(__always)
  static func hostCharacters(_ word: UInt64) -> UInt64 {
    let low = word & ~tops
    // 0x2D to 0x39: hyphen to nine, except the slash.
    let others = (low &+ ones &* (0x80 - 0x2D)) & ~(low &+ ones &* (0x80 - 0x3A))
    let slashes = ~((low ^ ones &* 0x2F) &+ ones &* 0x7F)
    return lettersAndHyphens(word) | (others & ~slashes & ~word & tops)
  }

  /// Finds bytes below `limit` or from 0x80, and bytes equal to `one` or `other`. Only the lowest match is reliable;
  /// the others may be false.
  @inline(__always)
  static func suspects(_ word: UInt64, below limit: UInt64, _ one: UInt64, _ other: UInt64) -> UInt64 {
    let (first, second) = (word ^ ones &* one, word ^ ones &* other)
    return (((word &- ones &* limit) | (first &- ones) & ~first | (second &- ones) & ~second) & ~word | word) & tops
  }
}
