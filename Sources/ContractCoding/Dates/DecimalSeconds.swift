/// A time interval in decimal: whole seconds, rounded down, and the digits of the fraction.
///
/// `Date` stores a binary fraction of seconds since 2001. The decimal here is the shortest that identifies this
/// `Double`, so it is parsed as the same value.
struct DecimalSeconds: Hashable {
  /// The seconds, rounded down.
  let whole: Int
  /// The digits of the fraction; empty for whole seconds.
  let fraction: ArraySlice<UInt8>

  init(whole: Int, fraction: ArraySlice<UInt8>) {
    self.whole = whole
    self.fraction = fraction
  }

  /// Creates the shortest decimal for an interval below 10¹² in magnitude.
  init(_ interval: Double) {
    if interval == interval.rounded(.towardZero) {
      self.init(whole: Int(interval), fraction: [])
      return
    }
    let (digits, point) = Self.shortestDigits(of: interval.magnitude)
    var whole = 0
    for index in 0..<max(point, 0) { whole = whole * 10 + Int(digits[index] - UInt8(ascii: "0")) }
    var fraction = [UInt8](repeating: UInt8(ascii: "0"), count: max(-point, 0)) + digits[max(point, 0)...]
    guard interval < 0 else {
      self.init(whole: whole, fraction: fraction[...])
      return
    }
    // -(w + f) is -(w + 1) + (1 - f).
    Self.subtractFromOne(&fraction)
    self.init(whole: -whole - 1, fraction: fraction[...])
  }

  /// The nearest `Double`; nil when it is not finite.
  var interval: Double? {
    if fraction.isEmpty { return Double(whole) }
    if fraction.count <= 15, let value = shortInterval { return value }
    var digits = Array(fraction)
    var magnitude = whole
    if whole < 0 {
      Self.subtractFromOne(&digits)
      magnitude = -whole - 1
    }
    let text = (whole < 0 ? "-" : "") + "\(magnitude)." + String(decoding: digits, as: UTF8.self)
    return Double(text)
  }

  /// The interval as the quotient of two exact values, so that it is rounded once; nil when one of them is not exact.
  private var shortInterval: Double? {
    var scale = 1
    var numerator = 0
    for digit in fraction {
      scale *= 10
      numerator = numerator * 10 + Int(digit - UInt8(ascii: "0"))
    }
    let (product, overflowed) = whole.multipliedReportingOverflow(by: scale)
    guard !overflowed else { return nil }
    let (sum, carried) = product.addingReportingOverflow(numerator)
    guard !carried, sum.magnitude <= 1 << 53 else { return nil }
    return Double(sum) / Double(scale)
  }

  /// Returns the shortest digits that identify the value, and the number of digits before the point. A negative number
  /// counts zeros after the point.
  private static func shortestDigits(of value: Double) -> (digits: [UInt8], point: Int) {
    var digits: [UInt8] = []
    var point: Int?
    var exponent = 0
    let text = Array(value.description.utf8)
    for (index, byte) in text.enumerated() {
      if byte == UInt8(ascii: ".") {
        point = digits.count
      } else if byte == UInt8(ascii: "e") {
        exponent = Int(String(decoding: text[(index + 1)...], as: UTF8.self)) ?? 0
        break
      } else {
        digits.append(byte)
      }
    }
    // Removes trailing zeros of the fraction. Whole values such as 12.0 are not passed; the leading zeros of 0.05 may stay.
    while digits.count > 1, digits.last == UInt8(ascii: "0"), digits.count > (point ?? digits.count) {
      digits.removeLast()
    }
    return (digits, (point ?? digits.count) + exponent)
  }

  /// Replaces 0.f by 1 - 0.f. Trailing zeros of f are removed.
  private static func subtractFromOne(_ fraction: inout [UInt8]) {
    while fraction.last == UInt8(ascii: "0") { fraction.removeLast() }
    guard let last = fraction.indices.last else { return }
    for index in fraction.indices {
      let nine = index == last ? 10 : 9
      fraction[index] = UInt8(ascii: "0") + UInt8(nine) - (fraction[index] - UInt8(ascii: "0"))
    }
  }
}
