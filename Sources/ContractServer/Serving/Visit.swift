internal import Contract

/// What the head of a request has led to on a server with middleware: kept until the chain comes to its end.
final class Visit: Sendable {
  let exchange: Exchange
  let decision: RequestPipeline.Decision
  /// True when the request has content that nobody reads, because it is refused.
  let leavesContent: Bool

  init(_ exchange: Exchange, _ decision: RequestPipeline.Decision, leavesContent: Bool) {
    self.exchange = exchange
    self.decision = decision
    self.leavesContent = leavesContent
  }
}
