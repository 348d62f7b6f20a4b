public import Contract
internal import ContractLoop

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Serves contracts over HTTP/1.1.
///
/// ```swift
/// let server = Server(port: 8080) { TodosRoutes(TodoStore()) }
/// try await server.run()
/// ```
///
/// Every thread has a loop with its own connections; a handler runs as a task on the loop of its connection, so it must
/// not block; one that does belongs on a route that runs ``/Contract/HandlerExecution/blocking``. In tests and inside other
/// programs use ``start()`` and ``stop(drain:)``:
///
/// ```swift
/// let server = Server(port: 0) { TodosRoutes(TodoStore()) }
/// let address = try await server.start()
/// …
/// await server.stop()
/// ```
public final class Server: Sendable {
  private enum State {
    case idle
    case starting
    case running(SocketServer, ListeningAddress)
    case stopped
  }

  private let host: String
  private let port: Int
  private let threads: Int
  private let limits: ServerLimits
  private let timeouts: ServerTimeouts
  private let middleware: [any Middleware]
  private let handlers: HandlerSupport
  private let watchdog = Lock<LoopWatchdog?>(nil)
  private let router: Router
  private let report: @Sendable (any Error, ServerRequest) -> Void
  private let warn: @Sendable (VerificationFinding) -> Void
  private let state = Lock(State.idle)

  /// A server that is not yet listening.
  ///
  /// - Parameters:
  ///   - host: a numeric IPv4 or IPv6 address or `localhost`; `0.0.0.0` or `::` listens on every address.
  ///   - port: 0 finds a free one, which ``start()`` returns.
  ///   - threads: the number of loops; one for each processor when nil.
  ///   - limits: what a client may ask.
  ///   - timeouts: how long a client may take.
  ///   - middleware: wraps every request, the first outermost; see ``ServerMiddleware``.
  ///   - handlers: where handlers run, and what to do about one that blocks.
  ///   - onError: learns of every error that a handler throws and its contract does not declare; the client gets a 500
  ///     with the request's ``ServerRequest/id`` alone. Writes a line to standard error unless given.
  ///   - onWarning: learns at the start of everything that works and is probably not meant; see
  ///     ``Router/verify()``. Writes a line to standard error unless given.
  ///   - routes: what is served.
  public convenience init(
    host: String = "127.0.0.1", port: Int, threads: Int? = nil, limits: ServerLimits = ServerLimits(),
    timeouts: ServerTimeouts = ServerTimeouts(), middleware: [any Middleware] = [],
    handlers: HandlerOptions = HandlerOptions(), onError: (@Sendable (any Error, ServerRequest) -> Void)? = nil,
    onWarning: (@Sendable (VerificationFinding) -> Void)? = nil, @RoutesBuilder routes: () -> [Route]
  ) {
    var router = Router()
    router.add(routes())
    self.init(
      host: host, port: port, threads: threads, limits: limits, timeouts: timeouts, middleware: middleware,
      handlers: handlers, onError: onError, onWarning: onWarning, router: router)
  }

  /// A server for a router, which may have raw routes.
  ///
  /// The other parameters are those of the initialiser with `routes`.
  public init(
    host: String = "127.0.0.1", port: Int, threads: Int? = nil, limits: ServerLimits = ServerLimits(),
    timeouts: ServerTimeouts = ServerTimeouts(), middleware: [any Middleware] = [],
    handlers: HandlerOptions = HandlerOptions(), onError: (@Sendable (any Error, ServerRequest) -> Void)? = nil,
    onWarning: (@Sendable (VerificationFinding) -> Void)? = nil, router: Router
  ) {
    self.host = host
    self.port = port
    self.threads = threads ?? Processors.count
    self.limits = limits
    self.timeouts = timeouts
    self.middleware = middleware
    self.handlers = HandlerSupport(handlers)
    self.report = onError ?? StandardErrorReport.write
    self.warn = onWarning ?? StandardErrorReport.write
    self.router = router
  }

  /// A server like this one, which has not been started, that checks the credentials of every operation that asks for
  /// this scheme; see ``Router/authenticating(_:realm:_:)``.
  ///
  /// ```swift
  /// let server = Server(port: 8080) { TodosRoutes(store) }
  ///   .authenticating(.apiKey(header: "X-API-Key")) { $0.matches(key) ? Authenticated("operator") : nil }
  /// ```
  public func authenticating(
    _ scheme: SecurityScheme, realm: String = "api", _ authenticate: @escaping @Sendable (Credentials) -> Authenticated?
  ) -> Server {
    var router = router
    router.authenticating(scheme, realm: realm, authenticate)
    return Server(
      host: host, port: port, threads: threads, limits: limits, timeouts: timeouts, middleware: middleware,
      handlers: handlers.options, onError: report, onWarning: warn, router: router)
  }

