extension ResponseCodec where Response: Sendable {
  /// Awaits the call of a completion handler that receives the result of an endpoint. Called by generated code.
  ///
  /// - Throws: Any error of ``Completion/value(_:)``.
  public func completed(
    _ start: (@escaping @Sendable (Result<Response, any Error>) -> Void) async -> Void
  ) async throws -> Response {
    try await Completion.value(start)
  }
}
