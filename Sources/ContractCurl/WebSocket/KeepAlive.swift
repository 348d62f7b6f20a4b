internal import ContractLoop

/// Decides when a silent peer is asked for a sign of life, and when it is given up: pure.
struct KeepAlive {
  enum Step: Equatable {
    /// Nothing is to be done before this moment.
    case look(at: LoopInstant)
    /// The peer is asked, and looked after again at this moment.
    case ping(lookAt: LoopInstant)
    case end
  }

  private let interval: Int64
  private let timeout: Int64
  private var askedAt: LoopInstant?

  /// - Parameters:
  ///   - interval: how long the peer may be silent before it is asked.
  ///   - timeout: how long it may be silent after that.
  init(interval: Duration, timeout: Duration) {
    // Less is not to be told from none.
    self.interval = max(1_000_000, interval.loopNanoseconds)
    self.timeout = max(1_000_000, timeout.loopNanoseconds)
  }

  /// What follows from a look.
  ///
  /// - Parameters:
  ///   - lastHeard: when bytes of the peer were read last.
  ///   - isReading: false while nobody looks what the peer has sent, or it cannot be asked, so that its silence says nothing.
  mutating func decide(now: LoopInstant, lastHeard: LoopInstant, isReading: Bool) -> Step {
    guard isReading else {
      askedAt = nil
      return .look(at: now.advanced(byNanoseconds: interval))
    }
    if let askedAt, lastHeard < askedAt {
      let end = askedAt.advanced(byNanoseconds: timeout)
      return end > now ? .look(at: min(end, now.advanced(byNanoseconds: interval))) : .end
    }
    askedAt = nil
    let next = lastHeard.advanced(byNanoseconds: interval)
    if next > now { return .look(at: next) }
    askedAt = now
    return .ping(lookAt: now.advanced(byNanoseconds: min(interval, timeout)))
  }
}
