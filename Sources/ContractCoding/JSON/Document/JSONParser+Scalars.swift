extension JSONParser {
  /// Parses a string from its quotation mark on, and checks its UTF-8 and its escapes.
  mutating func parseString(_ bytes: Span<UInt8>) throws(Fault) {
    let start = position + 1
    var kind = JSONEntry.Kind.string
    position = start
    while true {
      skipPlain(bytes)
      guard position < bytes.count else { throw fault("The text ends inside a string.") }
      let byte = bytes[position]
      if byte >= 0x80 {
        try skipMultibyte(byte, bytes)
      } else if byte == UInt8(ascii: "\"") {
        append(kind, offset: start, length: position - start)
        position += 1
        return
      } else if byte == UInt8(ascii: "\\") {
        kind = .escapedString
        try skipEscape(bytes)
      } else {
        throw fault("A control character inside a string has to be escaped.")
      }
    }
  }

  /// Steps over ASCII that means itself: most of most texts.
  private mutating func skipPlain(_ bytes: Span<UInt8>) {
    var index = position
    while index < bytes.count {
      let byte = bytes[index]
      if byte >= 0x80 || byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { break }
      index += 1
    }
    position = index
  }

  /// Steps over one scalar of two to four bytes (RFC 3629, section 4).
  private mutating func skipMultibyte(_ lead: UInt8, _ bytes: Span<UInt8>) throws(Fault) {
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch lead {
    case 0xC2...0xDF: length = 2
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: length = 3
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: length = 4
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: throw fault("The text is not valid UTF-8.")
    }
    guard position + length <= bytes.count, second.contains(bytes[position + 1]) else {
      throw fault("The text is not valid UTF-8.")
    }
    for index in position + 2..<max(position + length, position + 2) where bytes[index] & 0xC0 != 0x80 {
      throw fault("The text is not valid UTF-8.")
    }
    position += length
  }

  private mutating func skipEscape(_ bytes: Span<UInt8>) throws(Fault) {
    guard position + 1 < bytes.count else {
      position = bytes.count
      throw fault("The text ends inside a string.")
    }
    switch bytes[position + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      position += 2
    case UInt8(ascii: "u"):
      let unit = try hexUnit(bytes)
      if (0xDC00...0xDFFF).contains(unit) { throw fault("A low surrogate follows no high one.") }
      position += 6
      guard (0xD800...0xDBFF).contains(unit) else { return }
      guard position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"),
        bytes[position + 1] == UInt8(ascii: "u"), (0xDC00...0xDFFF).contains(try hexUnit(bytes))
      else { throw fault("A high surrogate needs a low one after it.") }
      position += 6
    default:
      throw fault("No such escape exists.")
    }
  }

  /// The number in the four digits after the `\u` at the position.
  private func hexUnit(_ bytes: Span<UInt8>) throws(Fault) -> UInt32 {
    var unit: UInt32 = 0
    for index in position + 2..<position + 6 {
      guard index < bytes.count, let digit = JSONEscapes.hexValue(bytes[index]) else {
        throw fault("Four hexadecimal digits should follow \\u.")
      }
      unit = unit << 4 | UInt32(digit)
    }
    return unit
  }

  /// Parses a number as RFC 8259, section 6 writes it.
  mutating func parseNumber(_ bytes: Span<UInt8>) throws(Fault) {
    let start = position
    var kind = JSONEntry.Kind.integer
    if bytes[position] == UInt8(ascii: "-") { position += 1 }
    if position < bytes.count, bytes[position] == UInt8(ascii: "0") {
      position += 1
      if position < bytes.count, Self.isDigit(bytes[position]) {
        throw fault("A number may not start with zero.")
      }
    } else {
      try skipDigits(bytes)
    }
    if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
      kind = .real
      position += 1
      try skipDigits(bytes)
    }
    if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
      kind = .real
      position += 1
      if position < bytes.count, bytes[position] == UInt8(ascii: "+") || bytes[position] == UInt8(ascii: "-") {
        position += 1
      }
      try skipDigits(bytes)
    }
    append(kind, offset: start, length: position - start)
  }

  private mutating func skipDigits(_ bytes: Span<UInt8>) throws(Fault) {
    let start = position
    while position < bytes.count, Self.isDigit(bytes[position]) { position += 1 }
    if position == start { throw fault("A digit should be here.") }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    byte &- UInt8(ascii: "0") < 10
  }
}
