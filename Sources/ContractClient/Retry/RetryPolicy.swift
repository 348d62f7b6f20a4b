public import Contract

/// When a client repeats calls: rules that stack, and what limits them all.
///
/// Only requests are repeated that have the same effect when they are carried out twice: those with an idempotent method
/// (RFC 9110 §9.2.2), and those that their contract or the client says so of. Content that can be read only once is
/// never sent again.
public struct RetryPolicy: Sendable {
  /// One condition, how often it repeats a call, and how long it waits each time.
  public struct Rule: Sendable {
    /// Which outcomes the rule is for.
    public var condition: RetryCondition
    /// The most repetitions of one call by this rule.
    public var limit: Int
    /// The wait before each of them.
    public var backoff: Backoff
    /// Whether calls are repeated too that are not idempotent, when the connection was not made, so that nothing can have
    /// been sent. false unless set.
    public var repeatsUnsent = false

    /// A rule.
    public init(_ condition: RetryCondition = .transient, limit: Int = 2, backoff: Backoff = .exponential()) {
      self.condition = condition
      self.limit = limit
      self.backoff = backoff
    }
  }

  /// The rules. Of those whose condition holds the last one counts, each with its own count of repetitions.
  public var rules: [Rule]
  /// The longest wait that a `Retry-After` may ask for; a response that asks for more is the result. 60 seconds unless
  /// set.
  public var maxRetryAfter: Duration
  /// How much of the traffic may be repetitions, of all calls that share it; as much as the rules allow unless set.
  public var budget: RetryBudget?

  /// A policy; without rules nothing is repeated.
  public init(_ rules: [Rule] = [], maxRetryAfter: Duration = .seconds(60), budget: RetryBudget? = nil) {
    self.rules = rules
    self.maxRetryAfter = maxRetryAfter
    self.budget = budget
  }

  /// True when nothing is ever repeated.
  var isEmpty: Bool { rules.isEmpty }
}

extension APIClient {
  /// Repeats calls that fail in a way that passes; adds a rule to those there are.
  ///
  /// ```swift
  /// client
  ///   .retry()                                                          // transient failures, twice
  ///   .retry(.statuses(429), limit: 5, backoff: .constant(.seconds(1)))
  /// ```
  ///
  /// Of the rules whose condition holds the last one added counts. `Retry-After` is honoured, up to
  /// ``RetryPolicy/maxRetryAfter``; the longer one of it and the back-off is waited, if the call has so much time left. To
  /// `Retry-After` up to a tenth is added by chance, and at most half of what the call has left behind it.
  ///
  /// - Parameters:
  ///   - condition: which outcomes to repeat after.
  ///   - limit: the most repetitions of one call.
  ///   - backoff: the wait before each of them.
  public func retry(
    _ condition: RetryCondition = .transient, limit: Int = 2, backoff: Backoff = .exponential()
  ) -> APIClient {
    configured { $0.retry.rules.append(.init(condition, limit: limit, backoff: backoff)) }
  }

  /// Waits for a server that is not there yet: tries again as long as the call has time, whatever its method, when the
  /// connection was not made.
  public func waitForConnection(backoff: Backoff = .exponential(max: .seconds(1))) -> APIClient {
    configured { configuration in
      var rule = RetryPolicy.Rule(.noConnection, limit: .max, backoff: backoff)
      rule.repeatsUnsent = true
      configuration.retry.rules.append(rule)
    }
  }

  /// Repeats nothing any more.
  public func noRetry() -> APIClient {
    configured { $0.retry.rules = [] }
  }

  /// Limits how much of the traffic is repetitions; shared by all clients that are made of this one.
  public func retryBudget(_ budget: RetryBudget?) -> APIClient {
    configured { $0.retry.budget = budget }
  }

  /// Sets the longest wait that a `Retry-After` may ask for; 60 seconds unless set.
  public func maxRetryAfter(_ duration: Duration) -> APIClient {
    configured { $0.retry.maxRetryAfter = duration }
  }

  /// Says that calls may be repeated though their method does not say so.
  ///
  /// - Parameter key: the field that carries a key by which the server recognises a repetition: random for each call,
  ///   and the same in all its attempts. nil sends none.
  public func idempotent(key: HTTPFieldName? = nil) -> APIClient {
    configured { $0.idempotency = Idempotency(key: key) }
  }
}
