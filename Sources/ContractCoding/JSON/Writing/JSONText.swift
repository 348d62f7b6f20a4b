import FoundationEssentials

/// Scalars as JSON text, appended to a buffer.
enum JSONText {
  // MARK: - Strings

  /// Appends a string in quotation marks. Escaped are `"`, `\` and control characters; `/` and everything else is not.
  static func append(_ string: String, to buffer: inout [UInt8]) {
    withBytes(of: string) { append($0, to: &buffer) }
  }

  /// Appends a member's name with its colon, and the comma before it unless it is the first.
  static func append(name: String, isFirst: Bool, to buffer: inout [UInt8]) {
    withBytes(of: name) { append($0, hasComma: !isFirst, hasColon: true, to: &buffer) }
  }

  /// Every native string has its bytes in one place, where they are looked at without holding the string once more.
  @inline(__always)
  private static func withBytes(of string: String, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    if string.utf8.withContiguousStorageIfAvailable(body) != nil { return }
    var string = string
    string.withUTF8(body)
  }

  @inline(__always)
  private static func append(
    _ text: UnsafeBufferPointer<UInt8>, hasComma: Bool = false, hasColon: Bool = false, to buffer: inout [UInt8]
  ) {
    let escape = firstEscape(text, from: 0)
    guard escape == text.count else {
      if hasComma { buffer.append(UInt8(ascii: ",")) }
      appendEscaped(text, firstEscape: escape, to: &buffer)
      if hasColon { buffer.append(UInt8(ascii: ":")) }
      return
    }
    // Room for the text and what stands around it is made once: one look at the buffer instead of one for each byte.
    buffer.append(addingCapacity: text.count + 4) { span in
      if hasComma { span.append(UInt8(ascii: ",")) }
      span.append(UInt8(ascii: "\""))
      append(text, to: &span)
      span.append(UInt8(ascii: "\""))
      if hasColon { span.append(UInt8(ascii: ":")) }
    }
  }

  @inline(__always)
  private static func append(_ text: UnsafeBufferPointer<UInt8>, to span: inout OutputSpan<UInt8>) {
    guard let source = text.baseAddress else { return }
    span.withUnsafeMutableBufferPointer { room, count in
      guard let target = room.baseAddress, text.count <= room.count - count else { return }
      // SAFETY: the room behind `count` was just checked, and `count` grows by what is written.
      (target + count).initialize(from: source, count: text.count)
      count += text.count
    }
  }

