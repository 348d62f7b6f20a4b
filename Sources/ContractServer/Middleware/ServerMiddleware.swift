public import Contract

/// Middleware with access to the operation, the route, the peer and the id of a request.
///
/// It wraps every request with a valid head, even one that is refused (404, 405, 401, 403, 406, 415). The methods
/// ``willRefuse(in:)`` and ``refuse(_:in:)`` are called for the server's own responses: to malformed requests (400,
/// 414, 431, 501, 505), bodies that are too long (413) or too slow (408), unknown expectations (417), and handlers that
/// time out (503).
///
/// ```swift
/// struct ServerName: ServerMiddleware {
///   func handle(
///     _ request: HTTPRequest, in exchange: Exchange,
///     next: @Sendable (HTTPRequest) async throws -> HTTPResponse
///   ) async throws -> HTTPResponse {
///     var response = try await next(request)
///     response.fields[.server] = "example"
///     return response
///   }
/// }
/// ```
///
/// It runs on a connection's loop, so it must not block.
public protocol ServerMiddleware: Middleware {
  /// The content codings of requests that the middleware decodes. Other codings are refused with 415.
  var requestCodings: [String] { get }

  /// The types of the values that the middleware stores in the exchange of every request that it passes on, for services
  /// created with ``/Contract/ServiceInput/value(_:)``.
  var provides: [any Sendable.Type] { get }

  /// Responds to a request, usually by passing it on to `next`.
  ///
  /// - Parameters:
  ///   - request: the request. A changed one may be passed on; its target is then routed and checked again. The operation
  ///     and its timeout remain those of the received request.
  ///   - exchange: the context of the request.
  ///   - next: calls the rest of the chain, any number of times. For a request that is refused because of its head, it
  ///     returns the refusal; the body is not read. A received request that has a body and is refused, such as with 404
  ///     or 405, gets that refusal even if the changed request has a route.
  /// - Throws: Any error. It results in a 500 without details, which outer middleware of the server sees as a response.
  func handle(
    _ request: HTTPRequest, in exchange: Exchange, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
  ) async throws -> HTTPResponse

  /// Prepares for a response that the server itself creates. Store the known facts about the request in the exchange:
  /// its client, id and trace. Called from the outermost middleware to the innermost, and on all middleware before the
  /// first call of ``refuse(_:in:)``.
  func willRefuse(in exchange: Exchange)

  /// Adds headers to a response that the server itself created. Called from the innermost middleware to the outermost.
  ///
  /// If the request's handler is still running, so is ``handle(_:in:next:)``, whose response will be discarded.
  func refuse(_ response: inout HTTPResponse, in exchange: Exchange)

  /// Handles the start of the server, once it listens. `figures` provides its metrics.
  func serverStarted(_ figures: ServerFigures)

  /// Handles the beginning of the stop: the server completes running requests and accepts no new ones.
  func serverDrains()

  /// Handles the end of the server, after it has stopped.
  func serverStopped() async
}

extension ServerMiddleware {
  /// No codings.
  public var requestCodings: [String] { [] }

  /// No types.
  public var provides: [any Sendable.Type] { [] }

  /// Does nothing.
  public func willRefuse(in exchange: Exchange) {}

  /// Does nothing.
  public func refuse(_ response: inout HTTPResponse, in exchange: Exchange) {}

  /// Does nothing.
  public func serverStarted(_ figures: ServerFigures) {}

  /// Does nothing.
  public func serverDrains() {}

  /// Does nothing.
  public func serverStopped() async {}

  /// Calls ``handle(_:in:next:)`` with the current exchange, or with a new one that has only the head and the
  /// operation.
  public func handle(
    _ request: HTTPRequest, for operation: APIOperation?, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    let exchange = Exchange.current ?? Exchange(head: RequestHead(request), operation: operation)
    return try await handle(request, in: exchange, next: next)
  }
}
