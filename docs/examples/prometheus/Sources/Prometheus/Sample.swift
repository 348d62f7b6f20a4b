public import Contract
public import FoundationEssentials

/// A value at a point in time; on the wire `[1435781430.781, "1"]`.
@Schema @Positional
public struct Sample: Hashable, Sendable {
  private var seconds: Double
  private var number: SampleNumber

  /// Creates a value at a point in time, rounded to milliseconds.
  public init(_ time: Date, _ value: Double) {
    seconds = time.secondsOfPrometheus
    number = SampleNumber(value)
  }

  /// The time at which the value was scraped or computed, with a resolution of milliseconds.
  public var time: Date {
    get { Date(timeIntervalSince1970: seconds) }
    set { seconds = newValue.secondsOfPrometheus }
  }

  /// The value; it may be NaN or infinite.
  public var value: Double {
    get { number.value }
    set { number.value = newValue }
  }
}

/// A string at a point in time: the result of a string literal.
@Schema @Positional
public struct TextSample: Hashable, Sendable {
  private var seconds: Double
  /// The string.
  public var text: String

  /// Creates a string at a point in time, rounded to milliseconds.
  public init(_ time: Date, _ text: String) {
    seconds = time.secondsOfPrometheus
    self.text = text
  }

  /// The time of the evaluation.
  public var time: Date {
    get { Date(timeIntervalSince1970: seconds) }
    set { seconds = newValue.secondsOfPrometheus }
  }
}

extension Date {
  /// The time rounded to milliseconds, the resolution of Prometheus.
  ///
  /// Prometheus truncates smaller fractions, and a `Date` created from seconds since 1970 can be slightly less than the
  /// intended milliseconds. Without rounding, its string would have `.498999953` instead of `.499`, which is another
  /// point in time.
  package var wholeMilliseconds: Date {
    Date(timeIntervalSinceReferenceDate: (timeIntervalSinceReferenceDate * 1000).rounded() / 1000)
  }

  /// The seconds since 1970 as they are sent, rounded to milliseconds.
  var secondsOfPrometheus: Double { (timeIntervalSince1970 * 1000).rounded() / 1000 }
}
