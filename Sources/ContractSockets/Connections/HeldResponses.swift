internal import ContractLoop

/// Written responses that wait for those of consecutive handlers, to be sent together.
///
/// Sending displaces the handlers' code from the processor's first-level cache, so nothing is sent between handlers
/// that run consecutively. The responses are sent after the last of these handlers, or when the first response has
/// waited long enough.
struct HeldResponses {
  struct Response {
    let connection: Connection
    /// The end of the response in the loop's output. It begins at the end of the previous one.
    let end: Int
  }

  /// The maximum time that a response waits, in nanoseconds. A running handler may exceed it.
  static let maxWait: Int64 = 100_000
  /// The number of responses that are not held after a handler has taken longer than `maxWait`. With slow handlers, the
  /// effect on the cache is negligible, and responses should not wait for them.
  static let pause = 1000
  /// The number of bytes that are sent regardless of running handlers.
  static let maxBytes = EngineSettings.highWatermark

  private var responses: [Response] = []
  private var since = LoopInstant.distantFuture
  private var last = LoopInstant.distantFuture
  /// The number of further responses that are not held.
  private var pauseLeft = 0
  private let maxWait: Int64

  /// - Parameter maxWait: see ``maxWait``. Tests change it.
  init(maxWait: Int64) { self.maxWait = maxWait }

  @inline(__always) var isEmpty: Bool { responses.isEmpty }

  /// Returns true when a response may be held.
  @inline(__always)
  mutating func mayHold() -> Bool {
    if pauseLeft == 0 { return true }
    pauseLeft -= 1
    return false
  }

  /// Adds the response of a connection.
  ///
  /// - Parameters:
  ///   - end: its end in the loop's output.
  ///   - isLast: true when no handler waits.
  /// - Returns: true when all held responses are due.
  mutating func add(_ connection: Connection, endingAt end: Int, isLast: Bool, at now: @autoclosure () -> LoopInstant)
    -> Bool
  {
    responses.append(Response(connection: connection, end: end))
    if isLast { return true }
    let now = now()
    if responses.count == 1 { since = now } else { pauseAfterSlowHandler(at: now) }
    last = now
    return end >= Self.maxBytes || since.advanced(byNanoseconds: maxWait) < now
  }

  /// Begins a pause if the handler after the last response took long.
  private mutating func pauseAfterSlowHandler(at now: LoopInstant) {
    if last.advanced(byNanoseconds: maxWait) < now { pauseLeft = Self.pause }
  }

  /// Removes and returns all responses.
  mutating func take(at now: LoopInstant) -> [Response] {
    // The duration of the last handler is checked here, because a long or streamed response is not held and does not reach
    // `add`.
    pauseAfterSlowHandler(at: now)
    var taken: [Response] = []
    swap(&taken, &responses)
    return taken
  }

  /// Reuses the memory of removed responses.
  mutating func reuse(_ taken: consuming [Response]) {
    guard responses.isEmpty else { return }
    taken.removeAll(keepingCapacity: true)
    responses = taken
  }
}
