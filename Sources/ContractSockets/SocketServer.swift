internal import ContractHTTP
package import ContractLoop

/// The engine: loops, each with a listener on every address, and their connections.
package final class SocketServer: Sendable {
  /// The options of an engine.
  package struct Options: Sendable {
    package var addresses: [BindAddress]
    /// The number of loops, each with its thread; at least one.
    package var threads = 1
    package var limits = ServerLimits()
    package var timeouts = ServerTimeouts()
    /// The maximum number of connections that wait in the kernel to be accepted. The kernel may have a lower limit.
    package var backlog: Int32 = 4096

    /// The inherited sockets. Default: those of the process.
    var inherited: InheritedSockets?
    /// The maximum time that a response is held, in nanoseconds.
    var maxHeldTime = HeldResponses.maxWait
    /// The minimum idle time of a connection that is closed in favor of another, in nanoseconds.
    var minIdleTime = EngineSettings.minIdleTime
    /// Called with the first loop once all loops run, before clients can connect.
    package var prepare: @Sendable (ContractLoop) throws(SystemError) -> Void = { _ in }
    /// Starts a loop's thread. Tests let it fail.
    var start: @Sendable (ContractLoop) throws(SystemError) -> Void = { loop throws(SystemError) in try loop.start() }

    package init(_ addresses: [BindAddress]) {
      self.addresses = addresses
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

  /// Binds the addresses and starts to accept connections.
  ///
  /// - Throws: ``ServerError`` when an address is in use or not allowed, or threads or descriptors are exhausted.
  package init(
    _ options: Options, responder: any Responder, kernel: any Kernel = SystemKernel()
  ) throws(ServerError) {
    let threads = max(1, options.threads)
    let listening = try ListeningSockets.open(
      options.addresses, count: threads, backlog: options.backlog, inherited: options.inherited ?? .ofProcess)
    let maximums = options.limits.maxConnections(descriptors: DescriptorLimit.connections)
    let count = ConnectionCount(limit: maximums.all)
    let peers = PeerCount(limit: maximums.ofOnePeer)
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
        throw ServerError(error, at: options.addresses.map(\.description).joined(separator: ", "))
      }
      for sockets in listening { try sockets.listen() }
      for sockets in listening { try sockets.moveFileIntoPlace() }
    } catch {
      for server in loops { server.loop.stop() }
      for sockets in listening { sockets.giveUp() }
      throw error
    }
    self.loops = loops
    // Nothing below fails: a loop that listens keeps its sockets until it drains.
    let sockets = listening.map { $0.take(threads) }
    for (index, server) in loops.enumerated() {
      let own = sockets.map { $0[index] }
      let others = loops.filter { $0 !== server }.map(\.askForRoom)
      server.loop.execute { server.listen(on: own, others: others) }
    }
  }

  /// The bound addresses, with the actual port for port 0.
  package var addresses: [SocketAddress] { listening.map(\.address) }

  /// The scheme of each address: `https` if connections are encrypted, otherwise `http`.
  package var schemes: [String] { listening.map(\.settings.scheme) }

  /// The first address.
  package var address: SocketAddress { listening[0].address }

  /// The loops, as executors for other work.
  package var executors: [ContractLoop] { loops.map(\.loop) }

  /// The number of open connections over all loops.
  package var connectionCount: Int { count.current }

  /// The number of connections that were refused before any request.
  package var refusedConnectionCount: Int { count.refusedCount }

  /// The number of idle connections that were closed in favor of others.
  package var idleEndCount: Int { count.idleEndCount }

  /// Returns the number of connections that were closed because the client was too slow.
  package func dropCount(_ reason: ConnectionDrop) -> Int { count.drops(reason) }

  /// The number of counted peers with a connection.
  package var peerCount: Int { peers.peers }

  #if TLS
    /// Reads the certificate files again, for further handshakes. After an error the earlier ones remain in use.
    package func reloadCertificates() throws(ServerError) {
      var fresh: [(TLSContexts, TLSContextSet)] = []
      for contexts in listening.compactMap(\.settings.tls) { fresh.append((contexts, try contexts.read())) }
      for (contexts, set) in fresh { contexts.use(set) }
    }
  #endif

  /// Stops accepting, finishes current requests with `Connection: close`, and ends the loops. After `deadline`, the remaining
  /// connections are closed and their handlers cancelled. A second call returns immediately.
  ///
  /// - Parameter leaving: called with the name of each blocked loop, whose thread is abandoned.
  package func stop(deadline: Duration, leaving: (String) -> Void = { _ in }) async {
    let isFirst = phase.withLock { phase in
      defer { phase = .stopping }
      return phase == .running
    }
    guard isFirst else { return }
    // Clients that connect from now on find another server or none. Those that have connected are accepted below.
    for sockets in listening { sockets.file?.remove() }
    if handOver() {
      await pause(for: SharedPort.handOverTime)
      for sockets in listening { sockets.sharedPort?.ignoreNewConnections() }
    }
    let blocked = await drain(deadline: max(.zero, deadline))
    let others = loops.filter { server in !blocked.contains { $0 === server } }
    // Loops that do not end in time are not stopped here, because a cancelled handler may still block them.
    let late = await end(others)
    for server in others where !late.contains(where: { $0 === server }) { server.loop.stop() }
    // `leave` does not join the threads of these loops, because joining would block as well.
    for server in blocked + late {
      server.loop.leave()
      leaving(server.loop.name)
    }
  }

  /// Directs new connections of shared ports to the other process. Returns false without shared ports.
  package func handOver() -> Bool {
    let ports = listening.compactMap(\.sharedPort)
    for port in ports { port.handOver() }
    return !ports.isEmpty
  }

  /// Waits, even in a cancelled task.
  package func pause(for time: Duration) async {
    // An unstructured task is not cancelled with its caller, and does not run on a loop, which a handler may block.
    await Task { try? await Task.sleep(for: time) }.value
  }

  /// Drains all loops. All of them are notified before the first suspension.
  ///
  /// - Returns: the blocked loops, which have not responded in time after the deadline.
  private func drain(deadline: Duration) async -> [ServerLoop] {
    let draining = LoopCountdown(loops.count)
    for (index, server) in loops.enumerated() {
      let isQueued = server.loop.execute {
        let timer = server.loop.schedule(after: deadline) { server.abortAll() }
        server.drain {
          server.loop.cancel(timer)
          draining.finished(index)
        }
      }
      if !isQueued { draining.finished(index) }
    }
    let limit = Task {
      try await Task.sleep(for: min(deadline, .seconds(1 << 31)) + Self.blockedTime)
      draining.giveUp()
    }
    defer { limit.cancel() }
    return await draining.remaining().map { loops[$0] }
  }

  /// Ends loops.
  ///
  /// - Returns: the loops that have not ended in time.
  private func end(_ servers: [ServerLoop]) async -> [ServerLoop] {
    if servers.isEmpty { return [] }
    let ending = LoopCountdown(servers.count)
    for (index, server) in servers.enumerated() {
      let isQueued = server.loop.execute { server.loop.addStopHandler(LoopEnd { ending.finished(index) }) }
      if !isQueued { ending.finished(index) }
      server.loop.end()
    }
    let limit = Task {
      try await Task.sleep(for: Self.blockedTime)
      ending.giveUp()
    }
    defer { limit.cancel() }
    return await ending.remaining().map { servers[$0] }
  }

  /// The time after the deadline in which a loop must end its connections. A slower one is considered blocked.
  private static let blockedTime = Duration.seconds(1)
}

