/// The median of several rounds.
enum Median {
  static func of(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }

  /// The median of the ratios of corresponding elements, which were measured one right after the other.
  static func ofRatios(_ ones: [Double], _ others: [Double]) -> Double {
    of(zip(ones, others).map { $0 / $1 })
  }
}

extension Double {
  /// The number as text with `digits` digits after the point.
  func rounded(digits: Int) -> String {
    var factor = 1.0
    for _ in 0..<digits { factor *= 10 }
    let whole = Int((self * factor).rounded())
    if digits == 0 { return String(whole) }
    let fraction = String(whole % Int(factor))
    return "\(whole / Int(factor))." + String(repeating: "0", count: digits - fraction.count) + fraction
  }
}
