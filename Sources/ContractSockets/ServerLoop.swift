internal import ContractHTTP
internal import ContractHTTP1
internal import ContractLoop

/// A loop of the server with its listeners, its connections, and the buffers that they share.
///
/// Connections are processed one at a time, and a buffer is in use only while one is processed.
final class ServerLoop: LoopStopHandler,
  // SAFETY: everything that is not `let` is accessed only on the loop's thread, to which `execute` switches.
  @unchecked Sendable
{
  let loop: ContractLoop
  let responder: any Responder
  let settings: EngineSettings
  let kernel: any Kernel
  let usesSystemKernel: Bool
  let count: ConnectionCount
  let peers: PeerCount
  let handlers: HandlerQueue
  /// The reusable memory for heads and bodies.
  let memory = MessageMemory()
  /// The buffer for reading.
  let input = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 64 << 10)

  private var listeners: [Listener] = []
  private var connections: [ObjectIdentifier: Connection] = [:]
  private var coordination = Coordination()

  // SAFETY: only one thread accesses the output, and no mutating access calls back, so run-time checks of exclusive access are
  // disabled.
  @exclusivity(unchecked) private var shared: SharedOutput
  private(set) var isDraining = false

  private struct Coordination {
    /// The functions that ask the server's other loops to make room.
    var askOthers: [@Sendable () -> Void] = []
    /// Called when no connection and no task of another protocol is left after the start of draining.
    var whenDrained: (() -> Void)?
    /// The closed HTTP state that all connections of other protocols share.
    var closedHTTP: ConnectionHTTP?
    /// The connections that other protocols use, until their tasks end.
    var upgrades: [ObjectIdentifier: UpgradedConnection] = [:]
  }

  init(
    loop: ContractLoop, responder: any Responder, settings: EngineSettings, count: ConnectionCount,
    peers: PeerCount, kernel: any Kernel
  ) {
    self.loop = loop
    self.responder = responder
    self.settings = settings
    self.count = count
    self.peers = peers
    self.kernel = kernel
    self.usesSystemKernel = kernel is SystemKernel
    self.handlers = HandlerQueue(loop)
    self.shared = SharedOutput(maxWait: settings.maxHeldTime)
  }

  deinit { input.deallocate() }

  // MARK: Connections

  /// - Parameter others: functions that ask the server's other loops to make room.
  func listen(on sockets: [ListeningSocket], others: [@Sendable () -> Void] = []) {
    coordination.askOthers = others
    handlers.open { [unowned self] in sendHeld() }
    memory.serveThread()
    loop.addStopHandler(self)
    for socket in sockets {
      let listener = Listener(socket, on: self)
      listener.open()
      listeners.append(listener)
    }
  }

  func accepted(_ descriptor: consuming Descriptor, peer: SocketAddress, for listener: ListenerSettings) {
    let connection = Connection(descriptor, peer: PeerAddress(peer), on: self)
    connections[ObjectIdentifier(connection)] = connection
    connection.open(for: listener)
  }

  func closed(_ connection: Connection) {
    connections[ObjectIdentifier(connection)] = nil
    count.release()
    for listener in listeners { listener.resume() }
    finishDrainingWhenEmpty()
  }

  /// Makes room for new connections: closes the connections that have been idle longest, for at least the minimum idle
  /// time. If this loop has none, the other loops are asked to do so, and a later attempt finds room.
  ///
  /// - Returns: false when this loop has no such connection.
  func makeRoom() -> Bool {
    if endIdle() { return true }
    for ask in coordination.askOthers { ask() }
    return false
  }

  /// A function that asks this loop to make room. It may be called on any thread.
  var askForRoom: @Sendable () -> Void {
    { [weak self, loop] in
      loop.execute { [weak self] in _ = self?.endIdle() }
    }
  }

  private func endIdle() -> Bool {
    let latest = LoopInstant.read().advanced(byNanoseconds: -settings.minIdleTime)
    var idle: [(since: LoopInstant, connection: Connection)] = []
    for connection in connections.values {
      if let since = connection.idleSince, since <= latest { idle.append((since, connection)) }
    }
    idle.sort { $0.since < $1.since }
    // Several connections are closed at once, so that not every new connection costs a search.
    let wanted = min(max(1, idle.count / 8), EngineSettings.maxIdleEnds)
    var ends = 0
    for (_, connection) in idle where ends < wanted && !connection.hasInput {
      connection.close()
      ends += 1
    }
    count.countIdleEnds(ends)
    return ends > 0
  }

  // MARK: Requests
  //
  // These are functions of the server loop, because a connection that used its properties would retain and release each
  // reference that it reads.

  @inline(never) var now: LoopInstant { loop.now }

  /// Asks the responder for its decision on a head.
  @inline(never)
  func admit(_ head: consuming RequestHead, from peer: PeerAddress, contentLength: Int?) -> HeadDecision {
    responder.admit(head, from: peer, contentLength: contentLength)
  }

  /// Queues the handler of a connection.
  @inline(never)
  func queueHandler(of connection: Connection) { handlers.add(connection) }

  // MARK: Output

  /// The unsent bytes of the connection being processed. Held responses are sent before each access.
  var output: [UInt8] {
    @inline(__always) _read {
      sendHeld()
      yield shared.written
    }
    @inline(__always) _modify {
      sendHeld()
      yield &shared.written
    }
  }

  /// Writes the head of a response with the current `Date`, and a body after it. If the handler has run for long, the loop reads
  /// its clock, so that the timeouts that begin after the response do not include this time.
  ///
  /// - Parameter isHeld: true for a response that joins the held ones.
  @inline(never)
  func write(
    _ response: HTTPResponse, as plan: ConnectionMachine.ResponsePlan, then body: [UInt8] = [], isHeld: Bool = false
  ) {
    if !isHeld { sendHeld() }
    // The line is moved out during its use, so that its bytes are not retained.
    var line = DateLine()
    swap(&line, &shared.date)
    let wall = WallClock.coarseNanoseconds()
    if shared.clock.isOutdated(at: wall) { loop.readClock() }
    line.update(second: Int(wall / 1_000_000_000))
    ResponseSerializer.appendHead(
      response, date: line, framing: plan.framing, persistence: plan.persistence, then: body, to: &shared.written)
    swap(&line, &shared.date)
  }

  /// Sends as much output as the socket accepts.
  ///
  /// - Parameter isDirect: true when the bytes go to the system's kernel directly.
  @inline(never)
  func send(_ descriptor: Int32, isDirect: Bool, through kernel: any Kernel) throws(SystemError) -> IOResult {
    // The output is moved out during its use, so that it is not retained.
    var bytes: [UInt8] = []
    swap(&bytes, &output)
    defer { swap(&bytes, &shared.written) }
    return isDirect
      ? try SystemKernel().send(descriptor, bytes, 0..<bytes.count)
      : try kernel.send(descriptor, bytes, 0..<bytes.count)
  }

  // MARK: Held responses

  /// Returns true when a response may wait for consecutive handlers, or has to wait after held ones. Called once per response.
  func mayHoldResponse() -> Bool { !shared.held.isEmpty || handlers.hasWaiting && shared.held.mayHold() }

  /// Holds the written response of a connection. ``Connection/sendHeld(_:)`` sends it, and ``Connection/pump()`` follows.
  func hold(_ connection: Connection) {
    let end = shared.written.count
    let isDue = shared.held.add(connection, endingAt: end, isLast: !handlers.hasWaiting, at: .read())
    if isDue { sendHeld() }
  }

  /// Sends the held responses, and then continues with their connections.
  @inline(__always)
  func sendHeld() {
    if !shared.held.isEmpty { sendAllHeld() }
  }

  @inline(never)
  private func sendAllHeld() {
    let responses = shared.held.take(at: loop.readClock())
    var bytes: [UInt8] = []
    swap(&bytes, &shared.written)
    bytes.withUnsafeBytes { bytes in
      var start = 0
      for response in responses {
        response.connection.sendHeld(UnsafeRawBufferPointer(rebasing: bytes[start..<response.end]))
        start = response.end
      }
    }
    if shared.written.isEmpty {
      bytes.removeAll(keepingCapacity: bytes.capacity <= EngineSettings.maxKeptCapacity)
      swap(&bytes, &shared.written)
    }
    for response in responses { response.connection.pump() }
    shared.held.reuse(responses)
  }

  func loopStops(_ loop: ContractLoop) {
    // A loop that was blocked at the end of the drain still has connections, and no timer will end them.
    abortAll()
    handlers.connectionsEnded()
    _ = shared.held.take(at: .read())
    memory.leave()
  }

  // MARK: Draining

  /// Accepts all waiting connections, stops accepting, and closes each connection after its current response. `completion` runs
  /// when no connection is left.
  func drain(_ completion: @escaping () -> Void) {
    isDraining = true
    for listener in listeners { listener.close() }
    listeners = []
    for connection in Array(connections.values) { connection.drain() }
    // Set only now. Otherwise the drain would end early if the only open connection closed before others are accepted.
    coordination.whenDrained = completion
    finishDrainingWhenEmpty()
  }

  /// Closes all connections without their responses, and cancels the tasks of other protocols.
  func abortAll() {
    for connection in Array(connections.values) { connection.abort() }
    for connection in coordination.upgrades.values { connection.cancel() }
    coordination.upgrades = [:]
    finishDrainingWhenEmpty()
  }

  // MARK: Other protocols

  /// Returns the closed HTTP state that connections of other protocols share, to replace `http`, which has just been closed.
  func sharedClosedHTTP(_ http: ConnectionHTTP) -> ConnectionHTTP {
    if let closed = coordination.closedHTTP { return closed }
    coordination.closedHTTP = http
    return http
  }

  func upgradeBegins(_ connection: UpgradedConnection) {
    coordination.upgrades[ObjectIdentifier(connection)] = connection
  }

  func upgradeEnds(_ connection: UpgradedConnection) {
    if coordination.upgrades.removeValue(forKey: ObjectIdentifier(connection)) != nil { finishDrainingWhenEmpty() }
  }

  private func finishDrainingWhenEmpty() {
    guard connections.isEmpty, coordination.upgrades.isEmpty, let completion = coordination.whenDrained else { return }
    coordination.whenDrained = nil
    completion()
  }
}

/// The output of a loop: unsent bytes of the connection being processed, after those of the held responses. Empty between
/// connections if nothing is held.
private struct SharedOutput {
  var date = DateLine()
  var clock = ClockCheck()
  var written: [UInt8] = []
  var held: HeldResponses

  init(maxWait: Int64) { held = HeldResponses(maxWait: maxWait) }
}
