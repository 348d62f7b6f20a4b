extension SchemaReader {
  /// The content of a string between its quotation marks.
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
    return isBroken ? nil : Self.string(text)
  }

  /// The value of a string whose syntax was checked.
  @inline(__always)
  static func string(_ text: Text) -> String {
    if text.isEscaped { return unescaped(text) }
    return String(decoding: UnsafeBufferPointer(start: text.start, count: text.count), as: UTF8.self)
  }

  @inline(never)
  private static func unescaped(_ text: Text) -> String {
    JSONEscapes.unescape(Array(UnsafeBufferPointer(start: text.start, count: text.count))[...])
  }

  /// Steps over a string from its quotation mark on, and checks its UTF-8 and its escapes.
  @inline(__always)
  mutating func scanString() -> Text {
    let content = next + 1
    let last = Self.endOfPlain(content, end)
    if last < end, last.pointee == UInt8(ascii: "\"") {
      next = last + 1
      return Text(start: content, count: last - content)
    }
    return scanRest(content, last)
  }

  /// The first byte that is a quotation mark, a backslash, a control character or no ASCII.
  @inline(__always)
  static func endOfPlain(_ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs: UInt64 = 0x8080_8080_8080_8080
    var index = start
    while end - index >= 8 {
      let word = UnsafeRawPointer(index).loadUnaligned(as: UInt64.self).littleEndian
      // A byte's top bit is set below when the byte is one of those. Borrows raise false alarms only above true ones,
      // and the lowest alarm counts.
      let quote = word ^ (ones &* 0x22)
      let slash = word ^ (ones &* 0x5C)
      let alarms = (word | (word &- ones &* 0x20) | ((quote &- ones) & ~quote) | ((slash &- ones) & ~slash)) & highs
      if alarms != 0 { return index + alarms.trailingZeroBitCount / 8 }
      index += 8
    }
    while index < end {
      let byte = index.pointee
      if byte >= 0x80 || byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return index }
      index += 1
    }
    return index
  }

  /// Goes on with a string that has more than plain ASCII in it.
  @inline(never)
  private mutating func scanRest(_ content: UnsafePointer<UInt8>, _ from: UnsafePointer<UInt8>) -> Text {
    var text = Text(start: content, count: 0)
    next = from
    while next < end {
      let byte = next.pointee
      if byte >= 0x80 {
        text.isASCII = false
        guard skipMultibyte() else { break }
      } else if byte == UInt8(ascii: "\"") {
        text.count = next - content
        next += 1
        return text
      } else if byte == UInt8(ascii: "\\") {
        text.isEscaped = true
        guard skipEscape() else { break }
      } else if byte < 0x20 {
        break
      }
      next = Self.endOfPlain(next, end)
    }
    breakOff()
    return text
  }

  /// Steps over scalars of two to four bytes (RFC 3629, section 4); false at what is none.
  private mutating func skipMultibyte() -> Bool {
    while next < end, next.pointee >= 0x80 {
      let left = end - next
      let lead = next.pointee
      guard left >= 2 else { return false }
      let second = next[1]
      switch lead {
      case 0xC2...0xDF:
        guard second & 0xC0 == 0x80 else { return false }
        next += 2
      case 0xE0...0xEF:
        guard left >= 3, second & 0xC0 == 0x80, next[2] & 0xC0 == 0x80 else { return false }
        if lead == 0xE0, second < 0xA0 { return false }
        if lead == 0xED, second > 0x9F { return false }
        next += 3
      case 0xF0...0xF4:
        guard left >= 4, second & 0xC0 == 0x80, next[2] & 0xC0 == 0x80, next[3] & 0xC0 == 0x80 else { return false }
        if lead == 0xF0, second < 0x90 { return false }
        if lead == 0xF4, second > 0x8F { return false }
        next += 4
      default: return false
      }
    }
    return true
  }

  /// Steps over an escape; false at what is none.
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

  /// The number in the four digits after the `\u` that comes next.
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
