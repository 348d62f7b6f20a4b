extension SchemaReader {
  /// The contents of a string between its quotation marks.
  struct Text {
    let start: UnsafePointer<UInt8>
    var count: Int
    var isEscaped = false
    var isASCII = true
  }

  /// Reads a string.
  public mutating func string() -> String? {
    skipSpace()
    guard next < end, next.pointee == UInt8(ascii: "\"") else {
      mismatch(.type(String.self))
      return nil
    }
    let text = scanString()
    return isBroken ? nil : string(text)
  }

  /// Reads an array of strings.
  mutating func strings() -> [String]? {
    guard var array = beginArray([String].self) else { return nil }
    var values: [String] = []
    while nextElement(&array) {
      guard let value = string() else { continue }
      if values.isEmpty { values.reserveCapacity(roomForElements(array, of: MemoryLayout<String>.stride)) }
      values.append(value)
    }
    return endArray(array) ? values : nil
  }

  /// Returns the value of a string whose syntax was checked.
  @inline(__always)
  func string(_ text: Text) -> String {
    if text.isEscaped { return Self.unescaped(text) }
    // SAFETY: the text outlives the reader, and the bytes were validated as UTF-8.
    if text.count <= ShortString.maxCount, text.isASCII, makesShortStrings {
      return ShortString.make(text.start, count: text.count)
    }
    let span = unsafe Span(_unsafeStart: text.start, count: text.count)
    return String(copying: UTF8Span(unchecked: span, isKnownASCII: text.isASCII))
  }

  @inline(never)
  private static func unescaped(_ text: Text) -> String {
    JSONEscapes.unescape(Array(UnsafeBufferPointer(start: text.start, count: text.count))[...])
  }

  /// Skips a string from its opening quotation mark and checks its UTF-8 and escapes.
  @inline(__always)
  mutating func scanString() -> Text {
    let content = next + 1
    var isASCII = true
    let last = Self.endOfPlain(content, end, &isASCII)
    if isASCII, last < end, last.pointee == UInt8(ascii: "\"") {
      next = last + 1
      return Text(start: content, count: last - content)
    }
    return scanRest(content, last, isASCII)
  }

  /// Returns the first quotation mark, backslash or control character. Clears `isASCII` when another byte precedes it.
  @inline(__always)
  static func endOfPlain(
    _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ isASCII: inout Bool
  ) -> UnsafePointer<UInt8> {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs: UInt64 = 0x8080_8080_8080_8080
    var index = start
    var all: UInt64 = 0
    while end - index >= 8 {
      let word = UnsafeRawPointer(index).loadUnaligned(as: UInt64.self).littleEndian
      // The top bit of a byte is set below if it is one of these. Borrows cause false positives only above true ones,
      // and only the lowest one is used.
      let quote = word ^ (ones &* 0x22)
      let slash = word ^ (ones &* 0x5C)
      let alarms =
        (((word &- ones &* 0x20) & ~word) | ((quote &- ones) & ~quote) | ((slash &- ones) & ~slash)) & highs
      if alarms != 0 {
        // Only the bytes before the match are considered.
        all |= word & ((alarms & (0 &- alarms)) &- 1)
        isASCII = isASCII && all & highs == 0
        return index + alarms.trailingZeroBitCount / 8
      }
      all |= word
      index += 8
    }
    while index < end {
      let byte = index.pointee
      if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { break }
      all |= UInt64(byte)
      index += 1
    }
    isASCII = isASCII && all & highs == 0
    return index
  }

  /// Continues with a string that contains escapes or non-ASCII characters.
  @inline(never)
  private mutating func scanRest(
    _ content: UnsafePointer<UInt8>, _ from: UnsafePointer<UInt8>, _ isASCII: Bool
  ) -> Text {
    var text = Text(start: content, count: 0, isASCII: isASCII)
    next = from
    while next < end {
      let byte = next.pointee
      if byte == UInt8(ascii: "\"") {
        text.count = next - content
        guard text.isASCII || Self.isUTF8(text) else { break }
        next += 1
        return text
      } else if byte == UInt8(ascii: "\\") {
        text.isEscaped = true
        guard skipEscape() else { break }
      } else if byte < 0x20 {
        break
      }
      next = Self.endOfPlain(next, end, &text.isASCII)
    }
    breakOff()
    return text
  }

  /// Returns true for valid UTF-8 (RFC 3629 §4).
  private static func isUTF8(_ text: Text) -> Bool {
    // SAFETY: the text outlives the reader.
    let span = unsafe Span(_unsafeStart: text.start, count: text.count)
    return (try? UTF8Span(validating: span)) != nil
  }

  /// Skips an escape. Returns false when it is invalid.
  private mutating func skipEscape() -> Bool {
    guard end - next >= 2 else { return false }
    switch next[1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      next += 2
      return true
    case UInt8(ascii: "u"):
      guard let unit = hexUnit() else { return false }
      next += 6
      if unit & 0xF800 != 0xD800 { return true }
      guard unit < 0xDC00, end - next >= 6, next[0] == UInt8(ascii: "\\"), next[1] == UInt8(ascii: "u"),
        let low = hexUnit(), low & 0xFC00 == 0xDC00
      else { return false }
      next += 6
      return true
    default: return false
    }
  }

  /// Returns the number in the four digits after the next `\u`.
  private func hexUnit() -> UInt32? {
    guard end - next >= 6 else { return nil }
    var unit: UInt32 = 0
    for index in 2..<6 {
      guard let digit = JSONEscapes.hexValue(next[index]) else { return nil }
      unit = unit << 4 | UInt32(digit)
    }
    return unit
  }
}
