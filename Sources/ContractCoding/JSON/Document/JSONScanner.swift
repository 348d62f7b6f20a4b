internal import ContractHTTP

/// A reader of the tokens of a JSON text (RFC 8259), which does not decode them.
// SAFETY: `next` moves only forward to `end`, and every access through it follows a comparison with `end`. The text
// outlives the scanner.
protocol JSONScanner: ~Copyable {
  var next: UnsafePointer<UInt8> { get set }
  var end: UnsafePointer<UInt8> { get }

  /// Ends scanning at a syntax error at the current position: moves to the end.
  mutating func breakOff(_ reason: JSONFault.Reason)
}

/// The contents of a string between its quotation marks.
struct JSONString {
  let start: UnsafePointer<UInt8>
  var count: Int
  var isEscaped = false
  var isASCII = true

  /// The contents as written.
  var content: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: count) }

  /// The decoded contents as UTF-8.
  var bytes: [UInt8] { isEscaped ? JSONEscapes.bytes(of: content) : Array(content) }
}

extension JSONScanner where Self: ~Copyable {
  /// Skips a UTF-8 byte order mark.
  mutating func skipByteOrderMark() {
    if end - next >= 3, next[0] == 0xEF, next[1] == 0xBB, next[2] == 0xBF { next += 3 }
  }

  /// Skips white space.
  @inline(__always)
  mutating func skipSpace() {
    if next < end, next.pointee <= 0x20 { skipSpaces() }
  }

  @inline(never)
  private mutating func skipSpaces() {
    while next < end {
      switch next.pointee {
      case 0x20, 0x0A, 0x0D, 0x09: next += 1
      default: return
      }
    }
  }

  /// Skips a word of `count` letters that ends with these four.
  @inline(__always)
  mutating func skipWord(_ letters: UInt32, _ count: Int) {
    guard end - next >= count,
      UnsafeRawPointer(next).loadUnaligned(fromByteOffset: count - 4, as: UInt32.self) == letters
    else { return breakOff(.noValue) }
    next += count
  }

  // MARK: - Numbers

  /// Skips a number (RFC 8259 §6).
  ///
  /// - Returns: true when it has neither a fraction nor an exponent.
  @inline(__always)
  mutating func scanNumber() -> Bool {
    if next < end, next.pointee == UInt8(ascii: "-") { next += 1 }
    if next < end, next.pointee == UInt8(ascii: "0") {
      next += 1
      if next < end, Self.isDigit(next.pointee) { breakOff(.leadingZero) }
    } else {
      skipDigits()
    }
    guard next < end, next.pointee == UInt8(ascii: ".") || next.pointee | 0x20 == UInt8(ascii: "e") else { return true }
    skipFraction()
    return false
  }

  private mutating func skipFraction() {
    if next.pointee == UInt8(ascii: ".") {
      next += 1
      skipDigits()
    }
    guard next < end, next.pointee | 0x20 == UInt8(ascii: "e") else { return }
    next += 1
    if next < end, next.pointee == UInt8(ascii: "+") || next.pointee == UInt8(ascii: "-") { next += 1 }
    skipDigits()
  }

  @inline(__always)
  private mutating func skipDigits() {
    let first = next
    while next < end, Self.isDigit(next.pointee) { next += 1 }
    if next == first { breakOff(.noDigit) }
  }

  @inline(__always)
  static func isDigit(_ byte: UInt8) -> Bool {
    byte &- UInt8(ascii: "0") < 10
  }

  // MARK: - Strings

  /// Skips a string from its opening quotation mark and checks its UTF-8 and escapes.
  @inline(__always)
  mutating func scanString() -> JSONString {
    let content = next + 1
    var isASCII = true
    let last = Self.endOfPlain(content, end, &isASCII)
    if isASCII, last < end, last.pointee == UInt8(ascii: "\"") {
      next = last + 1
      return JSONString(start: content, count: last - content)
    }
    return scanRest(content, last, isASCII)
  }

  /// Returns the first quotation mark, backslash or control character. Clears `isASCII` if a non-ASCII byte precedes
  /// it.
  @inline(__always)
  private static func endOfPlain(
    _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ isASCII: inout Bool
  ) -> UnsafePointer<UInt8> {
    var index = start
    var all: UInt64 = 0
    while end - index >= 8 {
      let word = JSONChunk.load(index)
      let escapes = JSONChunk.escapes(word)
      if escapes != 0 {
        // Only the bytes before the match are considered.
        all |= word & ((escapes & (0 &- escapes)) &- 1)
        isASCII = isASCII && all & JSONChunk.highs == 0
        return index + JSONChunk.index(escapes)
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
    isASCII = isASCII && all & JSONChunk.highs == 0
    return index
  }

  /// Continues with a string that contains escapes or non-ASCII characters.
  @inline(never)
  private mutating func scanRest(
    _ content: UnsafePointer<UInt8>, _ from: UnsafePointer<UInt8>, _ isASCII: Bool
  ) -> JSONString {
    var text = JSONString(start: content, count: 0, isASCII: isASCII)
    next = from
    var reason: JSONFault.Reason?
    while reason == nil, next < end {
      switch next.pointee {
      case UInt8(ascii: "\""):
        text.count = next - content
        guard text.isASCII || Self.invalidUTF8(content, text.count) == nil else {
          reason = .notUTF8
          continue
        }
        next += 1
        return text
      case UInt8(ascii: "\\"):
        text.isEscaped = true
        reason = skipEscape()
      default: reason = .control
      }
      if reason == nil { next = Self.endOfPlain(next, end, &text.isASCII) }
    }
    // Invalid UTF-8 before the other error is reported first.
    if !text.isASCII, let offset = Self.invalidUTF8(content, next - content) {
      next = content + offset
      reason = .notUTF8
    }
    breakOff(reason ?? .endsInString)
    return text
  }

  /// Returns the offset of the first invalid byte of UTF-8 (RFC 3629 §4); nil if there is none.
  private static func invalidUTF8(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int? {
    // SAFETY: the text outlives the scanner.
    let span = unsafe Span(_unsafeStart: start, count: count)
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: span)
      return nil
    } catch {
      return error.byteOffsets.lowerBound
    }
  }

  /// Skips an escape. Returns the error of an invalid one.
  private mutating func skipEscape() -> JSONFault.Reason? {
    guard end - next >= 2 else {
      next = end
      return .endsInString
    }
    switch next[1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      next += 2
      return nil
    case UInt8(ascii: "u"):
      guard let unit = hexUnit() else { return .noHexadecimal }
      if unit & 0xFC00 == 0xDC00 { return .lowSurrogate }
      next += 6
      guard unit & 0xFC00 == 0xD800 else { return nil }
      guard end - next >= 2, next[0] == UInt8(ascii: "\\"), next[1] == UInt8(ascii: "u") else { return .highSurrogate }
      guard let low = hexUnit() else { return .noHexadecimal }
      guard low & 0xFC00 == 0xDC00 else { return .highSurrogate }
      next += 6
      return nil
    default: return .noSuchEscape
    }
  }

  /// Returns the UTF-16 code unit of the `\u` escape at the position; nil without four hexadecimal digits.
  private func hexUnit() -> UInt32? {
    guard end - next >= 6 else { return nil }
    var unit: UInt32 = 0
    for index in 2..<6 {
      guard let digit = HexDigit.value(next[index]) else { return nil }
      unit = unit << 4 | UInt32(digit)
    }
    return unit
  }
}
