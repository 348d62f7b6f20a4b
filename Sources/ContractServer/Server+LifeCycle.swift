internal import Contract
internal import ContractLoop

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

extension Server {
  /// Begins to listen and returns where: the first of the server's ``addresses``.
  ///
  /// - Throws: ``RouteConflict`` when the routes cannot be served together, ``ServerError`` when the server cannot
  ///   listen or was started before.
  @discardableResult
  public func start() async throws -> ListeningAddress { try await start { _ in } }

  /// - Parameter prepare: called with the first loop before anybody can connect.
  @discardableResult
  private func start(
    _ prepare: @escaping @Sendable (ContractLoop) throws(SystemError) -> Void
  ) async throws -> ListeningAddress {
    let isFirst = state.withLock { state in
      guard case .idle = state else { return false }
      state = .starting([])
      return true
    }
    guard isFirst else { throw ServerError(.alreadyStarted, "a server runs once; make another one") }
    do {
      let (engine, addresses) = try listen(prepare)
      hasStarted(engine)
      endStart(.running(engine, addresses))
      return addresses[0]
    } catch {
      endStart(.idle)
      throw error
    }
  }

  private func endStart(_ next: State) {
    let waiters: [CheckedContinuation<Void, Never>] = state.withLock { state in
      defer { state = next }
      guard case .starting(let waiters) = state else { return [] }
      return waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Returns when the server is not about to start.
  private func waitForStart() async {
    await withCheckedContinuation { continuation in
      let waits = state.withLock { state in
        guard case .starting(let waiters) = state else { return false }
        state = .starting(waiters + [continuation])
        return true
      }
      if !waits { continuation.resume() }
    }
  }

  /// Looks after the handlers, and tells middleware where to find figures.
  private func hasStarted(_ engine: SocketServer) {
    let figures = ServerFigures(engine, handlers.pool)
    let started = handlers.watch(engine, router.routes, figures)
    watchdog.withLock { $0 = started }
    for link in middleware.lifeCycle(with: router.routes) { link.serverStarted(figures) }
  }

  private func listen(
    _ prepare: @escaping @Sendable (ContractLoop) throws(SystemError) -> Void
  ) throws -> (SocketServer, [ListeningAddress]) {
    let pipeline = try pipeline()
    for finding in router.verify() { warn(finding) }
    var options = SocketServer.Options(places)
    options.threads = threads
    options.limits = limits
    options.timeouts = timeouts
    options.prepare = prepare
    do {
      try SignalWatch.ignoreBrokenPipe()
    } catch {
      throw ServerError(error, at: places.map(\.description).joined(separator: ", "))
    }
    let engine = try SocketServer(options, responder: pipeline)
    return (engine, engine.listeningAddresses)
  }

  /// Stops listening and returns when every connection is closed.
  ///
  /// Requests that are being answered are finished first, with `Connection: close`, and whoever has connected before the
  /// listeners close is answered as well. A loop that a handler blocks is left behind a second after `drain`, which standard
  /// error says. Does nothing when the server has not been started; one that is about to listen
  /// does so first. A second call waits for the first, and its parameters count for nothing.
  ///
  /// - Parameters:
  ///   - drain: how long to wait for them; what is left is then cancelled and cut off.
  ///   - notice: how long the server goes on as before, except that ``Health`` says that it is not ready: time for load
  ///     balancers to look and to send their requests elsewhere. A little more than the interval of their checks.
  public func stop(drain: Duration = .seconds(10), notice: Duration = .zero) async {
    await waitForStart()
    let stopping: Task<Void, Never>? = state.withLock { state in
      switch state {
      case .idle, .starting: return nil
      case .stopped(let task): return task
      case .running(let engine, _):
        // A task of its own: a caller that is cancelled does not cut short what others wait for.
        let task = Task { await self.stop(engine, drain: drain, notice: notice) }
        state = .stopped(task)
        return task
      }
    }
    await stopping?.value
  }

  private func stop(_ engine: SocketServer, drain: Duration, notice: Duration) async {
    let middleware = middleware.lifeCycle(with: router.routes)
    for link in middleware { link.serverDrains() }
    if notice > .zero { await engine.pause(for: notice) }
    await engine.stop(deadline: drain) { name in
      StandardErrorReport.write("warning: \(name) is blocked by what runs on it; the server has ended without it")
    }
    watchdog.withLock { $0 }?.stop()
    handlers.pool.stop()
    for link in middleware { await link.serverStopped() }
    ending.withLock { $0 }?.finish()
  }

  /// Serves until the process receives SIGTERM or SIGINT or the calling task is cancelled, then stops as
  /// ``stop(drain:notice:)`` does. Returns, too, when somebody else has stopped the server.
  ///
  /// While it stops, another SIGTERM changes nothing, and another SIGINT ends the process at once.
  ///
  /// ```swift
  /// try await server.run { print("listening on \($0)") }
  /// ```
  ///
  /// A service manager that has set `NOTIFY_SOCKET` (systemd's `Type=notify`) is told when the server listens and when it
  /// begins to stop. Where connections are encrypted, SIGHUP makes the server read its certificates again; what is wrong
  /// with them goes to standard error, and the old ones stay.
  ///
  /// - Parameters:
  ///   - drain: how long to wait for requests that are being answered.
  ///   - notice: how long the server goes on before that, and says that it is not ready.
  ///   - onStart: called for each of the ``addresses`` once the server listens on all of them.
  /// - Throws: what ``start()`` throws.
  public func run(
    drain: Duration = .seconds(10), notice: Duration = .zero,
    onStart: @Sendable (ListeningAddress) -> Void = { _ in }
  ) async throws {
    let received = SignalQueue()
    let watches = Lock<(interrupts: SignalWatch, others: SignalWatch)?>(nil)
    try await start { [signals = signals()] loop throws(SystemError) in
      // Who presses Ctrl-C again does not want to wait, least of all for a loop that a handler blocks.
      let interrupts = try SignalWatch([SIGINT], once: true, on: loop) { received.send($0) }
      let others = try SignalWatch(signals, on: loop) { received.send($0) }
      watches.withLock { $0 = (interrupts, others) }
    }
    ending.withLock { $0 = received }
    let isRunning = state.withLock { if case .running = $0 { true } else { false } }
    // Somebody has stopped it already, and waits for its end as well.
    guard isRunning, let (interrupts, others) = watches.withLock({ $0 }) else { return await stop() }
    for address in addresses { onStart(address) }
    let manager = ServiceManager.ofProcess
    manager?.tell("READY=1")
    while let signal = await received.next() {
      guard signal == SIGHUP else { break }
      reload(telling: manager)
    }
    manager?.tell("STOPPING=1")
    interrupts.stop()
    await stop(drain: drain, notice: notice)
    // Until here a signal that comes again, or late, cuts no request off.
    others.stop()
  }

  /// Those that ``run(drain:notice:onStart:)`` watches to its end.
  private func signals() -> [Int32] {
    #if TLS
      if places.contains(where: { $0.tls != nil }) { return [SIGTERM, SIGHUP] }
    #endif
    return [SIGTERM]
  }

  private func reload(telling manager: ServiceManager?) {
    #if TLS
      manager?.tell("RELOADING=1\nMONOTONIC_USEC=\(ServiceManager.microseconds)")
      do throws(ServerError) {
        try reloadCertificates()
      } catch {
        StandardErrorReport.write("error: the certificates stay as they are: \(error)")
      }
      manager?.tell("READY=1")
    #endif
  }
}
