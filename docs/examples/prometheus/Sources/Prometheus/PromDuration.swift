public import Contract

/// A duration in the format of Prometheus: `1h30m`, `15s`, `250ms`. It has whole milliseconds and is not negative.
public struct PromDuration: Hashable, Sendable {
  /// The duration in milliseconds.
  public let milliseconds: Int64

  /// Creates a duration; nil if it is negative.
  public init?(milliseconds: Int64) {
    guard milliseconds >= 0 else { return nil }
    self.milliseconds = milliseconds
  }

  /// Creates a duration, rounded up to a millisecond; nil if it is negative or longer than 292 million years.
  public init?(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    let attosecondsPerMillisecond: Int64 = 1_000_000_000_000_000
    let (quotient, rest) = attoseconds.quotientAndRemainder(dividingBy: attosecondsPerMillisecond)
    let (product, isTooLong) = seconds.multipliedReportingOverflow(by: 1000)
    let (sum, isStillTooLong) = product.addingReportingOverflow(quotient + (rest > 0 ? 1 : 0))
    guard !isTooLong, !isStillTooLong, duration >= .zero else { return nil }
    self.init(milliseconds: sum)
  }

  private init(_ count: UInt32, _ unit: Int64) {
    milliseconds = Int64(count) * unit
  }

  /// Returns a number of milliseconds.
  public static func milliseconds(_ count: UInt32) -> PromDuration { PromDuration(count, 1) }
  /// Returns a number of seconds.
  public static func seconds(_ count: UInt32) -> PromDuration { PromDuration(count, 1000) }
  /// Returns a number of minutes.
  public static func minutes(_ count: UInt32) -> PromDuration { PromDuration(count, 60_000) }
  /// Returns a number of hours.
  public static func hours(_ count: UInt32) -> PromDuration { PromDuration(count, 3_600_000) }
  /// Returns a number of days of 24 hours.
  public static func days(_ count: UInt32) -> PromDuration { PromDuration(count, 86_400_000) }

  /// The value as a `Duration`.
  public var duration: Duration { .milliseconds(milliseconds) }

  /// The duration in seconds.
  public var seconds: Double { Double(milliseconds) / 1000 }
}

extension PromDuration: Comparable {
  /// Returns whether the first duration is shorter.
  public static func < (first: PromDuration, second: PromDuration) -> Bool {
    first.milliseconds < second.milliseconds
  }
}

extension PromDuration: LosslessStringConvertible, ParameterValue {
  private static let units: [(name: String, milliseconds: Int64)] = [
    ("y", 31_536_000_000), ("w", 604_800_000), ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1000),
    ("ms", 1),
  ]

  /// Parses a duration: numbers with units from the longest to the shortest (`y`, `w`, `d`, `h`, `m`, `s`, `ms`), each
  /// at most once, or `0`. A year has 365 days.
  public init?(_ text: String) {
    if text == "0" {
      self.init(milliseconds: 0)
      return
    }
    var rest = text.utf8[...]
    var units = Self.units[...]
    var total: Int64 = 0
    guard !rest.isEmpty else { return nil }
    while !rest.isEmpty {
      let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      rest = rest.dropFirst(digits.count)
      let name = rest.prefix { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      rest = rest.dropFirst(name.count)
      guard let count = Int64(String(Substring(digits))),
        let unit = units.firstIndex(where: { $0.name.utf8.elementsEqual(name) })
      else { return nil }
      let (length, isTooLong) = count.multipliedReportingOverflow(by: Self.units[unit].milliseconds)
      let (sum, isStillTooLong) = total.addingReportingOverflow(length)
      guard !isTooLong, !isStillTooLong else { return nil }
      total = sum
      units = Self.units[(unit + 1)...]
    }
    self.init(milliseconds: total)
  }

  /// The string form with days as the longest unit, such as `1d12h`; `0s` for zero.
  public var description: String {
    var rest = milliseconds
    var text = ""
    for unit in Self.units.dropFirst(2) where rest >= unit.milliseconds {
      text += "\(rest / unit.milliseconds)\(unit.name)"
      rest %= unit.milliseconds
    }
    return text.isEmpty ? "0s" : text
  }
}

extension PromDuration: RawRepresentable, Schema {
  /// Parses the string form.
  public init?(rawValue: String) {
    self.init(rawValue)
  }

  /// The string.
  public var rawValue: String { description }
}
