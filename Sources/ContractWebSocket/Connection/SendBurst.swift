internal import ContractLoop

/// The messages that a connection sends in one iteration of its loop.
///
/// A task on the loop that only sends is resumed inside each send, and would keep its thread as long as the peer
/// receives. After `maxTime` the task is therefore resumed in another iteration.
struct SendBurst {
  /// The time in nanoseconds after which senders wait for the next iteration. The loop's own jobs have the same limit.
  static let maxTime: Int64 = 2_000_000

  /// The time up to which the loop had seen all events, which identifies the iteration.
  private var turn: LoopInstant?
  private var start = LoopInstant(nanoseconds: 0)

  /// Records a sent message; returns true if its sender must wait for the next iteration.
  ///
  /// - Parameters:
  ///   - now: The time when the message began.
  ///   - seen: The time up to which the loop has seen all events.
  mutating func isOver(at now: LoopInstant, seen: LoopInstant) -> Bool {
    guard turn == seen else {
      turn = seen
      start = now
      return false
    }
    return now >= start.advanced(byNanoseconds: Self.maxTime)
  }
}
