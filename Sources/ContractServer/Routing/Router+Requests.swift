public import Contract

extension Router {
  /// Adds a route that calls `handler` with the request and the decoded inputs of a request that describes itself.
  ///
  /// ```swift
  /// router.on(SetPush.self) { request, input in SetPush.Response(code: 0) }
  /// ```
  public mutating func on<Request: CallableRequest>(
    _ type: Request.Type, _ handler: @escaping @Sendable (ServerRequest, Request) async throws -> Request.Response
  ) {
    on(Request.endpoint, handler)
  }
}
