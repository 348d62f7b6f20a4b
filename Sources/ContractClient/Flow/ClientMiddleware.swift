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
    _ request: HTTPRequest, for operation: APIOperation?, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    let operation = operation ?? APIOperation(id: "\(request.method)", method: request.method, path: "/")
    let call = ClientCall(operation: operation, configuration: ClientConfiguration())
    return try await handle(request, in: call, next: next)
  }
}

/// Middleware of a client that changes a request before it is passed on, and does nothing else.
///
/// It needs no asynchronous function around the rest of the call, which costs more than most changes.
protocol RequestChange: ClientMiddleware {
  func change(_ request: inout HTTPRequest, in call: ClientCall)
}

extension RequestChange {
  func handle(
    _ request: HTTPRequest, in call: ClientCall, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    var request = request
    change(&request, in: call)
    return try await next(request)
  }
}

/// A client's middleware, from the outermost to the innermost.
struct ClientMiddlewareChain: Sendable {
  typealias Next = @Sendable (HTTPRequest) async throws -> HTTPResponse

  private enum Link: Sendable {
    case change(any RequestChange)
    case client(any ClientMiddleware)
    case any(any Middleware)

    init(_ middleware: any Middleware) {
      if let change = middleware as? any RequestChange {
        self = .change(change)
      } else {
        self = (middleware as? any ClientMiddleware).map(Link.client) ?? .any(middleware)
      }
    }
  }

  private let links: [Link]

  init(_ links: [any Middleware]) {
    self.links = links.map(Link.init)
  }

  /// True when a call needs no chain at all.
  var isEmpty: Bool { links.isEmpty }

  /// Lets the outermost links change a request, as far as they do no more than that.
  ///
  /// - Returns: the first link that does more, from which on the chain is to be asked; nil when there is none.
  func change(_ request: inout HTTPRequest, in call: ClientCall) -> Int? {
    for index in links.indices {
      guard case .change(let change) = links[index] else { return index }
      change.change(&request, in: call)
    }
    return nil
  }

  /// The answer of the chain from a link on, at whose end is `last`.
  func respond(
    to request: HTTPRequest, in call: ClientCall, from index: Int, last: @escaping Next
  ) async throws -> HTTPResponse {
    guard index < links.count else { return try await last(request) }
    let next: Next = { try await respond(to: $0, in: call, from: index + 1, last: last) }
    switch links[index] {
    case .change(let middleware): return try await middleware.handle(request, in: call, next: next)
    case .client(let middleware): return try await middleware.handle(request, in: call, next: next)
    case .any(let middleware): return try await middleware.handle(request, for: call.operation, next: next)
    }
  }
}
