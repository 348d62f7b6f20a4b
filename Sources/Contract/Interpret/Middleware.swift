/// A wrapper around all calls of a client or all requests of a server.
///
/// The first middleware added is the outermost: it sees the request first and the response last. On a server, middleware also
/// sees requests that are refused because of their head. ``Exchange`` and `ServerMiddleware` provide more about a request.
///
/// ```swift
/// struct Timing: Middleware {
///   func handle(
///     _ request: HTTPRequest, for operation: APIOperation?,
///     next: @Sendable (HTTPRequest) async throws -> HTTPResponse
///   ) async throws -> HTTPResponse {
///     let start = ContinuousClock.now
///     defer { print(operation?.id ?? request.target, ContinuousClock.now - start) }
///     return try await next(request)
///   }
/// }
/// ```
public protocol Middleware: Sendable {
  /// Returns the response to a request, usually that of `next`.
  ///
  /// - Parameters:
  ///   - request: the request, which may be changed before it is passed on.
  ///   - operation: the operation called; nil on a server when no route was found.
  ///   - next: the rest of the chain, which may be called any number of times.
  /// - Throws: any error. A client passes it to its caller; a server responds with 500, without details.
  func handle(
    _ request: HTTPRequest, for operation: APIOperation?, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
  ) async throws -> HTTPResponse
}
