/// Finds out from looks at a loop when it has not turned for too long, and when it turns again. Pure.
struct StallDetector {
  /// What a look at the loop says.
  enum Event: Hashable, Sendable {
    /// The loop has not turned for that long.
    case stalled(LoopInstant, nanoseconds: Int64)
    /// The stall that began then is over, after that long.
    case over(LoopInstant, nanoseconds: Int64)
  }

  /// In nanoseconds.
  let threshold: Int64
  private var stalled: LoopInstant?

  init(threshold: Int64) {
    self.threshold = max(1, threshold)
  }

  /// Looks at the loop.
  ///
  /// - Parameter turnStart: when the turn under way began; nil while the loop waits.
  mutating func look(_ turnStart: LoopInstant?, at now: LoopInstant) -> [Event] {
    var events: [Event] = []
    if let start = stalled, turnStart != start {
      stalled = nil
      events.append(.over(start, nanoseconds: (turnStart ?? now).nanoseconds - start.nanoseconds))
    }
    if stalled == nil, let turnStart, now.nanoseconds - turnStart.nanoseconds >= threshold {
      stalled = turnStart
      events.append(.stalled(turnStart, nanoseconds: now.nanoseconds - turnStart.nanoseconds))
    }
    return events
  }
}
