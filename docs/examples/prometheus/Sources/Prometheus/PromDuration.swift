public import Contract

/// A length of time as Prometheus writes it: `1h30m`, `15s`, `250ms`. It has whole milliseconds and is not negative.
public struct PromDuration: Hashable, Sendable {
  /// How long it is.
  public let milliseconds: Int64

  /// A length of time, nil when it is negative.
  public init?(milliseconds: Int64) {
    guard milliseconds >= 0 else { return nil }
    self.milliseconds = milliseconds
  }

  /// A length of time, rounded up to a millisecond; nil when it is negative or longer than 292 million years.
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

  /// So many milliseconds.
  public static func milliseconds(_ count: UInt32) -> PromDuration { PromDuration(count, 1) }
  /// So many seconds.
  public static func seconds(_ count: UInt32) -> PromDuration { PromDuration(count, 1000) }
  /// So many minutes.
  public static func minutes(_ count: UInt32) -> PromDuration { PromDuration(count, 60_000) }
  /// So many hours.
  public static func hours(_ count: UInt32) -> PromDuration { PromDuration(count, 3_600_000) }
  /// So many days of 24 hours.
  public static func days(_ count: UInt32) -> PromDuration { PromDuration(count, 86_400_000) }

  /// The same length of time.
  public var duration: Duration { .milliseconds(milliseconds) }

  /// The same length of time in seconds.
  public var seconds: Double { Double(milliseconds) / 1000 }
}

extension PromDuration: Comparable {
  /// Whether the first one is shorter.
  public static func < (first: PromDuration, second: PromDuration) -> Bool {
    first.milliseconds < second.milliseconds
  }
}

extension PromDuration: LosslessStringConvertible, ParameterValue {
  private static let units: [(name: String, milliseconds: Int64)] = [
    ("y", 31_536_000_000), ("w", 604_800_000), ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1000),
    ("ms", 1),
  ]

  /// The length that `text` writes: numbers with units from the longest to the shortest (`y`, `w`, `d`, `h`, `m`, `s`,
  /// `ms`), each once at most, or `0`. A year has 365 days.
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

  /// The text with days as its longest unit: `1d12h`, `0s` for nothing.
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
  /// The length that a text writes.
  public init?(rawValue: String) {
    self.init(rawValue)
  }

  /// The text.
  public var rawValue: String { description }
}
