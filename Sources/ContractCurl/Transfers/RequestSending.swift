internal import ContractLoop

/// The use of connections by a request: the chosen connection, and whether the server may have received the request.
struct RequestSending {
  /// True if libcurl's connection could not carry the request, so that the transfer starts again.
  private(set) var mustRestart = false
  /// True if the request must be sent again without its expectation, which the server has refused.
  private(set) var isExpectationRefused = false
  /// True if the request must not share a connection.
  private(set) var isLimitedToHTTP1 = false
  /// True once libcurl has begun to send the request. From then on, the server may have received it.
  private(set) var hasBegun = false
  /// Whether the connection uses HTTP/2; known before the request begins.
  var speaksHTTP2 = false
  /// The last socket that libcurl has watched for the request.
  private(set) var socket: CurlSocket?
  /// The sockets watched before `socket`, such as those that share its local port.
  private var earlierSockets: [CurlSocket] = []
  // SAFETY: the pointer is an identity, which is compared and never dereferenced.
  /// The TLS session that carries only this request.
  var session: UnsafeMutableRawPointer?
  /// The entry among the waiting transfers; nil for none.
  private var waitingEntry: WaitingTransfers.Entry?
  /// The time at which the request was first passed to libcurl and could wait for a connection; nil before.
  private var waitStart: LoopInstant?
  /// The microseconds from then until the request was last passed to libcurl, whose timings begin there.
  private(set) var earlierTime = 0
  /// The number of times that the engine has sent the request again.
  private var resendCount = 0
  /// The size of the response heads when the request last began; -1 before the first time.
  private var headBytesAtBeginning = -1

  /// Returns false if the request was sent before and no response has begun.
  func mayRepeat(headBytes: Int) -> Bool { headBytes != headBytesAtBeginning }

  mutating func begin(headBytes: Int) {
    headBytesAtBeginning = headBytes
    hasBegun = true
    socket?.speaks(speaksHTTP2)
  }

  mutating func use(_ next: CurlSocket) {
    if let socket, socket !== next, !earlierSockets.contains(where: { $0 === socket }) { earlierSockets.append(socket) }
    socket = next
  }

  /// Returns the sockets that an ended transfer used, and forgets them.
  mutating func takeSockets() -> [CurlSocket] {
    defer { (socket, earlierSockets) = (nil, []) }
    return socket.map { earlierSockets + [$0] } ?? []
  }

  /// True if the limits on connections may have kept the request from getting one.
  var mayWait: Bool { waitingEntry != nil }

  /// Sets the entry among the waiting transfers.
  mutating func wait(as entry: WaitingTransfers.Entry) {
    waitingEntry = entry
    noteStart()
  }

  /// Notes that a request that may wait is passed to libcurl.
  mutating func noteStart() {
    let now = LoopInstant.read()
    if let waitStart {
      earlierTime = Int(now.nanoseconds - waitStart.nanoseconds) / 1000
    } else {
      waitStart = now
    }
  }

  /// Ends the wait for a connection together with the transfer.
  mutating func endWaiting() {
    waitingEntry?.transfer = nil
    waitingEntry = nil
  }

  /// Counts another sending; returns false if there were too many. libcurl has the same limit.
  mutating func countResending() -> Bool {
    resendCount += 1
    return resendCount <= 5
  }

  /// Requests another start of the transfer after libcurl has aborted it.
  mutating func restart(isLimitedToHTTP1: Bool = false) {
    mustRestart = true
    if isLimitedToHTTP1 { self.isLimitedToHTTP1 = true }
  }

  /// Requests another start without the expectation of the request.
  mutating func restartWithoutExpectation() {
    isExpectationRefused = true
    mustRestart = true
  }

  /// Prepares for another start.
  mutating func rewind() {
    mustRestart = false
    // The server has responded to the request, so nothing of it counts as sent.
    if isExpectationRefused { hasBegun = false }
    headBytesAtBeginning = -1
  }
}
