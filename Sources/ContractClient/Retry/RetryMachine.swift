internal import Contract

/// Decides after each attempt of one call whether there is another: pure, so that every rule is a row of a table.
struct RetryMachine {
  /// Why a call is not repeated.
  enum Refusal: Equatable {
    /// It needs no repetition.
    case settled
    /// No rule is for this outcome.
    case noRule
    /// The rule has repeated the call as often as it may.
    case limit
    /// Carried out twice it might have another effect.
    case notIdempotent
    /// Its content can be read only once.
    case notReplayable
    /// The server asks for more time than the policy gives it.
    case retryAfterTooLong
    /// The call has less time left than there is to wait.
    case noTime
    /// Others have used up the budget.
    case budget
  }

  enum Decision: Equatable {
    case stop(Refusal)
    case wait(Duration)
  }

  /// What is known when an attempt has ended.
  struct Facts {
    var isIdempotent: Bool
    var isReplayable: Bool
    var remaining: Duration
    var random: Double
    /// Seconds since 1970.
    var wall: Double
  }

  private let policy: RetryPolicy
  /// How often each rule has repeated the call; empty until one of them does.
  private var counts: [Int] = []

  init(_ policy: RetryPolicy) {
    self.policy = policy
  }

  /// What follows an outcome. A decision to wait uses up one repetition of its rule.
  ///
  /// - Parameter facts: asked for when there is a rule for the outcome, which most calls need none for.
  mutating func decide(
    _ outcome: AttemptOutcome, _ facts: @autoclosure () -> Facts, spend: () -> Bool = { true }
  ) -> Decision {
    guard let index = policy.rules.lastIndex(where: { $0.condition.holds(outcome) }) else {
      return .stop(outcome.status?.kind == .success ? .settled : .noRule)
    }
    if outcome.errorCode == .cancelled { return .stop(.settled) }
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
        // Others have been told the same time, and should not all be back at the same moment. The attempt needs time, too.
        delay = asked + max(.zero, min(asked / 10, (facts.remaining - asked) / 2)) * facts.random
      }
    }
    guard delay < facts.remaining else { return .stop(.noTime) }
    guard spend() else { return .stop(.budget) }
    counts[index] += 1
    return .wait(delay)
  }
}
