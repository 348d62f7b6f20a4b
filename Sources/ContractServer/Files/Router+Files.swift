public import Contract

extension Router {
  /// Adds a route that responds with a file.
  ///
  /// ```swift
  /// router.on(.get, "/report") { _ in FileResponse("reports/2026.pdf") }
  /// router.on(.get, "/uploads/{name}") { FileResponse($0.pathValue("name") ?? "", in: "uploads") }
  /// ```
  ///
  /// - Parameters:
  ///   - method: the method; GET also serves HEAD. Nil: every method except CONNECT.
  ///   - id: the name of the operation in logs and metrics. Default: method and path.
  ///   - execution: where the handler runs, and the file is opened. Default: the server's setting.
  @_disfavoredOverload
  public mutating func on(
    _ method: HTTPMethod?, _ path: PathTemplate, id: String? = nil, execution: HandlerExecution? = nil,
    _ handler: @escaping @Sendable (ServerRequest) async throws -> FileResponse
  ) {
    on(method, path, id: id, execution: execution) { request -> HTTPResponse in
      try await handler(request).response(to: request)
    }
  }
}
