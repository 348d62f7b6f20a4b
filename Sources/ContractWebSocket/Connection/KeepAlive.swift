internal import ContractHTTP
internal import ContractLoop

/// A policy that decides when to send a Ping to a silent peer, and when to disconnect the peer. A pure value.
struct KeepAlive {
  enum Step: Equatable {
    /// Check again at this time.
    case check(at: LoopInstant)
    /// Send a Ping, and check again at this time.
    case ping(checkAt: LoopInstant)
    case end
  }

  private let interval: Int64
  private let timeout: Int64
  private var pingedAt: LoopInstant?

  /// The silence after a Ping that ends the connection, as text for error messages.
  var timeoutText: String { Duration.nanoseconds(timeout).text }

  /// - Parameters:
  ///   - interval: The silence after which a Ping is sent.
  ///   - timeout: The silence after a Ping that ends the connection.
  init(interval: Duration, timeout: Duration) {
    // At least a millisecond, because timers are not more precise.
    self.interval = max(1_000_000, interval.loopNanoseconds)
    self.timeout = max(1_000_000, timeout.loopNanoseconds)
  }

  /// Returns the next step.
  ///
  /// - Parameters:
  ///   - lastHeard: The time of the last byte from the peer.
  ///   - isReading: False while nothing is read or no Ping can be sent, so that silence means nothing.
  mutating func decide(now: LoopInstant, lastHeard: LoopInstant, isReading: Bool) -> Step {
    guard isReading else {
      pingedAt = nil
      return .check(at: now.advanced(byNanoseconds: interval))
    }
    if let pingedAt, lastHeard < pingedAt {
      let end = pingedAt.advanced(byNanoseconds: timeout)
      return end > now ? .check(at: min(end, now.advanced(byNanoseconds: interval))) : .end
    }
    pingedAt = nil
    let next = lastHeard.advanced(byNanoseconds: interval)
    if next > now { return .check(at: next) }
    pingedAt = now
    return .ping(checkAt: now.advanced(byNanoseconds: min(interval, timeout)))
  }
}
