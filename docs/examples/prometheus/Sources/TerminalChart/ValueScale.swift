/// The value axis: bounds and ticks that are round numbers.
struct ValueScale {
  /// The ticks, from the highest.
  let ticks: [Double]
  private let low: Double
  private let high: Double
  private let format: NumberFormat

  /// Creates a scale for all values, with about `count` ticks.
  init(values: [Double], ticks count: Int) {
    var low = values.min() ?? 0
    var high = values.max() ?? 1
    if low == high {
      // A constant line is in the middle of the chart, or on the axis if its value is zero.
      let room = low == 0 ? 1 : abs(low) / 2
      let most = Double.greatestFiniteMagnitude
      (low, high) = (low == 0 ? 0 : max(low - room, -most), min(high + room, most))
    }
    // Both numbers are halved, so that the difference of huge numbers stays finite.
    let step = Self.round((high / 2 - low / 2) / Double(max(count - 1, 1)) * 2)
    let first = (low / step).rounded(.down)
    let last = (high / step).rounded(.up)
    // From 2^52 steps away from zero, multiples of the step are no longer exact, and may be equal.
    let isExact = max(abs(first), abs(last)) < 0x1p52
    guard step > 0, isExact, last - first <= 64, (first * step).isFinite, (last * step).isFinite else {
      self.low = low
      self.high = high
      ticks = [high, low]
      format = NumberFormat(step: (high - low).isFinite ? high - low : high, largest: max(abs(low), abs(high)))
      return
    }
    self.low = first * step
    self.high = last * step
    ticks = (0...Int(last - first)).map { (last - Double($0)) * step }
    format = NumberFormat(step: step, largest: max(abs(self.low), abs(self.high)))
  }

  /// Returns the row of a value, from 0 at the top.
  func row(of value: Double, rows: Int) -> Int {
    let span = high / 2 - low / 2
    let part = span > 0 ? (high / 2 - value / 2) / span : 0
    return min(max(Int((part * Double(rows - 1)).rounded()), 0), rows - 1)
  }

  /// Returns a tick as text.
  func label(_ value: Double) -> String { format.text(value) }

  /// Returns 1, 2 or 5 times a power of ten, at least `step`.
  private static func round(_ step: Double) -> Double {
    let power = Decade.power(atMost: step)
    return [1, 2, 5].map { $0 * power }.first { $0 >= step } ?? 10 * power
  }
}

/// Powers of ten.
enum Decade {
  /// Returns the greatest power of ten that is at most `value`.
  static func power(atMost value: Double) -> Double {
    guard value > 0, value.isFinite else { return value }
    var exponent = 0
    while Self.power(exponent + 1) <= value { exponent += 1 }
    while Self.power(exponent) > value { exponent -= 1 }
    return Self.power(exponent)
  }

  /// Returns the most precise power of ten. Multiplying would accumulate rounding errors.
  static func power(_ exponent: Int) -> Double { Double("1e\(exponent)") ?? 0 }
}
