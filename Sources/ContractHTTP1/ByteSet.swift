/// A set of ASCII characters as two words, so that a test is a shift and a mask.
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

/// Eight bytes at once in a word, the first of them lowest. What is asked of each byte is answered in its top bit.
enum ByteWord {
  @inline(__always) static var ones: UInt64 { 0x0101_0101_0101_0101 }
  @inline(__always) static var tops: UInt64 { 0x8080_8080_8080_8080 }

  /// Which byte the lowest of these top bits is of.
  @inline(__always)
  static func first(_ found: UInt64) -> Int { found.trailingZeroBitCount &>> 3 }

  /// The bytes that are letters or hyphens.
  @inline(__always)
  static func lettersAndHyphens(_ word: UInt64) -> UInt64 {
    // Without their top bits nothing is carried from one byte to the next.
    let low = word & ~tops
    let small = low | ones &* 0x20
    let letters = (small &+ ones &* (0x80 - 0x61)) & ~(small &+ ones &* (0x80 - 0x7B))
    let hyphens = ~((low ^ ones &* 0x2D) &+ ones &* 0x7F)
    return (letters | hyphens) & ~word & tops
  }

  /// The bytes that are letters, digits, hyphens or dots: all that the names and addresses of most hosts have.
  @inline(__always)
  static func hostCharacters(_ word: UInt64) -> UInt64 {
    let low = word & ~tops
    // From the hyphen to the nine, but not the slash.
    let others = (low &+ ones &* (0x80 - 0x2D)) & ~(low &+ ones &* (0x80 - 0x3A))
    let slashes = ~((low ^ ones &* 0x2F) &+ ones &* 0x7F)
    return lettersAndHyphens(word) | (others & ~slashes & ~word & tops)
  }

  /// True bits at the bytes less than `limit` or from 0x80 on, and at those equal to `one` or `other`; above the lowest of
  /// them there may be false ones.
  @inline(__always)
  static func suspects(_ word: UInt64, below limit: UInt64, _ one: UInt64, _ other: UInt64) -> UInt64 {
    let (first, second) = (word ^ ones &* one, word ^ ones &* other)
    return (((word &- ones &* limit) | (first &- ones) & ~first | (second &- ones) & ~second) & ~word | word) & tops
  }
}

extension Span<UInt8> {
  /// The first index in `range` whose byte is a control character other than tab, or the end of the range.
  func firstControl(in range: Range<Int>) -> Int {
    precondition(range.upperBound <= count)
    var index = range.lowerBound
    let last = range.upperBound &- 8
    while true {
      // A byte's top bit is set below when the byte is less than 0x20, or equal to 0x7F. Borrows and carries can only add
      // false alarms, which a look at the byte sorts out.
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
    // SAFETY: both callers have compared the index with the end of a range that lies inside the span.
    let byte = self[unchecked: index]
    return (byte < 0x20 && byte != 0x09) || byte == 0x7F
  }

  /// The eight bytes from `index` on, the first of them lowest. The caller knows that they lie inside the span.
  @inline(__always)
  func eight(at index: Int) -> UInt64 {
    // SAFETY: any bit pattern is a UInt64, and the caller knows that eight bytes are there.
    bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self).littleEndian
  }

  /// The first index in `range` that no token has.
  @inline(__always)
  func endOfToken(in range: Range<Int>) -> Int {
    precondition(range.upperBound <= count)
    var index = range.lowerBound
    // Letters and hyphens are what most names consist of. What stands behind the range is looked at as well.
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
    // SAFETY: the index lies in the range, which was checked to lie inside the span.
    while index < range.upperBound, ByteSet.token.contains(self[unchecked: index]) { index &+= 1 }
    return index
  }

  /// The first index in `range` with this byte, or nil.
  @inline(__always)
  func firstIndex(of byte: UInt8, in range: Range<Int>) -> Int? {
    precondition(range.upperBound <= count)
    var index = range.lowerBound
    while index < range.upperBound {
      // SAFETY: the range was checked to lie inside the span.
      if self[unchecked: index] == byte { return index }
      index &+= 1
    }
    return nil
  }

  /// True when every byte of `range` is in `set`.
  @inline(__always)
  func allSatisfy(_ set: ByteSet, in range: Range<Int>) -> Bool {
    precondition(range.upperBound <= count)
    var index = range.lowerBound
    while index < range.upperBound {
      // SAFETY: the range was checked to lie inside the span.
      if !set.contains(self[unchecked: index]) { return false }
      index &+= 1
    }
    return true
  }

  /// `range` without the spaces and tabs at its ends (OWS, RFC 9110 §5.6.3).
  @inline(__always)
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var start = range.lowerBound
    var end = range.upperBound
    while start < end, self[start] == 0x20 || self[start] == 0x09 { start &+= 1 }
    while end > start, self[end &- 1] == 0x20 || self[end &- 1] == 0x09 { end &-= 1 }
    return start..<end
  }

  /// True when the bytes of `range` are `text`, which is in lower case, apart from case.
  @inline(__always)
  func equalsIgnoringCase(_ text: StaticString, in range: Range<Int>) -> Bool {
    guard range.count == text.utf8CodeUnitCount else { return false }
    // SAFETY: the buffer is the literal's own storage and is not kept.
    return text.withUTF8Buffer { wanted in
      precondition(range.upperBound <= count)
      var offset = 0
      while offset < wanted.count {
        // SAFETY: the range, which is as long as the literal, was checked to lie inside the span.
        let byte = self[unchecked: range.lowerBound &+ offset]
        let lower = byte &- 0x41 < 26 ? byte | 0x20 : byte
        if lower != wanted[offset] { return false }
        offset &+= 1
      }
      return true
    }
  }

  /// Calls `body` with each member of the comma-separated list in `range`, without the white space around it; empty
  /// members included.
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
  /// The bytes of `range`.
  @inline(__always)
  init(_ span: Span<UInt8>, in range: Range<Int>) {
    // SAFETY: the pointer is only read, and only inside the call.
    self = span.extracting(range).withUnsafeBufferPointer { Array($0) }
  }

  /// Appends the bytes of `range`.
  @inline(__always)
  mutating func append(_ span: Span<UInt8>, in range: Range<Int>) {
    // SAFETY: the pointer is only read, and only inside the call.
    span.extracting(range).withUnsafeBufferPointer { append(contentsOf: $0) }
  }
}
