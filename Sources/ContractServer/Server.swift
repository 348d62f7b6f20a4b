public import Contract
internal import ContractLoop
public import ContractSockets

/// An HTTP/1.1 server for contracts.
///
/// ```swift
/// let server = Server(port: 8080) { TodosRoutes(TodoStore()) }
/// try await server.run()
/// ```
///
/// Every thread runs a loop with its own connections. A handler runs as a task on the loop of its connection and must
/// not block; run blocking handlers with ``/Contract/HandlerExecution/blocking``. In tests and inside other programs
/// use ``start()`` and ``stop(drain:notice:)``:
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
    /// The server is starting; the continuations are resumed when it listens or has failed.
    case starting([CheckedContinuation<Void, Never>])
    case running(SocketServer, [ListeningAddress])
    /// The server is stopping, and has stopped once the task has completed.
    case stopped(Task<Void, Never>)
  }

  let bindAddresses: [BindAddress]
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
  /// The signals for which ``run(drain:notice:onStart:)`` waits. ``stop(drain:notice:)`` finishes the queue, so that
  /// `run` also returns when another call stops the server.
  let ending = Lock<SignalQueue?>(nil)

  /// Creates a server, which does not listen yet.
  ///
  /// - Parameters:
  ///   - host: a numeric IPv4 or IPv6 address, or `localhost`. `0.0.0.0` or `::` listens on all addresses. Default:
  ///     `127.0.0.1`, which is reachable only from this machine.
  ///   - port: 0 picks a free port, which ``start()`` returns.
  ///   - threads: the number of loops. Default: one per processor.
  ///   - limits: the limits on sizes and numbers of requests and connections.
  ///   - timeouts: the limits on the time that clients and handlers take.
  ///   - middleware: wraps every request, the first outermost; see ``ServerMiddleware``.
  ///   - handlers: where handlers run, and how blocking ones are detected.
  ///   - onError: called with every error that a handler throws and its contract does not declare. The client gets a
  ///     500 with only the request's ``ServerRequest/id``. Also called with the error that breaks off a streamed
  ///     response. Default: writes a line to standard error.
  ///   - onWarning: called with every warning of ``Router/verify()`` when the server starts. Default: writes a line to
  ///     standard error.
  ///   - routes: the routes to serve.
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

  /// Creates a server that listens on several addresses.
  ///
  /// ```swift
  /// let server = Server(listening: [.tcp("::", port: 8080, dualStack: true), .unix("/run/todos.sock", mode: 0o660)]) {
  ///   TodosRoutes(TodoStore())
  /// }
  /// ```
  ///
  /// The server starts only if it can listen on all addresses. The other parameters are those of
  /// ``init(host:port:threads:limits:timeouts:middleware:handlers:onError:onWarning:routes:)``.
  public convenience init(
    listening addresses: [BindAddress], threads: Int? = nil, limits: ServerLimits = ServerLimits(),
    timeouts: ServerTimeouts = ServerTimeouts(), middleware: [any Middleware] = [],
    handlers: HandlerOptions = HandlerOptions(), onError: (@Sendable (any Error, ServerRequest) -> Void)? = nil,
    onWarning: (@Sendable (VerificationFinding) -> Void)? = nil, @RoutesBuilder routes: () -> [Route]
  ) {
    var router = Router()
    router.add(routes())
    self.init(
      listening: addresses, threads: threads, limits: limits, timeouts: timeouts, middleware: middleware,
      handlers: handlers, onError: onError, onWarning: onWarning, router: router)
  }

  /// Creates a server for a router, which may have raw routes.
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

  /// Creates a server that serves the routes of a router on several addresses.
  ///
  /// The other parameters are those of
  /// ``init(host:port:threads:limits:timeouts:middleware:handlers:onError:onWarning:routes:)``.
  public init(
    listening addresses: [BindAddress], threads: Int? = nil, limits: ServerLimits = ServerLimits(),
    timeouts: ServerTimeouts = ServerTimeouts(), middleware: [any Middleware] = [],
    handlers: HandlerOptions = HandlerOptions(), onError: (@Sendable (any Error, ServerRequest) -> Void)? = nil,
    onWarning: (@Sendable (VerificationFinding) -> Void)? = nil, router: Router
  ) {
    self.bindAddresses = addresses
    self.threads = threads ?? Processors.count
    self.limits = limits
    self.timeouts = timeouts
    self.middleware = middleware
    self.handlers = HandlerSupport(handlers)
    self.report = onError ?? StandardErrorReport.write
    self.warn = onWarning ?? StandardErrorReport.write
    self.router = router
  }

  /// Returns a new server that also checks the credentials of every operation with this scheme, and is otherwise
  /// configured like this one; see ``Router/authenticating(_:as:realm:_:)``.
  ///
  /// ```swift
  /// let server = Server(port: 8080) { TodosRoutes(store) }
  ///   .authenticating(.apiKey(header: "X-API-Key")) { $0.matches(key) ? Authenticated("operator") : nil }
  /// ```
  public func authenticating<Principal: Sendable>(
    _ scheme: SecurityScheme, as type: Principal.Type = Principal.self, realm: String = "api",
    _ authenticate: @escaping @Sendable (Credentials) -> Authenticated<Principal>?
  ) -> Server {
    routed { $0.authenticating(scheme, realm: realm, authenticate) }
  }

  /// Returns a new server with an additional asynchronous authenticator, which can query a database or another service;
  /// see ``Router/authenticating(_:as:realm:within:_:)``.
  public func authenticating<Principal: Sendable>(
    _ scheme: SecurityScheme, as type: Principal.Type = Principal.self, realm: String = "api",
    within limit: Duration = .seconds(5),
    _ authenticate: @escaping @Sendable (Credentials) async throws -> Authenticated<Principal>?
  ) -> Server {
    routed { $0.authenticating(scheme, realm: realm, within: limit, authenticate) }
  }

  private func routed(_ change: (inout Router) -> Void) -> Server {
    var router = router
    change(&router)
    return Server(
      listening: bindAddresses, threads: threads, limits: limits, timeouts: timeouts, middleware: middleware,
      handlers: handlers.options, onError: report, onWarning: warn, router: router)
  }

  /// The addresses on which the server listens, in the order of its configuration; empty while it does not listen.
  public var addresses: [ListeningAddress] {
    state.withLock { state in
      if case .running(_, let addresses) = state { addresses } else { [] }
    }
  }

  /// The first address on which the server listens; nil while it does not listen.
  public var address: ListeningAddress? { addresses.first }

  /// Creates the request pipeline, which works without sockets.
  package func pipeline() throws -> RequestPipeline {
    try RequestPipeline(
      router: router, middleware: middleware, maxBodyBytes: limits.maxBodyBytes, maxLineBytes: limits.maxLineBytes,
      deadlineField: timeouts.deadlineField, handlers: handlers, report: report)
  }
}
