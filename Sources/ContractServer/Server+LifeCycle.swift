internal import Contract
internal import ContractLoop
internal import ContractSockets

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

extension Server {
  /// Starts to listen and returns the first of the server's ``addresses``.
  ///
  /// - Throws: ``RouteConflict`` when the routes cannot be served together; ``ServerError`` when the server cannot
  ///   listen or was started before.
  @discardableResult
  public func start() async throws -> ListeningAddress { try await start { _ in } }

  /// - Parameter prepare: called with the first loop before clients can connect.
  @discardableResult
  private func start(
    _ prepare: @escaping @Sendable (ContractLoop) throws(SystemError) -> Void
  ) async throws -> ListeningAddress {
    let isFirst = state.withLock { state in
      guard case .idle = state else { return false }
      state = .starting([])
      return true
    }
    guard isFirst else { throw ServerError(.alreadyStarted, "the server was started before; create another one") }
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

  /// Waits while the server is starting.
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

  /// Starts the watchdog of the handlers, and gives middleware access to metrics.
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
    var options = SocketServer.Options(bindAddresses)
    options.threads = threads
    options.limits = limits
    options.timeouts = timeouts
    options.prepare = prepare
    do {
      try SignalWatch.ignoreBrokenPipe()
    } catch {
      throw ServerError(error, at: bindAddresses.map(\.description).joined(separator: ", "))
    }
    let engine = try SocketServer(options, responder: pipeline)
    let addresses = zip(engine.addresses, engine.schemes).map { ListeningAddress($0, scheme: $1) }
    return (engine, addresses)
  }

  /// Stops listening and waits until every connection is closed.
  ///
  /// Requests in progress are completed first, with `Connection: close`, and so are requests on connections that were
  /// accepted before the listeners closed. If a handler still blocks its loop one second after `drain`, the loop is
  /// abandoned, with a warning on standard error. Does nothing if the server was not started. If the server is
  /// starting, waits until it has started. A second call waits for the first and ignores its own parameters.
  ///
  /// - Parameters:
  ///   - drain: the time to wait for requests in progress; the remaining ones are then cancelled. Default: 10 seconds.
  ///   - notice: the time to keep serving while ``Health`` reports that the server is not ready, so that load balancers
  ///     send requests elsewhere. Choose a little more than the interval of their checks. Default: 0.
  public func stop(drain: Duration = .seconds(10), notice: Duration = .zero) async {
    await waitForStart()
    let stopping: Task<Void, Never>? = state.withLock { state in
      switch state {
      case .idle, .starting: return nil
      case .stopped(let task): return task
      case .running(let engine, _):
        // The task is unstructured, because cancelling one caller must not cut short the stop that others wait for.
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
      StandardErrorReport.write("warning: \(name) is blocked by a handler; the server stopped without waiting for it")
    }
    watchdog.withLock { $0 }?.stop()
    handlers.pool.stop()
    for link in middleware { await link.serverStopped() }
    ending.withLock { $0 }?.finish()
  }

  /// Serves until the process receives SIGTERM or SIGINT, or the calling task is cancelled, then stops like
  /// ``stop(drain:notice:)``. Also returns when the server is stopped by another call.
  ///
  /// While the server stops, another SIGTERM has no effect, and another SIGINT terminates the process at once.
  ///
  /// ```swift
  /// try await server.run { print("listening on \($0)") }
  /// ```
  ///
  /// If `NOTIFY_SOCKET` is set (systemd's `Type=notify`), the service manager is notified when the server listens and
  /// when it begins to stop. With TLS, SIGHUP reloads the certificates; if that fails, the error goes to standard error
  /// and the old certificates remain in use.
  ///
  /// - Parameters:
  ///   - drain: the time to wait for requests in progress. Default: 10 seconds.
  ///   - notice: the time to keep serving before `drain`, while reporting that the server is not ready. Default: 0.
  ///   - onStart: called for each of the ``addresses`` once the server listens on all of them.
  /// - Throws: The errors of ``start()``.
  public func run(
    drain: Duration = .seconds(10), notice: Duration = .zero,
    onStart: @Sendable (ListeningAddress) -> Void = { _ in }
  ) async throws {
    let received = SignalQueue()
    let watches = Lock<(interrupts: SignalWatch, others: SignalWatch)?>(nil)
    try await start { [signals = signals()] loop throws(SystemError) in
      // Only the first SIGINT is watched, so that a second Ctrl-C terminates the process at once, even if a handler blocks a
      // loop.
      let interrupts = try SignalWatch([SIGINT], once: true, on: loop) { received.send($0) }
      let others = try SignalWatch(signals, on: loop) { received.send($0) }
      watches.withLock { $0 = (interrupts, others) }
    }
    ending.withLock { $0 = received }
    let isRunning = state.withLock { if case .running = $0 { true } else { false } }
    // If another call has already begun to stop the server, `stop` waits for the end of that stop.
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
    // These signals are watched until here, so that repeated ones do not terminate the process during the drain.
    others.stop()
  }

  /// Returns the signals, except SIGINT, that ``run(drain:notice:onStart:)`` watches until it returns.
  private func signals() -> [Int32] {
    #if TLS
      if bindAddresses.contains(where: { $0.tls != nil }) { return [SIGTERM, SIGHUP] }
    #endif
    return [SIGTERM]
  }

  private func reload(telling manager: ServiceManager?) {
    #if TLS
      manager?.tell("RELOADING=1\nMONOTONIC_USEC=\(ServiceManager.microseconds)")
      do throws(ServerError) {
        try reloadCertificates()
      } catch {
        StandardErrorReport.write("error: the certificates were not reloaded: \(error)")
      }
      manager?.tell("READY=1")
    #endif
  }
}
