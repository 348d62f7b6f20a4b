/// A set of ASCII characters as a 128-bit mask.
struct ByteSet: Sendable {
  private let low: UInt64
  private let high: UInt64

  private init(_ low: UInt64, _ high: UInt64) {
    self.low = low
    self.high = high
  }

  @inline(__always)
  func contains(_ byte: UInt8) -> Bool {
    let word = byte < 0x40 ? low : high
    return byte < 0x80 && (word &>> UInt64(byte & 0x3F)) & 1 != 0
  }

  /// `tchar` (RFC 9110 §5.6.2).
  static var token: ByteSet { ByteSet(0x03FF_6CFA_0000_0000, 0x57FF_FFFF_C7FF_FFFE) }
  /// `unreserved` and `sub-delims` of a `reg-name` (RFC 3986 §3.2.2).
  static var hostName: ByteSet { ByteSet(0x2BFF_7FD2_0000_0000, 0x47FF_FFFE_87FF_FFFE) }
}

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

extension Span<UInt8> {
  /// Returns the index of the first control character in `range` other than tab, or the end of the range.
  func firstControl(in range: Range<Int>) -> Int {
    precondition(range.upperBound <= count)
    var index = range.lowerBound
    let last = range.upperBound &- 8
    while true {
      // `found` contains the top bit of each byte that is less than 0x20 or equal to 0x7F. Borrows and carries can only
      // add false positives, which `isControl` rejects.
      while index <= last {
        let word = eight(at: index)
        let found = ((word &- ByteWord.ones &* 0x20) | (word &+ ByteWord.ones)) & ~word & ByteWord.tops
        if found == 0 {
          index &+= 8
          continue
        }
        index &+= ByteWord.first(found)
        if isControl(index) { return index }
        index &+= 1
      }
      if index == range.upperBound || isControl(index) { return index }
      index &+= 1
    }
  }

  @inline(__always)
  private func isControl(_ index: Int) -> Bool {
    // SAFETY: both callers have compared `index` with the end of a range inside the span.
    let byte = self[unchecked: index]
    return (byte < 0x20 && byte != 0x09) || byte == 0x7F
  }

  /// Returns the 8 bytes at `index`, the first one lowest. The caller ensures that they lie inside the span.
  @inline(__always)
  func eight(at index: Int) -> UInt64 {
    // SAFETY: any bit pattern is a valid UInt64, and the caller ensures that the 8 bytes exist.
    bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self).littleEndian
  }

  /// Returns the end of the token at the start of `range`.
  @inline(__always)
  func endOfToken(in range: Range<Int>) -> Int {
    precondition(range.upperBound <= count)
    var index = range.lowerBound
    // Most names consist of letters and hyphens. The loop may read past the range, within the span.
    let last = count &- 8
    while index <= last {
      let found = ~ByteWord.lettersAndHyphens(eight(at: index)) & ByteWord.tops
      if found != 0 {
        index &+= ByteWord.first(found)
        break
      }
      index &+= 8
    }
    if index >= range.upperBound { return range.upperBound }
    // SAFETY: `index` lies in the range, which the precondition checked.
    while index < range.upperBound, ByteSet.token.contains(self[unchecked: index]) { index &+= 1 }
    return index
  }

  /// Returns the first index in `range` with this byte, or nil.
  @inline(__always)
  func firstIndex(of byte: UInt8, in range: Range<Int>) -> Int? {
    precondition(range.upperBound <= count)
    var index = range.lowerBound
    while index < range.upperBound {
      // SAFETY: the precondition checked the range.
      if self[unchecked: index] == byte { return index }
      index &+= 1
    }
    return nil
  }

  /// Returns true when all bytes of `range` are in `set`.
  @inline(__always)
  func allSatisfy(_ set: ByteSet, in range: Range<Int>) -> Bool {
    precondition(range.upperBound <= count)
    var index = range.lowerBound
    while index < range.upperBound {
      // SAFETY: the precondition checked the range.
      if !set.contains(self[unchecked: index]) { return false }
      index &+= 1
    }
    return true
  }

  /// Returns `range` without leading and trailing spaces and tabs (OWS, RFC 9110 §5.6.3).
  @inline(__always)
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var start = range.lowerBound
    var end = range.upperBound
    while start < end, self[start] == 0x20 || self[start] == 0x09 { start &+= 1 }
    while end > start, self[end &- 1] == 0x20 || self[end &- 1] == 0x09 { end &-= 1 }
    return start..<end
  }

  /// Returns true when the bytes of `range` equal `text`, ignoring case. `text` is in lowercase.
  @inline(__always)
  func equalsIgnoringCase(_ text: StaticString, in range: Range<Int>) -> Bool {
    guard range.count == text.utf8CodeUnitCount else { return false }
    // SAFETY: the buffer is the literal's own storage and is not kept.
    return text.withUTF8Buffer { wanted in
      precondition(range.upperBound <= count)
      var offset = 0
      while offset < wanted.count {
        // SAFETY: the range is as long as the literal, and the precondition checked it.
        let byte = self[unchecked: range.lowerBound &+ offset]
        let lower = byte &- 0x41 < 26 ? byte | 0x20 : byte
        if lower != wanted[offset] { return false }
        offset &+= 1
      }
      return true
    }
  }

  /// Calls `body` with each member of the comma-separated list in `range`, without surrounding white space. Empty
  /// members are included.
  @inline(__always)
  func forEachMember(in range: Range<Int>, _ body: (Range<Int>) -> Void) {
    var start = range.lowerBound
    while true {
      let end = firstIndex(of: 0x2C, in: start..<range.upperBound) ?? range.upperBound
      body(trimmed(start..<end))
      if end == range.upperBound { return }
      start = end &+ 1
    }
  }
}

extension [UInt8] {
  /// Copies the bytes of `range`.
  @inline(__always)
  init(_ span: Span<UInt8>, in range: Range<Int>) {
    // SAFETY: the pointer is only read, and only during the call.
    self = span.extracting(range).withUnsafeBufferPointer { Array($0) }
  }

  /// Appends the bytes of `range`.
  @inline(__always)
  package mutating func append(_ span: Span<UInt8>, in range: Range<Int>) {
    // SAFETY: the pointer is only read, and only during the call.
    span.extracting(range).withUnsafeBufferPointer { append(contentsOf: $0) }
  }
}
