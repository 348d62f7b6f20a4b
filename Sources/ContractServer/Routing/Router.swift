public import Contract

/// A collection of routes.
///
/// The most specific template wins, in this order: literal segments, placeholders, multi-segment placeholders with a
/// suffix, multi-segment placeholders for the rest of the path. HEAD is served by the route for GET unless it has its
/// own route.
///
/// ```swift
/// var router = Router()
/// router.add(TodosRoutes(service))
/// router.on(Endpoint<Empty, String>(.get, "/version")) { request, _ in "1.4" }
/// ```
public struct Router: Sendable {
  /// The routes in the order in which they were added.
  public private(set) var routes: [Route] = []
  private var authenticators: [Authenticator] = []

  /// Creates a router without routes.
  public init() {}

  /// Adds every route of a collection.
  public mutating func add(_ collection: some RouteCollection) {
    routes += collection.routes
  }

  /// Adds a route that calls `handler` with the request and the decoded inputs of `endpoint`.
  ///
  /// - Parameter execution: where the handler runs. Default: the server's setting.
  public mutating func on<Request, Response>(
    _ endpoint: Endpoint<Request, Response>, execution: HandlerExecution? = nil,
    _ handler: @escaping @Sendable (ServerRequest, Request) async throws -> Response
  ) {
    let route = Route(endpoint, handler)
    routes += execution.map { route.on($0) } ?? [route]
  }

  /// Adds a route that calls `handler` with the request, for an endpoint without inputs:
  /// `router.on(version) { request in "1.4" }`.
  ///
  /// - Parameter execution: where the handler runs. Default: the server's setting.
  public mutating func on<Response>(
    _ endpoint: Endpoint<Empty, Response>, execution: HandlerExecution? = nil,
    _ handler: @escaping @Sendable (ServerRequest) async throws -> Response
  ) {
    on(endpoint, execution: execution) { (request: ServerRequest, _: Empty) in try await handler(request) }
  }

  /// Adds a route that calls `handler` with the decoded inputs of `endpoint` and values of the request:
  /// `router.on(todos.create, with: .principal(User.self)) { input, user in … }`.
  ///
  /// When the server starts, it checks that every request will have the values, see ``/Contract/ServiceInput``.
  public mutating func on<Request, Response, First, each Value>(
    _ endpoint: Endpoint<Request, Response>, with first: ServiceInput<First>,
    _ others: repeat ServiceInput<each Value>,
    handler: @escaping @Sendable (Request, First, repeat each Value) async throws -> Response
  ) {
    routes.append(Route(endpoint, with: first, repeat each others, handler: handler))
  }

  /// Adds a route that responds to raw requests of one method or, if `method` is nil, of every method except CONNECT.
  ///
  /// A template ending in `{name...}` matches every path below it:
  ///
  /// ```swift
  /// router.on(nil, "/{path...}") { request in .text("nothing here yet") }
  /// ```
  ///
  /// - Parameter execution: where the handler runs. Default: the server's setting.
  public mutating func on(
    _ method: HTTPMethod?, _ path: PathTemplate, id: String? = nil, execution: HandlerExecution? = nil,
    _ handler: @escaping @Sendable (ServerRequest) async throws -> HTTPResponse
  ) {
    let operation = APIOperation(
      id: id ?? "\(method?.rawValue ?? "any") \(path)", method: method, path: path, traits: [.meta(RawRoute())])
    let route = Route(operation: operation) { request in
      try await request.asCurrent { try await handler(request) }
    }
    routes += execution.map { route.on($0) } ?? [route]
  }

  /// Adds an authenticator, which checks the credentials of every operation with this scheme.
  ///
  /// ```swift
  /// router.authenticating(.bearer, as: User.self) { credentials in
  ///   guard case .bearer(let token) = credentials, let session = sessions[token] else { return nil }
  ///   return Authenticated(session.user, scopes: session.scopes)
  /// }
  /// ```
  ///
  /// Missing or rejected credentials result in 401 with a challenge (RFC 9110 §11.6.1). Credentials without a required
  /// scope result in 403. Both are sent before the body is read. The last authenticator for a scheme applies.
  ///
  /// - Parameters:
  ///   - type: the type of the principal, which the compiler infers from a closure with one expression.
  ///   - realm: the protection space, shown to clients. Default: `api`.
  ///   - authenticate: returns the client with these credentials, or nil to reject them. It runs on a connection's loop
  ///     and must not block.
  public mutating func authenticating<Principal: Sendable>(
    _ scheme: SecurityScheme, as type: Principal.Type = Principal.self, realm: String = "api",
    _ authenticate: @escaping @Sendable (Credentials) -> Authenticated<Principal>?
  ) {
    authenticators.append(Authenticator(scheme, realm: realm, authenticate))
  }

  /// Adds an asynchronous authenticator, which can query a database or another service:
  /// `router.authenticating(.bearer) { credentials in try await sessions.client(credentials) }`.
  ///
  /// - Parameters:
  ///   - type: the type of the principal, which the compiler infers from a closure with one expression.
  ///   - realm: the protection space, shown to clients. Default: `api`.
  ///   - limit: the time for one check. Exceeding it: 503.
  ///   - authenticate: returns the client with these credentials, or nil to reject them. It runs in the task of the
  ///     request, before the body is read, and is cancelled when the client disconnects. An error results in a 500
  ///     without details.
  public mutating func authenticating<Principal: Sendable>(
    _ scheme: SecurityScheme, as type: Principal.Type = Principal.self, realm: String = "api",
    within limit: Duration = .seconds(5),
    _ authenticate: @escaping @Sendable (Credentials) async throws -> Authenticated<Principal>?
  ) {
    authenticators.append(Authenticator(scheme, realm: realm, within: limit, authenticate))
  }

  /// Returns the security gate of each route.
  ///
  /// - Throws: ``RouteConflict`` when an operation requires a scheme without an authenticator.
  func gates() throws(RouteConflict) -> [SecurityGate?] {
    var gates: [SecurityGate?] = []
    for route in routes {
      do throws(MissingAuthenticator) {
        gates.append(try SecurityGate(route.operation, authenticators))
      } catch {
        throw RouteConflict(error.description)
      }
    }
    return gates
  }

  /// Checks the operations of these routes as a server does when it starts.
  public func verify() -> [VerificationFinding] {
    routes.map(\.operation).verify()
  }

  /// Returns the search tree of these routes.
  ///
  /// - Throws: ``RouteConflict`` when verification finds an error.
  func tree() throws(RouteConflict) -> RouteTree {
    let errors = verify().filter { $0.severity == .error }
    guard errors.isEmpty else { throw RouteConflict(errors) }
    var tree = RouteTree()
    for (index, route) in routes.enumerated() {
      tree.insert(route.operation.path, route.operation.method, route: index)
    }
    return tree
  }
}

/// An error for routes that cannot be served together, or that are inconsistent. Thrown when a server starts.
public struct RouteConflict: Error, Hashable, CustomStringConvertible {
  /// The findings of verification; empty for errors that only a server finds, such as a missing authenticator.
  public let findings: [VerificationFinding]
  /// The routes, the fault, and the remedy; one line per finding.
  public let description: String

  init(_ description: String) {
    self.findings = []
    self.description = description
  }

  init(_ findings: [VerificationFinding]) {
    self.findings = findings
    self.description = findings.map(\.message).joined(separator: "\n")
  }
}
