// SAFETY: as for the whole parser: `place` is compared with `end` before each byte, and `first` lies in front of it.
extension JSONParser {
  /// Parses a string from its quotation mark on, and checks its UTF-8 and its escapes.
  @inline(__always)
  mutating func parseString() throws(JSONFault) {
    let first = place + 1
    place = first
    skipPlain()
    if place < end, place.pointee == UInt8(ascii: "\"") {
      append(.string, at: first, length: place - first, isASCII: true)
      place += 1
    } else {
      try parseRest(of: first)
    }
  }

  /// Parses a string that is more than ASCII without escapes, from the first such place on.
  @inline(never)
  private mutating func parseRest(of first: UnsafePointer<UInt8>) throws(JSONFault) {
    var kind = JSONEntry.Kind.string
    var isASCII = true
    while true {
      guard place < end else { throw fault(.endsInString) }
      let byte = place.pointee
      if byte >= 0x80 {
        isASCII = false
        try skipMultibytes()
      } else if byte == UInt8(ascii: "\"") {
        append(kind, at: first, length: place - first, isASCII: isASCII)
        place += 1
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

  /// Steps over ASCII that means itself: most of most texts.
  @inline(__always)
  private mutating func skipPlain() {
    while end - place >= 8 {
      let stops = JSONChunk.stops(JSONChunk.load(place))
      if stops != 0 {
        place += JSONChunk.index(stops)
        return
      }
      place += 8
    }
    while place < end {
      let byte = place.pointee
      if byte >= 0x80 || byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return }
      place += 1
    }
  }

  /// Steps over scalars of two to four bytes (RFC 3629, section 4) until one of one byte comes.
  @inline(__always)
  private mutating func skipMultibytes() throws(JSONFault) {
    repeat {
      let lead = place.pointee
      let left = end - place
      if lead < 0xE0 {
        guard lead >= 0xC2, left >= 2, Self.continues(place[1]) else { throw fault(.notUTF8) }
        place += 2
      } else if lead < 0xF0 {
        guard left >= 3, Self.continues(place[1]), Self.continues(place[2]),
          lead != 0xE0 || place[1] >= 0xA0, lead != 0xED || place[1] < 0xA0
        else { throw fault(.notUTF8) }
        place += 3
      } else {
        guard lead <= 0xF4, left >= 4, Self.continues(place[1]), Self.continues(place[2]), Self.continues(place[3]),
          lead != 0xF0 || place[1] >= 0x90, lead != 0xF4 || place[1] < 0x90
        else { throw fault(.notUTF8) }
        place += 4
      }
    } while place < end && place.pointee >= 0x80
  }

  @inline(__always)
  private static func continues(_ byte: UInt8) -> Bool {
    byte & 0xC0 == 0x80
  }

  private mutating func skipEscape() throws(JSONFault) {
    guard end - place >= 2 else {
      place = end
      throw fault(.endsInString)
    }
    switch place[1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      place += 2
    case UInt8(ascii: "u"):
      let unit = try hexUnit()
      if (0xDC00...0xDFFF).contains(unit) { throw fault(.lowSurrogate) }
      place += 6
      guard (0xD800...0xDBFF).contains(unit) else { return }
      guard end - place >= 2, place[0] == UInt8(ascii: "\\"), place[1] == UInt8(ascii: "u"),
        (0xDC00...0xDFFF).contains(try hexUnit())
      else { throw fault(.highSurrogate) }
      place += 6
    default:
      throw fault(.noSuchEscape)
    }
  }

  /// The number in the four digits after the `\u` at the place.
  private func hexUnit() throws(JSONFault) -> UInt32 {
    var unit: UInt32 = 0
    for index in 2..<6 {
      guard end - place > index, let digit = JSONEscapes.hexValue(place[index]) else {
        throw fault(.noHexadecimal)
      }
      unit = unit << 4 | UInt32(digit)
    }
    return unit
  }

  /// Parses a number as RFC 8259, section 6 writes it.
  @inline(__always)
  mutating func parseNumber() throws(JSONFault) {
    let first = place
    var kind = JSONEntry.Kind.integer
    if place.pointee == UInt8(ascii: "-") { place += 1 }
    if place < end, place.pointee == UInt8(ascii: "0") {
      place += 1
      if place < end, Self.isDigit(place.pointee) { throw fault(.leadingZero) }
    } else {
      try skipDigits()
    }
    if place < end, place.pointee == UInt8(ascii: ".") || place.pointee | 0x20 == UInt8(ascii: "e") {
      kind = .real
      try skipFraction()
    }
    append(kind, at: first, length: place - first)
  }

  private mutating func skipFraction() throws(JSONFault) {
    if place.pointee == UInt8(ascii: ".") {
      place += 1
      try skipDigits()
    }
    guard place < end, place.pointee | 0x20 == UInt8(ascii: "e") else { return }
    place += 1
    if place < end, place.pointee == UInt8(ascii: "+") || place.pointee == UInt8(ascii: "-") { place += 1 }
    try skipDigits()
  }

  @inline(__always)
  private mutating func skipDigits() throws(JSONFault) {
    let first = place
    while place < end, Self.isDigit(place.pointee) { place += 1 }
    if place == first { throw fault(.noDigit) }
  }

  @inline(__always)
  private static func isDigit(_ byte: UInt8) -> Bool {
    byte &- UInt8(ascii: "0") < 10
  }
}
