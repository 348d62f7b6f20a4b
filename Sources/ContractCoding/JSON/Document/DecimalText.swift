internal import ContractHTTP
internal import FoundationEssentials

/// The conversion of decimal numbers to `Decimal`, which depends on their value and not on their spelling.
enum DecimalText {
  /// The exponents of a `Decimal`.
  private static let exponents = -128...127
  /// The maximum number of digits of a `Decimal`.
  private static let maxDigits = 39

  /// Returns the value of a JSON number, rounded to 38 digits.
  ///
  /// - Returns: nil for a number that is too large, or too small to differ from zero.
  static func decimal(_ text: String) -> Decimal? {
    if let value = Decimal(string: text), value.isFinite { return value }
    return respelled(text).flatMap { Decimal(string: $0) }.flatMap { $0.isFinite ? $0 : nil }
  }

  /// Returns the number without leading zeros and with an exponent from -128 to 127; nil if that is impossible. Zeros
  /// move into the digits, and digits below 1e-128 are cut. Foundation refuses `1e128` and `10e-129`, but not the equal
  /// numbers `10e127` and `1e-128`.
  private static func respelled(_ text: String) -> String? {
    var digits: [UInt8] = []
    var exponent = 0
    var hasPoint = false
    let (mantissa, suffix) = parts(text)
    for byte in mantissa {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        if byte != UInt8(ascii: "0") || !digits.isEmpty { digits.append(byte) }
        if hasPoint { exponent -= 1 }
      case UInt8(ascii: "."): hasPoint = true
      default: continue
      }
    }
    guard !digits.isEmpty else { return "0" }
    guard let moved = Int(suffix), moved.magnitude < 1 << 40 else { return nil }
    exponent += moved
    while digits.last == UInt8(ascii: "0") {
      digits.removeLast()
      exponent += 1
    }
    let excess = exponents.lowerBound - exponent
    guard excess < digits.count else { return nil }
    if excess > 0 { digits.removeLast(excess) }
    let zeros = max(exponent - exponents.upperBound, 0)
    guard zeros == 0 || digits.count + zeros <= maxDigits else { return nil }
    digits += repeatElement(UInt8(ascii: "0"), count: zeros)
    let sign = text.utf8.first == UInt8(ascii: "-") ? "-" : ""
    exponent = min(max(exponent, exponents.lowerBound), exponents.upperBound)
    return "\(sign)\(String(decoding: digits, as: UTF8.self))e\(exponent)"
  }

  /// Returns the bytes before `e`, and the exponent after it; 0 without one.
  private static func parts(_ text: String) -> (mantissa: ArraySlice<UInt8>, exponent: String) {
    let bytes = Array(text.utf8)
    guard let mark = bytes.firstIndex(where: { $0 | 0x20 == UInt8(ascii: "e") }) else { return (bytes[...], "0") }
    return (bytes[..<mark], String(decoding: bytes[(mark + 1)...], as: UTF8.self))
  }
}
