public import Contract

extension RouteCollection {
  /// The same routes, each behind this middleware: it sees the requests that the routes have admitted.
  ///
  /// ```swift
  /// Server(port: 8080, middleware: [AccessLog()]) {
  ///   TodosRoutes(store).middleware([IdempotencyKeys(isRequired: true)])
  ///   AdminRoutes(store).middleware([RateLimit(5, per: .seconds(1))])
  /// }
  /// ```
  ///
  /// The server's own middleware stands outside of it, and it learns of the server's end like that, but not of what the
  /// server refuses. Middleware may change fields and content of a request, not where it leads to: a request that is passed
  /// on with another method or target does not reach the handler, and ends with 500. ``ConditionalRequests``, which asks for
  /// the present state before a write, belongs to the server unless it has `checksWrites: false`; so does what takes codings
  /// off requests, which the server has to know of before it reads them.
  public func middleware(_ middleware: [any Middleware]) -> [Route] {
    let chain = ServerMiddlewareChain(middleware)
    let links = RouteMiddleware(middleware.compactMap { $0 as? any ServerMiddleware })
    return routes.map { route in
      var route = route.behind(chain)
      route.attachments.append(links)
      return route
    }
  }

  /// The same routes, each wrapped in a closure: `TodosRoutes(store).middleware { request, next in try await next(request) }`.
  public func middleware(
    _ body: @escaping @Sendable (_ request: HTTPRequest, _ next: ClosureMiddleware.Next) async throws -> HTTPResponse
  ) -> [Route] {
    middleware([ClosureMiddleware(body)])
  }
}

/// Middleware of some routes, whose server tells it when it stops.
final class RouteMiddleware: Sendable {
  let links: [any ServerMiddleware]

  init(_ links: [any ServerMiddleware]) {
    self.links = links
  }
}

extension [any Middleware] {
  /// What learns of a server's life: the server's own middleware, then that of its routes, each once.
  func lifeCycle(with routes: [Route]) -> [any ServerMiddleware] {
    var seen: Set<ObjectIdentifier> = []
    var all = compactMap { $0 as? any ServerMiddleware }
    for case let group as RouteMiddleware in routes.flatMap(\.attachments)
    where seen.insert(ObjectIdentifier(group)).inserted {
      all += group.links
    }
    return all.filter { link in
      guard type(of: link) is AnyClass else { return true }
      return seen.insert(ObjectIdentifier(link as AnyObject)).inserted
    }
  }
}

/// Middleware of a route has passed on what is another route's.
private struct RedirectedRequest: Error, CustomStringConvertible {
  let description: String

  init(from original: HTTPRequest, to passed: HTTPRequest) {
    description =
      "middleware of the route for \(original.method) has asked it for \(passed.method)"
      + (passed.target == original.target ? "" : " of another target")
      + "; middleware that leads requests elsewhere belongs to the server (ConditionalRequests: or checksWrites: false)"
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
      let message = HTTPRequest(request.head, body: request.body)
      return try await chain.respond(to: message, in: exchange) { passed in
        // The handler would take it for a request of its own: a question before DELETE would delete.
        guard passed.method == message.method, passed.path == message.path,
          passed.target == message.target || request.operation.path.constants.isEmpty
        else {
          throw RedirectedRequest(from: message, to: passed)
        }
        let body = try await passed.body.collect(upTo: Int.max)
        let changed = passed.hasSameHead(as: message) ? request.head : RequestHead(passed)
        return try InterimAnswer.refused(await inner(request.with(changed, body: body, exchange: exchange)))
      }
    }
  }
}
