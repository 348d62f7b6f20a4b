public import FoundationEssentials

// SAFETY: each load follows a comparison of `end - next` with its size, and numbers end where the scan ended.
extension SchemaReader {
  // MARK: - Booleans

  /// Reads a Boolean.
  public mutating func bool() -> Bool? {
    skipSpace()
    if end - next >= 5 {
      let word = UnsafeRawPointer(next).loadUnaligned(as: UInt32.self)
      if word == JSONWord.true {
        next += 4
        return true
      }
      if next.pointee == UInt8(ascii: "f"),
        UnsafeRawPointer(next).loadUnaligned(fromByteOffset: 1, as: UInt32.self) == JSONWord.alse
      {
        next += 5
        return false
      }
    } else if end - next == 4, UnsafeRawPointer(next).loadUnaligned(as: UInt32.self) == JSONWord.true {
      next += 4
      return true
    }
    mismatch(.type(Bool.self))
    return nil
  }

  // MARK: - Numbers

  /// Reads an integer.
  public mutating func int() -> Int? {
    skipSpace()
    let isNegative = next < end && next.pointee == UInt8(ascii: "-")
    let first = isNegative ? next + 1 : next
    var index = first
    var value = 0
    // 18 digits cannot overflow.
    let limit = end - first > 18 ? first + 18 : end
    while index < limit {
      let digit = index.pointee &- UInt8(ascii: "0")
      guard digit < 10 else { break }
      value = value &* 10 &+ Int(digit)
      index += 1
    }
    if index > first, index == end || !Self.continuesNumber(index.pointee),
      first.pointee != UInt8(ascii: "0") || index == first + 1
    {
      next = index
      return isNegative ? 0 &- value : value
    }
    return integer(Int.self)
  }

  /// Returns true for bytes that continue a number.
  @inline(__always)
  private static func continuesNumber(_ byte: UInt8) -> Bool {
    isDigit(byte) || byte == UInt8(ascii: ".") || byte | 0x20 == UInt8(ascii: "e")
  }

  /// Reads an integer of any width.
  @inline(never)
  @usableFromInline
  mutating func integer<I: FixedWidthInteger>(_ type: I.Type) -> I? {
    guard let number = number(I.self) else { return nil }
    do throws(JSONNumber.Mismatch) {
      if number.isInteger {
        guard let value = JSONNumber.integer(number.text, as: I.self) else { throw .range }
        return value
      }
      return try JSONNumber.exactInteger(number.text, as: I.self)
    } catch {
      refuse(number.start, error == .fraction ? .type : .invalid, .type(I.self))
      return nil
    }
  }

  /// Skips a number. Returns nil, after recording a failure, when there is another value.
  mutating func number(
    _ type: any Any.Type
  ) -> (start: UnsafePointer<UInt8>, text: UnsafeBufferPointer<UInt8>, isInteger: Bool)? {
    skipSpace()
    guard next < end, Self.isDigit(next.pointee) || next.pointee == UInt8(ascii: "-") else {
      mismatch(.type(type))
      return nil
    }
    let start = next
    let isInteger = scanNumber()
    guard !isBroken else { return nil }
    return (start, UnsafeBufferPointer(start: start, count: next - start), isInteger)
  }

  /// Reads a floating-point number.
  public mutating func double() -> Double? {
    guard let number = number(Double.self) else { return nil }
    if let value = JSONNumber.double(number.text) { return value }
    refuse(number.start, .invalid, .type(Double.self))
    return nil
  }

  /// Reads a floating-point number.
  public mutating func float() -> Float? {
    guard let number = number(Float.self) else { return nil }
    if let value = JSONNumber.float(number.text) { return value }
    refuse(number.start, .invalid, .type(Float.self))
    return nil
  }

  /// Reads a decimal number.
  public mutating func decimal() -> Decimal? {
    guard let number = number(Decimal.self) else { return nil }
    if let value = DecimalText.decimal(String(decoding: number.text, as: UTF8.self)) { return value }
    refuse(number.start, .invalid, .type(Decimal.self))
    return nil
  }

  // MARK: - Strings

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
  func string(_ text: JSONString) -> String {
    if text.isEscaped { return JSONEscapes.text(text.content) }
    // SAFETY: the text outlives the reader, and the bytes were validated as UTF-8.
    if text.count <= ShortString.maxCount, text.isASCII, makesShortStrings {
      return ShortString.make(text.start, count: text.count)
    }
    let span = unsafe Span(_unsafeStart: text.start, count: text.count)
    return String(copying: UTF8Span(unchecked: span, isKnownASCII: text.isASCII))
  }
}
