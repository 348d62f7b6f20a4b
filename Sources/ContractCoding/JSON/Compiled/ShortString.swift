/// Strings of up to 15 bytes of ASCII, which a `String` holds in its own two words.
///
/// The standard library fills them byte by byte, which cost more than a third of reading a text of short strings.
enum ShortString {
  static let maxCount = 15

  /// True when strings have the layout that ``make(_:count:)`` builds; each length is compared with the standard library's
  /// own. Where it has another one, strings are made the usual way.
  static let hasKnownLayout =
    MemoryLayout<String>.size == MemoryLayout<Words>.size
    && (0...maxCount).allSatisfy { count in
      let bytes = (0..<count).map { UInt8(ascii: "a") + UInt8($0) }
      return bytes.withUnsafeBufferPointer { memory in
        // SAFETY: the sizes are the same, and words of such a string hold no reference.
        let expected = unsafeBitCast(String(decoding: memory, as: UTF8.self), to: Words.self)
        let found = memory.baseAddress.map { words($0, count: count) } ?? Words(low: 0, high: discriminator(0))
        return found.low == expected.low && found.high == expected.high
      }
    }

  struct Words {
    var low: UInt64
    var high: UInt64
  }

  /// The words of a string as ``make(_:count:)`` makes them; nil for any other. Only where ``hasKnownLayout``.
  @inline(__always)
  static func words(of string: String) -> Words? {
    // SAFETY: the sizes are the same; what is no such string is not looked at any further.
    let words = unsafeBitCast(string, to: Words.self)
    return words.high >> 60 == 0xE ? words : nil
  }

  /// The same for a string in memory, of which no copy is made.
  @inline(__always)
  static func words(at place: UnsafePointer<String>) -> Words? {
    // SAFETY: as above.
    let words = UnsafeRawPointer(place).load(as: Words.self)
    return words.high >> 60 == 0xE ? words : nil
  }

  /// The string of `count` bytes of ASCII, no more than ``maxCount``; only where ``hasKnownLayout``.
  @inline(__always)
  static func make(_ start: UnsafePointer<UInt8>, count: Int) -> String {
    var words = words(start, count: count)
    return withUnsafeMutableBytes(of: &words) {
      // SAFETY: `hasKnownLayout` has found that a string of this length is these words. It is moved out of them, because a
      // copy would be asked whether it holds a reference.
      $0.baseAddress.unsafelyUnwrapped.bindMemory(to: String.self, capacity: 1).move()
    }
  }

  /// The bytes from the lowest on, and the length behind them.
  @inline(__always)
  private static func words(_ start: UnsafePointer<UInt8>, count: Int) -> Words {
    // SAFETY: every load stays within the `count` bytes; two of them may overlap.
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

  /// The highest byte: that the string is in its words, that it is ASCII, and its length.
  @inline(__always)
  private static func discriminator(_ count: Int) -> UInt64 {
    (0xE0 | UInt64(truncatingIfNeeded: count)) << 56
  }
}

extension ShortString.Words {
  /// How many bytes they are.
  @inline(__always)
  var count: Int { Int(truncatingIfNeeded: high >> 56) & 0xF }

  /// True when memory, of which 16 bytes can be read, begins with the bytes, and none of them needs an escape in JSON.
  @inline(__always)
  func isPlainBeginning(of memory: UnsafeRawPointer) -> Bool {
    // SAFETY: whoever calls has so much memory.
    let first = memory.loadUnaligned(as: UInt64.self)
    if count < 8 { return (first ^ low) & mask == 0 && isPlain }
    let second = memory.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
    return first == low && (second ^ high) & mask == 0 && isPlain
  }

  /// True when no byte needs an escape in JSON.
  @inline(__always)
  var isPlain: Bool {
    // Spaces in the places that are free: they mean themselves.
    let free = ~mask & 0x2020_2020_2020_2020
    if count < 8 { return Self.plain(low | free) & Self.highs == Self.highs }
    return Self.plain(low) & Self.plain(high & mask | free) & Self.highs == Self.highs
  }

  private static var highs: UInt64 { 0x8080_8080_8080_8080 }

  /// Has the top bit of each byte of ASCII that needs no escape: one that is 0x20 or more, no quotation mark and no
  /// backslash. Nothing is carried from one byte to the next.
  @inline(__always)
  private static func plain(_ word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    return (word &+ ones &* 0x60) & ((word ^ (ones &* 0x22)) &+ ones &* 0x7F)
      & ((word ^ (ones &* 0x5C)) &+ ones &* 0x7F)
  }

  /// The bits of the last word that are bytes of the string.
  @inline(__always)
  private var mask: UInt64 { (1 &<< (UInt64(truncatingIfNeeded: count & 7) &* 8)) &- 1 }
}
