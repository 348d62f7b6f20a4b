/// An operation with its handler.
///
/// `TodosRoutes` consists of routes. A route can also be created from an endpoint and a closure:
///
/// ```swift
/// Route(Endpoint<Empty, String>(.get, "/version")) { _ in "1.4" }
/// ```
public struct Route: Sendable {
  /// A function that returns the response to a request.
  ///
  /// Each function that continues after an await costs a check of executors, about as much as writing a response.
  public typealias Handler = nonisolated(nonsending) @Sendable (ServerRequest) async throws -> HTTPResponse

  /// The operation that the route serves.
  public internal(set) var operation: APIOperation

  /// The handler, which is called with the request bound as ``ServerRequest/current``.
  package let handler: Handler

  /// A check of the head before the body is read; nil admits every request.
  public private(set) var check: (@Sendable (RequestHead, APIOperation) -> Problem?)?

  /// The origins whose pages may open the WebSocket of the route. Default: ``/ContractHTTP/WebSocketOrigins/same``.
  package var webSocketOrigins = WebSocketOrigins.same

  /// The executor of the handler. Default: the server's setting.
  public internal(set) var execution: HandlerExecution?

  /// The middleware that wraps the route, innermost first, for the server's lifecycle notifications.
  package var middleware: [RouteMiddleware] = []
  /// The middleware that wraps the route, outermost first.
  package var links: [any Middleware] { middleware.reversed().flatMap(\.links) }

  /// True if the body is stored before middleware of the route runs, which then gets no body. A server refuses such a route.
  package private(set) var storesBodyBeforeMiddleware = false

  /// The values that a request must have for the service of the route.
  package internal(set) var needs: [ServiceNeed] = []

  /// Called with all operations of the server before it serves requests; nil for most routes.
  package var onServing: (@Sendable ([ServedOperation]) -> Void)?

  /// Creates a route that responds to raw requests.
  ///
  /// The route responds with 400 to invalid inputs, which ``ServerRequest/input(_:)`` throws, with the declared status to an
  /// error that the operation declares, and with 500 to any other error. Generated routes use this initializer with the
  /// functions of ``ServerRequest`` that read inputs and create responses.
  public init(operation: APIOperation, respond: @escaping Handler) {
    self.operation = operation
    self.handler = respond
    self.check = nil
  }

  /// Creates a route that calls `handler` with the decoded inputs.
  @inlinable
  public init<Request, Response>(
    _ endpoint: Endpoint<Request, Response>, _ handler: @escaping @Sendable (Request) async throws -> Response
  ) {
    let codec = endpoint.codec
    self.init(operation: endpoint.operation) { request in
      let input = try request.input(Request.self)
      return try request.response(await handler(input), codec)
    }
  }

  /// Creates a route that calls `handler` with `service` and the decoded inputs.
  @inlinable
  public init<Service: Sendable, Request, Response>(
    _ endpoint: Endpoint<Request, Response>, _ service: Service,
    _ handler: @escaping @Sendable (Service, Request) async throws -> Response
  ) {
    self.init(endpoint) { input in try await handler(service, input) }
  }

  /// Creates a route that calls `handler` with the request and the decoded inputs.
  public init<Request, Response>(
    _ endpoint: Endpoint<Request, Response>,
    _ handler: @escaping @Sendable (ServerRequest, Request) async throws -> Response
  ) {
    let codec = endpoint.codec
    self.init(operation: endpoint.operation) { request in
      let input = try request.input(Request.self)
      return try request.response(await handler(request, input), codec)
    }
  }

  /// Calls the handler with a request, bound as ``ServerRequest/current``.
  ///
  /// Responds with 400 to invalid inputs, and with the declared status to a declared error.
  ///
  /// - Throws: any other error of the handler.
  public func respond(_ request: ServerRequest) async throws -> HTTPResponse {
    let response: HTTPResponse
    do {
      response = try await request.asCurrent { try await handler(request) }
    } catch {
      return try request.response(to: error)
    }
    return response.status.code < 200 ? try request.switching(response) : response
  }
}

extension RouteCollection {
  /// Returns the routes with an additional check of the head.
  ///
  /// The check runs on the connection's loop, before content negotiation and before the body is read. It must not block. A
  /// returned problem is the response; nil admits the request. Earlier checks run first.
  ///
  /// ```swift
  /// AdminRoutes(service).requiring { head, _ in
  ///   head.text(of: .authorization) == expected
  ///     ? nil : Problem(.unauthorized, fields: [.wwwAuthenticate: "Bearer"])
  /// }
  /// ```
  public func requiring(_ check: @escaping @Sendable (RequestHead, APIOperation) -> Problem?) -> [Route] {
    routes.map { $0.adding(check) }
  }
}

extension RouteCollection {
  /// Returns the routes with the origins whose pages may open their WebSockets. Default: ``/ContractHTTP/WebSocketOrigins/same``.
  ///
  /// ```swift
  /// ChatRoutes(service).webSocketOrigins(.only("https://app.example.com"))
  /// ```
  ///
  /// A page of another origin gets a 403.
  public func webSocketOrigins(_ origins: WebSocketOrigins) -> [Route] {
    routes.map { route in
      var route = route
      route.webSocketOrigins = origins
      return route
    }
  }
}

extension Route {
  /// Returns a route with the same operation and checks, and another handler.
  package func responding(_ respond: @escaping Handler) -> Route {
    var route = Route(operation: operation, respond: respond)
    route.check = check
    route.webSocketOrigins = webSocketOrigins
    route.execution = execution
    route.middleware = middleware
    route.storesBodyBeforeMiddleware = storesBodyBeforeMiddleware
    route.needs = needs
    route.onServing = onServing
    return route
  }

  /// Returns a route that reads the parts of its requests while they arrive; nil unless these are multipart.
  ///
  /// - Parameter prepare: called before the handler. It reads ``ServerRequest/content`` and sets ``ServerRequest/parts``.
  package func spooled(_ prepare: @escaping @Sendable (ServerRequest) async throws -> HTTPResponse?) -> Route? {
    guard let content = operation.requestContent.spooled else { return nil }
    let handler = handler
    var route = responding { request in
      if let refusal = try await prepare(request) { return refusal }
      return try await handler(request)
    }
    route.operation = APIOperation(
      operation, id: operation.id, path: operation.path, requestContent: content)
    // The handler includes the middleware that the route already has.
    route.storesBodyBeforeMiddleware = !links.isEmpty
    return route
  }

  fileprivate func adding(_ added: @escaping @Sendable (RequestHead, APIOperation) -> Problem?) -> Route {
    var route = self
    if let earlier = check {
      route.check = { head, operation in earlier(head, operation) ?? added(head, operation) }
    } else {
      route.check = added
    }
    return route
  }
}

/// Middleware that several routes share.
package final class RouteMiddleware: Sendable {
  package let links: [any Middleware]

  package init(_ links: [any Middleware]) { self.links = links }
}

/// A list of routes, such as the one `@API` generates: `TodosRoutes(service)`.
public protocol RouteCollection: Sendable {
  /// The routes.
  var routes: [Route] { get }
}

extension Route: RouteCollection {
  /// An array of this route.
  public var routes: [Route] { [self] }
}

extension [Route]: RouteCollection {
  /// The routes themselves.
  public var routes: [Route] { self }
}
