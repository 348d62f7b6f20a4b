internal import ContractHTTP
package import ContractLoop

/// The engine: a number of loops, each with a listener on every address, and the connections they accept.
package final class SocketServer: Sendable {
  /// Where and how the engine listens.
  package struct Options: Sendable {
    package var places: [ListeningPlace]
    /// How many loops there are, each a thread; at least one.
    package var threads = 1
    package var limits = ServerLimits()
    package var timeouts = ServerTimeouts()
    /// Connections the kernel keeps until they are accepted; it caps the number itself.
    package var backlog: Int32 = 4096

    /// What the process was started with; that of the process itself unless a test brings another.
    var inherited: InheritedSockets?
    /// How long answers wait for each other, in nanoseconds.
    var maxHeldTime = HeldAnswers.maxWait
    /// How long a connection has been idle before it makes room for another, in nanoseconds.
    var minIdleTime = EngineSettings.minIdleTime
    /// Called with the first loop when all run and nobody can connect yet.
    package var prepare: @Sendable (ContractLoop) throws(SystemError) -> Void = { _ in }
    /// Starts a loop's thread, unless a test lets that fail.
    var start: @Sendable (ContractLoop) throws(SystemError) -> Void = { loop throws(SystemError) in try loop.start() }

    package init(_ places: [ListeningPlace]) {
      self.places = places
    }

    package init(_ address: SocketAddress) {
      self.init([.tcp(address.host, port: address.port.map { Int($0) } ?? 0)])
    }
  }

  private let listening: [ListeningSockets]
  private let loops: [ServerLoop]
  private let count: ConnectionCount
  private let peers: PeerCount
  private let phase = Lock(Phase.running)

  private enum Phase { case running, stopping }

  /// Binds and starts to accept.
  ///
  /// - Throws: ``ServerError`` when an address is in use or not allowed, or threads and descriptors have run out.
  package init(
    _ options: Options, responder: any HTTPResponder, kernel: any Kernel = SystemKernel()
  ) throws(ServerError) {
    let threads = max(1, options.threads)
    let listening = try ListeningSockets.open(
      options.places, count: threads, backlog: options.backlog, inherited: options.inherited ?? .ofProcess)
    let places = options.limits.places(descriptors: DescriptorLimit.connections)
    let count = ConnectionCount(limit: places.all)
    let peers = PeerCount(limit: places.ofOnePeer)
    let settings = EngineSettings(
      options.limits, options.timeouts, maxHeldTime: options.maxHeldTime, minIdleTime: options.minIdleTime)
    self.listening = listening
    self.count = count
    self.peers = peers
    var loops: [ServerLoop] = []
    do throws(ServerError) {
      do throws(SystemError) {
        for index in 0..<threads {
          loops.append(
            ServerLoop(
              loop: try ContractLoop(name: "contract-" + String(decimal: index)), responder: responder,
              settings: settings, count: count, peers: peers, kernel: kernel))
        }
        for server in loops { try options.start(server.loop) }
        try options.prepare(loops[0].loop)
      } catch {
        throw ServerError(error, at: options.places.map(\.description).joined(separator: ", "))
      }
      for sockets in listening { try sockets.listen() }
      for sockets in listening { try sockets.put() }
    } catch {
      for server in loops { server.loop.stop() }
      for sockets in listening { sockets.giveUp() }
      throw error
    }
    self.loops = loops
    // Nothing fails from here on: a loop that has begun to listen keeps its sockets until it is told to drain.
    let sockets = listening.map { $0.take(threads) }
    for (index, server) in loops.enumerated() {
      let own = sockets.map { $0[index] }
      let others = loops.filter { $0 !== server }.map(\.asking)
      // A loop's fresh epoll has room for its first descriptors.
      server.loop.execute { try? server.listen(on: own, others: others) }
    }
  }

  /// Where the server listens; a port is the real one when port 0 was asked for.
  package var addresses: [SocketAddress] { listening.map(\.address) }

  /// The schemes of URLs that lead to the addresses: `http`, or `https` where connections are encrypted.
  package var schemes: [String] { listening.map(\.intake.scheme) }

  /// The first of the addresses.
  package var address: SocketAddress { listening[0].address }

  /// The loops' executors, for work that wants to run beside the connections.
  package var executors: [ContractLoop] { loops.map(\.loop) }

  /// The connections open now, over all loops.
  package var connectionCount: Int { count.current }

  /// Connections that were turned away before any request.
  package var refusedConnectionCount: Int { count.refusedCount }

  /// Connections that were closed without a request to make room for others.
  package var idleEndCount: Int { count.idleEndCount }

  /// The peers that have a connection now, where they are counted.
  package var peerCount: Int { peers.peers }

  #if TLS
    /// Handshakes from now on use the files of certificates as they are now; on an error, as they were.
    package func reloadCertificates() throws(ServerError) {
      var fresh: [(TLSContexts, TLSContextSet)] = []
      for contexts in listening.compactMap(\.intake.tls) { fresh.append((contexts, try contexts.read())) }
      for (contexts, set) in fresh { contexts.use(set) }
    }
  #endif

  /// Stops accepting, lets the requests under way be answered with `Connection: close`, and ends the loops. Connections
  /// that are left after `deadline` are cut off and their handlers cancelled. A second call waits for nothing.
  ///
  /// - Parameter leaving: gets the name of each loop that is left behind, because something blocks it.
  package func stop(deadline: Duration, leaving: (String) -> Void = { _ in }) async {
    let isFirst = phase.withLock { phase in
      defer { phase = .stopping }
      return phase == .running
    }
    guard isFirst else { return }
    // Whoever connects from here on finds another server, or nobody; whoever has connected is accepted below.
    for sockets in listening { sockets.file?.remove() }
    if handOver() {
      await pause(for: SharedPort.handOverTime)
      for sockets in listening { sockets.sharedPort?.ignoreNewConnections() }
    }
    let blocked = await drain(deadline: max(.zero, deadline))
    let others = loops.filter { server in !blocked.contains { $0 === server } }
    // A handler that was cancelled may block its loop on its way out.
    let late = await end(others)
    for server in others where !late.contains(where: { $0 === server }) { server.loop.stop() }
    // To wait for their threads would be to wait for whatever blocks them.
    for server in blocked + late {
      server.loop.leave()
      leaving(server.loop.name)
    }
  }

  /// Sends new connections to the other process, where ports are shared; false when there are none.
  package func handOver() -> Bool {
    let ports = listening.compactMap(\.sharedPort)
    for port in ports { port.handOver() }
    return !ports.isEmpty
  }

  /// Waits, also in a task that is cancelled.
  package func pause(for time: Duration) async {
    // Not on a loop, which a handler may block.
    await Task { try? await Task.sleep(for: time) }.value
  }

  /// Every loop has been told when this suspends for the first time.
  ///
  /// - Returns: the loops that have not been heard of, long after the deadline.
  private func drain(deadline: Duration) async -> [ServerLoop] {
    let draining = Draining(loops.count)
    for (index, server) in loops.enumerated() {
      let isQueued = server.loop.execute {
        let timer = server.loop.schedule(after: deadline) { server.abortAll() }
        server.drain {
          server.loop.cancel(timer)
          draining.ends(index)
        }
      }
      if !isQueued { draining.ends(index) }
    }
    let limit = Task {
      try await Task.sleep(for: min(deadline, .seconds(1 << 31)) + Self.blockedTime)
      draining.giveUp()
    }
    defer { limit.cancel() }
    return await draining.left().map { loops[$0] }
  }

  /// Tells loops to stop.
  ///
  /// - Returns: those that have not done so in time.
  private func end(_ servers: [ServerLoop]) async -> [ServerLoop] {
    if servers.isEmpty { return [] }
    let ending = Draining(servers.count)
    for (index, server) in servers.enumerated() {
      let isQueued = server.loop.execute { server.loop.addStopHandler(LoopEnd { ending.ends(index) }) }
      if !isQueued { ending.ends(index) }
      server.loop.end()
    }
    let limit = Task {
      try await Task.sleep(for: Self.blockedTime)
      ending.giveUp()
    }
    defer { limit.cancel() }
    return await ending.left().map { servers[$0] }
  }

  /// How long behind the deadline a loop may take to end its connections before it counts as blocked.
  private static let blockedTime = Duration.seconds(1)
}

