public import ContractHTTP

/// A request struct with its endpoint, its result type and optionally a base URL.
///
/// `@Request(.post, "/path")` generates the conformance. An ``EndpointRequest`` can also conform by hand:
///
/// ```swift
/// extension Search: CallableRequest {
///   static let endpoint = Endpoint<Search, [Todo]>(.get, "/search")
/// }
/// let todos = try await Search(text: "milk").perform(with: client)
/// ```
public protocol CallableRequest: EndpointRequest {
  /// The result.
  associatedtype Response

  /// The endpoint that clients call and servers route.
  static var endpoint: Endpoint<Self, Response> { get }

  /// The base URL of the client that sends the request when no client is given. Default: nil.
  static var baseURL: String? { get }

  /// Changes the encoded request before it is sent.
  ///
  /// - Throws: any error; nothing is sent, and the caller gets the error.
  func intercept(_ request: inout HTTPRequest) throws

  /// Inspects the response before it is decoded; for a stream of events, the response of each connection.
  ///
  /// The last response of a stream of events may be 204.
  ///
  /// - Throws: any error; the caller gets it. For a later connection of a stream of events, the error ends the stream.
  func intercept(_ response: HTTPResponse) throws
}

extension CallableRequest {
  /// Returns nil.
  public static var baseURL: String? { nil }

  /// Leaves the request unchanged.
  public func intercept(_ request: inout HTTPRequest) throws {}

  /// Accepts the response.
  public func intercept(_ response: HTTPResponse) throws {}

  /// Sends the request and returns its result.
  ///
  /// - Throws: a failure that the endpoint declares, an error of an `intercept`, otherwise ``ClientError``.
  public func perform(with caller: any EndpointCaller) async throws -> Response {
    let endpoint = Self.endpoint
    var request = try endpoint.operation.request(for: self)
    try intercept(&request)
    if let decodeStream = endpoint.codec.decodeStream {
      return try await caller.stream(request, for: endpoint.operation, endpoint.codec, decodeStream) {
        try intercept($0)
      }
    }
    let response = try await caller.send(request, for: endpoint.operation)
    try intercept(response)
    return try endpoint.codec.result(of: response, for: endpoint.operation)
  }

  /// Sends the request and passes its result to a completion handler.
  ///
  /// - Parameter completion: called once, on any thread.
  /// - Returns: the running call. A cancelled call completes with an error.
  @discardableResult
  public func perform(
    with caller: any EndpointCaller, completion: @escaping @Sendable (Result<Response, any Error>) -> Void
  ) -> Task<Void, Never> {
    Task { completion(await Result.catching { try await perform(with: caller) }) }
  }
}
