/// The axis of values: bounds and ticks that are round numbers.
struct ValueScale {
  /// From the highest.
  let ticks: [Double]
  private let low: Double
  private let high: Double
  private let format: NumberFormat

  /// A scale that holds all the values, with about so many ticks.
  init(values: [Double], ticks count: Int) {
    var low = values.min() ?? 0
    var high = values.max() ?? 1
    if low == high {
      // A level line stands in the middle, or on the axis when it is zero.
      let room = low == 0 ? 1 : abs(low) / 2
      let most = Double.greatestFiniteMagnitude
      (low, high) = (low == 0 ? 0 : max(low - room, -most), min(high + room, most))
    }
    // Half of it, so that a difference of huge numbers stays a number.
    let step = Self.round((high / 2 - low / 2) / Double(max(count - 1, 1)) * 2)
    let first = (low / step).rounded(.down)
    let last = (high / step).rounded(.up)
    // With numbers this close together multiples of the step are not exact any more, and may be the same.
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

  /// The row of a value, from 0 at the top.
  func row(of value: Double, rows: Int) -> Int {
    let span = high / 2 - low / 2
    let part = span > 0 ? (high / 2 - value / 2) / span : 0
    return min(max(Int((part * Double(rows - 1)).rounded()), 0), rows - 1)
  }

  /// A tick as text.
  func label(_ value: Double) -> String { format.text(value) }

  /// 1, 2 or 5 times a power of ten, at least `step`.
  private static func round(_ step: Double) -> Double {
    let power = Decade.power(atMost: step)
    return [1, 2, 5].map { $0 * power }.first { $0 >= step } ?? 10 * power
  }
}

/// Powers of ten.
enum Decade {
  /// The greatest power of ten that is at most `value`.
  static func power(atMost value: Double) -> Double {
    guard value > 0, value.isFinite else { return value }
    var exponent = 0
    while Self.power(exponent + 1) <= value { exponent += 1 }
    while Self.power(exponent) > value { exponent -= 1 }
    return Self.power(exponent)
  }

  /// A power of ten as precise as a number can be: multiplying would add up what is lost.
  static func power(_ exponent: Int) -> Double { Double("1e\(exponent)") ?? 0 }
}