  /// The index of the first byte that must be escaped, or the end.
  @inline(__always)
  private static func firstEscape(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs: UInt64 = 0x8080_8080_8080_8080
    let raw = UnsafeRawBufferPointer(text)
    var index = start
    while raw.count &- index >= 8 {
      let word = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      // A byte's top bit is set below when the byte is less than 0x20, a quotation mark or a backslash. Borrows can only
      // add false alarms, which the byte loop sorts out.
      let quote = word ^ (ones &* 0x22)
      let slash = word ^ (ones &* 0x5C)
      let suspects =
        ((word &- ones &* 0x20) & ~word) | ((quote &- ones) & ~quote) | ((slash &- ones) & ~slash)
      if suspects & highs != 0 { break }
      index &+= 8
    }
    while index < text.count {
      let byte = text[index]
      if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return index }
      index &+= 1
    }
    return index
  }

  private static func appendEscaped(
    _ text: UnsafeBufferPointer<UInt8>, firstEscape: Int, to buffer: inout [UInt8]
  ) {
    buffer.append(UInt8(ascii: "\""))
    var start = 0
    var index = firstEscape
    while index < text.count {
      buffer.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<index]))
      appendEscape(text[index], to: &buffer)
      start = index + 1
      index = self.firstEscape(text, from: start)
    }
    buffer.append(contentsOf: UnsafeBufferPointer(rebasing: text[start...]))
    buffer.append(UInt8(ascii: "\""))
  }

  private static func appendEscape(_ byte: UInt8, to buffer: inout [UInt8]) {
    buffer.append(UInt8(ascii: "\\"))
    switch byte {
    case 0x08: buffer.append(UInt8(ascii: "b"))
    case 0x09: buffer.append(UInt8(ascii: "t"))
    case 0x0A: buffer.append(UInt8(ascii: "n"))
    case 0x0C: buffer.append(UInt8(ascii: "f"))
    case 0x0D: buffer.append(UInt8(ascii: "r"))
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): buffer.append(byte)
    default:
      append(ascii: "u00", to: &buffer)
      buffer.append(hexDigit(byte >> 4))
      buffer.append(hexDigit(byte & 0x0F))
    }
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }

  /// Appends text that needs neither quotation marks nor escapes.
  static func append(ascii text: StaticString, to buffer: inout [UInt8]) {
    text.withUTF8Buffer { buffer.append(contentsOf: $0) }
  }

  // MARK: - Numbers and words

  static func append(_ value: Bool, to buffer: inout [UInt8]) {
    append(ascii: value ? "true" : "false", to: &buffer)
  }

  static func appendNull(to buffer: inout [UInt8]) {
    append(ascii: "null", to: &buffer)
  }

  static func append<I: FixedWidthInteger>(_ value: I, to buffer: inout [UInt8]) {
    if I.bitWidth > 64 {
      buffer.append(contentsOf: value.description.utf8)
      return
    }
    if value < 0 { buffer.append(UInt8(ascii: "-")) }
    append(UInt64(truncatingIfNeeded: value.magnitude), to: &buffer)
  }

  private static func append(_ value: UInt64, to buffer: inout [UInt8]) {
    var digits = InlineArray<20, UInt8>(repeating: 0)
    var first = 20
    var rest = value
    repeat {
      let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
      first &-= 1
      digits[first] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit)
      rest = quotient
    } while rest > 0
    buffer.append(addingCapacity: 20) { span in
      while first < 20 {
        span.append(digits[first])
        first &+= 1
      }
    }
  }

  /// Appends the shortest digits that read back as the same value; false for infinities and NaN.
  static func append<F: BinaryFloatingPoint & CustomStringConvertible>(_ value: F, to buffer: inout [UInt8]) -> Bool {
    guard value.isFinite else { return false }
    let text = value.description.utf8
    let dropsZero = text.count > 2 && text.suffix(2).elementsEqual(".0".utf8)
    buffer.append(contentsOf: dropsZero ? text.dropLast(2) : text[...])
    return true
  }

  // MARK: - Values of FoundationEssentials

  /// Appends a date as a strategy spells it; false, with nothing appended, when it cannot.
  static func append(_ date: Date, _ strategy: DateStrategy, to buffer: inout [UInt8]) throws -> Bool {
    switch strategy {
    case .rfc3339:
      let start = buffer.count
      buffer.append(UInt8(ascii: "\""))
      guard RFC3339.append(date, to: &buffer) else {
        buffer.removeSubrange(start...)
        return false
      }
      buffer.append(UInt8(ascii: "\""))
      return true
    case .custom(let encode, _):
      append(try encode(date), to: &buffer)
      return true
    case .secondsSince1970, .millisecondsSince1970, .deferredToDate:
      return strategy.number(of: date).map { append($0, to: &buffer) } ?? false
    }
  }

  static func append(_ data: Data, to buffer: inout [UInt8]) {
    buffer.append(UInt8(ascii: "\""))
    buffer.append(contentsOf: data.base64EncodedData())
    buffer.append(UInt8(ascii: "\""))
  }

  /// Appends a decimal as a number; false for NaN.
  static func append(_ value: Decimal, to buffer: inout [UInt8]) -> Bool {
    guard value.isFinite else { return false }
    buffer.append(contentsOf: value.description.utf8)
    return true
  }
}
