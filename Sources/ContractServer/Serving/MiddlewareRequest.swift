internal import Contract
internal import ContractLoop
internal import ContractSockets

/// A request that passes through middleware, of the server or of its route.
///
/// A request that is refused because of its head passes through the server's middleware as well. Its response is stored until
/// the end of the chain.
final class MiddlewareRequest: AdmittedRequest,
  // SAFETY: `request` is set before the chain starts, and read by the same task afterwards.
  @unchecked Sendable
{
  private let pipeline: RequestPipeline
  private let head: RequestHead
  private let result: RequestPipeline.HeadCheck
  private let exchange: Exchange
  /// True when the request has a body that is not read, because the request is refused.
  private let leavesContent: Bool
  let deadline: LoopInstant
  private var request: ServerRequest?

  /// Creates a request that a route admits.
  init(
    _ head: RequestHead, _ admission: RequestPipeline.RouteAdmission, until deadline: LoopInstant,
    from peer: PeerAddress?, in pipeline: RequestPipeline
  ) {
    let operation = pipeline.operations[admission.route]
    self.pipeline = pipeline
    self.head = head
    self.result = .admit(admission)
    self.exchange = Exchange(
      head: head, operation: operation, peer: peer,
      admittedBy: admission.authenticated == nil ? nil : operation.security[admission.requirement].scheme)
    self.leavesContent = false
    self.deadline = deadline
  }

  /// Creates a request that is refused because of its head.
  init(
    _ head: RequestHead, refusedWith response: HTTPResponse, route: Int?, hasContent: Bool, from peer: PeerAddress?,
    in pipeline: RequestPipeline
  ) {
    self.pipeline = pipeline
    self.head = head
    self.result = .respond(response, route: route)
    self.exchange = Exchange(
      head: head, operation: route.map { pipeline.operations[$0] }, headRefusal: response.status, peer: peer)
    self.leavesContent = hasContent
    self.deadline = .distantFuture
  }

  var tag: Int { admission?.route ?? -1 }
  var timeout: Duration? { admission.flatMap { pipeline.timeouts[$0.route] } }

  private var admission: RequestPipeline.RouteAdmission? {
    if case .admit(let admission) = result { admission } else { nil }
  }

  nonisolated(nonsending) func respond(to body: consuming HTTPBody) async throws -> HTTPResponse {
    let request = ServerRequest(
      head: head, body: body.heldBytes, operation: exchange.operation ?? .unrouted,
      remoteAddress: exchange.remoteAddress, clientCertificate: exchange.clientCertificate,
      authenticated: admission?.authenticated, deadlineNanoseconds: deadline.nanoseconds, exchange: exchange)
    self.request = request
    // The route's own middleware is part of the route.
    if pipeline.middleware.isEmpty, let route = admission?.route {
      return try await pipeline.routes[route].respond(request)
    }
    return try await request.asCurrent { try await throughMiddleware(request) }
  }

  func response(to error: any Error) -> HTTPResponse { pipeline.response(to: error, of: request) }

  func refusal(_ status: HTTPStatus, _ reason: String) -> HTTPResponse {
    pipeline.refusal(status, reason, in: exchange)
  }

  private func throughMiddleware(_ request: ServerRequest) async throws -> HTTPResponse {
    let message = HTTPRequest(request.head, body: request.body)
    return try await pipeline.middleware.respond(to: message, in: exchange) { [self] passed in
      try await respond(to: passed, from: message, request)
    }
  }

  /// Responds to a request as middleware passes it on. A changed head is checked again, so that it cannot bypass the checks of
  /// its route.
  private func respond(
    to passed: HTTPRequest, from original: HTTPRequest, _ request: ServerRequest
  ) async throws -> HTTPResponse {
    let hasContent = passed.body.length != 0
    let isSameHead = passed.hasSameHead(as: original) && hasContent == !request.body.isEmpty
    let head = isSameHead ? request.head : RequestHead(passed)
    switch isSameHead ? result : pipeline.check(head, hasContent: hasContent) {
    case .respond(let response, _): return response
    case .admit(let admission):
      if leavesContent, case .respond(let response, _) = result { return response }
      let body: [UInt8]
      do {
        body = try await passed.body.collect(upTo: pipeline.maxBodies[admission.route])
      } catch is HTTPBodyTooLarge {
        return RequestPipeline.response(Problem(.contentTooLarge, detail: HTTPBodyTooLarge.requestReason.description))
      }
      let inner =
        isSameHead && body == request.body
        ? request
        : ServerRequest(
          head: head, body: body, operation: pipeline.operations[admission.route],
          remoteAddress: request.remoteAddress, clientCertificate: request.clientCertificate,
          authenticated: admission.authenticated, deadlineNanoseconds: request.deadlineNanoseconds, exchange: exchange)
      do {
        return try await pipeline.routes[admission.route].respond(inner)
      } catch {
        return pipeline.response(to: error, of: inner)
      }
    }
  }
}

extension HTTPRequest {
  /// Creates the request for middleware from a received head and body.
  init(_ head: RequestHead, body: [UInt8]) {
    let authority = head.authority
    self.init(
      head.method, head.query.map { "\(head.path)?\($0)" } ?? head.path, authority: authority, fields: head.fields,
      body: body.isEmpty ? .empty : .bytes(body))
    // The authority of an absolute target takes precedence over `Host` (RFC 9112 §3.2.2).
    if head.targetForm == .absolute { fields[.host] = authority.map { HTTPFieldValue(unchecked: $0) } }
  }

  func hasSameHead(as other: HTTPRequest) -> Bool {
    method == other.method && target == other.target && authority == other.authority && fields == other.fields
  }
}

extension APIOperation {
  /// The operation of a request without a route.
  fileprivate static let unrouted = APIOperation(id: "unrouted", method: nil, path: "/{path...}")
}
