public import Contract

extension EndpointGroup {
  /// A group whose endpoints are called at `baseURL`, such as `https://api.example/v1`.
  ///
  /// A mistake in the URL is thrown by the first call. Make the group with an ``APIClient`` to configure more than that.
  public init(baseURL: String) {
    self.init(APIClient(baseURL: baseURL))
  }
}

extension Endpoint {
  /// The same endpoint, called at `baseURL`, such as `https://api.example/v1`.
  public func with(baseURL: String) -> Endpoint {
    with(APIClient(baseURL: baseURL))
  }
}

extension CallableRequest {
  /// Sends the request to its ``/Contract/CallableRequest/baseURL`` and returns its result.
  ///
  /// - Throws: a failure that the endpoint declares, an error of an `intercept`, else ``/Contract/ClientError``.
  public func perform() async throws -> Response {
    try await perform(with: APIClient(baseURL: Self.baseURL ?? ""))
  }

  /// Sends the request to its ``/Contract/CallableRequest/baseURL`` and hands over its result.
  ///
  /// - Parameter completion: called once, on no thread in particular.
  /// - Returns: the running call, which can be cancelled.
  @discardableResult
  public func perform(completion: @escaping @Sendable (Result<Response, any Error>) -> Void) -> Task<Void, Never> {
    perform(with: APIClient(baseURL: Self.baseURL ?? ""), completion: completion)
  }
}
