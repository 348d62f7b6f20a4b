internal import ContractLoop

/// The event that a connection waits for, and its deadline. One timer serves all events; postponing it is one store.
struct ConnectionTiming {
  enum Wait {
    case nothing
    /// A PROXY header.
    case opening
    /// A TLS handshake.
    case handshake
    /// The first byte of a request.
    case request
    /// The rest of a head.
    case head
    /// A request body.
    case content
    /// The handler.
    case handler
    /// The socket, until it accepts bytes again.
    case writable
    /// The next chunk of a stream whose client has finished sending and may have disconnected.
    case departure
    /// The next chunk of a stream that has a heartbeat.
    case chunk
    /// The client's close of the connection after the last response.
    case end

    /// True if this wait may begin after a handler has run in the same iteration of the loop.
    var mayFollowHandler: Bool { self == .writable || self == .handler || self == .departure || self == .chunk }
  }

  /// The event that the timer was last set for.
  private(set) var wait = Wait.nothing
  /// The serial of the request that the timer was last set for.
  private(set) var serial = 0
  var deadline = LoopInstant.distantFuture
  var token: TimerToken?
  /// The time at which the timer fires, at or before the deadline.
  var armed = LoopInstant.distantFuture

  /// True when bytes were sent since the timer was set.
  var hasSent = false
  /// The number of bytes sent since `start`.
  private(set) var sentBytes = 0
  /// The number of bytes received since `start`.
  private(set) var receivedBytes = 0
  /// The number of bytes received since the last response.
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

  /// Begins to wait for another event.
  mutating func begin(_ wait: Wait, for serial: Int, at now: LoopInstant) {
    self.wait = wait
    self.serial = serial
    start = now
    receivedBytes = 0
    sentBytes = 0
    hasSent = false
  }

  /// Ends the wait. An armed timer then does nothing when it fires.
  mutating func endWait() {
    wait = .nothing
    deadline = .distantFuture
  }
}

extension LoopInstant {
  /// Returns the latest time until which `count` bytes since this instant satisfy the minimum rate.
  ///
  /// - Parameters:
  ///   - rate: the minimum rate in bytes per second; 0 for no limit.
  ///   - grace: the time before the rate applies, in nanoseconds.
  func deadline(for count: Int, rate: Int64, grace: Int64) -> LoopInstant {
    guard rate > 0 else { return .distantFuture }
    let earned = Int64(count).multipliedReportingOverflow(by: 1_000_000_000 / rate)
    return advanced(byNanoseconds: grace).advanced(byNanoseconds: earned.overflow ? .max : earned.partialValue)
  }
}
