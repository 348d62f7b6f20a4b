internal import Contract
internal import ContractHTTP

/// A budget that limits retries to a fraction of the traffic, so that they do not overload a failing server.
///
/// The budget holds tokens. A retry costs one token, and a call that needs no retry earns a fraction of a token. With
/// less than one token left, no call is retried. Clients that share a budget share its tokens.
public final class RetryBudget: Sendable {
  private let tokens: Lock<RetryTokens>

  /// Creates a full budget.
  ///
  /// - Parameters:
  ///   - tokens: The maximum number of tokens, which is also the maximum number of retries in a burst.
  ///   - ratio: The tokens earned by a call that needs no retry. 0.1 allows one retry per ten calls in the long run.
  public init(tokens: Int = 100, ratio: Double = 0.1) {
    self.tokens = Lock(RetryTokens(capacity: Double(max(0, tokens)), ratio: ratio))
  }

  /// Takes a token for a retry; false if none is left.
  func spend() -> Bool { tokens.withLock { $0.spend() } }

  /// Credits a call that needed no retry.
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
