package import ContractHTTP

/// An operation of a server, with the responses that its middleware adds.
package struct ServedOperation: Sendable {
  package let operation: APIOperation
  /// The statuses with which middleware refuses requests for the operation.
  package let refusals: [HTTPStatus]

  /// Creates the operation of a route.
  ///
  /// - Parameter middleware: the middleware of the server, in addition to that of the route.
  package init(_ route: Route, behind middleware: [any Middleware] = []) {
    operation = route.operation
    let links = middleware + route.links
    refusals = links.flatMap { ($0 as? any RefusingMiddleware)?.refusals ?? [] }
  }
}

/// Middleware that refuses requests with statuses that documents of its server describe.
package protocol RefusingMiddleware: Middleware {
  /// The statuses with which the middleware itself responds.
  var refusals: [HTTPStatus] { get }
}
