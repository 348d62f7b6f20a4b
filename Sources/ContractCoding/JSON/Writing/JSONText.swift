import FoundationEssentials

/// Scalars as JSON text, appended to a buffer.
enum JSONText {
  // MARK: - Strings

  /// Appends a string in quotation marks. Escaped are `"`, `\` and control characters; `/` and everything else is not.
  static func append(_ string: String, to buffer: inout [UInt8]) {
    var string = string
    string.withUTF8 { append($0, to: &buffer) }
  }

  private static func append(_ text: UnsafeBufferPointer<UInt8>, to buffer: inout [UInt8]) {
    buffer.append(UInt8(ascii: "\""))
    var start = 0
    for index in 0..<text.count {
      let byte = text[index]
      if byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") { continue }
      buffer.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<index]))
      appendEscape(byte, to: &buffer)
      start = index + 1
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
      first -= 1
      digits[first] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit)
      rest = quotient
    } while rest > 0
    while first < 20 {
      buffer.append(digits[first])
      first += 1
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
