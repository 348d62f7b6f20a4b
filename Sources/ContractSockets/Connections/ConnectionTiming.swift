internal import ContractLoop

/// What a connection waits for, and until when. One timer serves all of it; postponing it is one store.
struct ConnectionTiming {
  enum Wait {
    case nothing
    /// A PROXY header.
    case opening
    /// The TLS handshake.
    case handshake
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
    /// The next piece of a stream, whose client has finished sending and may have gone.
    case departure
    /// The client's end of a connection that has been answered for the last time.
    case end
  }

  /// What the timer was armed for last.
  var wait = Wait.nothing
  /// The request it was armed for.
  var serial = 0
  var deadline = LoopInstant.distantFuture
  var token: TimerToken?
  /// When the timer fires, which is not after the deadline.
  var armed = LoopInstant.distantFuture

  /// Bytes were sent since the timer was armed.
  var hasSent = false
  /// Bytes sent since `start`.
  private(set) var sentBytes = 0
  /// Bytes received since `start`, and since the last answer.
  private(set) var receivedBytes = 0
  private(set) var lingerBytes = 0
  private(set) var start = LoopInstant.distantFuture

  mutating func received(_ count: Int) {
    receivedBytes += count
    if wait == .end { lingerBytes += count }
  }

  mutating func sent(_ count: Int) {
    hasSent = true
    sentBytes += count
  }

  /// A new wait begins.
  mutating func begin(_ wait: Wait, for serial: Int, at now: LoopInstant) {
    self.wait = wait
    self.serial = serial
    start = now
    receivedBytes = 0
    sentBytes = 0
    hasSent = false
  }

  /// What was waited for is over, and nothing else is waited for yet. The timer finds that when it fires.
  mutating func rest() {
    wait = .nothing
    deadline = .distantFuture
  }

  /// When what has moved `count` bytes since `start`, and has to move `rate` bytes a second, is late for good.
  func rateDeadline(_ count: Int, _ rate: Int64, grace: Int64) -> LoopInstant {
    guard rate > 0 else { return .distantFuture }
    let earned = Int64(count).multipliedReportingOverflow(by: 1_000_000_000 / rate)
    return start.advanced(byNanoseconds: grace)
      .advanced(byNanoseconds: earned.overflow ? .max : earned.partialValue)
  }
}
