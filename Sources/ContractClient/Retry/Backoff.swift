/// The delays between the attempts of a call.
public struct Backoff: Sendable {
  /// The randomness of a delay, which keeps clients that failed together from retrying together.
  public enum Jitter: Sendable, Hashable {
    /// The exact delay.
    case none
    /// A random delay between zero and the full delay.
    case full
    /// A random delay between half and the full delay.
    case equal
    /// The delay plus or minus a random part of at most this fraction, from 0 to 1.
    case proportional(Double)
  }

  private let shape: @Sendable (Int) -> Duration
  private let jitter: Jitter

  private init(jitter: Jitter, shape: @escaping @Sendable (Int) -> Duration) {
    self.jitter = jitter
    self.shape = shape
  }

  /// Immediate retries without a delay.
  public static let none = Backoff(jitter: .none) { _ in .zero }

  /// Returns a constant delay.
  public static func constant(_ delay: Duration, jitter: Jitter = .none) -> Backoff {
    Backoff(jitter: jitter) { _ in delay }
  }

  /// Returns a delay that starts at `initial`, is multiplied by `factor` for each further retry, and is at most `max`.
  public static func exponential(
    initial: Duration = .milliseconds(100), factor: Double = 2, max: Duration = .seconds(10), jitter: Jitter = .full
  ) -> Backoff {
    Backoff(jitter: jitter) { repetition in
      // At most 64 multiplications are made, because the delay then exceeds any practical time.
      var delay = initial
      // Multiplying a duration by a factor that is not finite traps.
      let factor = factor.isFinite ? factor : 1
      for _ in 1..<Swift.max(2, Swift.min(repetition, 64)) where repetition > 1 && delay < max {
        delay = delay * factor
      }
      return Swift.min(delay, max)
    }
  }

  /// Returns a delay computed by a closure, whose argument is 1 for the first retry.
  public static func custom(
    jitter: Jitter = .none, _ delay: @escaping @Sendable (_ repetition: Int) -> Duration
  ) -> Backoff {
    Backoff(jitter: jitter, shape: delay)
  }

  /// Returns the delay before a retry.
  ///
  /// - Parameters:
  ///   - repetition: The number of the retry, from 1.
  ///   - random: A number from 0 up to but not including 1.
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
