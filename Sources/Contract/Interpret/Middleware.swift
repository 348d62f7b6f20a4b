/// Wraps every call of a client or every request of a server.
///
/// The first middleware added is the outermost: it sees the request first and the response last. On a server it also sees
/// what is refused from its head; ``Exchange`` and `ServerMiddleware` of the server's module say more about a request.
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
  /// Answers a request, usually by passing it on to `next`.
  ///
  /// - Parameters:
  ///   - request: the request, which may be changed before it is passed on.
  ///   - operation: the operation called; nil on a server when no route was found.
  ///   - next: the rest of the chain; may be called several times or not at all.
  /// - Throws: anything. On a client the caller gets it; on a server it becomes a 500 that says nothing about it.
  func handle(
    _ request: HTTPRequest, for operation: APIOperation?, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
  ) async throws -> HTTPResponse
}
