/// A date of the proleptic Gregorian calendar.
struct CivilDate: Hashable {
  var year: Int
  var month: Int
  var day: Int

  init(year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// Creates the date `days` days after 1970-01-01.
  init(daysSince1970 days: Int) {
    // Years start in March here, so that leap days come last; 400 years have 146,097 days.
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// The number of days from 1970-01-01 to this date.
  var daysSince1970: Int {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// Returns the whole days in a number of seconds since 1970, rounded down, and the remaining seconds.
  static func days(inSeconds seconds: Int) -> (days: Int, second: Int) {
    let days = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
    return (days, seconds - days * 86_400)
  }

  /// True when the date exists.
  var exists: Bool {
    (1...12).contains(month) && day >= 1 && day <= Self.days(in: month, of: year)
  }

  /// Returns the number of days in a month.
  static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Returns the day of the week; 0 is Sunday.
  static func weekday(daysSince1970 days: Int) -> Int {
    let weekday = (days + 4) % 7
    return weekday < 0 ? weekday + 7 : weekday
  }
}
