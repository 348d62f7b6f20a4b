public import FoundationEssentials

/// Dates in the format of RFC 3339 §5.6: `2026-07-31T09:30:00.25Z`.
///
/// Dates are written in UTC with the shortest fraction that is read back as the same `Date`, without one for whole
/// seconds. Any offset, any number of fraction digits, and lowercase `t` and `z` are accepted; the result is the
/// nearest `Date`. A leap second `23:59:60` UTC is read as the second after it, because `Date` has no leap seconds.
/// Years range from 0001 to 9999, in UTC too.
public enum RFC3339 {
  /// The seconds from 1970 to the reference date of `Date`, 2001-01-01T00:00:00Z.
  private static let referenceSeconds = 978_307_200

  /// The years 0001 to 9999 in UTC, in seconds since the reference date.
  private static let range: Range<Double> = -63_113_904_000..<252_423_993_600

  /// Parses a date; nil if invalid.
  public static func date(from text: String) -> Date? {
    date(from: Array(text.utf8)[...])
  }

  /// Parses a date in ASCII; nil if invalid.
  public static func date(from bytes: ArraySlice<UInt8>) -> Date? {
    guard let time = RFC3339Time(parsing: bytes) else { return nil }
    let seconds = time.secondsSince1970 - referenceSeconds
    // An offset, a leap second or a rounded fraction may result in a year that cannot be written.
    guard let interval = DecimalSeconds(whole: seconds, fraction: time.fraction).interval, range.contains(interval)
    else { return nil }
    return Date(timeIntervalSinceReferenceDate: interval)
  }

  /// Returns the string for a date; nil outside the years 0001 to 9999.
  public static func text(of date: Date) -> String? {
    var bytes: [UInt8] = []
    return append(date, to: &bytes) ? String(decoding: bytes, as: UTF8.self) : nil
  }

  /// Appends a date. Returns false, without appending, outside the years 0001 to 9999.
  public static func append(_ date: Date, to bytes: inout [UInt8]) -> Bool {
    let interval = date.timeIntervalSinceReferenceDate
    guard interval.magnitude < 1e12 else { return false }
    let exact = DecimalSeconds(interval)
    return append(exact.whole + referenceSeconds, exact.fraction, to: &bytes)
  }

  /// Returns the string for a time in milliseconds since 1970, with three digits of the fraction; empty outside the years
  /// 0001 to 9999.
  package static func text(millisecondsSince1970 milliseconds: Int64) -> String {
    let (seconds, fraction) = Int(milliseconds).quotientAndRemainder(dividingBy: 1000)
    var digits: [UInt8] = []
    DateDigits.append(fraction < 0 ? fraction + 1000 : fraction, width: 3, to: &digits)
    var bytes: [UInt8] = []
    _ = append(fraction < 0 ? seconds - 1 : seconds, digits[...], to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func append(_ seconds: Int, _ fraction: ArraySlice<UInt8>, to bytes: inout [UInt8]) -> Bool {
    let (days, second) = CivilDate.days(inSeconds: seconds)
    let civil = CivilDate(daysSince1970: days)
    guard (1...9999).contains(civil.year) else { return false }
    DateDigits.append(civil.year, width: 4, to: &bytes)
    bytes.append(UInt8(ascii: "-"))
    DateDigits.append(civil.month, width: 2, to: &bytes)
    bytes.append(UInt8(ascii: "-"))
    DateDigits.append(civil.day, width: 2, to: &bytes)
    bytes.append(UInt8(ascii: "T"))
    DateDigits.appendTime(second, to: &bytes)
    if !fraction.isEmpty {
      bytes.append(UInt8(ascii: "."))
      bytes.append(contentsOf: fraction)
    }
    bytes.append(UInt8(ascii: "Z"))
    return true
  }
}
