/// Scanning of the bytes of a head.
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
