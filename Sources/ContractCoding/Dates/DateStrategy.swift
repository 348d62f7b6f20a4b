public import FoundationEssentials

/// The format of a `Date` in JSON, forms, queries and parts. Both ends of a contract must use the same format.
public enum DateStrategy: Sendable {
  /// RFC 3339, such as `2026-07-31T09:30:00.25Z`; see ``RFC3339``.
  case rfc3339
  /// A number of seconds since 1970-01-01T00:00:00Z.
  case secondsSince1970
  /// A number of milliseconds since 1970-01-01T00:00:00Z.
  case millisecondsSince1970
  /// The `Codable` implementation of `Date`: a number of seconds since 2001-01-01T00:00:00Z.
  case deferredToDate
  /// A custom string format.
  ///
  /// - Parameters:
  ///   - encode: returns the string for a date. Encoding rethrows its errors.
  ///   - decode: returns the date for a string; nil if invalid.
  case custom(encode: @Sendable (Date) throws -> String, decode: @Sendable (String) -> Date?)
}

extension DateStrategy {
  /// Returns the string for a date outside JSON; nil if it cannot be represented, for example a date that is not
  /// finite.
  package func text(of date: Date) throws -> String? {
    switch self {
    case .rfc3339: RFC3339.text(of: date)
    case .custom(let encode, _): try encode(date)
    default: number(of: date).flatMap(Self.text)
    }
  }

  /// Parses a date outside JSON; nil if invalid.
  package func date(from text: String) -> Date? {
    switch self {
    case .rfc3339: RFC3339.date(from: text)
    case .custom(_, let decode): decode(text)
    default: Self.number(from: text).flatMap(date(of:))
    }
  }

  /// Returns the number that represents a date; nil for string formats.
  func number(of date: Date) -> Double? {
    switch self {
    case .secondsSince1970: date.timeIntervalSince1970
    case .millisecondsSince1970: date.timeIntervalSince1970 * 1000
    case .deferredToDate: date.timeIntervalSinceReferenceDate
    case .rfc3339, .custom: nil
    }
  }

  /// Returns the date that a number represents; nil for string formats.
  func date(of number: Double) -> Date? {
    switch self {
    case .secondsSince1970: Date(timeIntervalSince1970: number)
    case .millisecondsSince1970: Date(timeIntervalSince1970: number / 1000)
    case .deferredToDate: Date(timeIntervalSinceReferenceDate: number)
    case .rfc3339, .custom: nil
    }
  }

  /// Returns the shortest decimal number that is parsed as the same value.
  private static func text(_ number: Double) -> String? {
    guard number.isFinite else { return nil }
    let text = number.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// Parses a decimal number with an optional fraction and exponent. Other formats that `Double` accepts, such as `inf`
  /// and `0x1p3`, are rejected.
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
