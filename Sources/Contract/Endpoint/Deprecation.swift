public import FoundationEssentials

/// That an operation should no longer be used.
public struct Deprecation: Hashable, Sendable {
  /// What to use instead.
  public let reason: String
  /// The day from which the operation may be gone.
  public let sunset: Sunset?

  /// A deprecation for this reason.
  public init(reason: String, sunset: Sunset? = nil) {
    self.reason = reason
    self.sunset = sunset
  }
}

/// A day from which something may be gone (RFC 8594), written `"2027-01-31"`.
public struct Sunset: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The start of the day in UTC.
  public let date: Date

  /// The day `text` names as `year-month-day`; nil when it names none.
  public init?(_ text: String) {
    guard let date = RFC3339.date(from: text + "T00:00:00Z") else { return nil }
    self.date = date
  }

  /// The day written as a literal. Traps when it is none, which is a mistake in the source.
  public init(stringLiteral text: String) {
    guard let sunset = Sunset(text) else { preconditionFailure("`\(text)` is not a day; write it as 2027-01-31") }
    self = sunset
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
