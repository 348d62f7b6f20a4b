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

  private struct Words {
    var low: UInt64
    var high: UInt64
  }

  /// The string of `count` bytes of ASCII, no more than ``maxCount``; only where ``hasKnownLayout``.
  @inline(__always)
  static func make(_ start: UnsafePointer<UInt8>, count: Int) -> String {
    // SAFETY: `hasKnownLayout` has found that a string of this length is these words.
    unsafeBitCast(words(start, count: count), to: String.self)
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
