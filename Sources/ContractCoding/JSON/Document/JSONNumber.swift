/// Exact conversions of number texts that the parser has checked.
enum JSONNumber {
  /// The value of a number without fraction and exponent; nil when it does not fit.
  @inline(__always)
  static func integer<I: FixedWidthInteger>(_ text: UnsafeBufferPointer<UInt8>, as type: I.Type) -> I? {
    text.count <= 18 ? I(exactly: shortInteger(text)) : longInteger(text, as: I.self)
  }

  /// The value of up to 18 characters, which cannot overflow.
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

  /// Why a number is not the integer that was asked for.
  enum Mismatch: Error {
    /// It has a fraction.
    case fraction
    /// It is an integer out of the type's range.
    case range
  }

  /// The value of a number with fraction or exponent when that is an integer, as `1.0` and `12e2` are.
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
    // The exponent was clamped far beyond any length that a text can have, so this sum cannot overflow.
    exponent -= scale
    while exponent < 0, digits.last == UInt8(ascii: "0") {
      digits.removeLast()
      exponent += 1
    }
    guard exponent >= 0 else { throw .fraction }
    // No integer type here has more than 39 digits.
    guard digits.count + exponent <= 64 else { throw .range }
    digits.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: exponent))
    if isNegative { digits.insert(UInt8(ascii: "-"), at: 0) }
    guard let value = digits.withUnsafeBufferPointer({ longInteger($0, as: I.self) }) else { throw .range }
    return value
  }

  /// The value of an exponent, held within ±2⁴⁰.
  private static func clampedExponent(_ text: UnsafeBufferPointer<UInt8>) -> Int {
    var value = 0
    for byte in text where byte != UInt8(ascii: "+") && byte != UInt8(ascii: "-") {
      value = min(value * 10 + Int(byte - UInt8(ascii: "0")), 1 << 40)
    }
    return text.first == UInt8(ascii: "-") ? -value : value
  }

  /// The nearest `Double`; nil when it is out of range, or when it is not zero but would become zero.
  static func double(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    if let value = shortDouble(text) { return value }
    guard let value = Double(string(text)), isSound(value, text) else { return nil }
    return value
  }

  /// The nearest `Float`, under the same rules.
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

  /// True when every digit before the exponent is zero.
  static func isZero(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    for byte in text {
      if byte | 0x20 == UInt8(ascii: "e") { return true }
      if byte >= UInt8(ascii: "1"), byte <= UInt8(ascii: "9") { return false }
    }
    return true
  }

  /// Numbers of up to 15 digits and 15 places without exponent: one division of two exact values rounds once.
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
