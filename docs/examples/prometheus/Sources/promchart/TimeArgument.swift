internal import FoundationEssentials
internal import Prometheus

/// A point in time as typed by a user.
enum TimeArgument {
  /// The years 1 to 9999, which RFC 3339 can write.
  private static let range = -62_135_596_800.0...253_402_300_799.0

  /// Parses a time: `now`, a duration in the past, RFC 3339, or seconds since 1970.
  static func time(_ text: String, now: Date) -> Date? {
    if text == "now" { return now }
    if text.hasPrefix("-") || text.hasPrefix("now-") {
      let length = PromDuration(String(text.drop { $0 != "-" }.dropFirst()))
      return length.flatMap { inRange(now - $0.seconds) }
    }
    if let seconds = Double(text) { return inRange(Date(timeIntervalSince1970: seconds)) }
    let formats = [Date.ISO8601FormatStyle(), Date.ISO8601FormatStyle(includingFractionalSeconds: true)]
    for format in formats {
      if let time = try? Date(text, strategy: format) { return inRange(time) }
    }
    return nil
  }

  private static func inRange(_ time: Date) -> Date? {
    range.contains(time.timeIntervalSince1970) ? time : nil
  }
}