/// A handler that is called when a loop ends.
private final class LoopEnd: LoopStopHandler {
  private let ended: () -> Void

  init(_ ended: @escaping () -> Void) { self.ended = ended }

  func loopStops(_ loop: ContractLoop) { ended() }
}

/// The loops that have not ended their connections yet, and the waiting task.
private final class LoopCountdown: Sendable {
  private struct State {
    var remaining: Set<Int>
    var isOver = false
    var waiter: CheckedContinuation<Void, Never>?
  }

  private let state: Lock<State>

  init(_ count: Int) {
    state = Lock(State(remaining: Set(0..<count)))
  }

  func finished(_ index: Int) {
    change { state in
      state.remaining.remove(index)
      if state.remaining.isEmpty { state.isOver = true }
    }
  }

  /// Ends the waiting.
  func giveUp() { change { $0.isOver = true } }

  private func change(_ body: (inout State) -> Void) {
    let waiter: CheckedContinuation<Void, Never>? = state.withLock { state in
      body(&state)
      return state.isOver ? state.waiter.take() : nil
    }
    waiter?.resume()
  }

  /// Waits until all loops have ended their connections, or until ``giveUp()``, and returns the indices of the remaining loops.
  func remaining() async -> [Int] {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        if !state.isOver { state.waiter = continuation }
        return state.isOver
      }
      if isOver { continuation.resume() }
    }
    return state.withLock { $0.remaining.sorted() }
  }
}
