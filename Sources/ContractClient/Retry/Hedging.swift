/// The timing and number of hedged attempts.
public struct Hedging: Sendable, Hashable {
  /// The time after which a hedged attempt begins if there is no response.
  public var delay: Duration
  /// The maximum number of hedged attempts.
  public var limit: Int

  /// Creates a hedging policy that starts another attempt after each `delay`, up to `limit` hedged attempts.
  public init(after delay: Duration, limit: Int = 1) {
    self.delay = delay
    self.limit = limit
  }
}

extension APIClient {
  /// Hedges slow calls: starts another attempt if there is no response after `delay`, uses the first response and
  /// cancels the other attempts.
  ///
  /// ```swift
  /// let client = APIClient(baseURL: url).hedge(after: .milliseconds(200)).retryBudget(RetryBudget())
  /// ```
  ///
  /// Only idempotent calls with a replayable body are hedged. Each hedged attempt takes a token of the retry budget. A
  /// response that `.retry()` would retry, such as 503, is used only if no other attempt is in flight.
  ///
  /// - Parameters:
  ///   - delay: The time after which an attempt is slow. Choose a longer time than most responses take. It applies to
  ///     the head of a streamed response, and to the last byte of any other response.
  ///   - limit: The maximum number of hedged attempts. Each begins `delay` after the previous one.
  public func hedge(after delay: Duration, limit: Int = 1) -> APIClient {
    configured { $0.hedging = Hedging(after: delay, limit: limit) }
  }

  /// Disables hedged attempts.
  public func noHedge() -> APIClient {
    configured { $0.hedging = nil }
  }
}
