public import Contract

/// Middleware of a client, which has access to the call with its configuration, attempts and remaining time.
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
/// The body of a streamed response can be read once. Middleware that reads the body must replace it.
public protocol ClientMiddleware: Middleware {
  /// Returns the response to a request, usually by calling `next`.
  ///
  /// - Parameters:
  ///   - request: The request, which may be changed before it is passed to `next`.
  ///   - call: The call of the request.
  ///   - next: The rest of the chain, which may be called any number of times.
  /// - Throws: Any error; it is passed to the caller.
  func handle(
    _ request: HTTPRequest, in call: ClientCall, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
  ) async throws -> HTTPResponse
}

extension ClientMiddleware {
  /// Returns the response to a request in a context that provides only the operation, not the call.
  public func handle(
    _ request: HTTPRequest, for operation: APIOperation?, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    let operation = operation ?? APIOperation(id: "\(request.method)", method: request.method, path: "/")
    let call = ClientCall(operation: operation, configuration: ClientConfiguration())
    return try await handle(request, in: call, next: next)
  }
}

/// Middleware of a client that only changes requests.
///
/// Such middleware needs no asynchronous function around the rest of the call, which would cost more than most changes.
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

/// The middleware of a client, from the outermost to the innermost.
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

  /// True if there is no middleware.
  var isEmpty: Bool { links.isEmpty }

  /// Applies the outermost links that only change requests.
  ///
  /// - Returns: The index of the first other link, where the chain must continue; nil for none.
  func change(_ request: inout HTTPRequest, in call: ClientCall) -> Int? {
    for index in links.indices {
      guard case .change(let change) = links[index] else { return index }
      change.change(&request, in: call)
    }
    return nil
  }

  /// Returns the response of the chain from the given link; the chain ends with `last`.
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
