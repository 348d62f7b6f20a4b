public import Contract

/// The rules for retrying calls, and their shared limits.
///
/// Only idempotent requests are retried: those with an idempotent method (RFC 9110 §9.2.2), and those marked as
/// idempotent by their contract or client. A request whose body can be read only once is never retried.
public struct RetryPolicy: Sendable {
  /// A condition for retries, with a limit and delays.
  public struct Rule: Sendable {
    /// The outcomes that the rule retries.
    public var condition: RetryCondition
    /// The maximum number of retries per call by this rule.
    public var limit: Int
    /// The delays before the retries.
    public var backoff: Backoff
    /// Whether the rule also retries calls that are not idempotent if no connection was made, so that nothing was sent.
    /// Default: false.
    public var repeatsUnsent = false

    /// Creates a rule.
    public init(_ condition: RetryCondition = .transient, limit: Int = 2, backoff: Backoff = .exponential()) {
      self.condition = condition
      self.limit = limit
      self.backoff = backoff
    }
  }

  /// The rules. The last rule whose condition holds applies; each rule counts its own retries.
  public var rules: [Rule]
  /// The maximum delay accepted from `Retry-After`. A response that requests a longer delay is returned without a
  /// retry. Default: 60 seconds.
  public var maxRetryAfter: Duration
  /// The budget that limits retries across calls; nil means no limit besides the rules.
  public var budget: RetryBudget?

  /// Creates a policy. Without rules nothing is retried.
  public init(_ rules: [Rule] = [], maxRetryAfter: Duration = .seconds(60), budget: RetryBudget? = nil) {
    self.rules = rules
    self.maxRetryAfter = maxRetryAfter
    self.budget = budget
  }

  /// True if the policy never retries.
  var isEmpty: Bool { rules.isEmpty }
}

extension APIClient {
  /// Adds a rule that retries failed calls.
  ///
  /// ```swift
  /// client
  ///   .retry()                                                          // transient failures, twice
  ///   .retry(.statuses(429), limit: 5, backoff: .constant(.seconds(1)))
  /// ```
  ///
  /// The last added rule whose condition holds applies. The delay is the longer of the back-off and `Retry-After`,
  /// which is accepted up to ``RetryPolicy/maxRetryAfter``. If the delay exceeds the remaining time of the call, there
  /// are no more retries. `Retry-After` is extended by a random tenth at most, leaving at least half of the remaining
  /// time for the attempt.
  ///
  /// - Parameters:
  ///   - condition: The outcomes to retry.
  ///   - limit: The maximum number of retries per call.
  ///   - backoff: The delays before the retries.
  public func retry(
    _ condition: RetryCondition = .transient, limit: Int = 2, backoff: Backoff = .exponential()
  ) -> APIClient {
    configured { $0.retry.rules.append(.init(condition, limit: limit, backoff: backoff)) }
  }

  /// Retries calls of any method while no connection can be made, until the timeout of the call.
  public func waitForConnection(backoff: Backoff = .exponential(max: .seconds(1))) -> APIClient {
    configured { configuration in
      var rule = RetryPolicy.Rule(.noConnection, limit: .max, backoff: backoff)
      rule.repeatsUnsent = true
      configuration.retry.rules.append(rule)
    }
  }

  /// Removes all retry rules.
  public func noRetry() -> APIClient {
    configured { $0.retry.rules = [] }
  }

  /// Limits retries to a fraction of the traffic. Clients derived from this one share the budget.
  public func retryBudget(_ budget: RetryBudget?) -> APIClient {
    configured { $0.retry.budget = budget }
  }

  /// Sets the maximum delay accepted from `Retry-After`. Default: 60 seconds.
  public func maxRetryAfter(_ duration: Duration) -> APIClient {
    configured { $0.retry.maxRetryAfter = duration }
  }

  /// Marks calls as idempotent regardless of their method, so that they can be retried.
  ///
  /// - Parameter key: The header for an idempotency key, which is random per call and equal for all its attempts; nil
  ///   sends no key.
  public func idempotent(key: HTTPFieldName? = nil) -> APIClient {
    configured { $0.idempotency = Idempotency(key: key) }
  }
}