  /// Where the server listens, or nil while it does not.
  public var address: ListeningAddress? {
    state.withLock { state in
      if case .running(_, let address) = state { address } else { nil }
    }
  }

  /// What answers requests, without any socket.
  package func pipeline() throws -> RequestPipeline {
    try RequestPipeline(
      router: router, middleware: middleware, maxBodyBytes: limits.maxBodyBytes, handlers: handlers,
      report: report)
  }

  /// Begins to listen and returns where.
  ///
  /// - Throws: ``RouteConflict`` when the routes cannot be served together, ``ServerError`` when the server cannot
  ///   listen or was started before.
  @discardableResult
  public func start() async throws -> ListeningAddress {
    let isFirst = state.withLock { state in
      guard case .idle = state else { return false }
      state = .starting
      return true
    }
    guard isFirst else { throw ServerError(.alreadyStarted, "a server runs once; make another one") }
    do {
      let (engine, address) = try listen()
      hasStarted(engine)
      state.withLock { $0 = .running(engine, address) }
      return address
    } catch {
      state.withLock { $0 = .idle }
      throw error
    }
  }

  /// Looks after the handlers, and tells middleware where to find figures.
  private func hasStarted(_ engine: SocketServer) {
    let figures = ServerFigures(engine, handlers.pool)
    let started = handlers.watch(engine, router.routes, figures)
    watchdog.withLock { $0 = started }
    for link in middleware.lifeCycle(with: router.routes) { link.serverStarted(figures) }
  }

  private func listen() throws -> (SocketServer, ListeningAddress) {
    let pipeline = try pipeline()
    for finding in router.verify() { warn(finding) }
    guard let port = UInt16(exactly: port) else {
      throw ServerError(.invalidPort, "\(port) is not a port; use 0 to 65535")
    }
    guard let address = SocketAddress(host: host, port: port) else {
      throw ServerError(
        .invalidHost, "`\(host)` is not a numeric IP address; use one, or localhost, or 0.0.0.0 for all")
    }
    var options = SocketServer.Options(address)
    options.threads = threads
    options.limits = limits
    options.timeouts = timeouts
    do {
      try SignalWatch.ignoreBrokenPipe()
      let engine = try SocketServer(options, responder: pipeline)
      return (engine, ListeningAddress(engine.address, host: host == "localhost" ? "127.0.0.1" : host))
    } catch {
      throw ServerError(error, at: "\(host):\(port)")
    }
  }

  /// Stops listening and returns when every connection is closed.
  ///
  /// Requests that are being answered are finished first, with `Connection: close`. Does nothing when the server is not
  /// running.
  ///
  /// - Parameter drain: how long to wait for them; what is left is then cancelled and cut off.
  public func stop(drain: Duration = .seconds(10)) async {
    let engine: SocketServer? = state.withLock { state in
      guard case .running(let engine, _) = state else { return nil }
      state = .stopped
      return engine
    }
    guard let engine else { return }
    let middleware = middleware.lifeCycle(with: router.routes)
    for link in middleware { link.serverDrains() }
    await engine.stop(deadline: drain)
    watchdog.withLock { $0 }?.stop()
    handlers.pool.stop()
    for link in middleware { await link.serverStopped() }
  }

  /// Serves until the process receives SIGTERM or SIGINT or the calling task is cancelled, then stops as
  /// ``stop(drain:)`` does.
  ///
  /// ```swift
  /// try await server.run { print("listening on \($0)") }
  /// ```
  ///
  /// - Parameters:
  ///   - drain: how long to wait for requests that are being answered.
  ///   - onStart: called once the server listens.
  /// - Throws: what ``start()`` throws.
  public func run(
    drain: Duration = .seconds(10), onStart: @Sendable (ListeningAddress) -> Void = { _ in }
  ) async throws {
    let address = try await start()
    let (signals, continuation) = AsyncStream<Int32>.makeStream()
    let engine: SocketServer? = state.withLock { state in
      if case .running(let engine, _) = state { engine } else { nil }
    }
    guard let engine else { return }
    let watch: SignalWatch
    do {
      watch = try SignalWatch([SIGTERM, SIGINT], on: engine.executors[0]) { continuation.yield($0) }
    } catch {
      await stop(drain: .zero)
      throw ServerError(error, at: address.description)
    }
    onStart(address)
    for await _ in signals { break }
    watch.stop()
    await stop(drain: drain)
  }
}