/// Tells that a loop has ended.
private final class LoopEnd: LoopStopHandler {
  private let ended: () -> Void

  init(_ ended: @escaping () -> Void) { self.ended = ended }

  func loopStops(_ loop: ContractLoop) { ended() }
}

/// Loops that end their connections, and who waits for them.
private final class Draining: Sendable {
  private struct State {
    var left: Set<Int>
    var isOver = false
    var waiter: CheckedContinuation<Void, Never>?
  }

  private let state: Lock<State>

  init(_ count: Int) {
    state = Lock(State(left: Set(0..<count)))
  }

  func ends(_ index: Int) {
    change { state in
      state.left.remove(index)
      if state.left.isEmpty { state.isOver = true }
    }
  }

  /// Waits no longer.
  func giveUp() { change { $0.isOver = true } }

  private func change(_ body: (inout State) -> Void) {
    let waiter: CheckedContinuation<Void, Never>? = state.withLock { state in
      body(&state)
      return state.isOver ? state.waiter.take() : nil
    }
    waiter?.resume()
  }

  /// Waits for all of them, or for the end of the waiting, and gives those that are left.
  func left() async -> [Int] {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        if !state.isOver { state.waiter = continuation }
        return state.isOver
      }
      if isOver { continuation.resume() }
    }
    return state.withLock { $0.left.sorted() }
  }
}
