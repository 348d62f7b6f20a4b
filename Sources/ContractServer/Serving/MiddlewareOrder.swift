internal import Contract

/// A check of the order of the middleware of routes.
enum MiddlewareOrder {
  /// Returns the error if the middleware of a route would get no body, because the route has stored it before; nil otherwise.
  static func problem(ofStoredBody route: Route) -> String? {
    guard route.storesBodyBeforeMiddleware else { return nil }
    return "\(route.operation) stores its body before its middleware runs, so a signature would be checked without the "
      + "body; write `.spoolingFiles(…).middleware([…])`"
  }

  /// Returns the error if a stored response would be sent to an operation without checking the signature of the request;
  /// nil if the order is right.
  ///
  /// - Parameter links: the middleware of the operation, outermost first.
  static func problem(in links: [any Middleware], of operation: APIOperation) -> String? {
    guard let storing = links.firstIndex(where: { $0 is IdempotencyKeys }), IdempotencyKeys.applies(to: operation),
      links[storing...].contains(where: { $0 is WebhookVerification })
    else { return nil }
    return "\(operation) has the middleware IdempotencyKeys outside WebhookVerification, so a stored response would be "
      + "sent to requests without a signature; remove IdempotencyKeys there, and add both to the routes in this order: "
      + "`.middleware([WebhookVerification(signature), IdempotencyKeys()])`"
  }
}

extension IdempotencyKeys {
  /// Returns true if requests for the operation may have keys.
  fileprivate static func applies(to operation: APIOperation) -> Bool {
    guard operation.idempotency?.key == nil, let method = operation.method else { return true }
    return method == .post || method == .patch
  }
}
