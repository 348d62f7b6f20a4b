public import Contract

/// Middleware of a server: it knows the operation, the route's template, the peer and the request's id.
///
/// It wraps every request with a valid head, also one that is refused (404, 405, 401, 403, 406, 415), and learns of what
/// the server answers without asking anybody: what is no request (400, 414, 431, 501, 505), content that is too long
/// (413), too slow (408) or comes with an unknown expectation (417), and handlers that run past their time (503).
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
/// It runs on the connection's loop, so it must not block.
public protocol ServerMiddleware: Middleware {
  /// Content codings that the middleware takes off requests. A request with another one is refused with 415.
  var requestCodings: [String] { get }

  /// Answers a request, usually by passing it on to `next`.
  ///
  /// - Parameters:
  ///   - request: the request, which may be changed before it is passed on. Its target is routed and checked anew then.
  ///   - exchange: what is known about it.
  ///   - next: the rest of the chain; may be called several times or not at all. Gives the refusal of a request that is
  ///     refused from its head, whose content nobody has read.
  /// - Throws: anything; it becomes a 500 that says nothing about it.
  func handle(
    _ request: HTTPRequest, in exchange: Exchange, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
  ) async throws -> HTTPResponse

  /// Learns that the server answers a request by itself, and says in the exchange what it knows of the request: who has sent
  /// it, its id, its trace. Called for the outermost middleware first, and for all before ``refuse(_:in:)``.
  func willRefuse(in exchange: Exchange)

  /// Learns of an answer that the server makes by itself, and may add fields to it. Called for the innermost middleware
  /// first.
  ///
  /// When the request's handler runs at that time, ``handle(_:in:next:)`` is under way, and its answer goes nowhere.
  func refuse(_ response: inout HTTPResponse, in exchange: Exchange)

  /// The server listens, and tells of itself through `figures`.
  func serverStarted(_ figures: ServerFigures)

  /// The server begins to stop: it answers what it has and takes nothing new.
  func serverDrains()

  /// The server has stopped.
  func serverStopped() async
}

extension ServerMiddleware {
  /// None.
  public var requestCodings: [String] { [] }

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

  /// The same where only the operation is known.
  public func handle(
    _ request: HTTPRequest, for operation: APIOperation?, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    let exchange = Exchange.current ?? Exchange(head: RequestHead(request), operation: operation)
    return try await handle(request, in: exchange, next: next)
  }
}
