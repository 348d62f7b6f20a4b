public import Contract

extension EndpointGroup {
  /// Creates a group whose endpoints are called at `baseURL`, such as `https://api.example/v1`.
  ///
  /// An invalid URL makes the first call throw. To configure more than the URL, create the group with an ``APIClient``.
  public init(baseURL: String) {
    self.init(APIClient(baseURL: baseURL))
  }
}

extension Endpoint {
  /// Returns a copy of the endpoint that is called at `baseURL`, such as `https://api.example/v1`.
  public func with(baseURL: String) -> Endpoint {
    with(APIClient(baseURL: baseURL))
  }
}

extension CallableRequest {
  /// Sends the request to its ``/Contract/CallableRequest/baseURL`` and returns the result of the call.
  ///
  /// - Throws: A failure declared by the endpoint, an error of an `intercept`, or ``/Contract/ClientError``.
  public func perform() async throws -> Response {
    try await perform(with: APIClient(baseURL: Self.baseURL ?? ""))
  }

  /// Sends the request to its ``/Contract/CallableRequest/baseURL`` and passes the result of the call to `completion`.
  ///
  /// - Parameter completion: Called once, on an arbitrary thread.
  /// - Returns: The task of the call; cancel it to cancel the call.
  @discardableResult
  public func perform(completion: @escaping @Sendable (Result<Response, any Error>) -> Void) -> Task<Void, Never> {
    perform(with: APIClient(baseURL: Self.baseURL ?? ""), completion: completion)
  }
}
