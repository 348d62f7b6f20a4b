extension Endpoint {
  /// The same endpoint, called with `caller`.
  public func with(_ caller: (any EndpointCaller)?) -> Endpoint {
    var endpoint = self
    endpoint.caller = caller
    return endpoint
  }

  /// Calls the endpoint with its own caller and returns the result.
  ///
  /// ```swift
  /// let todos = try await group.getAll.request(.init(limit: 50))
  /// ```
  ///
  /// - Throws: a failure that the endpoint declares, else ``ClientError``, which has the code
  ///   ``ClientError/Code/noCaller`` when nobody has given the endpoint a caller.
  public func request(_ input: Request) async throws -> Response {
    guard let caller else {
      throw ClientError(
        .noCaller, stage: .encode, "the endpoint has no caller; make its group with a client, or use with(_:)",
        operation: operation)
    }
    return try await caller.call(self, input)
  }

  /// Calls the endpoint with its own caller and hands over the result.
  ///
  /// - Parameter completion: called once, on no thread in particular.
  /// - Returns: the running call, which can be cancelled; a cancelled call completes with the error that says so.
  @discardableResult
  public func request(
    _ input: Request, completion: @escaping @Sendable (Result<Response, any Error>) -> Void
  ) -> Task<Void, Never> {
    Task { completion(await Result.catching { try await request(input) }) }
  }
}

extension Endpoint where Request == Empty {
  /// Calls the endpoint, which has no inputs, with its own caller and returns the result.
  ///
  /// - Throws: a failure that the endpoint declares, else ``ClientError``.
  public func request() async throws -> Response { try await request(Empty()) }

  /// Calls the endpoint, which has no inputs, with its own caller and hands over the result.
  ///
  /// - Parameter completion: called once, on no thread in particular.
  /// - Returns: the running call, which can be cancelled.
  @discardableResult
  public func request(completion: @escaping @Sendable (Result<Response, any Error>) -> Void) -> Task<Void, Never> {
    request(Empty(), completion: completion)
  }
}
