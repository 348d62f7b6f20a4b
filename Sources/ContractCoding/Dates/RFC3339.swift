public import FoundationEssentials

/// Dates as RFC 3339, section 5.6 writes them: `2026-07-31T09:30:00.25Z`.
///
/// Writing gives UTC and the shortest fraction that reads back as the very same `Date`: none for whole seconds. Reading
/// takes any offset, any number of fraction digits, and `t` and `z` in lower case; the result is the `Date` nearest to
/// the exact time. A leap second `23:59:60` UTC reads as the second after it, because `Date` has no leap seconds. Years
/// are 0001 to 9999.
public enum RFC3339 {
  /// The seconds from 1970 to the reference date of `Date`, 2001-01-01T00:00:00Z.
  private static let referenceSeconds = 978_307_200

  /// The date that a text spells; nil when it spells none.
  public static func date(from text: String) -> Date? {
    date(from: Array(text.utf8)[...])
  }

  /// The date that ASCII bytes spell; nil when they spell none.
  public static func date(from bytes: ArraySlice<UInt8>) -> Date? {
    guard let time = RFC3339Time(parsing: bytes) else { return nil }
    let seconds = time.secondsSince1970 - referenceSeconds
    guard let interval = DecimalSeconds(whole: seconds, fraction: time.fraction).interval else { return nil }
    return Date(timeIntervalSinceReferenceDate: interval)
  }

  /// The text of a date; nil outside the years 0001 to 9999.
  public static func text(of date: Date) -> String? {
    var bytes: [UInt8] = []
    return append(date, to: &bytes) ? String(decoding: bytes, as: UTF8.self) : nil
  }

  /// Appends the text of a date; false, with nothing appended, outside the years 0001 to 9999.
  public static func append(_ date: Date, to bytes: inout [UInt8]) -> Bool {
    let interval = date.timeIntervalSinceReferenceDate
    guard interval.magnitude < 1e12 else { return false }
    let exact = DecimalSeconds(interval)
    let seconds = exact.whole + referenceSeconds
    let days = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
    let civil = CivilDate(daysSince1970: days)
    guard (1...9999).contains(civil.year) else { return false }
    let second = seconds - days * 86_400
    DateDigits.append(civil.year, width: 4, to: &bytes)
    bytes.append(UInt8(ascii: "-"))
    DateDigits.append(civil.month, width: 2, to: &bytes)
    bytes.append(UInt8(ascii: "-"))
    DateDigits.append(civil.day, width: 2, to: &bytes)
    bytes.append(UInt8(ascii: "T"))
    DateDigits.appendTime(second, to: &bytes)
    if !exact.fraction.isEmpty {
      bytes.append(UInt8(ascii: "."))
      bytes.append(contentsOf: exact.fraction)
    }
    bytes.append(UInt8(ascii: "Z"))
    return true
  }
}
