public import Contract

/// Middleware of a client: it knows the call, with its configuration, its attempts and the time that it has left.
///
/// ```swift
/// struct Tenant: ClientMiddleware {
///   func handle(
///     _ request: HTTPRequest, in call: ClientCall,
///     next: @Sendable (HTTPRequest) async throws -> HTTPResponse
///   ) async throws -> HTTPResponse {
///     var request = request
///     request.fields["X-Tenant"] = call.configuration.tenant.flatMap(HTTPFieldValue.init)
///     return try await next(request)
///   }
/// }
/// ```
///
/// A streamed call's response has a stream as its content, which is read once: middleware that reads it has to put something
/// in its place.
public protocol ClientMiddleware: Middleware {
  /// Answers a request, usually by passing it on to `next`.
  ///
  /// - Parameters:
  ///   - request: the request, which may be changed before it is passed on.
  ///   - call: what is known about it.
  ///   - next: the rest of the chain; may be called several times or not at all.
  /// - Throws: anything; the caller gets it.
  func handle(
    _ request: HTTPRequest, in call: ClientCall, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
  ) async throws -> HTTPResponse
}

extension ClientMiddleware {
  /// The same where only the operation is known.
  public func handle(
    _ request: HTTPRequest, for operation: Operation?, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    let operation = operation ?? Operation(id: "\(request.method)", method: request.method, path: "/")
    let call = ClientCall(operation: operation, configuration: ClientConfiguration())
    return try await handle(request, in: call, next: next)
  }
}

/// A client's middleware, from the outermost to the innermost.
struct ClientMiddlewareChain: Sendable {
  typealias Next = @Sendable (HTTPRequest) async throws -> HTTPResponse

  private enum Link: Sendable {
    case client(any ClientMiddleware)
    case any(any Middleware)
  }

  private let links: [Link]

  init(_ links: [any Middleware]) {
    self.links = links.map { middleware in
      (middleware as? any ClientMiddleware).map(Link.client) ?? .any(middleware)
    }
  }

  /// True when a call needs no chain at all.
  var isEmpty: Bool { links.isEmpty }

  /// The answer of the whole chain, at whose end is `last`.
  func respond(to request: HTTPRequest, in call: ClientCall, last: @escaping Next) async throws -> HTTPResponse {
    try await respond(to: request, in: call, from: 0, last: last)
  }

  private func respond(
    to request: HTTPRequest, in call: ClientCall, from index: Int, last: @escaping Next
  ) async throws -> HTTPResponse {
    guard index < links.count else { return try await last(request) }
    let next: Next = { try await respond(to: $0, in: call, from: index + 1, last: last) }
    switch links[index] {
    case .client(let middleware): return try await middleware.handle(request, in: call, next: next)
    case .any(let middleware): return try await middleware.handle(request, for: call.operation, next: next)
    }
  }
}
