internal import ContractHTTP
internal import ContractHTTP1
internal import ContractLoop

/// An accepted connection: passes the bytes of its socket to a ``ConnectionMachine`` and executes the machine's steps.
///
/// It processes one request at a time. Nothing is read while a handler runs, unless the handler requests it. The socket is
/// registered edge-triggered, so this costs no system call, and the client is slowed down.
final class Connection: LoopHandler, LoopTimerHandler,
  // SAFETY: only the loop's thread accesses the connection. A handler's task retains the connection and returns to the loop
  // before each access; after the loop has stopped, the task finds that the loop is not current and releases the connection.
  @unchecked Sendable
{
  enum State {
    /// A PROXY header or a TLS handshake precedes HTTP.
    case opening
    /// Reads a request, or waits for one.
    case reading
    /// A handler runs or is queued.
    case handling
    /// The body of a response is read from a stream and sent.
    case streaming
    /// Another protocol uses the connection.
    case upgraded
    /// A complete response waits in the loop's output for those of consecutive handlers. Nothing else happens meanwhile.
    case held
    /// The last response is queued. Once it and the end of an encrypted stream are sent, the connection lingers.
    case closing
    /// Everything is sent. Input is ignored until the client closes (RFC 9112 §9.6).
    case lingering
    case closed
  }

  /// The work that the connection does before the loop serves other connections.
  private struct Turn {
    var isRunning = false
    /// The serial of the last request that may begin.
    var lastRequest = 0
    /// True when another turn is queued.
    var willContinue = false
  }

  let server: ServerLoop
  /// The client: the other end of the connection, or the source that a proxy names.
  private(set) var peer: PeerAddress
  /// The key under which the connection is counted for its peer.
  private var peerKey: PeerKey?

  // SAFETY: only one thread accesses these properties, and no mutating access calls back into the connection. Run-time checks
  // of exclusive access are disabled for the properties that every request accesses.
  @exclusivity(unchecked) var state = State.reading
  @exclusivity(unchecked) var socket: ConnectionSocket
  @exclusivity(unchecked) var http: ConnectionHTTP
  @exclusivity(unchecked) var pending = PendingInput()
  @exclusivity(unchecked) var request = CurrentRequest()
  /// Bytes that the socket did not accept, or that wait for other connections of the loop.
  @exclusivity(unchecked) var queue = WriteQueue()
  @exclusivity(unchecked) var timing = ConnectionTiming()
  private var turn = Turn()
  /// The bytes that a handler reads from the connection: a streamed body, or another protocol.
  var input: HandlerInput?
  /// The other protocol that uses the connection.
  var upgraded: UpgradedConnection?
  /// The bytes that a task sends chunk by chunk: a response body, or another protocol.
  var outgoing: StreamedOutput?

  init(_ descriptor: consuming Descriptor, peer: PeerAddress, on server: ServerLoop) {
    self.socket = ConnectionSocket(descriptor)
    self.peer = peer
    self.server = server
    self.http = ConnectionHTTP(limits: server.settings.http, memory: server.memory)
  }

  func open(for listener: ListenerSettings) {
    guard prepare(for: listener) else { return turnAway() }
    do {
      try socket.register(self, on: server.loop)
    } catch {
      // Registration fails only if there is no memory for it.
      return close()
    }
    if server.isDraining { http.machine.closeAfterResponse() }
    settle()
  }

  /// Refuses the connection.
  func turnAway() {
    server.count.countRefused()
    abort()
  }

  /// Assigns the connection to `peer`. Returns false when the peer has its maximum of connections.
  func assign(to peer: PeerAddress) -> Bool {
    self.peer = peer
    // A TLS handshake assigns the connection again, to the same address with a certificate.
    if peerKey != nil { return true }
    guard let key = PeerKey(peer) else { return true }
    guard server.peers.take(key) else { return false }
    peerKey = key
    return true
  }

  /// Ends the assignment to the peer.
  func releasePeer() {
    if let peerKey { server.peers.release(peerKey) }
    peerKey = nil
  }

  // MARK: Events

  func ready(_ events: ReadyEvents, on loop: ContractLoop) {
    // After a hang-up nothing can be sent. Bytes that arrived before it are read first.
    let isGone = events.contains(.hangUp) && (state == .streaming || state == .handling || state == .upgraded)
    if events.contains(.error) || isGone {
      guard isTunnel else { return abort() }
      expectEnd()
    }
    if events.contains(.peerClosed) { peerHasFinished() }
    if events.contains(.read) || events.contains(.peerClosed) || events.contains(.hangUp) { socket.isReadable = true }
    if events.contains(.write) {
      if !queue.isEmpty { flush() }
      if queue.isEmpty && state == .streaming { outgoing?.resumeWriter() }
    }
    // An encrypted socket is read again when it becomes writable, because a handshake may have waited until it could send.
    if isEncrypted { socket.isReadable = true }
    pump()
  }

  /// Does everything that can be done now. Responses that handlers return meanwhile are queued, to avoid recursion.
  func pump() {
    guard !turn.isRunning, state != .held, state != .closed else { return }
    turn.isRunning = true
    turn.lastRequest = request.serial + EngineSettings.maxRequestsPerTurn
    var reads = 0
    while advance(&reads) {}
    turn.isRunning = false
    settle()
  }

  /// Executes one step. Returns false when nothing is left to do in this iteration.
  private func advance(_ reads: inout Int) -> Bool {
    switch state {
    case .closing, .closed, .held:
      return false
    case .opening:
      return socket.isReadable && mayRead(&reads) && receiveOpening()
    case .lingering:
      return socket.isReadable && mayRead(&reads) && receive()
    case .upgraded where upgraded?.tunnel != nil:
      // Sends held responses first: their connections then continue, and read into the same shared buffer.
      server.sendHeld()
      upgraded?.tunnel?.isReady()
      return false
    case .handling, .streaming, .upgraded:
      guard isInputAwaited else { return false }
      // Sends held responses first: their connections then continue, and read into the same shared buffer.
      server.sendHeld()
      return isInputAwaited && processInput(&reads)
    case .reading:
      // Access to the output sends held responses and continues with their connections. This must happen before this
      // connection reads into the shared buffer.
      if server.output.count >= EngineSettings.highWatermark { flush() }
      return queue.isEmpty && state == .reading && processInput(&reads)
    }
  }

  private func processInput(_ reads: inout Int) -> Bool {
    if !pending.isEmpty {
      guard mayBegin() else { return false }
      processPending()
      return true
    }
    return socket.isReadable && mayRead(&reads) && receive()
  }

  /// True when the turn includes another request. Requests without handlers follow each other within one turn.
  var isWithinTurn: Bool { request.serial < turn.lastRequest }

  /// Returns false when the turn includes no further request. This connection continues in the next iteration.
  private func mayBegin() -> Bool {
    if state != .reading || isWithinTurn && !queue.isPaused { return true }
    continueLater()
    return false
  }

  /// Returns false when other connections of the loop are due. This one continues in the next iteration.
  private func mayRead(_ reads: inout Int) -> Bool {
    if reads < EngineSettings.maxReadsPerTurn {
      reads += 1
      return true
    }
    continueLater()
    return false
  }

  /// Continues in the next iteration, because other connections of the loop are due.
  func continueLater() {
    if turn.willContinue { return }
    turn.willContinue = true
    server.loop.execute { [self] in
      turn.willContinue = false
      // An earlier job of the iteration may have taken long, and the timeout of the client begins with this one.
      server.loop.readClock()
      queue.beginTurn()
      if !queue.isEmpty { flush() }
      pump()
    }
  }

  /// Ends the work of an iteration: sends the output, and sets the timer for the next event.
  func settle() {
    if state == .held { return }
    if mayHaveDisconnected {
      if isInputOpen { probeUnlessRead() } else { probePeer() }
    }
    if server.isDraining && hasRespondedToAll { endDrained() }
    if state != .closed { flush() }
    if state == .closing && queue.isEmpty { linger() }
    if state == .closed || keepsTimer { return }
    // The timeout of a handler begins when the handler suspends; most handlers never suspend.
    if state == .handling && request.worker == nil && queue.isEmpty { timing.endWait() } else { armTimer() }
  }

  /// True while the timer of a handler stays as it is: nothing but its response is awaited.
  private var keepsTimer: Bool { state == .handling && timing.wait != .writable && !isInputOpen }

  /// Ends a connection of a draining server that has a response to every request.
  private func endDrained() {
    // The connection closes at once only if everything is sent and no rest of a body is expected. Otherwise it lingers, because
    // the rest of a body that arrives after the close would destroy the response.
    queue.isEmpty && server.output.isEmpty && !http.machine.isDiscarding ? close() : closeWhenSent()
  }

  /// Starts the timer of a handler that has suspended.
  func handlerHasSuspended() {
    guard state == .handling else { return }
    settle()
    if state == .handling { armTimer() }
  }

  // MARK: Probing

  /// True when a client that waits for a handler has finished sending, and may have closed the connection.
  private var mayHaveDisconnected: Bool {
    socket.hasPeerFinished && state == .handling && request.worker != nil
  }

  private func peerHasFinished() {
    if socket.input == .open {
      socket.input = .finished
      if state == .streaming { probeStream() }
    }
  }

  /// Sends an interim `100` to a client that has finished sending while its handler runs.
  ///
  /// Until bytes are sent, a client that waits for its response looks like a client that has closed the connection. A closed
  /// socket responds to the bytes with a reset, and the handler is cancelled. Every client may discard an interim `100`
  /// (RFC 9110 §15.2.1).
  private func probePeer() {
    guard !socket.hasProbedPeer, http.machine.minorVersion > 0 else { return }
    socket.hasProbedPeer = true
    server.output += ResponseSerializer.continueLine
  }

  /// Probes a client that has finished sending when the handler has read nothing of its body for ``ServerTimeouts/departure``.
  ///
  /// A handler that reads finds the end by itself. An earlier probe would cost it the unread bytes of a closed client, such as
  /// the last ones of an upload that will be resumed, because the reset cancels the handler.
  private func probeUnlessRead() {
    guard let input, !input.awaitsProbe, !socket.hasProbedPeer, http.machine.minorVersion > 0 else { return }
    input.awaitsProbe = true
    let reads = input.waits
    _ = server.loop.schedule(after: .nanoseconds(server.settings.departureTimeout)) { [weak self, weak input] in
      guard let self, let input, input === self.input else { return }
      input.awaitsProbe = false
      if input.waits == reads, state == .handling, isInputOpen { probePeer() }
      settle()
    }
  }

  /// Sends a byte to a client that has finished sending while a stream may be silent for long.
  ///
  /// Between chunks, the size of the next one may begin with a zero without changing its meaning (RFC 9112 §7.1). Other framing
  /// has no such byte; `armTimer` limits the stream's silence instead.
  private func probeStream() {
    guard outgoing?.framing == .chunked else { return }
    server.output += ResponseSerializer.leadingZero
  }
}
