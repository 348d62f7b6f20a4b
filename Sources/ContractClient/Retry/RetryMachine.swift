internal import Contract

/// The state machine that decides after each attempt of a call whether to retry. A pure value, so that tests cover it
/// with a table.
struct RetryMachine {
  /// The reason for not retrying.
  enum Refusal: Equatable {
    /// The call needs no retry.
    case settled
    /// No rule matches the outcome.
    case noRule
    /// The rule has reached its limit.
    case limit
    /// The request is not idempotent.
    case notIdempotent
    /// The body can be read only once.
    case notReplayable
    /// `Retry-After` exceeds the limit of the policy.
    case retryAfterTooLong
    /// The delay exceeds the remaining time of the call.
    case noTime
    /// The retry budget is exhausted.
    case budget
  }

  enum Decision: Equatable {
    case stop(Refusal)
    case wait(Duration)
  }

  /// The facts that decide whether the request of an attempt is retried.
  struct Facts {
    var isIdempotent: Bool
    var isReplayable: Bool
    var remaining: Duration
    var random: Double
    /// The current time in seconds since 1970.
    var wall: Double
  }

  private let policy: RetryPolicy
  /// The number of retries by each rule; empty before the first.
  private var counts: [Int] = []

  init(_ policy: RetryPolicy) {
    self.policy = policy
  }

  /// Decides on a retry. A decision to wait counts as one retry of the rule that matched.
  ///
  /// - Parameter facts: Evaluated only if a rule matches the outcome.
  mutating func decide(
    _ outcome: AttemptOutcome, _ facts: @autoclosure () -> Facts, spend: () -> Bool = { true }
  ) -> Decision {
    guard let index = policy.rules.lastIndex(where: { $0.condition.holds(outcome) }) else {
      return .stop(outcome.status?.kind == .success ? .settled : .noRule)
    }
    if outcome.isCancelled { return .stop(.settled) }
    let rule = policy.rules[index]
    let facts = facts()
    if counts.isEmpty { counts = Array(repeating: 0, count: policy.rules.count) }
    guard counts[index] < rule.limit else { return .stop(.limit) }
    guard facts.isIdempotent || (rule.repeatsUnsent && outcome.isUnsent) else { return .stop(.notIdempotent) }
    guard facts.isReplayable else { return .stop(.notReplayable) }
    var delay = rule.backoff.delay(before: counts[index] + 1, random: facts.random)
    if case .success(let response) = outcome.result,
      let asked = RetryAfter.delay(of: response, wall: facts.wall)
    {
      guard asked <= policy.maxRetryAfter else { return .stop(.retryAfterTooLong) }
      if asked >= delay {
        // The jitter spreads the clients that received the same time. It leaves at least half of the remaining time for
        // the attempt.
        delay = asked + max(.zero, min(asked / 10, (facts.remaining - asked) / 2)) * facts.random
      }
    }
    guard delay < facts.remaining else { return .stop(.noTime) }
    guard spend() else { return .stop(.budget) }
    counts[index] += 1
    return .wait(delay)
  }
}
