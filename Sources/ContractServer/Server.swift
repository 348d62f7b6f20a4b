public import Contract
internal import ContractLoop

/// Serves contracts over HTTP/1.1.
///
/// ```swift
/// let server = Server(port: 8080) { TodosRoutes(TodoStore()) }
/// try await server.run()
/// ```
///
/// Every thread has a loop with its own connections; a handler runs as a task on the loop of its connection, so it must
/// not block; one that does belongs on a route that runs ``/Contract/HandlerExecution/blocking``. In tests and inside other
/// programs use ``start()`` and ``stop(drain:notice:)``:
///
/// ```swift
/// let server = Server(port: 0) { TodosRoutes(TodoStore()) }
/// let address = try await server.start()
/// …
/// await server.stop()
/// ```
public final class Server: Sendable {
  enum State {
    case idle
    /// The server begins to listen, and these wait until it does or has failed.
    case starting([CheckedContinuation<Void, Never>])
    case running(SocketServer, [ListeningAddress])
    /// The server is being stopped, or has been, once this task has ended.
    case stopped(Task<Void, Never>)
  }

  let places: [ListeningPlace]
  let threads: Int
  let limits: ServerLimits
  let timeouts: ServerTimeouts
  let middleware: [any Middleware]
  let handlers: HandlerSupport
  let watchdog = Lock<LoopWatchdog?>(nil)
  let router: Router
  let report: @Sendable (any Error, ServerRequest) -> Void
  let warn: @Sendable (VerificationFinding) -> Void
  let state = Lock(State.idle)
  /// Ends ``run(drain:notice:onStart:)`` when the server is stopped by somebody else.
  let ending = Lock<SignalQueue?>(nil)

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
      listening: [.tcp(host, port: port)], threads: threads, limits: limits, timeouts: timeouts,
      middleware: middleware, handlers: handlers, onError: onError, onWarning: onWarning, router: router)
  }

  /// A server that listens at several places.
  ///
  /// ```swift
  /// let server = Server(listening: [.tcp("::", port: 8080, dualStack: true), .unix("/run/todos.sock", mode: 0o660)]) {
  ///   TodosRoutes(TodoStore())
  /// }
  /// ```
  ///
  /// It listens everywhere or does not start. The other parameters are those of
  /// ``init(host:port:threads:limits:timeouts:middleware:handlers:onError:onWarning:routes:)``.
  public convenience init(
    listening places: [ListeningPlace], threads: Int? = nil, limits: ServerLimits = ServerLimits(),
    timeouts: ServerTimeouts = ServerTimeouts(), middleware: [any Middleware] = [],
    handlers: HandlerOptions = HandlerOptions(), onError: (@Sendable (any Error, ServerRequest) -> Void)? = nil,
    onWarning: (@Sendable (VerificationFinding) -> Void)? = nil, @RoutesBuilder routes: () -> [Route]
  ) {
    var router = Router()
    router.add(routes())
    self.init(
      listening: places, threads: threads, limits: limits, timeouts: timeouts, middleware: middleware,
      handlers: handlers, onError: onError, onWarning: onWarning, router: router)
  }

  /// A server for a router, which may have raw routes.
  ///
  /// The other parameters are those of
  /// ``init(host:port:threads:limits:timeouts:middleware:handlers:onError:onWarning:routes:)``.
  public convenience init(
    host: String = "127.0.0.1", port: Int, threads: Int? = nil, limits: ServerLimits = ServerLimits(),
    timeouts: ServerTimeouts = ServerTimeouts(), middleware: [any Middleware] = [],
    handlers: HandlerOptions = HandlerOptions(), onError: (@Sendable (any Error, ServerRequest) -> Void)? = nil,
    onWarning: (@Sendable (VerificationFinding) -> Void)? = nil, router: Router
  ) {
    self.init(
      listening: [.tcp(host, port: port)], threads: threads, limits: limits, timeouts: timeouts,
      middleware: middleware, handlers: handlers, onError: onError, onWarning: onWarning, router: router)
  }

  /// A server for a router, which may have raw routes, that listens at several places.
  ///
  /// The other parameters are those of
  /// ``init(host:port:threads:limits:timeouts:middleware:handlers:onError:onWarning:routes:)``.
  public init(
    listening places: [ListeningPlace], threads: Int? = nil, limits: ServerLimits = ServerLimits(),
    timeouts: ServerTimeouts = ServerTimeouts(), middleware: [any Middleware] = [],
    handlers: HandlerOptions = HandlerOptions(), onError: (@Sendable (any Error, ServerRequest) -> Void)? = nil,
    onWarning: (@Sendable (VerificationFinding) -> Void)? = nil, router: Router
  ) {
    self.places = places
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
      listening: places, threads: threads, limits: limits, timeouts: timeouts, middleware: middleware,
      handlers: handlers.options, onError: report, onWarning: warn, router: router)
  }

  /// Where the server listens, in the order of its places; empty while it does not.
  public var addresses: [ListeningAddress] {
    state.withLock { state in
      if case .running(_, let addresses) = state { addresses } else { [] }
    }
  }

  /// The first place where the server listens, or nil while it does not.
  public var address: ListeningAddress? { addresses.first }

  /// What answers requests, without any socket.
  package func pipeline() throws -> RequestPipeline {
    try RequestPipeline(
      router: router, middleware: middleware, maxBodyBytes: limits.maxBodyBytes,
      deadlineField: timeouts.deadlineField, handlers: handlers, report: report)
  }
}
