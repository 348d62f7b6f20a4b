// The functions that generated routes use. Each has a unique name, because an overloaded name causes further errors next to
// an unknown type of the contract.
//
// They are inlinable, so their closures are compiled for the types of the endpoint. Generic code would look the types up for
// each request. The closure with the call captures nothing, which makes it short in a debug build.
extension Route {
  /// Returns a route that calls `call` with `service` and the decoded inputs.
  @inlinable
  public static func _calling<Service: Sendable, Request, Response>(
    _ endpoint: Endpoint<Request, Response>, of service: Service,
    _ call: nonisolated(nonsending) @escaping @Sendable (Service, Request) async throws -> Response
  ) -> Route {
    let codec = endpoint.codec
    return Route(operation: endpoint.operation) { request in
      let input = try request.input(Request.self)
      return try request.response(await call(service, input), codec)
    }
  }

  /// Returns a route that calls `call` with `service`, for an endpoint without inputs and without constant query values in
  /// its path.
  @inlinable
  public static func _callingWithoutInputs<Service: Sendable, Response>(
    _ endpoint: Endpoint<Empty, Response>, of service: Service,
    _ call: nonisolated(nonsending) @escaping @Sendable (Service) async throws -> Response
  ) -> Route {
    let codec = endpoint.codec
    return Route(operation: endpoint.operation) { request in
      try request.response(await call(service), codec)
    }
  }
}
