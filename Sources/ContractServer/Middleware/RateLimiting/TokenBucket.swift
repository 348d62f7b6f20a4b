internal import ContractLoop

/// A token bucket that refills over time up to its capacity. The caller passes the current time.
struct TokenBucket: Hashable, Sendable {
  /// The parameters of all buckets of a limit.
  struct Rule: Hashable, Sendable {
    /// The maximum number of tokens.
    let capacity: Int
    /// The time to add one token, in nanoseconds.
    let nanosecondsPerToken: Int64

    /// The longest time to fill a bucket, about 73 years, so that adding times does not overflow.
    private static let maxNanoseconds = Int64.max / 4

    /// Creates a rule that adds `count` tokens in `period`, evenly. Out-of-range values are clamped.
    init(_ count: Int, per period: Duration, burst: Int?) {
      let count = max(1, count)
      let nanoseconds = max(1, period.loopNanoseconds)
      self.nanosecondsPerToken = min(max(1, nanoseconds / Int64(count)), Self.maxNanoseconds)
      self.capacity = min(max(1, burst ?? count), Int(Self.maxNanoseconds / nanosecondsPerToken))
    }
  }

  /// The result of requesting a token.
  struct Outcome: Hashable, Sendable {
    var isAllowed: Bool
    /// The remaining tokens.
    var remaining: Int
    /// The time until a request is allowed again in nanoseconds; 0 if it is allowed now.
    var wait: Int64
    /// The time until the bucket is full in nanoseconds.
    var reset: Int64
  }

  /// The time at which the bucket is full again, which also determines how full it is now (generic cell rate
  /// algorithm).
  private(set) var fullAt: Int64

  /// Creates a full bucket.
  init(at now: Int64) {
    fullAt = now
  }

  /// Takes a token if one is available.
  mutating func take(at now: Int64, _ rule: Rule) -> Outcome {
    let step = rule.nanosecondsPerToken
    let start = max(fullAt, now)
    let room = step * Int64(rule.capacity)
    let missing = start - now
    guard missing <= room - step else {
      return Outcome(isAllowed: false, remaining: 0, wait: missing - (room - step), reset: missing)
    }
    fullAt = start + step
    let left = room - (fullAt - now)
    return Outcome(
      isAllowed: true, remaining: Int(left / step), wait: left >= step ? 0 : step - left, reset: fullAt - now)
  }

  /// Returns true if the bucket is full, like a new one.
  func isFull(at now: Int64) -> Bool { fullAt <= now }
}
