/// When a client makes another attempt beside one that is slow.
public struct Hedging: Sendable, Hashable {
  /// How long an attempt has before another one begins beside it.
  public var delay: Duration
  /// The most attempts beside the first.
  public var limit: Int

  /// Another attempt after `delay`, and so on up to `limit` of them.
  public init(after delay: Duration, limit: Int = 1) {
    self.delay = delay
    self.limit = limit
  }
}

extension APIClient {
  /// Makes another attempt beside one that has brought no response after a while, and takes the response that comes first.
  /// The other attempts are cancelled.
  ///
  /// ```swift
  /// let client = APIClient(baseURL: url).hedge(after: .milliseconds(200)).retryBudget(RetryBudget())
  /// ```
  ///
  /// Only calls are hedged that may be repeated: those that are idempotent, with content that can be read again. Each
  /// further attempt takes a token of the retry budget. A response that `.retry()` would repeat after, such as 503, counts
  /// only when no other attempt is under way.
  ///
  /// - Parameters:
  ///   - delay: what most responses need less than, so that few calls are made twice. A streamed response needs it for
  ///     its head, any other to its last byte.
  ///   - limit: the most attempts beside the first; each of them begins `delay` after the one before.
  public func hedge(after delay: Duration, limit: Int = 1) -> APIClient {
    configured { $0.hedging = Hedging(after: delay, limit: limit) }
  }

  /// Makes no attempt beside another any more.
  public func noHedge() -> APIClient {
    configured { $0.hedging = nil }
  }
}
