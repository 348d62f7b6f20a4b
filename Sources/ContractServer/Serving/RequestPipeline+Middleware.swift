internal import Contract
internal import ContractLoop
internal import ContractSockets

/// The way of requests through middleware. A server without any, its own or of its routes, does not come here.
extension RequestPipeline {
  /// What `head` leads to, and an exchange for it.
  func visit(_ head: RequestHead, hasContent: Bool, peer: PeerAddress?) -> Visit {
    let (decision, route) = decideKeepingRoute(head, hasContent: hasContent)
    var refusal: HTTPStatus?
    var admittedBy: SecurityScheme?
    switch decision {
    case .answer(let response): refusal = response.status
    case .handle(let match):
      if match.authenticated != nil { admittedBy = operations[match.route].security[match.requirement].scheme }
    }
    let exchange = Exchange(
      head: head, operation: route.map { operations[$0] }, headRefusal: refusal, peer: peer, admittedBy: admittedBy)
    return Visit(exchange, decision, leavesContent: refusal != nil && hasContent)
  }

  /// The same, of a request that a route takes, which has middleware where the server has none.
  func visit(_ head: RequestHead, _ match: Match, peer: PeerAddress?) -> Visit {
    let operation = operations[match.route]
    let admittedBy = match.authenticated == nil ? nil : operation.security[match.requirement].scheme
    let exchange = Exchange(head: head, operation: operation, headRefusal: nil, peer: peer, admittedBy: admittedBy)
    return Visit(exchange, .handle(match), leavesContent: false)
  }

  /// The answer of the server's middleware, or of the route where it has none.
  func respond(to request: ServerRequest, _ visit: Visit) async throws -> HTTPResponse {
    if middleware.isEmpty, case .handle(let match) = visit.decision {
      return try InterimAnswer.refused(await routes[match.route].respond(request))
    }
    return try await throughMiddleware(request, visit)
  }

  /// The request as the chain's end gives it to a route, and as tasks of middleware see it.
  func request(
    _ visit: Visit, _ head: RequestHead, body: [UInt8], until deadline: LoopInstant = .distantFuture
  ) -> ServerRequest {
    var authenticated: Authenticated?
    if case .handle(let match) = visit.decision { authenticated = match.authenticated }
    return ServerRequest(
      head: head, body: body, operation: visit.exchange.operation ?? .unrouted,
      remoteAddress: visit.exchange.remoteAddress, clientCertificate: visit.exchange.clientCertificate,
      authenticated: authenticated, deadlineNanoseconds: deadline.nanoseconds, exchange: visit.exchange)
  }

  /// The answer of middleware, and of what is behind it.
  func throughMiddleware(_ request: ServerRequest, _ visit: Visit) async throws -> HTTPResponse {
    let message = HTTPRequest(request.head, body: request.body)
    return try await middleware.respond(to: message, in: visit.exchange) { [self] passed in
      try await answer(passed, message, request, visit)
    }
  }

  /// The answer to a request as middleware passes it on. One that was changed is routed and checked anew, so that it
  /// cannot slip past the checks of the route it now leads to.
  private func answer(
    _ passed: HTTPRequest, _ original: HTTPRequest, _ request: ServerRequest, _ visit: Visit
  ) async throws -> HTTPResponse {
    let hasContent = passed.body.length != 0
    let isSameHead = passed.hasSameHead(as: original) && hasContent == !request.body.isEmpty
    let head = isSameHead ? request.head : RequestHead(passed)
    switch isSameHead ? visit.decision : decide(head, hasContent: hasContent) {
    case .answer(let response): return response
    case .handle(let match):
      if visit.leavesContent, case .answer(let response) = visit.decision { return response }
      let body: [UInt8]
      do {
        body = try await passed.body.collect(upTo: maxBodies[match.route])
      } catch let error as HTTPBodyTooLarge {
        let detail = "the request body is longer than \(error.maxBytes) bytes"
        return Self.answer(Problem(.contentTooLarge, detail: detail))
      }
      let inner =
        isSameHead && body == request.body
        ? request
        : ServerRequest(
          head: head, body: body, operation: operations[match.route], remoteAddress: request.remoteAddress,
          clientCertificate: request.clientCertificate, authenticated: match.authenticated,
          deadlineNanoseconds: request.deadlineNanoseconds,
          exchange: visit.exchange)
      do {
        return try InterimAnswer.refused(await routes[match.route].respond(inner))
      } catch {
        return failed(error, inner)
      }
    }
  }
}

/// A handler or middleware has answered with an interim status, which is no answer (RFC 9110 §15.2).
struct InterimAnswer: Error, CustomStringConvertible {
  let status: HTTPStatus

  var description: String { "the answer has the interim status \(status.code); answer with 200 to 599" }

  /// The answer, if it is one: so that nobody counts it and then the one that the server sends instead.
  static func refused(_ response: HTTPResponse) throws(InterimAnswer) -> HTTPResponse {
    if response.status.code < 200 { throw InterimAnswer(status: response.status) }
    return response
  }
}

extension HTTPRequest {
  /// The request that `head` is the head of, as middleware sees it.
  init(_ head: RequestHead, body: [UInt8]) {
    let authority = head.authority
    self.init(
      head.method, head.query.map { "\(head.path)?\($0)" } ?? head.path, authority: authority, fields: head.fields,
      body: body.isEmpty ? .empty : .bytes(body))
    // An absolute target's authority counts, whatever `Host` says (RFC 9112 §3.2.2).
    if head.targetForm == .absolute { fields[.host] = authority.map { HTTPFieldValue(unchecked: $0) } }
  }

  func hasSameHead(as other: HTTPRequest) -> Bool {
    method == other.method && target == other.target && authority == other.authority && fields == other.fields
  }
}

extension APIOperation {
  /// Stands for the operation of a request for which nothing is served.
  fileprivate static let unrouted = APIOperation(id: "unrouted", method: nil, path: "/{path...}")
}
