/// The `Date` header line of responses (RFC 9110 §6.6.1), rendered once per second.
package struct DateLine: Sendable {
  private var second: Int?

  /// `Date: Sun, 06 Nov 1994 08:49:37 GMT` and CR LF; empty until the first update.
  package private(set) var bytes: [UInt8] = []

  package init() {}

  /// Renders the line for `second`, counted from 1970 in UTC, if it differs from the current one.
  @inline(__always)
  package mutating func update(second: Int) {
    if self.second != second { make(second) }
  }

  private mutating func make(_ second: Int) {
    self.second = second
    let days = second.quotientRoundingDown(86_400)
    let time = second - days * 86_400
    let (year, month, day) = Self.civil(days)
    bytes.removeAll(keepingCapacity: true)
    bytes += "Date: ".utf8
    bytes += Self.weekdays[(days + 4).remainderRoundingDown(7)].utf8
    bytes += ", ".utf8
    appendTwo(day)
    bytes.append(0x20)
    bytes += Self.months[month - 1].utf8
    bytes.append(0x20)
    appendTwo(year / 100)
    appendTwo(year % 100)
    bytes.append(0x20)
    appendTwo(time / 3600)
    bytes.append(0x3A)
    appendTwo(time / 60 % 60)
    bytes.append(0x3A)
    appendTwo(time % 60)
    bytes += " GMT\r\n".utf8
  }

  private mutating func appendTwo(_ value: Int) {
    bytes.append(0x30 + UInt8(truncatingIfNeeded: value / 10 % 10))
    bytes.append(0x30 + UInt8(truncatingIfNeeded: value % 10))
  }

  /// Returns the Gregorian date of a day counted from 1970-01-01. The calculation starts years in March, so that leap
  /// days come last.
  private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = shifted.quotientRoundingDown(146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }

  private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}

extension Int {
  fileprivate func quotientRoundingDown(_ divisor: Int) -> Int {
    self >= 0 ? self / divisor : -((-self + divisor - 1) / divisor)
  }

  fileprivate func remainderRoundingDown(_ divisor: Int) -> Int {
    self - quotientRoundingDown(divisor) * divisor
  }
}
