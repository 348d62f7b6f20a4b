internal import ContractCoding
public import FoundationEssentials

/// The deprecation of an operation.
public struct Deprecation: Hashable, Sendable {
  /// The advice for callers, such as the operation to use instead.
  public let reason: String
  /// The day of the deprecation, if known.
  public let since: Day?
  /// The day from which the operation may be removed, if known.
  public let sunset: Day?

  /// Creates a deprecation.
  public init(reason: String, since: Day? = nil, sunset: Day? = nil) {
    self.reason = reason
    self.since = since
    self.sunset = sunset
  }

  /// The headers of responses: `Deprecation` (RFC 9745) and `Sunset` (RFC 8594), each if its day is known.
  package var fields: HTTPFields {
    var fields = HTTPFields()
    if let since { fields[.deprecation] = HTTPFieldValue(unchecked: "@\(Int(since.date.timeIntervalSince1970))") }
    if let sunset {
      let text = IMFFixdate.text(secondsSince1970: Int(sunset.date.timeIntervalSince1970))
      fields[.sunset] = HTTPFieldValue(unchecked: text)
    }
    return fields
  }
}

/// A day, written like `"2027-01-31"`.
public struct Day: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The start of the day in UTC.
  public let date: Date

  /// Parses `year-month-day`; nil for anything else.
  public init?(_ text: String) {
    guard let date = RFC3339.date(from: text + "T00:00:00Z") else { return nil }
    self.date = date
  }

  /// Creates a day from a literal. Traps if it is invalid.
  public init(stringLiteral text: String) {
    guard let day = Day(text) else { preconditionFailure("`\(text)` is not a day; write a day such as 2027-01-31") }
    self = day
  }
}

extension Day: CustomStringConvertible {
  /// The day as written: `2027-01-31`.
  public var description: String { String((RFC3339.text(of: date) ?? "").prefix(10)) }
}

/// The declaration that repeating a request has no further effect.
public struct Idempotency: Hashable, Sendable {
  /// The header with the key by which the server recognizes a repeated request; nil if repeating needs no key.
  public let key: HTTPFieldName?

  /// Creates a declaration of idempotency, with or without a key.
  public init(key: HTTPFieldName? = nil) {
    self.key = key
  }
}
