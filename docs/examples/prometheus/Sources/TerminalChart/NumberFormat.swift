/// A format for the numbers of an axis: one unit (`k`, `M`, `G`, `T`) and enough decimals to distinguish neighbors.
/// With more than six decimals the unit is omitted, which is easier to read.
struct NumberFormat {
  private let unit: Double
  private let suffix: String
  private let decimals: Int
  private let isScientific: Bool

  /// The limit of exact digits: beyond 15 digits the last digit is uncertain. Swift's description, the shortest unique
  /// string, is then used.
  private static let exact = 1e15

  /// Creates a format for multiples of `step` up to `largest`.
  init(step: Double, largest: Double) {
    isScientific = largest >= 1e15 || (largest > 0 && largest < 1e-3)
    if isScientific {
      (unit, suffix) = (1, "")
      decimals = max(2, Self.decimals(of: step / Decade.power(atMost: largest)))
      return
    }
    let units: [(Double, String)] = [(1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")]
    let unit = units.first { largest >= $0.0 } ?? (1, "")
    let decimals = Self.decimals(of: step / unit.0)
    if decimals <= 6 {
      ((self.unit, suffix), self.decimals) = (unit, decimals)
    } else {
      ((self.unit, suffix), self.decimals) = ((1, ""), Self.decimals(of: step))
    }
  }

  /// Returns the number of decimals that multiples of a step need, limited by the digits of a number.
  private static func decimals(of step: Double) -> Int {
    var decimals = 0
    while decimals < 20, (step * Decade.power(decimals)).rounded() < 1 { decimals += 1 }
    // A step of 2.5 needs one decimal more than a step of 2. The limit is for steps that would need endless decimals.
    let most = max(6, decimals + 1)
    while decimals < most, abs((step * Decade.power(decimals)).remainder(dividingBy: 1)) > 1e-6 { decimals += 1 }
    return decimals
  }

  /// Creates a format for one number, with three digits or more.
  init(_ value: Double) {
    let largest = value.isFinite ? abs(value) : 0
    self.init(step: largest == 0 ? 1 : Decade.power(atMost: largest) / 100, largest: largest)
  }

  /// Returns a number as text.
  func text(_ value: Double) -> String {
    if value.isNaN { return "NaN" }
    if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
    if value == 0 { return "0" }
    return isScientific ? scientific(value) : fixed(value / unit, decimals) + suffix
  }

  /// Returns a number in a separate format, without trailing zeros.
  static func short(_ value: Double) -> String {
    NumberFormat(value).trimmed(value)
  }

  private func trimmed(_ value: Double) -> String {
    guard !isScientific, value.isFinite, value != 0 else { return text(value) }
    var digits = fixed(value / unit, decimals)[...]
    if digits.contains(".") {
      while digits.last == "0" { digits.removeLast() }
      if digits.last == "." { digits.removeLast() }
    }
    return digits + suffix
  }

  private func fixed(_ value: Double, _ decimals: Int) -> String {
    let scaled = (abs(value) * Decade.power(decimals)).rounded()
    guard scaled < Self.exact, let whole = Int64(exactly: scaled) else { return "\(value)" }
    let digits = String(whole)
    let sign = value < 0 && whole != 0 ? "-" : ""
    guard decimals > 0 else { return sign + digits }
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    return "\(sign)\(padded.dropLast(decimals)).\(padded.suffix(decimals))"
  }

  private func scientific(_ value: Double) -> String {
    let power = Decade.power(atMost: abs(value))
    guard power > 0 else { return "\(value)" }
    var exponent = 0
    while Decade.power(exponent + 1) <= abs(value) { exponent += 1 }
    while Decade.power(exponent) > abs(value) { exponent -= 1 }
    let one = Decade.power(decimals)
    let shift = exponent - decimals
    // Powers of ten up to the 22nd are exact; after one multiplication or division the last digit is correct.
    var mantissa =
      switch shift {
      case -22..<0: (abs(value) * Decade.power(-shift)).rounded()
      case 0...22: (abs(value) / Decade.power(shift)).rounded()
      default: (abs(value) / power * one).rounded()
      }
    guard mantissa < Self.exact else { return "\(value)" }
    if mantissa >= 10 * one { (mantissa, exponent) = (one, exponent + 1) }
    let digits = "\(Int(mantissa))"
    return "\(value < 0 ? "-" : "")\(digits.prefix(1)).\(digits.dropFirst())e\(exponent)"
  }
}
