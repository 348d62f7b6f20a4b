internal import ContractHTTP
internal import ContractHTTP1
package import ContractLoop

/// Receiving of frames, and detection of silent peers. Loop thread only.
extension WebSocketConnection {
  /// The number of bytes that are read before other work of the loop runs.
  private static let readBudget = 256 * 1024
  /// The number of frames that are read before other work of the loop runs. The shortest frames have two bytes, so the
  /// byte limit would allow more than 100,000.
  static let frameBudget = 1024

  func resumeReading() {
    guard receiving.isPaused else { return }
    receiving.isPaused = false
    receiving.lastHeard = .read()
    readLater()
  }

  /// Reads received bytes, until messages wait to be read or the budget of the iteration is used.
  func read() {
    var bytes = Self.readBudget
    var frames = Self.frameBudget
    parseUnread(&frames)
    do throws(WebSocketError) {
      while tunnel.isOpen, !receiving.isPaused {
        guard receiving.unread.isEmpty, bytes > 0 else { return readLater() }
        guard let count = try tunnel.receive({ chunk in parse(chunk, &frames) }) else { return endIfUnsendable() }
        guard count > 0 else { return finishAtEnd() }
        receiving.lastHeard = .read()
        bytes -= count
        write()
      }
    } catch {
      finish(.failed(error))
    }
    checkUnreadPeer()
  }

  /// Ends the socket after a failure to send, when all bytes of the peer are read.
  private func endIfUnsendable() {
    if let failure = sending.failure { finish(failure) }
  }

  /// Parses the bytes left by an earlier iteration.
  private func parseUnread(_ frames: inout Int) {
    guard !receiving.unread.isEmpty, tunnel.isOpen, !receiving.isPaused else { return }
    let bytes = receiving.unread
    let count = events(in: bytes.span, &frames)
    // An empty slice would keep the memory of its bytes.
    receiving.unread = count == bytes.count ? [] : bytes.dropFirst(count)
    write()
  }

  /// Parses a received chunk, and keeps the bytes that exceed the budget.
  private func parse(_ chunk: Span<UInt8>, _ frames: inout Int) {
    let count = events(in: chunk, &frames)
    if count == chunk.count { return }
    var rest: [UInt8] = []
    rest.append(chunk, in: count..<chunk.count)
    receiving.unread = rest[...]
  }

  /// Delivers the messages and the Close frame that arrived before the connection was lost. They are at most one chunk.
  func deliverUnread() {
    // Compressed messages are not delivered, because one chunk of them may expand to a thousand times its size.
    guard closing.end == nil, compression == nil else { return }
    let bytes = receiving.unread
    receiving.isPaused = false
    var frames = Int.max
    _ = events(in: bytes.span, &frames)
  }

  func readLater() {
    if receiving.isQueued { return }
    receiving.isQueued = true
    loop.execute {
      self.receiving.isQueued = false
      self.read()
    }
  }

  /// Parses bytes up to the last frame within the budget, or the message after which reading pauses. A chunk of compressed
  /// messages may expand to a thousand times its size.
  ///
  /// - Returns: The number of parsed bytes.
  private func events(in bytes: Span<UInt8>, _ frames: inout Int) -> Int {
    var position = 0
    while !receiving.isPaused, let event = machine.receive(bytes, from: &position, frames: &frames) {
      switch event {
      case .message(let message):
        if mailbox.deliver(message), !closing.isRequested, tunnel.isOpen { receiving.isPaused = true }
      case .closed(let closure):
        conclude(closing.isRequested ? .finished : .closed(closure))
      case .violated(let violation):
        let code: WebSocketError.Code = violation.code == .messageTooBig ? .messageTooBig : .protocolViolation
        conclude(.failed(WebSocketError(code, violation.text)))
      }
    }
    return machine.ignoresInput ? bytes.count : position
  }

  // MARK: Silent peers

  /// Detects that the peer is gone while messages wait to be read. The end of its stream is not read during that time.
  ///
  /// A peer that has only finished sending ignores an unsolicited Pong (RFC 6455 §5.5.3); one that has closed the
  /// connection responds with a reset.
  func checkUnreadPeer() {
    guard receiving.isPaused, tunnel.isOpen else { return }
    if let failure = sending.failure {
      endSenders(with: failure)
      return tunnel.cancelTask()
    }
    switch tunnel.peer {
    case .connected: break
    case .finished:
      if receiving.hasProbedPeer { return }
      receiving.hasProbedPeer = true
      machine.pong()
      write()
    case .lost: tunnel.cancelTask()
    }
  }

  package func timerFired(_ token: TimerToken, on loop: ContractLoop) { checkPeer() }

  /// Checks when the peer was last heard, and sends a Ping or ends the socket.
  func checkPeer() {
    keepAliveTimer = nil
    guard closing.end == nil, tunnel.isOpen else { return }
    // While a message is sent, no Ping can be sent. The peer shows that it is alive by accepting bytes, within `sendTimeout`.
    let isReading = !receiving.isPaused && sending.frame?.ticket == nil
    guard var keepAlive else { return }
    let step = keepAlive.decide(now: .read(), lastHeard: receiving.lastHeard, isReading: isReading)
    self.keepAlive = keepAlive
    switch step {
    case .check(let moment):
      checkPeer(at: moment)
      sendUnsolicitedPong()
    case .ping(let moment):
      machine.ping()
      checkPeer(at: moment)
      write()
    case .end:
      finish(
        .failed(
          WebSocketError(.timeout, "the \(role.peer) sent nothing within \(keepAlive.timeoutText) after a Ping")))
    }
  }

  /// Sends a Pong while messages wait to be read, because the reply to a Ping would not be read. A client that is gone responds
  /// with a reset. Without the Pong, its end would go unnoticed if its last bytes do not fit into the kernel's buffer.
  ///
  /// Clients do not send such a Pong: if sending failed, their socket would end before they have read all received
  /// messages.
  private func sendUnsolicitedPong() {
    guard receiving.isPaused, role == .server, sending.frame == nil, tunnel.peer != .lost else { return }
    machine.pong()
    write()
  }

  private func checkPeer(at moment: LoopInstant) {
    keepAliveTimer = loop.schedule(at: moment, self)
  }
}
