internal import Contract
internal import ContractLoop
internal import ContractSockets

/// A request that passes through middleware, of the server or of its route.
///
/// A request that is refused because of its head passes through the server's middleware as well. Its response is stored until
/// the end of the chain.
final class MiddlewareRequest: AdmittedRequest {
  private let pipeline: RequestPipeline
  private let head: RequestHead
  private let result: RequestPipeline.HeadCheck
  private let exchange: Exchange
  /// True when the request has a body that is not read, because the request is refused.
  private let leavesContent: Bool
  let expiry: LoopInstant

  /// Creates a request with the result of the checks of its head.
  ///
  /// - Parameter leavesContent: true if the request has a body that is not read, because the request is refused.
  init(
    _ head: RequestHead, _ result: RequestPipeline.HeadCheck, leavesContent: Bool, until deadline: LoopInstant,
    from peer: PeerAddress?, in pipeline: RequestPipeline
  ) {
    self.pipeline = pipeline
    self.head = head
    self.result = result
    self.exchange = Exchange(
      head: head, operation: result.route?.operation, headRefusal: result.refusal, peer: peer,
      admittedBy: result.admission?.scheme)
    self.leavesContent = leavesContent
    self.expiry = deadline
    pipeline.secretPaths.apply(to: exchange, of: result.route)
  }

  var tag: Int { admission?.route.index ?? -1 }
  var timeout: Duration? { admission?.route.operation.timeout }

  private var admission: RequestPipeline.RouteAdmission? { result.admission }

  /// The sender, whose credentials are not checked again when middleware has changed something else.
  private var knownClient: SecurityGate.KnownClient? {
    guard let admission, let client = admission.authenticated else { return nil }
    return admission.route.gate?.knownClient(client, requirement: admission.requirement, in: head)
  }

  nonisolated(nonsending) func respond(to body: consuming HTTPBody) async -> HTTPResponse {
    let request = makeRequest()
    request.receive(body)
    do {
      // Without server middleware, the route responds directly. Its own middleware is part of the route.
      let response =
        if pipeline.middleware.isEmpty, let route = admission?.route {
          try await route.route.respond(request)
        } else {
          try await request.asCurrent { try await throughMiddleware(request) }
        }
      return response.status.code < 200 ? try request.switching(response, reportingTo: pipeline.report) : response
    } catch {
      return RequestPipeline.response(to: error, of: request, reporting: pipeline.report)
    }
  }

  func refusal(_ status: HTTPStatus, _ reason: String) -> HTTPResponse {
    pipeline.refusal(status, reason, in: exchange)
  }

  func streamFailed(_ error: any Error) {
    RequestPipeline.report(error, endingResponseTo: makeRequest(), to: pipeline.report)
  }

  /// Returns the request as it was received, without its body.
  private func makeRequest() -> ServerRequest {
    ServerRequest(
      head: head, body: [], operation: exchange.operation ?? .unrouted,
      remoteAddress: exchange.remoteAddress, clientCertificate: exchange.clientCertificate,
      authenticated: admission?.authenticated, deadlineNanoseconds: expiry.nanoseconds,
      maxLineBytes: admission?.route.maxLineBytes ?? 0, exchange: exchange)
  }

  private func throughMiddleware(_ request: ServerRequest) async throws -> HTTPResponse {
    let message = HTTPRequest(request.head, body: request.httpBody)
    // Outer middleware gets a response instead of an error of inner middleware, as for an error of a handler, so that it can
    // add its headers.
    return try await pipeline.middleware.respond(to: message, in: exchange) { [pipeline] error in
      RequestPipeline.response(to: error, of: request, reporting: pipeline.report)
    } last: { [self] passed in
      try await respond(to: passed, from: message, request)
    }
  }

  /// Responds to a request as middleware passes it on. A changed head is checked again, so that it cannot bypass the checks of
  /// its route.
  private func respond(
    to passed: HTTPRequest, from original: HTTPRequest, _ request: ServerRequest
  ) async throws -> HTTPResponse {
    let hasContent = passed.body.length != 0
    let isSameHead = passed.hasSameHead(as: original) && hasContent == (original.body.length != 0)
    let head = isSameHead ? request.head : RequestHead(passed)
    var check =
      isSameHead ? result : await pipeline.checkWaiting(head, hasContent: hasContent, knowing: knownClient)
    // Middleware cannot turn a refusal into an admission if the request has a body: the body was not read, because the request
    // was refused or could not be checked.
    if leavesContent, check.admission != nil { check = result }
    switch check {
    // This case cannot occur, because the check has already waited.
    case .wait: return RequestPipeline.response(Problem(.internalServerError))
    case .respond(let response, _): return response
    case .fail(let error, _):
      return RequestPipeline.response(to: error, of: request, reporting: pipeline.report)
    case .admit(let admission):
      let body: HTTPBody
      do {
        body = try await admission.route.collected(passed.body)
      } catch is HTTPBodyTooLarge {
        return RequestPipeline.response(Problem(.contentTooLarge, detail: HTTPBodyTooLarge.requestReason.description))
      }
      let inner = handlerRequest(head, body, admission, from: request)
      do {
        return try await admission.route.route.respond(inner)
      } catch {
        return RequestPipeline.response(to: error, of: inner, reporting: pipeline.report)
      }
    }
  }

  /// Returns the request for the handler: the received one, unless middleware has changed its head or body.
  private func handlerRequest(
    _ head: RequestHead, _ body: HTTPBody, _ admission: RequestPipeline.RouteAdmission, from received: ServerRequest
  ) -> ServerRequest {
    if head === received.head, case .bytes(let bytes) = body, bytes == received.body { return received }
    let request = ServerRequest(
      head: head, body: [], operation: admission.route.operation, remoteAddress: received.remoteAddress,
      clientCertificate: received.clientCertificate, authenticated: admission.authenticated,
      deadlineNanoseconds: received.deadlineNanoseconds, maxLineBytes: admission.route.maxLineBytes,
      exchange: exchange)
    request.receive(body)
    return request
  }
}

extension HTTPRequest {
  /// Creates the request for middleware from a received head and body.
  init(_ head: RequestHead, body: HTTPBody) {
    let authority = head.authority
    self.init(
      head.method, head.query.map { "\(head.path)?\($0)" } ?? head.path, authority: authority, fields: head.fields,
      body: body)
    // The authority of an absolute target takes precedence over `Host` (RFC 9112 §3.2.2).
    if head.targetForm == .absolute { fields[.host] = authority.map { HTTPFieldValue(unchecked: $0) } }
  }

  func hasSameHead(as other: HTTPRequest) -> Bool {
    method == other.method && target == other.target && authority == other.authority && fields == other.fields
  }
}

extension ServedRoute {
  /// Returns a body in memory; a stream, for an operation that reads it while it arrives.
  ///
  /// - Throws: `HTTPBodyTooLarge` for a body that exceeds the limit of the route.
  fileprivate func collected(_ body: HTTPBody) async throws -> HTTPBody {
    if operation.requestContent.isStreamed { return body }
    return .bytes(try await body.collect(upTo: maxBodyBytes))
  }
}

extension APIOperation {
  /// The operation of a request without a route.
  fileprivate static let unrouted = APIOperation(id: "unrouted", method: nil, path: "/{path...}")
}
