internal import ContractCoding

/// A decimal number of any size, compared without rounding.
///
/// JSON Schema compares numbers by value: `1`, `1.0` and `10e-1` are equal, and all three are integers.
struct ExactDecimal: Hashable, Sendable, Comparable {
  private let isNegative: Bool
  /// The significant digits from 0 to 9, without leading and trailing zeros; empty for zero.
  private let digits: [UInt8]
  /// The power of ten of the last digit.
  private let exponent: Int

  /// Creates the value of a JSON number.
  init(_ number: JSONDigits) {
    var digits: [UInt8] = []
    var (isNegative, exponent) = (false, 0)
    var (hasPoint, exponentText) = (false, "")
    for byte in number.description.utf8 {
      switch byte {
      case UInt8(ascii: "e"), UInt8(ascii: "E"): exponentText = "+"
      case _ where !exponentText.isEmpty:
        if byte != UInt8(ascii: "+") { exponentText.unicodeScalars.append(Unicode.Scalar(byte)) }
      case UInt8(ascii: "-"): isNegative = true
      case UInt8(ascii: "."): hasPoint = true
      default:
        digits.append(byte &- UInt8(ascii: "0"))
        if hasPoint { exponent -= 1 }
      }
    }
    if exponentText.utf8.count > 1 {
      // An exponent beyond the range is clamped. This does not change the result of comparisons.
      let text = exponentText.dropFirst()
      exponent +=
        Int(text).map { Swift.min(Swift.max($0, -1 << 40), 1 << 40) } ?? (text.utf8.first == 0x2D ? -1 << 40 : 1 << 40)
    }
    while digits.last == 0 {
      digits.removeLast()
      exponent += 1
    }
    digits = Array(digits.drop { $0 == 0 })
    self.digits = digits
    self.isNegative = isNegative && !digits.isEmpty
    self.exponent = digits.isEmpty ? 0 : exponent
  }

  /// Creates an integer.
  init(_ value: Int) { self.init(JSONDigits(value)) }

  /// The canonical spelling of the number, such as `15e-1`. Equal numbers have equal spellings.
  var canonicalDigits: JSONDigits {
    let text = digits.isEmpty ? "0" : String(decoding: digits.map { $0 + UInt8(ascii: "0") }, as: UTF8.self)
    return JSONDigits("\(isNegative ? "-" : "")\(text)e\(exponent)") ?? JSONDigits(0)
  }

  /// True for a number without a fraction.
  var isInteger: Bool { exponent >= 0 }

  /// The value, if it is an integer in the range of `Int128`.
  var integer: Int128? {
    guard exponent >= 0, digits.count + exponent < 40 else { return nil }
    var value: Int128 = 0
    for digit in digits + [UInt8](repeating: 0, count: exponent) {
      let (product, first) = value.multipliedReportingOverflow(by: 10)
      let (sum, second) = product.subtractingReportingOverflow(Int128(digit))
      if first || second { return nil }
      value = sum
    }
    // The value was computed as a negative number, because the negative range is larger by one.
    if isNegative { return value }
    return value == .min ? nil : -value
  }

  static func < (left: ExactDecimal, right: ExactDecimal) -> Bool {
    if left.isNegative != right.isNegative { return left.isNegative }
    return left.isNegative ? right.isCloserToZero(than: left) : left.isCloserToZero(than: right)
  }

  private func isCloserToZero(than other: ExactDecimal) -> Bool {
    if digits.isEmpty || other.digits.isEmpty { return digits.isEmpty && !other.digits.isEmpty }
    let (own, others) = (digits.count + exponent, other.digits.count + other.exponent)
    return own == others ? digits.lexicographicallyPrecedes(other.digits) : own < others
  }

  /// Returns whether the number is an integral multiple of another number; nil if the calculation takes too many
  /// digits.
  func isMultiple(of divisor: ExactDecimal) -> Bool? {
    guard !digits.isEmpty else { return true }
    let shift = exponent - divisor.exponent
    guard divisor.digits.count <= 18, (0...400).contains(shift) else { return shift < 0 ? false : nil }
    let modulus = divisor.digits.reduce(0 as UInt64) { $0 * 10 + UInt64($1) }
    guard modulus > 0 else { return nil }
    var rest: UInt64 = 0
    for digit in digits + [UInt8](repeating: 0, count: shift) { rest = (rest * 10 + UInt64(digit)) % modulus }
    return rest == 0
  }
}

extension JSONValue {
  /// The value with canonical numbers, so that values that are equal in JSON Schema compare equal.
  var canonical: JSONValue {
    switch self {
    case .number(let digits): .number(ExactDecimal(digits).canonicalDigits)
    case .array(let elements): .array(elements.map(\.canonical))
    case .object(let members): .object(JSONObject(members.map { ($0.name, $0.value.canonical) }))
    default: self
    }
  }
}
