/// Dates in HTTP headers (RFC 9110 §5.6.7), in whole seconds since 1970-01-01T00:00:00Z.
///
/// Dates are written in the preferred format, `Sun, 06 Nov 1994 08:49:37 GMT`. The obsolete formats `Sunday, 06-Nov-94
/// 08:49:37 GMT` and `Sun Nov  6 08:49:37 1994` are accepted too. Names are case-sensitive. The day of the week must be
/// valid but may be wrong. A leap second `:60` is read as the second after it.
public enum IMFFixdate {
  private static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// From the first second of the year 0001 to the last of 9999.
  package static let range = -62_135_596_800...253_402_300_799

  // MARK: - Writing

  /// Appends the 29 bytes of a date. Times outside the years 0001 to 9999 are clamped.
  public static func append(secondsSince1970 seconds: Int, to bytes: inout [UInt8]) {
    let seconds = min(max(seconds, range.lowerBound), range.upperBound)
    let (days, second) = CivilDate.days(inSeconds: seconds)
    let date = CivilDate(daysSince1970: days)
    bytes.append(contentsOf: weekdays[CivilDate.weekday(daysSince1970: days)].utf8.prefix(3))
    bytes.append(UInt8(ascii: ","))
    bytes.append(UInt8(ascii: " "))
    DateDigits.append(date.day, width: 2, to: &bytes)
    bytes.append(UInt8(ascii: " "))
    bytes.append(contentsOf: months[date.month - 1].utf8)
    bytes.append(UInt8(ascii: " "))
    DateDigits.append(date.year, width: 4, to: &bytes)
    bytes.append(UInt8(ascii: " "))
    DateDigits.appendTime(second, to: &bytes)
    bytes.append(contentsOf: " GMT".utf8)
  }

  /// Returns the string for a date.
  public static func text(secondsSince1970 seconds: Int) -> String {
    var bytes: [UInt8] = []
    append(secondsSince1970: seconds, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  // MARK: - Reading

  /// Parses a date in any of the three formats; nil if invalid.
  ///
  /// A two-digit year is the latest one in which the date is at most 50 years after `now` (RFC 9110 §5.6.7).
  ///
  /// - Parameter now: the current time in seconds since 1970, used only for two-digit years.
  public static func secondsSince1970(from text: some Sequence<UInt8>, now: Int) -> Int? {
    let bytes = Array(text)[...]
    guard bytes.count <= 64, let comma = bytes.firstIndex(of: UInt8(ascii: ",")) else { return asctime(bytes) }
    return comma == 3 ? preferred(bytes) : rfc850(bytes, comma: comma, now: now)
  }

  /// Parses `Sun, 06 Nov 1994 08:49:37 GMT`.
  private static func preferred(_ bytes: ArraySlice<UInt8>) -> Int? {
    var position = 5
    guard bytes.count == 29, isWeekday(bytes[..<3], width: 3), bytes[4] == UInt8(ascii: " "),
      let day = DateDigits.read(2, of: bytes, at: &position), skipSpace(bytes, &position),
      let month = month(bytes, &position), skipSpace(bytes, &position),
      let year = DateDigits.read(4, of: bytes, at: &position), skipSpace(bytes, &position),
      let second = time(bytes, &position), bytes[position...].elementsEqual(" GMT".utf8)
    else { return nil }
    return seconds(CivilDate(year: year, month: month, day: day), second)
  }

  /// Parses `Sunday, 06-Nov-94 08:49:37 GMT`.
  private static func rfc850(_ bytes: ArraySlice<UInt8>, comma: Int, now: Int) -> Int? {
    var position = comma + 2
    let dash = UInt8(ascii: "-")
    guard bytes.count == comma + 24, isWeekday(bytes[..<comma], width: nil), bytes[comma + 1] == UInt8(ascii: " "),
      let day = DateDigits.read(2, of: bytes, at: &position), DateDigits.skip(dash, of: bytes, at: &position),
      let month = month(bytes, &position), DateDigits.skip(dash, of: bytes, at: &position),
      let shortYear = DateDigits.read(2, of: bytes, at: &position), skipSpace(bytes, &position),
      let second = time(bytes, &position), bytes[position...].elementsEqual(" GMT".utf8)
    else { return nil }
    let (days, secondNow) = CivilDate.days(inSeconds: min(max(now, 0), range.upperBound))
    let today = CivilDate(daysSince1970: days)
    let limit = today.year + 50
    var year = limit - (limit - shortYear) % 100
    if year == limit, (month, day, second) > (today.month, today.day, secondNow) { year -= 100 }
    return seconds(CivilDate(year: year, month: month, day: day), second)
  }

  /// Parses `Sun Nov  6 08:49:37 1994`.
  private static func asctime(_ bytes: ArraySlice<UInt8>) -> Int? {
    var position = 4
    guard bytes.count == 24, isWeekday(bytes[..<3], width: 3), bytes[3] == UInt8(ascii: " "),
      let month = month(bytes, &position), skipSpace(bytes, &position)
    else { return nil }
    let isPadded = bytes[position] == UInt8(ascii: " ")
    if isPadded { position += 1 }
    guard let day = DateDigits.read(isPadded ? 1 : 2, of: bytes, at: &position), skipSpace(bytes, &position),
      let second = time(bytes, &position), skipSpace(bytes, &position),
      let year = DateDigits.read(4, of: bytes, at: &position)
    else { return nil }
    return seconds(CivilDate(year: year, month: month, day: day), second)
  }

  private static func seconds(_ date: CivilDate, _ second: Int) -> Int? {
    guard date.year >= 1, date.exists else { return nil }
    return date.daysSince1970 * 86_400 + second
  }

  private static func isWeekday(_ bytes: ArraySlice<UInt8>, width: Int?) -> Bool {
    weekdays.contains { name in
      width.map { bytes.elementsEqual(name.utf8.prefix($0)) } ?? bytes.elementsEqual(name.utf8)
    }
  }

  private static func month(_ bytes: ArraySlice<UInt8>, _ position: inout Int) -> Int? {
    guard bytes.endIndex - position >= 3 else { return nil }
    let name = bytes[position..<position + 3]
    position += 3
    return months.firstIndex { name.elementsEqual($0.utf8) }.map { $0 + 1 }
  }

  private static func skipSpace(_ bytes: ArraySlice<UInt8>, _ position: inout Int) -> Bool {
    DateDigits.skip(UInt8(ascii: " "), of: bytes, at: &position)
  }

  /// Parses `hh:mm:ss`. The second `:60` is valid only in the last minute of a day.
  private static func time(_ bytes: ArraySlice<UInt8>, _ position: inout Int) -> Int? {
    guard let second = DateDigits.readTime(of: bytes, at: &position), !second.isLeap || second.ofDay == 86_400 else {
      return nil
    }
    return second.ofDay
  }
}
