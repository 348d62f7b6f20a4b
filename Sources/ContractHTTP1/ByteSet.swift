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

extension Span<UInt8> {
  /// The first index in `range` whose byte is a control character other than tab, or the end of the range.
  func firstControl(in range: Range<Int>) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs: UInt64 = 0x8080_8080_8080_8080
    precondition(range.upperBound <= count)
    var index = range.lowerBound
    let raw = bytes
    while index < range.upperBound {
      if range.upperBound &- index >= 8 {
        // SAFETY: any bit pattern is a UInt64, and the load checks that its eight bytes are inside the span.
        let word = raw.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
        // A byte's top bit is set below when the byte is less than 0x20, or equal to 0x7F. Borrows can only add false
        // alarms, which the byte loop sorts out.
        let deleted = word ^ (ones &* 0x7F)
        let suspects = ((word &- ones &* 0x20) & ~word) | ((deleted &- ones) & ~deleted)
        let found = suspects & highs
        if found == 0 {
          index &+= 8
          continue
        }
        // Borrows go upwards only, so the lowest alarm is true, unless the byte is a tab.
        index &+= found.littleEndian.trailingZeroBitCount &>> 3
        if self[unchecked: index] != 0x09 { return index }
        index &+= 1
        continue
      }
      while index < range.upperBound {
        // SAFETY: the index is less than the range's end, and the range was checked to lie inside the span.
        let byte = self[unchecked: index]
        if (byte < 0x20 && byte != 0x09) || byte == 0x7F { return index }
        index &+= 1
      }
    }
    return range.upperBound
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
