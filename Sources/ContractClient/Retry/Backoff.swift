/// How long to wait before a repetition.
public struct Backoff: Sendable {
  /// How much of a delay is left to chance, so that clients that failed together do not come back together.
  public enum Jitter: Sendable, Hashable {
    /// None of it.
    case none
    /// All of it: from nothing to the whole delay.
    case full
    /// Half of it: from half of the delay to the whole.
    case equal
    /// This part of it, from 0 to 1, more or less than the delay.
    case proportional(Double)
  }

  private let shape: @Sendable (Int) -> Duration
  private let jitter: Jitter

  private init(jitter: Jitter, shape: @escaping @Sendable (Int) -> Duration) {
    self.jitter = jitter
    self.shape = shape
  }

  /// No delay.
  public static let none = Backoff(jitter: .none) { _ in .zero }

  /// Always the same delay.
  public static func constant(_ delay: Duration, jitter: Jitter = .none) -> Backoff {
    Backoff(jitter: jitter) { _ in delay }
  }

  /// A delay that grows: `initial` before the first repetition, `factor` times more before each further one, at most
  /// `max`.
  public static func exponential(
    initial: Duration = .milliseconds(100), factor: Double = 2, max: Duration = .seconds(10), jitter: Jitter = .full
  ) -> Backoff {
    Backoff(jitter: jitter) { repetition in
      // Past so many the number is no time any more.
      var delay = initial
      // Multiplied with what is no number, a duration traps.
      let factor = factor.isFinite ? factor : 1
      for _ in 1..<Swift.max(2, Swift.min(repetition, 64)) where repetition > 1 && delay < max {
        delay = delay * factor
      }
      return Swift.min(delay, max)
    }
  }

  /// A delay of one's own for the first repetition, 1, and so on.
  public static func custom(
    jitter: Jitter = .none, _ delay: @escaping @Sendable (_ repetition: Int) -> Duration
  ) -> Backoff {
    Backoff(jitter: jitter, shape: delay)
  }

  /// The delay before a repetition.
  ///
  /// - Parameters:
  ///   - repetition: 1 for the first.
  ///   - random: from 0 up to but not including 1.
  package func delay(before repetition: Int, random: Double) -> Duration {
    let delay = Swift.max(.zero, shape(repetition))
    switch jitter {
    case .none: return delay
    case .full: return delay * random
    case .equal: return delay * (0.5 + random / 2)
    case .proportional(let part):
      let part = part.isFinite ? Swift.min(Swift.max(part, 0), 1) : 0
      return delay * (1 - part + 2 * part * random)
    }
  }
}
