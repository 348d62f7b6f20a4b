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
  /// The server's own middleware stands outside of it. Middleware may change fields and content of a request, not where it
  /// leads to; what takes codings off requests belongs to the server, which has to know of it before it reads them.
  public func middleware(_ middleware: [any Middleware]) -> [Route] {
    let chain = ServerMiddlewareChain(middleware)
    return routes.map { $0.behind(chain) }
  }
}

extension Route {
  fileprivate func behind(_ chain: ServerMiddlewareChain) -> Route {
    let inner = respond
    return responding { request in
      let exchange =
        request.exchange
        ?? Exchange(head: request.head, operation: request.operation, remoteAddress: request.remoteAddress)
      let message = HTTPRequest(request.head, body: request.body)
      return try await chain.respond(to: message, in: exchange) { passed in
        let body = try await passed.body.collect(upTo: Int.max)
        let changed = passed.hasSameHead(as: message) ? request.head : RequestHead(passed)
        return try await inner(request.with(changed, body: body, exchange: exchange))
      }
    }
  }
}
