internal import ContractLoop

/// What a connection waits for, and until when. One timer serves all of it; postponing it is one store.
struct ConnectionTiming {
  enum Wait {
    case nothing
    /// What stands before HTTP.
    case opening
    /// A request's first byte.
    case request
    /// The rest of a head.
    case head
    /// Content.
    case content
    /// The handler.
    case handler
    /// The socket's readiness to take more.
    case room
    /// The client's end of a connection that has been answered for the last time.
    case end
  }

  /// What the timer was armed for last.
  var wait = Wait.nothing
  /// The request it was armed for.
  var serial = 0
  var deadline = LoopInstant.distantFuture
  var token: TimerToken?

  /// Bytes were sent since the timer was armed.
  var hasSent = false
  /// Bytes received since `start`, and since the last answer.
  private(set) var receivedBytes = 0
  private(set) var lingerBytes = 0
  private(set) var start = LoopInstant.distantFuture

  mutating func received(_ count: Int) {
    receivedBytes += count
    if wait == .end { lingerBytes += count }
  }

  /// A new wait begins.
  mutating func begin(_ wait: Wait, for serial: Int, at now: LoopInstant) {
    self.wait = wait
    self.serial = serial
    start = now
    receivedBytes = 0
    hasSent = false
  }

  /// When content that arrives no faster than `rate` bytes a second has been late for too long.
  func rateDeadline(_ rate: Int64) -> LoopInstant {
    guard rate > 0 else { return .distantFuture }
    let earned = Int64(receivedBytes).multipliedReportingOverflow(by: 1_000_000_000 / rate)
    return start.advanced(byNanoseconds: EngineSettings.rateGrace)
      .advanced(byNanoseconds: earned.overflow ? .max : earned.partialValue)
  }
}
