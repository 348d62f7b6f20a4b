public import FoundationEssentials

/// The spelling of a `Date` in JSON, forms, queries and parts; both ends of a contract use the same.
public enum DateStrategy: Sendable {
  /// As RFC 3339 writes it, `2026-07-31T09:30:00.25Z`; see ``RFC3339``.
  case rfc3339
  /// A number of seconds since 1970-01-01T00:00:00Z.
  case secondsSince1970
  /// A number of milliseconds since 1970-01-01T00:00:00Z.
  case millisecondsSince1970
  /// Whatever `Date` does by itself: a number of seconds since 2001-01-01T00:00:00Z.
  case deferredToDate
  /// A text of one's own; in JSON, a string.
  ///
  /// - Parameters:
  ///   - encode: The text of a date. What it throws comes out of encoding.
  ///   - decode: The date that a text spells; nil when it spells none.
  case custom(encode: @Sendable (Date) throws -> String, decode: @Sendable (String) -> Date?)
}

extension DateStrategy {
  /// The text of a date outside JSON; nil when there is none, as for a date that is not finite.
  package func text(of date: Date) throws -> String? {
    switch self {
    case .rfc3339: RFC3339.text(of: date)
    case .custom(let encode, _): try encode(date)
    default: number(of: date).flatMap(Self.text)
    }
  }

  /// The date that a text outside JSON spells; nil when it spells none.
  package func date(from text: String) -> Date? {
    switch self {
    case .rfc3339: RFC3339.date(from: text)
    case .custom(_, let decode): decode(text)
    default: Self.number(from: text).flatMap(date(of:))
    }
  }

  /// The number that stands for a date; nil where dates are texts.
  func number(of date: Date) -> Double? {
    switch self {
    case .secondsSince1970: date.timeIntervalSince1970
    case .millisecondsSince1970: date.timeIntervalSince1970 * 1000
    case .deferredToDate: date.timeIntervalSinceReferenceDate
    case .rfc3339, .custom: nil
    }
  }

  /// The date that a number stands for; nil where dates are texts.
  func date(of number: Double) -> Date? {
    switch self {
    case .secondsSince1970: Date(timeIntervalSince1970: number)
    case .millisecondsSince1970: Date(timeIntervalSince1970: number / 1000)
    case .deferredToDate: Date(timeIntervalSinceReferenceDate: number)
    case .rfc3339, .custom: nil
    }
  }

  /// The shortest digits that read back as the same number.
  private static func text(_ number: Double) -> String? {
    guard number.isFinite else { return nil }
    let text = number.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// A decimal number, perhaps with a fraction and an exponent; not what else `Double` reads, as `inf` or `0x1p3`.
  private static func number(from text: String) -> Double? {
    let isDecimal = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "e"), UInt8(ascii: "E"):
        true
      default: false
      }
    }
    guard isDecimal, let number = Double(text), number.isFinite else { return nil }
    return number
  }
}
