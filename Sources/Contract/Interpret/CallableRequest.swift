public import ContractHTTP

/// A request that describes itself: its inputs, its endpoint, its response and perhaps where to send it.
///
/// `@Request(.post, "/path")` generates the conformance; by hand it is an ``EndpointRequest`` with an endpoint:
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

  /// What is called, and what a server routes.
  static var endpoint: Endpoint<Self, Response> { get }

  /// The URL that a client of the request's own sends to; nil unless said otherwise.
  static var baseURL: String? { get }

  /// Changes the encoded request before it is sent.
  ///
  /// - Throws: anything; nothing is sent then, and the caller gets the error.
  func intercept(_ request: inout HTTPRequest) throws

  /// Looks at the response before it is decoded.
  ///
  /// - Throws: anything; the caller gets the error.
  func intercept(_ response: HTTPResponse) throws
}

extension CallableRequest {
  /// No URL.
  public static var baseURL: String? { nil }

  /// Leaves the request as it is.
  public func intercept(_ request: inout HTTPRequest) throws {}

  /// Takes the response as it is.
  public func intercept(_ response: HTTPResponse) throws {}

  /// Sends the request and returns its result.
  ///
  /// - Throws: a failure that the endpoint declares, an error of an `intercept`, else ``ClientError``.
  public func perform(with caller: any EndpointCaller) async throws -> Response {
    let endpoint = Self.endpoint
    var request = try endpoint.operation.request(for: self)
    try intercept(&request)
    let response = try await caller.send(request, for: endpoint.operation)
    try intercept(response)
    return try endpoint.codec.result(of: response, for: endpoint.operation)
  }

  /// Sends the request and hands over its result.
  ///
  /// - Parameter completion: called once, on no thread in particular.
  /// - Returns: the running call, which can be cancelled; a cancelled call completes with the error that says so.
  @discardableResult
  public func perform(
    with caller: any EndpointCaller, completion: @escaping @Sendable (Result<Response, any Error>) -> Void
  ) -> Task<Void, Never> {
    Task { completion(await Result.catching { try await perform(with: caller) }) }
  }
}

extension Result where Failure == any Error {
  /// What `body` returns or throws.
  package static func catching(_ body: () async throws -> Success) async -> Result {
    do { return .success(try await body()) } catch { return .failure(error) }
  }
}
