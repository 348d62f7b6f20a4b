// SAFETY: as in the whole parser: `next` is compared with `end` before each access, and `first` never exceeds it.
extension JSONParser {
  /// Parses a string from its opening quotation mark and checks its UTF-8 and escapes.
  @inline(__always)
  mutating func parseString() throws(JSONFault) {
    let first = next + 1
    next = first
    skipPlain()
    if next < end, next.pointee == UInt8(ascii: "\"") {
      append(.string, at: first, length: next - first, isASCII: true)
      next += 1
    } else {
      try parseRest(of: first)
    }
  }

  /// Continues with a string that contains escapes or non-ASCII characters.
  @inline(never)
  private mutating func parseRest(of first: UnsafePointer<UInt8>) throws(JSONFault) {
    var kind = JSONEntry.Kind.string
    var isASCII = true
    while true {
      guard next < end else { throw fault(.endsInString) }
      let byte = next.pointee
      if byte >= 0x80 {
        isASCII = false
        try skipMultibytes()
      } else if byte == UInt8(ascii: "\"") {
        append(kind, at: first, length: next - first, isASCII: isASCII)
        next += 1
        return
      } else if byte == UInt8(ascii: "\\") {
        kind = .escapedString
        try skipEscape()
      } else if byte < 0x20 {
        throw fault(.control)
      }
      skipPlain()
    }
  }

  /// Skips ASCII characters without escapes, which make up most texts.
  @inline(__always)
  private mutating func skipPlain() {
    while end - next >= 8 {
      let stops = JSONChunk.stops(JSONChunk.load(next))
      if stops != 0 {
        next += JSONChunk.index(stops)
        return
      }
      next += 8
    }
    while next < end {
      let byte = next.pointee
      if byte >= 0x80 || byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return }
      next += 1
    }
  }

  /// Skips characters of two to four bytes (RFC 3629 §4) up to the next ASCII character.
  @inline(__always)
  private mutating func skipMultibytes() throws(JSONFault) {
    repeat {
      let lead = next.pointee
      let left = end - next
      if lead < 0xE0 {
        guard lead >= 0xC2, left >= 2, Self.continues(next[1]) else { throw fault(.notUTF8) }
        next += 2
      } else if lead < 0xF0 {
        guard left >= 3, Self.continues(next[1]), Self.continues(next[2]),
          lead != 0xE0 || next[1] >= 0xA0, lead != 0xED || next[1] < 0xA0
        else { throw fault(.notUTF8) }
        next += 3
      } else {
        guard lead <= 0xF4, left >= 4, Self.continues(next[1]), Self.continues(next[2]), Self.continues(next[3]),
          lead != 0xF0 || next[1] >= 0x90, lead != 0xF4 || next[1] < 0x90
        else { throw fault(.notUTF8) }
        next += 4
      }
    } while next < end && next.pointee >= 0x80
  }

  @inline(__always)
  private static func continues(_ byte: UInt8) -> Bool {
    byte & 0xC0 == 0x80
  }

  private mutating func skipEscape() throws(JSONFault) {
    guard end - next >= 2 else {
      next = end
      throw fault(.endsInString)
    }
    switch next[1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      next += 2
    case UInt8(ascii: "u"):
      let unit = try hexUnit()
      if (0xDC00...0xDFFF).contains(unit) { throw fault(.lowSurrogate) }
      next += 6
      guard (0xD800...0xDBFF).contains(unit) else { return }
      guard end - next >= 2, next[0] == UInt8(ascii: "\\"), next[1] == UInt8(ascii: "u"),
        (0xDC00...0xDFFF).contains(try hexUnit())
      else { throw fault(.highSurrogate) }
      next += 6
    default:
      throw fault(.noSuchEscape)
    }
  }

  /// Returns the number in the four digits after the next `\u`.
  private func hexUnit() throws(JSONFault) -> UInt32 {
    var unit: UInt32 = 0
    for index in 2..<6 {
      guard end - next > index, let digit = JSONEscapes.hexValue(next[index]) else {
        throw fault(.noHexadecimal)
      }
      unit = unit << 4 | UInt32(digit)
    }
    return unit
  }

  /// Parses a number (RFC 8259 §6).
  @inline(__always)
  mutating func parseNumber() throws(JSONFault) {
    let first = next
    var kind = JSONEntry.Kind.integer
    if next.pointee == UInt8(ascii: "-") { next += 1 }
    if next < end, next.pointee == UInt8(ascii: "0") {
      next += 1
      if next < end, Self.isDigit(next.pointee) { throw fault(.leadingZero) }
    } else {
      try skipDigits()
    }
    if next < end, next.pointee == UInt8(ascii: ".") || next.pointee | 0x20 == UInt8(ascii: "e") {
      kind = .real
      try skipFraction()
    }
    append(kind, at: first, length: next - first)
  }

  private mutating func skipFraction() throws(JSONFault) {
    if next.pointee == UInt8(ascii: ".") {
      next += 1
      try skipDigits()
    }
    guard next < end, next.pointee | 0x20 == UInt8(ascii: "e") else { return }
    next += 1
    if next < end, next.pointee == UInt8(ascii: "+") || next.pointee == UInt8(ascii: "-") { next += 1 }
    try skipDigits()
  }

  @inline(__always)
  private mutating func skipDigits() throws(JSONFault) {
    let first = next
    while next < end, Self.isDigit(next.pointee) { next += 1 }
    if next == first { throw fault(.noDigit) }
  }

  @inline(__always)
  private static func isDigit(_ byte: UInt8) -> Bool {
    byte &- UInt8(ascii: "0") < 10
  }
}
