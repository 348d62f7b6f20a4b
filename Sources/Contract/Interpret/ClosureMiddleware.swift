/// Middleware that consists of a closure.
///
/// ```swift
/// let client = APIClient(baseURL: url).middleware { request, next in
///   let response = try await next(request)
///   return response.status == .teapot ? try await next(request) : response
/// }
/// let server = Server(middleware: [ClosureMiddleware { request, next in try await next(request) }]) { … }
/// ```
public struct ClosureMiddleware: Middleware {
  /// The rest of the chain; may be called several times or not at all.
  public typealias Next = @Sendable (HTTPRequest) async throws -> HTTPResponse

  private let body: @Sendable (HTTPRequest, Next) async throws -> HTTPResponse

  /// Creates middleware that calls `body`.
  ///
  /// - Parameter body: returns the response to a request, usually that of `next`. A client passes a thrown error to its
  ///   caller; a server responds with 500.
  public init(
    _ body: @escaping @Sendable (_ request: HTTPRequest, _ next: Next) async throws -> HTTPResponse
  ) {
    self.body = body
  }

  /// Calls the closure.
  ///
  /// - Throws: the error of the closure.
  public func handle(
    _ request: HTTPRequest, for operation: APIOperation?, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    try await body(request, next)
  }
}
