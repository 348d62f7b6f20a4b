internal import ContractCoding
public import FoundationEssentials

/// That an operation should no longer be used.
public struct Deprecation: Hashable, Sendable {
  /// What to use instead.
  public let reason: String
  /// The day of the deprecation; nil when it is not told.
  public let since: Day?
  /// The day from which the operation may be gone; nil when it is not told.
  public let sunset: Day?

  /// A deprecation for this reason.
  public init(reason: String, since: Day? = nil, sunset: Day? = nil) {
    self.reason = reason
    self.since = since
    self.sunset = sunset
  }

  /// What answers say: `Deprecation` (RFC 9745) when its day is known, `Sunset` (RFC 8594) when there is one.
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

/// A day, written `"2027-01-31"`.
public struct Day: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The start of the day in UTC.
  public let date: Date

  /// The day `text` names as `year-month-day`; nil when it names none.
  public init?(_ text: String) {
    guard let date = RFC3339.date(from: text + "T00:00:00Z") else { return nil }
    self.date = date
  }

  /// The day written as a literal. Traps when it is none, which is a mistake in the source.
  public init(stringLiteral text: String) {
    guard let day = Day(text) else { preconditionFailure("`\(text)` is not a day; write it as 2027-01-31") }
    self = day
  }
}

/// That a request may be sent again without another effect.
public struct Idempotency: Hashable, Sendable {
  /// The header field that carries a key by which the server recognises a repetition; nil without one.
  public let key: HTTPFieldName?

  /// Idempotency by a key, or by nature.
  public init(key: HTTPFieldName? = nil) {
    self.key = key
  }
}
