/// Exact conversions of numbers that the parser has checked.
enum JSONNumber {
  /// Returns the value of a number without fraction and exponent; nil if out of range.
  @inline(__always)
  static func integer<I: FixedWidthInteger>(_ text: UnsafeBufferPointer<UInt8>, as type: I.Type) -> I? {
    text.count <= 18 ? I(exactly: shortInteger(text)) : longInteger(text, as: I.self)
  }

  /// Returns the value of at most 18 characters, which cannot overflow.
  @inline(__always)
  private static func shortInteger(_ text: UnsafeBufferPointer<UInt8>) -> Int64 {
    let isNegative = text[0] == UInt8(ascii: "-")
    var index = isNegative ? 1 : 0
    var value: Int64 = 0
    while index < text.count {
      value = value &* 10 &+ Int64(text[index] &- UInt8(ascii: "0"))
      index &+= 1
    }
    return isNegative ? -value : value
  }

  private static func longInteger<I: FixedWidthInteger>(_ text: UnsafeBufferPointer<UInt8>, as type: I.Type) -> I? {
    let isNegative = text[0] == UInt8(ascii: "-")
    var index = isNegative ? 1 : 0
    var value: I = 0
    while index < text.count {
      let digit = I(truncatingIfNeeded: text[index] - UInt8(ascii: "0"))
      let (product, overflowed) = value.multipliedReportingOverflow(by: 10)
      let (sum, carried) =
        isNegative ? product.subtractingReportingOverflow(digit) : product.addingReportingOverflow(digit)
      if overflowed || carried { return nil }
      value = sum
      index += 1
    }
    return value
  }

  /// The reason why a number is not an integer of the requested type.
  enum Mismatch: Error {
    /// The number has a fraction.
    case fraction
    /// The integer is out of range for the type.
    case range
  }

  /// Returns the value of a number with a fraction or exponent if it is an integer, such as `1.0` and `12e2`.
  static func exactInteger<I: FixedWidthInteger>(
    _ text: UnsafeBufferPointer<UInt8>, as type: I.Type
  ) throws(Mismatch) -> I {
    var digits: [UInt8] = []
    var scale = 0
    var exponent = 0
    var isNegative = false
    var index = text.startIndex
    var inFraction = false
    scan: while index < text.endIndex {
      switch text[index] {
      case UInt8(ascii: "-"): isNegative = true
      case UInt8(ascii: "."): inFraction = true
      case UInt8(ascii: "e"), UInt8(ascii: "E"):
        exponent = clampedExponent(UnsafeBufferPointer(rebasing: text[(index + 1)...]))
        break scan
      default:
        if !digits.isEmpty || text[index] != UInt8(ascii: "0") { digits.append(text[index]) }
        if inFraction { scale += 1 }
      }
      index += 1
    }
    guard !digits.isEmpty else { return 0 }
    // The exponent is clamped to ±2⁴⁰, beyond the length of any text, so this subtraction cannot overflow.
    exponent -= scale
    while exponent < 0, digits.last == UInt8(ascii: "0") {
      digits.removeLast()
      exponent += 1
    }
    guard exponent >= 0 else { throw .fraction }
    // No integer type has more than 39 digits.
    guard digits.count + exponent <= 64 else { throw .range }
    digits.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: exponent))
    if isNegative { digits.insert(UInt8(ascii: "-"), at: 0) }
    guard let value = digits.withUnsafeBufferPointer({ longInteger($0, as: I.self) }) else { throw .range }
    return value
  }

  /// Returns the value of an exponent, clamped to ±2⁴⁰.
  private static func clampedExponent(_ text: UnsafeBufferPointer<UInt8>) -> Int {
    var value = 0
    for byte in text where byte != UInt8(ascii: "+") && byte != UInt8(ascii: "-") {
      value = min(value * 10 + Int(byte - UInt8(ascii: "0")), 1 << 40)
    }
    return text.first == UInt8(ascii: "-") ? -value : value
  }

  /// Returns the nearest `Double`; nil if out of range, or if a nonzero number would be rounded to zero.
  static func double(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    if let value = shortDouble(text) { return value }
    guard let value = Double(string(text)), isSound(value, text) else { return nil }
    return value
  }

  /// Returns the nearest `Float`; nil if out of range, or if a nonzero number would be rounded to zero.
  static func float(_ text: UnsafeBufferPointer<UInt8>) -> Float? {
    guard let value = Float(string(text)), isSound(value, text) else { return nil }
    return value
  }

  private static func string(_ text: UnsafeBufferPointer<UInt8>) -> String {
    // SAFETY: numbers are ASCII.
    String(copying: UTF8Span(unchecked: text.span, isKnownASCII: true))
  }

  private static func isSound<F: BinaryFloatingPoint>(_ value: F, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    if value.isZero { return isZero(text) }
    return value.isFinite
  }

  /// Returns true when all digits before the exponent are zero.
  static func isZero(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    for byte in text {
      if byte | 0x20 == UInt8(ascii: "e") { return true }
      if byte >= UInt8(ascii: "1"), byte <= UInt8(ascii: "9") { return false }
    }
    return true
  }

  /// Converts a number of at most 15 digits without exponent. One division of two exact values rounds once.
  private static func shortDouble(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    guard text.count <= 17 else { return nil }
    var mantissa: Int64 = 0
    var places = 0
    var inFraction = false
    var count = 0
    for byte in text {
      switch byte {
      case UInt8(ascii: "-"): continue
      case UInt8(ascii: "."): inFraction = true
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        mantissa = mantissa * 10 + Int64(byte - UInt8(ascii: "0"))
        count += 1
        if inFraction { places += 1 }
      default: return nil
      }
    }
    guard count <= 15 else { return nil }
    let value = Double(mantissa) / powersOfTen[places]
    return text.first == UInt8(ascii: "-") ? -value : value
  }

  private static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
  ]
}
