extension ResponseCodec where Response: Sendable {
  /// Awaits the completion handler of a function that returns the result of an endpoint. Generated code uses it.
  ///
  /// - Throws: Any error of ``Completion/value(_:)``.
  public func completed(
    _ start: (@escaping @Sendable (Result<Response, any Error>) -> Void) async -> Void
  ) async throws -> Response {
    try await Completion.value(start)
  }
}
