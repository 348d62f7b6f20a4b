extension Endpoint {
  /// Calls the endpoint with its caller and returns the result.
  ///
  /// ```swift
  /// let todos = try await group.getAll.request(.init(limit: 50))
  /// ```
  ///
  /// - Throws: A failure that the endpoint declares, or ``ClientError``; without a caller its code is
  ///   ``ClientError/Code/noCaller``.
  public nonisolated(nonsending) func request(_ input: Request) async throws -> Response {
    guard let caller else {
      throw ClientError(
        .noCaller, stage: .encode, "the endpoint has no caller; create its group with a client, or use with(_:)",
        operation: operation)
    }
    return try await caller.call(self, input)
  }

  /// Calls the endpoint with its caller and passes the result to `completion`.
  ///
  /// - Parameter completion: called once, on any thread.
  /// - Returns: the task of the call. Cancelling it completes the call with an error of code
  ///   ``ClientError/Code/cancelled``.
  @discardableResult
  public func request(
    _ input: Request, completion: @escaping @Sendable (Result<Response, any Error>) -> Void
  ) -> Task<Void, Never> {
    Task { completion(await Result.catching { try await request(input) }) }
  }
}

extension Endpoint where Request == Empty {
  /// Calls the endpoint, which has no inputs, with its caller and returns the result.
  ///
  /// - Throws: A failure that the endpoint declares, or ``ClientError``.
  public nonisolated(nonsending) func request() async throws -> Response { try await request(Empty()) }

  /// Calls the endpoint, which has no inputs, with its caller and passes the result to `completion`.
  ///
  /// - Parameter completion: called once, on any thread.
  /// - Returns: the task of the call, which can be cancelled.
  @discardableResult
  public func request(completion: @escaping @Sendable (Result<Response, any Error>) -> Void) -> Task<Void, Never> {
    request(Empty(), completion: completion)
  }
}
