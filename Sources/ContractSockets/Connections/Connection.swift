internal import ContractHTTP
internal import ContractHTTP1
internal import ContractLoop

/// One accepted connection: feeds the bytes of its socket to a ``ConnectionMachine`` and does what the machine says.
///
/// One request is handled at a time. Nothing is read while a handler runs; the socket is registered edge-triggered, so
/// that costs no system call, and the client feels it as back-pressure.
final class Connection: LoopHandler, LoopTimerHandler,
  // SAFETY: touched on the loop's thread alone. A handler's task carries a reference and returns to the loop before it
  // touches it; after the loop has stopped it finds the loop not current and lets go.
  @unchecked Sendable
{
  enum Phase {
    /// Waits for what stands before HTTP.
    case opening
    /// Reads a request, or waits for one.
    case reading
    /// A handler is at work.
    case handling
    /// An answer is being pulled from a stream.
    case streaming
    /// The last answer is queued; when it is sent, and the end of an encrypted stream behind it, the connection lingers.
    case closing
    /// Everything is sent; what still comes is ignored until the client closes (RFC 9112 §9.6).
    case lingering
    case closed
  }

  let server: ServerLoop
  /// Who has opened the connection: its other end, or who a proxy says.
  private(set) var peer: PeerAddress
  /// Set while the peer has a place among the connections of its address.
  private var peerKey: PeerKey?

  // SAFETY: the run-time checks of exclusive access are left out for what every request touches (they were a tenth of its
  // instructions): one thread touches it, and no mutating call on it calls back into the connection.
  @exclusivity(unchecked) var machine: ConnectionMachine
  @exclusivity(unchecked) var phase = Phase.reading

  // MARK: Socket

  private var descriptor: Descriptor?
  let raw: Int32
  private var registration: Registration?
  #if TLS
    /// What encrypts the connection; and what is to, once the PROXY header has come.
    var session: TLSSession?
    var contexts: TLSContexts?
  #endif
  /// The socket may have something to read: an edge was reported and no read has come back empty since.
  @exclusivity(unchecked) var isReadable = false
  /// The client has finished sending, so a read that empties the socket is followed by the end of the stream.
  var hasPeerFinished = false
  private var hasProbedPeer = false
  /// Bytes received behind the request that is being handled, from `pendingStart` on.
  @exclusivity(unchecked) var pending: [UInt8] = []
  @exclusivity(unchecked) var pendingStart = 0
  /// Bytes that the socket did not take.
  @exclusivity(unchecked) var queue = WriteQueue()

  // MARK: Request

  /// The head of the current request, until its handler has it.
  @exclusivity(unchecked) var head: RequestHead?
  /// The head that a handler has.
  // SAFETY: without a reference: the worker holds the request, which holds the head, until it calls `leave`.
  @exclusivity(unchecked) var lentHead: Unmanaged<RequestHead>?
  @exclusivity(unchecked) var accepted: AcceptedRequest?
  /// Its content, until the handler starts.
  @exclusivity(unchecked) var content: [UInt8] = []
  /// Who runs its handler.
  // SAFETY: without a reference of its own: the worker's task holds the worker, and calls `leave` when the handler returns.
  @exclusivity(unchecked) unowned(unsafe) var worker: HandlerWorker?
  /// Pulls an answer's stream that no handler has made.
  var puller: Task<Void, Never>?
  /// Counts requests, so that a handler that comes back too late is recognised.
  @exclusivity(unchecked) var serial = 0
  /// How the answer that is being streamed is delimited.
  var streamFraming = ResponseFraming.none
  /// Bytes of it that were sent without letting other connections have their turn.
  var bytesSinceYield = 0
  /// An answer waits for the handlers behind it; until it leaves nothing else is done.
  @exclusivity(unchecked) var isHeld = false
  /// A streaming answer that waits for the socket.
  var roomWaiter: CheckedContinuation<Void, Never>?

  // MARK: Turn

  @exclusivity(unchecked) private var isPumping = false
  @exclusivity(unchecked) var timing = ConnectionTiming()

  init(_ descriptor: consuming Descriptor, peer: PeerAddress, on server: ServerLoop) {
    self.raw = descriptor.raw
    self.descriptor = consume descriptor
    self.peer = peer
    self.server = server
    self.machine = ConnectionMachine(limits: server.settings.http, heads: server.heads)
  }

  func open(through intake: Intake) {
    guard prepare(for: intake) else { return turnAway() }
    do {
      registration = try server.loop.register(raw, [.read, .write, .peerClosed, .edgeTriggered], handler: self)
    } catch {
      // No memory for one more registration: the client is turned away.
      return close()
    }
    if server.isDraining { machine.closeAfterResponse() }
    settle()
  }

  /// Ends a connection that nobody may have.
  func turnAway() {
    server.count.countRefused()
    abort()
  }

  /// The connection is `peer`'s; false when it has as many as it may.
  func belong(to peer: PeerAddress) -> Bool {
    self.peer = peer
    // Once more for what a handshake has told.
    if peerKey != nil { return true }
    guard let key = PeerKey(peer) else { return true }
    guard server.peers.take(key) else { return false }
    peerKey = key
    return true
  }

  // MARK: Events

  func ready(_ events: ReadyEvents, on loop: ContractLoop) {
    // Nothing will be sent, and there is nobody to send to. What has come before a hang-up is read first.
    let isGone = events.contains(.hangUp) && (phase == .streaming || phase == .handling)
    if events.contains(.error) || isGone { return abort() }
    if events.contains(.peerClosed) { peerHasFinished() }
    if events.contains(.read) || events.contains(.peerClosed) || events.contains(.hangUp) { isReadable = true }
    if events.contains(.write), !queue.isEmpty { flush() }
    // A handshake may wait for room to send.
    if isEncrypted { isReadable = true }
    pump()
  }

  /// Does everything that can be done now. Answers that handlers give meanwhile are queued, not pumped again.
  func pump() {
    guard !isPumping, !isHeld, phase != .closed else { return }
    isPumping = true
    var reads = 0
    while advance(&reads) {}
    isPumping = false
    settle()
  }

  /// One step; false when there is nothing more to do in this turn.
  private func advance(_ reads: inout Int) -> Bool {
    switch phase {
    case .handling, .streaming, .closing, .closed:
      return false
    case .opening:
      return isReadable && mayRead(&reads) && receiveOpening()
    case .lingering:
      return isReadable && mayRead(&reads) && receive()
    case .reading:
      // Asking for the output sends what is held and goes on with those connections: before this one reads into the
      // buffer that all share, and never meanwhile.
      if server.output.count >= EngineSettings.highWatermark { flush() }
      guard queue.isEmpty, phase == .reading else { return false }
      if pendingStart < pending.count {
        processPending()
        return true
      }
      return isReadable && mayRead(&reads) && receive()
    }
  }

  /// False when the other connections of the loop are due; this one goes on next turn.
  private func mayRead(_ reads: inout Int) -> Bool {
    if reads < EngineSettings.maxReadsPerTurn {
      reads += 1
      return true
    }
    server.loop.execute { self.pump() }
    return false
  }

  /// The end of a turn: sends what was written, and arms the timer for what is being waited for now.
  func settle() {
    if isHeld { return }
    if hasPeerFinished && phase == .handling && worker != nil { probePeer() }
    if server.isDraining && owesNothing { queue.isEmpty && server.output.isEmpty ? close() : closeWhenSent() }
    if phase != .closed { flush() }
    if phase == .closing && queue.isEmpty { linger() }
    // A handler is timed once it has suspended; until then only what a previous answer waits for is timed.
    if phase == .closed || (phase == .handling && timing.wait != .room) { return }
    if phase == .handling && worker == nil && queue.isEmpty { timing.rest() } else { armTimer() }
  }

  /// The handler runs on elsewhere, or at another time.
  func handlerHasSuspended() {
    guard phase == .handling else { return }
    settle()
    if phase == .handling { armTimer() }
  }

  private func peerHasFinished() {
    if !hasPeerFinished && phase == .streaming { probeStream() }
    hasPeerFinished = true
  }

  /// The client has finished sending while its handler is at work. It may wait for its answer, or it may have closed,
  /// which looks the same until something is sent: then the second kind resets, and the handler is cancelled. Every
  /// client may discard an interim `100` (RFC 9110 §15.2.1).
  private func probePeer() {
    guard !hasProbedPeer, machine.minorVersion > 0 else { return }
    hasProbedPeer = true
    server.output += ResponseSerializer.continueLine
  }

  /// The same while a stream is under way, which may say nothing for long. Between chunks the size of the next one may
  /// begin with a zero (RFC 9112 §7.1), which changes nothing for who reads it. Other framing has no byte without a meaning:
  /// there `armTimer` gives the stream its time.
  private func probeStream() {
    guard streamFraming == .chunked else { return }
    server.output += ResponseSerializer.leadingZero
  }

  // MARK: The end

  /// The server is about to stop: finish what is under way and nothing else. A connection that has not had a request
  /// yet may still have one on its way and is left to its timeouts.
  func drain() {
    machine.closeAfterResponse()
    if phase == .lingering { return armTimer() }
    guard phase == .reading, serial > 0 else { return }
    // What has come by now is read and answered; `settle` ends the connection when nothing is owed any more.
    isReadable = true
    pump()
  }

  /// Every request that has come is answered, though perhaps not sent, and none has begun to come.
  private var owesNothing: Bool {
    phase == .reading && serial > 0 && machine.wait == .request && !isReadable && pendingStart >= pending.count
  }

  /// Everything is queued that will ever be sent.
  func closeWhenSent() {
    phase = .closing
    pending = []
    pendingStart = 0
    forgetRequest()
  }

  /// Stays as it is while the end of an encrypted stream waits for the socket.
  private func linger() {
    guard finishEncryption() else { return }
    if hasReceivedEnd { return close() }
    phase = .lingering
    do {
      try Syscalls.shutdownWriting(raw)
    } catch {
      return close()
    }
    if isReadable { server.loop.execute { self.pump() } }
  }

  /// The end of the stream was read.
  var hasReceivedEnd = false

  /// The connection is of no use any more: the client is gone, or too slow to be waited for.
  func abort() {
    guard phase != .closed else { return }
    try? Syscalls.resetOnClose(raw)
    #if TLS
      session = nil
    #endif
    close()
  }

  func close() {
    guard phase != .closed else { return }
    phase = .closed
    worker?.cancel()
    worker = nil
    puller?.cancel()
    puller = nil
    forgetRequest()
    content = []
    queue.removeAll()
    pending = []
    server.output.removeAll(keepingCapacity: true)
    if let timer = timing.token { server.loop.cancel(timer) }
    finishEncryption()
    #if TLS
      session = nil
    #endif
    if let registration { server.loop.deregister(registration) }
    registration = nil
    descriptor = nil
    roomWaiter?.resume()
    roomWaiter = nil
    if let peerKey { server.peers.release(peerKey) }
    server.closed(self)
  }
}
