public import Contract

extension RouteCollection {
  /// Returns the routes wrapped in this middleware, which sees the requests that the routes have admitted.
  ///
  /// ```swift
  /// Server(port: 8080, middleware: [AccessLog()]) {
  ///   TodosRoutes(store).middleware([IdempotencyKeys(isRequired: true)])
  ///   AdminRoutes(store).middleware([RateLimit(5, per: .seconds(1))])
  /// }
  /// ```
  ///
  /// The middleware of routes runs inside the server's own middleware. It is notified when the server starts and stops,
  /// but not of requests that the server refuses. It may change headers and body, but not the destination: a request
  /// passed on with another method or target does not reach the handler and results in 500.
  ///
  /// Two kinds of middleware belong to the server instead: ``ConditionalRequests``, unless it has `checksWrites: false`,
  /// because it sends a GET before a write; and middleware that decodes requests, because the server must know the codings
  /// beforehand.
  public func middleware(_ middleware: [any Middleware]) -> [Route] {
    let chain = ServerMiddlewareChain(middleware)
    let group = RouteMiddleware(middleware)
    return routes.map { route in
      var route = route.behind(chain)
      route.middleware.append(group)
      return route
    }
  }

  /// Returns the routes wrapped in a closure:
  /// `TodosRoutes(store).middleware { request, next in try await next(request) }`.
  public func middleware(
    _ body: @escaping @Sendable (_ request: HTTPRequest, _ next: ClosureMiddleware.Next) async throws -> HTTPResponse
  ) -> [Route] {
    middleware([ClosureMiddleware(body)])
  }
}

extension [any Middleware] {
  /// Returns the server's middleware and that of its routes without duplicates, for lifecycle notifications.
  func lifeCycle(with routes: [Route]) -> [any ServerMiddleware] {
    var seen: Set<ObjectIdentifier> = []
    var all = compactMap { $0 as? any ServerMiddleware }
    for group in routes.flatMap(\.middleware) where seen.insert(ObjectIdentifier(group)).inserted {
      all += group.links.compactMap { $0 as? any ServerMiddleware }
    }
    return all.filter { link in
      guard type(of: link) is AnyClass else { return true }
      return seen.insert(ObjectIdentifier(link as AnyObject)).inserted
    }
  }
}

/// An error of a route's middleware that passed on a request with another method or target.
private struct RedirectedRequest: Error, CustomStringConvertible {
  let description: String

  init(from original: HTTPRequest, to passed: HTTPRequest) {
    description =
      "middleware of a route for \(original.method) passed on a request for \(passed.method)"
      + (passed.target == original.target ? "" : " with another target")
      + "; add such middleware to the server instead, or set `checksWrites: false` on ConditionalRequests"
  }
}

extension Route {
  fileprivate func behind(_ chain: ServerMiddlewareChain) -> Route {
    let inner = respond
    return responding { request in
      let exchange =
        request.exchange
        ?? Exchange(
          head: request.head, operation: request.operation, remoteAddress: request.remoteAddress,
          remoteHost: request.remoteHost, clientCertificate: request.clientCertificate)
      let message = HTTPRequest(request.head, body: request.httpBody)
      return try await chain.respond(to: message, in: exchange) { passed in
        // Another method or path is an error, because the handler of this route would run anyway: a GET that middleware sends
        // before a DELETE would delete.
        guard passed.method == message.method, passed.path == message.path,
          passed.target == message.target || request.operation.path.constants.isEmpty
        else {
          throw RedirectedRequest(from: message, to: passed)
        }
        let isStreamed = request.operation.requestContent.isStreamed
        let body = isStreamed ? passed.body : .bytes(try await passed.body.collect(upTo: Int.max))
        let changed = passed.hasSameHead(as: message) ? request.head : RequestHead(passed)
        return try await inner(request.with(changed, body: body, exchange: exchange))
      }
    }
  }
}
