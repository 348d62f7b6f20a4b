/// A number of tokens that fills again with time, up to its capacity. Pure: who asks says what time it is.
struct TokenBucket: Hashable, Sendable {
  /// What all buckets of a limit have in common.
  struct Rule: Hashable, Sendable {
    /// The most tokens.
    let capacity: Int
    /// Nanoseconds in which one token comes.
    let nanosecondsPerToken: Int64

    /// The longest time that a bucket takes to fill, about 73 years, so that moments can be added without overflow.
    private static let maxNanoseconds = Int64.max / 4

    /// `count` tokens come in `period`, spread evenly. What is beyond all sense is cut to the nearest rule that has some.
    init(_ count: Int, per period: Duration, burst: Int?) {
      let count = max(1, count)
      let (seconds, attoseconds) = period.components
      let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
      let (sum, overflowed) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
      let nanoseconds = overflow || overflowed ? .max : max(1, sum)
      self.nanosecondsPerToken = min(max(1, nanoseconds / Int64(count)), Self.maxNanoseconds)
      self.capacity = min(max(1, burst ?? count), Int(Self.maxNanoseconds / nanosecondsPerToken))
    }
  }

  /// What a request gets.
  struct Answer: Hashable, Sendable {
    var isAllowed: Bool
    /// Tokens that are left.
    var remaining: Int
    /// Nanoseconds until a request is allowed again; 0 when one is now.
    var wait: Int64
    /// Nanoseconds until the bucket is full.
    var reset: Int64
  }

  /// When the bucket is full again: one number says how full it is now (a generic cell rate).
  private(set) var fullAt: Int64

  /// A full bucket.
  init(at now: Int64) {
    fullAt = now
  }

  /// Takes a token if there is one.
  mutating func take(at now: Int64, _ rule: Rule) -> Answer {
    let step = rule.nanosecondsPerToken
    let start = max(fullAt, now)
    let room = step * Int64(rule.capacity)
    let missing = start - now
    guard missing <= room - step else {
      return Answer(isAllowed: false, remaining: 0, wait: missing - (room - step), reset: missing)
    }
    fullAt = start + step
    let left = room - (fullAt - now)
    return Answer(
      isAllowed: true, remaining: Int(left / step), wait: left >= step ? 0 : step - left, reset: fullAt - now)
  }

  /// True when it is as good as a new one.
  func isFull(at now: Int64) -> Bool { fullAt <= now }
}
