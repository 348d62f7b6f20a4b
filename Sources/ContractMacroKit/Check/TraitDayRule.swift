import SwiftSyntax

/// A rule: the days of `@Deprecated` exist, and the sunset does not precede the deprecation (RFC 9745 §4).
enum TraitDayRule {
  static func findings(in attribute: AttributeSyntax) -> [Finding] {
    let arguments = ["since", "sunset"].compactMap(attribute.argument)
    let days = arguments.compactMap { argument in argument.stringValue.map { (argument, $0) } }
    let missing = days.filter { !isDay($0.1) }.map { argument, text in
      Finding(
        "no-day", at: argument, "\(text.literal) is not a day; write year, month and day, such as \"2027-01-31\".")
    }
    // Days in this form can be compared as strings.
    guard missing.isEmpty, days.count == 2, days[1].1 < days[0].1 else { return missing }
    return [
      Finding(
        "sunset-order", at: days[1].0,
        "The endpoint would end on \(days[1].1), before its deprecation on \(days[0].1); write a later day.")
    ]
  }

  /// Returns true for a day of the calendar, written `2027-01-31`.
  private static func isDay(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [4, 2, 2], parts.allSatisfy({ $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } }) else {
      return false
    }
    let numbers = parts.compactMap { Int($0) }
    let (year, month, day) = (numbers[0], numbers[1], numbers[2])
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return (1...12).contains(month) && (1...lengths[month - 1]).contains(day)
  }
}
