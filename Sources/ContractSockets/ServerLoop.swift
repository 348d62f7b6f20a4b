internal import ContractHTTP
internal import ContractHTTP1
internal import ContractLoop
internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// One loop of the server with its listener, its connections and what they share: one buffer to read into and one to
/// write from.
///
/// A buffer is in use only while one connection is being worked on, and connections are worked on one at a time.
final class ServerLoop: LoopStopHandler,
  // SAFETY: everything that is not `let` is touched on the loop's thread alone, where `execute` brings other callers.
  @unchecked Sendable
{
  let loop: ContractLoop
  let responder: any HTTPResponder
  let settings: EngineSettings
  let kernel: any Kernel
  let usesSystemKernel: Bool
  let count: ConnectionCount
  let peers: PeerCount
  let handlers: HandlerQueue
  /// Memory for the heads of its requests, on its thread alone.
  let heads = RequestHeadPool()

  // MARK: Loop thread only

  private var listeners: [Listener] = []
  private var connections: [ObjectIdentifier: Connection] = [:]
  private(set) var isDraining = false
  /// Ask the server's other loops to make room.
  private var askOthers: [@Sendable () -> Void] = []
  private var whenDrained: (() -> Void)?

  // SAFETY: the run-time checks of exclusive access are left out for what every request touches: one thread touches it,
  // and appending calls nothing back.
  @exclusivity(unchecked) private(set) var date = DateLine()
  /// Bytes that the connection at work has written and not sent, behind the answers that are held; else empty between
  /// connections.
  @exclusivity(unchecked) private var written: [UInt8] = []
  @exclusivity(unchecked) private var held: HeldAnswers
  let input = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 64 << 10)

  init(
    loop: ContractLoop, responder: any HTTPResponder, settings: EngineSettings, count: ConnectionCount,
    peers: PeerCount, kernel: any Kernel
  ) {
    self.loop = loop
    self.responder = responder
    self.settings = settings
    self.count = count
    self.peers = peers
    self.kernel = kernel
    self.usesSystemKernel = kernel is SystemKernel
    self.handlers = HandlerQueue(loop, responder)
    self.held = HeldAnswers(maxWait: settings.maxHeldTime)
  }

  deinit { input.deallocate() }

  // MARK: Connections

  /// - Parameter others: ask the server's other loops to make room.
  func listen(on sockets: [ListeningSocket], others: [@Sendable () -> Void] = []) throws(SystemError) {
    askOthers = others
    handlers.open { [unowned self] in sendHeld() }
    heads.serveThread()
    loop.addStopHandler(self)
    for socket in sockets {
      let listener = Listener(socket, on: self)
      try listener.open()
      listeners.append(listener)
    }
  }

  func accepted(_ descriptor: consuming Descriptor, peer: SocketAddress, through intake: Intake) {
    let connection = Connection(descriptor, peer: PeerAddress(peer), on: self)
    connections[ObjectIdentifier(connection)] = connection
    connection.open(through: intake)
  }

  func closed(_ connection: Connection) {
    connections[ObjectIdentifier(connection)] = nil
    count.release()
    for listener in listeners { listener.resume() }
    finishDrainingWhenEmpty()
  }

  /// Makes room for others who wait: closes the connections that have been without a request for longest, and for a while.
  ///
  /// Where this loop has none of them, the others are asked, and whoever tries again in a while finds room.
  ///
  /// - Returns: false when there was none here.
  func makeRoom() -> Bool {
    if endIdle() { return true }
    for ask in askOthers { ask() }
    return false
  }

  /// Asks a loop to make room; from any thread.
  var asking: @Sendable () -> Void {
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
    // Several of many, so that not every newcomer costs a look at all.
    let wanted = min(max(1, idle.count / 8), EngineSettings.maxIdleEnds)
    var ends = 0
    for (_, connection) in idle where ends < wanted && !connection.hasInput {
      connection.close()
      ends += 1
    }
    count.countIdleEnds(ends)
    return ends > 0
  }

  // MARK: For connections
  //
  // What hangs on this object is used by its own functions: read through a connection, each reference would be counted.

  @inline(never) var isCurrent: Bool { loop.isCurrent }
  @inline(never) var now: LoopInstant { loop.now }

  /// Asks the responder about a head.
  @inline(never)
  func begin(_ head: RequestHead, peer: PeerAddress, contentLength: Int?) -> HeadDecision {
    responder.begin(head, peer: peer, contentLength: contentLength)
  }

  /// Queues a connection for its handler.
  @inline(never)
  func handle(_ connection: Connection) { handlers.add(connection) }

  /// Writes the head of an answer with the `Date` of now, and content behind it.
  ///
  /// - Parameter behindHeld: true for an answer that will be held as well.
  @inline(never)
  func write(
    _ response: HTTPResponse, as plan: ConnectionMachine.ResponsePlan, then content: [UInt8] = [],
    behindHeld: Bool = false
  ) {
    if !behindHeld { sendHeld() }
    // Taken out while it is read, so that it is not counted.
    var line = DateLine()
    swap(&line, &date)
    line.update(second: time(nil))
    ResponseSerializer.appendHead(
      response, date: line, framing: plan.framing, persistence: plan.persistence, then: content,
      to: &written)
    swap(&line, &date)
  }

  /// Sends what was written, as much as the socket takes.
  ///
  /// - Parameter isDirect: true where the bytes go to the system's kernel and nowhere else.
  @inline(never)
  func send(_ descriptor: Int32, isDirect: Bool, through kernel: any Kernel) throws(SystemError) -> IOResult {
    // Taken out while it is read, so that it is not counted.
    var bytes: [UInt8] = []
    swap(&bytes, &output)
    defer { swap(&bytes, &written) }
    return isDirect
      ? try SystemKernel().send(descriptor, bytes, from: 0) : try kernel.send(descriptor, bytes, from: 0)
  }

  func loopStops(_ loop: ContractLoop) {
    for answer in held.take(at: .read()) { answer.connection.release() }
    heads.leave()
  }

  // MARK: Output

  /// Bytes that the connection at work has written and not sent. Answers that are held leave before, so it begins with
  /// what the connection writes.
  var output: [UInt8] {
    @inline(__always) _read {
      sendHeld()
      yield written
    }
    @inline(__always) _modify {
      sendHeld()
      yield &written
    }
  }

  /// True when an answer, which is asked for once, may wait for the handlers behind it, or for its place behind others.
  func mayHoldAnswer() -> Bool { !held.isEmpty || handlers.isWaitedFor && held.mayHold() }

  /// Holds what a connection has written, which ``Connection/sendHeld(_:)`` sends and ``Connection/pump()`` follows.
  func hold(_ connection: Connection) {
    let isDue = held.add(connection, endingAt: written.count, isLast: !handlers.isWaitedFor, at: .read())
    if isDue { sendHeld() }
  }

  /// Sends the answers that are held, and then goes on with their connections.
  @inline(__always)
  func sendHeld() {
    if !held.isEmpty { sendAllHeld() }
  }

  @inline(never)
  private func sendAllHeld() {
    let answers = held.take(at: .read())
    var bytes: [UInt8] = []
    swap(&bytes, &written)
    bytes.withUnsafeBytes { bytes in
      var start = 0
      for answer in answers {
        answer.connection._withUnsafeGuaranteedRef {
          $0.sendHeld(UnsafeRawBufferPointer(rebasing: bytes[start..<answer.end]))
        }
        start = answer.end
      }
    }
    if written.isEmpty {
      bytes.removeAll(keepingCapacity: bytes.capacity <= EngineSettings.maxKeptCapacity)
      swap(&bytes, &written)
    }
    for answer in answers {
      answer.connection._withUnsafeGuaranteedRef { $0.pump() }
      answer.connection.release()
    }
    held.reuse(answers)
  }

  // MARK: Draining

  /// Stops accepting, after everybody who waits has been accepted, and ends each connection with the answer it waits
  /// for. `completion` runs when no connection is left.
  func drain(_ completion: @escaping () -> Void) {
    isDraining = true
    for listener in listeners { listener.close() }
    listeners = []
    for connection in Array(connections.values) { connection.drain() }
    // Only now: one connection that ends is the last when all have been accepted.
    whenDrained = completion
    finishDrainingWhenEmpty()
  }

  /// Ends every connection that is left, without its answer.
  func abortAll() {
    for connection in Array(connections.values) { connection.abort() }
  }

  private func finishDrainingWhenEmpty() {
    guard connections.isEmpty, let completion = whenDrained else { return }
    whenDrained = nil
    completion()
  }
}

/// How many connections all loops have together.
final class ConnectionCount: Sendable {
  private let open = Atomic<Int>(0)
  private let refused = Atomic<Int>(0)
  private let idleEnds = Atomic<Int>(0)
  private let limit: Int

  init(limit: Int) {
    self.limit = limit
  }

  var current: Int { open.load(ordering: .relaxed) }

  /// Connections that were turned away before any request.
  var refusedCount: Int { refused.load(ordering: .relaxed) }

  func countRefused() { refused.wrappingAdd(1, ordering: .relaxed) }

  /// Connections that were closed because they had no request and others waited for their place.
  var idleEndCount: Int { idleEnds.load(ordering: .relaxed) }

  func countIdleEnds(_ ends: Int) { idleEnds.wrappingAdd(ends, ordering: .relaxed) }

  /// Takes a place; false when there is none, unless it is forced.
  func take(isForced: Bool = false) -> Bool {
    if open.wrappingAdd(1, ordering: .relaxed).newValue <= limit || isForced { return true }
    release()
    return false
  }

  func release() {
    open.wrappingSubtract(1, ordering: .relaxed)
  }
}
