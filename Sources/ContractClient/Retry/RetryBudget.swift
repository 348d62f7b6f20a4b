internal import Contract
internal import ContractHTTP

/// Keeps repetitions from becoming most of the traffic when a server is down.
///
/// It holds tokens: a repetition costs one, a call that comes to an end without needing one gives back a part. Without a
/// whole token nothing is repeated. One budget is shared by all clients that it is given to.
public final class RetryBudget: Sendable {
  private let tokens: Lock<RetryTokens>

  /// A full budget.
  ///
  /// - Parameters:
  ///   - tokens: how many repetitions there may be at once.
  ///   - ratio: how much of a repetition a call earns that ends without one: 0.1 allows one in ten in the long run.
  public init(tokens: Int = 100, ratio: Double = 0.1) {
    self.tokens = Lock(RetryTokens(capacity: Double(max(0, tokens)), ratio: ratio))
  }

  /// Takes the price of a repetition, if there is enough.
  func spend() -> Bool { tokens.withLock { $0.spend() } }

  /// A call has needed no repetition.
  func earn() { tokens.withLock { $0.earn() } }
}

/// The arithmetic of a ``RetryBudget``.
struct RetryTokens {
  private let capacity: Double
  private let ratio: Double
  private var held: Double

  init(capacity: Double, ratio: Double) {
    self.capacity = capacity
    self.ratio = max(0, ratio)
    self.held = capacity
  }

  mutating func spend() -> Bool {
    guard held >= 1 else { return false }
    held -= 1
    return true
  }

  mutating func earn() { held = min(capacity, held + ratio) }
}
