public import Contract

/// Collects routes and finds the one that a request is for.
///
/// A static segment beats a placeholder, that beats several segments with others after them, and those beat the rest of a
/// path; HEAD is served by GET where nothing else serves it.
///
/// ```swift
/// var router = Router()
/// router.add(TodosRoutes(service))
/// router.on(Endpoint<Empty, String>(.get, "/version")) { request, _ in "1.4" }
/// ```
public struct Router: Sendable {
  /// The routes in the order they were added.
  public private(set) var routes: [Route] = []
  private var authenticators: [Authenticator] = []

  /// A router without routes.
  public init() {}

  /// Adds every route of a collection.
  public mutating func add(_ collection: some RouteCollection) {
    routes += collection.routes
  }

  /// Adds a route that calls `handler` with the request and the decoded inputs of `endpoint`.
  ///
  /// - Parameter execution: where the handler runs; the server says so unless given.
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
  /// - Parameter execution: where the handler runs; the server says so unless given.
  public mutating func on<Response>(
    _ endpoint: Endpoint<Empty, Response>, execution: HandlerExecution? = nil,
    _ handler: @escaping @Sendable (ServerRequest) async throws -> Response
  ) {
    on(endpoint, execution: execution) { (request: ServerRequest, _: Empty) in try await handler(request) }
  }

  /// Adds a route that answers raw requests of one method, or of every method but CONNECT when it is nil.
  ///
  /// A template ending in `{name...}` takes every path below it:
  ///
  /// ```swift
  /// router.on(nil, "/{path...}") { request in .text("nothing here yet") }
  /// ```
  ///
  /// - Parameter execution: where the handler runs; the server says so unless given.
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

  /// Checks the credentials of every operation that asks for this scheme.
  ///
  /// ```swift
  /// router.authenticating(.bearer) { credentials in
  ///   guard case .bearer(let token) = credentials, let session = sessions[token] else { return nil }
  ///   return Authenticated(session.user, scopes: session.scopes)
  /// }
  /// ```
  ///
  /// Missing or refused credentials are answered with 401 and a challenge (RFC 9110 §11.6.1), credentials without a scope
  /// that the operation asks for with 403, both before any content is read. Of two for one scheme the later one counts.
  ///
  /// - Parameters:
  ///   - realm: what the credentials are for, shown to clients.
  ///   - authenticate: who has sent the credentials; nil refuses them. It runs on a connection's loop and must not block.
  public mutating func authenticating(
    _ scheme: SecurityScheme, realm: String = "api", _ authenticate: @escaping @Sendable (Credentials) -> Authenticated?
  ) {
    authenticators.append(Authenticator(scheme, realm: realm, authenticate))
  }

  /// What the operation of each route asks of a client.
  ///
  /// - Throws: ``RouteConflict`` when an operation asks for a scheme that nobody checks.
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

  /// What is wrong with the operations of these routes, as a server finds at its start.
  public func verify() -> [VerificationFinding] {
    routes.map(\.operation).verify()
  }

  /// The tree that serves these routes.
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

/// Routes cannot be served together, or one contradicts itself. Thrown when a server starts.
public struct RouteConflict: Error, Hashable, CustomStringConvertible {
  /// Everything that verification has found, when it was that.
  public let findings: [VerificationFinding]
  /// What is wrong and the remedy, one line each.
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
