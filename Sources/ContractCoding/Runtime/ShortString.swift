/// ASCII strings of up to 15 bytes, which a `String` stores inline in its two words.
///
/// The standard library copies them byte by byte, which took more than a third of the time for reading a text of short strings.
/// The layout of a string is not documented, so it is checked once; if it differs, the standard library is used.
enum ShortString {
  static let maxCount = 15

  /// True when strings have the layout that ``make(_:count:)`` creates, checked for each length. Otherwise, strings are
  /// created with the standard library.
  static let hasKnownLayout =
    MemoryLayout<String>.size == MemoryLayout<Words>.size
    && (0...maxCount).allSatisfy { count in
      let bytes = (0..<count).map { UInt8(ascii: "a") + UInt8($0) }
      return bytes.withUnsafeBufferPointer { memory in
        let expected = words(of: String(decoding: memory, as: UTF8.self))
        let found = memory.baseAddress.map { words($0, count: count) } ?? Words(low: 0, high: discriminator(0))
        return found.low == expected?.low && found.high == expected?.high
      }
    }

  struct Words {
    var low: UInt64
    var high: UInt64
  }

  /// Returns the words of a string with the layout of ``make(_:count:)``; nil for other strings. Call only if
  /// ``hasKnownLayout``.
  @inline(__always)
  static func words(of string: String) -> Words? {
    withUnsafePointer(to: string) { words(at: $0) }
  }

  /// Returns the words of a string in memory without copying it; nil for other strings. Call only if ``hasKnownLayout``.
  @inline(__always)
  static func words(at address: UnsafePointer<String>) -> Words? {
    // SAFETY: the sizes are equal, and the words of other strings are not used.
    let words = UnsafeRawPointer(address).load(as: Words.self)
    return words.high >> 60 == 0xE ? words : nil
  }

  /// Creates a string of `count` ASCII bytes, at most ``maxCount``. Call only if ``hasKnownLayout``.
  @inline(__always)
  static func make(_ start: UnsafePointer<UInt8>, count: Int) -> String {
    var words = words(start, count: count)
    return withUnsafeMutableBytes(of: &words) {
      // SAFETY: `hasKnownLayout` has verified that a string of this length consists of these words. The string is moved
      // out of them, because a copy would check for a reference.
      $0.baseAddress.unsafelyUnwrapped.bindMemory(to: String.self, capacity: 1).move()
    }
  }

  /// Returns the little-endian words that hold the bytes and the length.
  @inline(__always)
  private static func words(_ start: UnsafePointer<UInt8>, count: Int) -> Words {
    // SAFETY: every load stays within the `count` bytes; two loads may overlap.
    let source = UnsafeRawPointer(start)
    let bits = UInt64(truncatingIfNeeded: count) &* 8
    if count >= 8 {
      let last = source.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
      return Words(low: source.loadUnaligned(as: UInt64.self), high: last >> (128 &- bits) | discriminator(count))
    }
    let low: UInt64
    if count >= 4 {
      let last = UInt64(source.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self))
      low = UInt64(source.loadUnaligned(as: UInt32.self)) | last &<< (bits &- 32)
    } else if count > 0 {
      let middle = count / 2
      low =
        UInt64(start[0]) | UInt64(start[middle]) &<< (UInt64(truncatingIfNeeded: middle) &* 8)
        | UInt64(start[count &- 1]) &<< (bits &- 8)
    } else {
      low = 0
    }
    return Words(low: low, high: discriminator(count))
  }

  /// Returns the highest byte: flags for an inline ASCII string, and its length.
  @inline(__always)
  private static func discriminator(_ count: Int) -> UInt64 {
    (0xE0 | UInt64(truncatingIfNeeded: count)) << 56
  }
}

extension ShortString.Words {
  /// The number of bytes.
  @inline(__always)
  var count: Int { Int(truncatingIfNeeded: high >> 56) & 0xF }

  /// Returns true when `memory`, which must have 16 bytes, starts with these bytes and none of them needs an escape in
  /// JSON.
  @inline(__always)
  func isPlainBeginning(of memory: UnsafeRawPointer) -> Bool {
    // SAFETY: the caller ensures that 16 bytes exist.
    let first = memory.loadUnaligned(as: UInt64.self)
    if count < 8 { return (first ^ low) & mask == 0 && isPlain }
    let second = memory.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
    return first == low && (second ^ high) & mask == 0 && isPlain
  }

  /// True when no byte needs an escape in JSON.
  @inline(__always)
  var isPlain: Bool {
    // Unused bytes are filled with spaces, which need no escape.
    let free = ~mask & 0x2020_2020_2020_2020
    if count < 8 { return Self.plain(low | free) & Self.highs == Self.highs }
    return Self.plain(low) & Self.plain(high & mask | free) & Self.highs == Self.highs
  }

  private static var highs: UInt64 { 0x8080_8080_8080_8080 }

  /// Sets the top bit of each ASCII byte that needs no escape: at least 0x20, not a quotation mark and not a backslash.
  /// No carry crosses a byte boundary.
  @inline(__always)
  private static func plain(_ word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    return (word &+ ones &* 0x60) & ((word ^ (ones &* 0x22)) &+ ones &* 0x7F)
      & ((word ^ (ones &* 0x5C)) &+ ones &* 0x7F)
  }

  /// A mask of the bytes of the string in its last word.
  @inline(__always)
  private var mask: UInt64 { (1 &<< (UInt64(truncatingIfNeeded: count & 7) &* 8)) &- 1 }
}
