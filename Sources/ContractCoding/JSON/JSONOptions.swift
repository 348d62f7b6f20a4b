/// How values that JSON has no kind for travel; both ends of a contract use the same options.
public struct JSONOptions: Sendable, Hashable {
  /// The spellings of a `Date`.
  public enum DateStrategy: Sendable, Hashable {
    /// A string as RFC 3339 writes it, `2026-07-31T09:30:00.25Z`; see ``RFC3339``.
    case rfc3339
    /// A number of seconds since 1970-01-01T00:00:00Z.
    case secondsSince1970
    /// A number of milliseconds since 1970-01-01T00:00:00Z.
    case millisecondsSince1970
    /// Whatever `Date` does by itself: a number of seconds since 2001-01-01T00:00:00Z.
    case deferredToDate
  }

  /// The spelling of every `Date`.
  public var dates: DateStrategy

  /// Options with RFC 3339 dates, unless another spelling is given.
  public init(dates: DateStrategy = .rfc3339) {
    self.dates = dates
  }
}
