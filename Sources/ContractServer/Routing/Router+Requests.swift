public import Contract

extension Router {
  /// Adds a route for a self-describing request, which calls `handler` with the server request and the decoded inputs.
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
