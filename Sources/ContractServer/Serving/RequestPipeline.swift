internal import Contract
internal import ContractLoop
package import ContractSockets

/// The pipeline of requests from the network and from the same process: route, checks, middleware, handler, errors.
///
/// Before it, the engine refuses malformed requests. After ``admit(_:from:contentLength:)``, the engine refuses requests with
/// 417 and 413.
package final class RequestPipeline: Sendable {
  let routes: [ServedRoute]
  let tree: RouteTree
  let middleware: ServerMiddlewareChain
  /// True when a request can have an ``/Contract/Exchange``, because there is middleware.
  let hasExchanges: Bool
  /// The content codings that middleware decodes, for the `Accept-Encoding` of a 415.
  let readableCodings: [String]
  /// The paths that logs shorten.
  let secretPaths: SecretPaths
  /// The header with the time that clients wait; nil to ignore it.
  let deadlineField: HTTPFieldName?
  let report: @Sendable (any Error, ServerRequest) -> Void

  /// - Throws: ``RouteConflict`` when the routes cannot be served together.
  init(
    router: Router, middleware: [any Middleware], maxBodyBytes: Int, maxLineBytes: Int = 1 << 20,
    deadlineField: HTTPFieldName? = nil,
    handlers: HandlerSupport = HandlerSupport(HandlerOptions()),
    report: @escaping @Sendable (any Error, ServerRequest) -> Void
  ) throws(RouteConflict) {
    let gates = try router.gates()
    let secretPaths = SecretPaths(of: router.routes.map(\.operation))
    self.secretPaths = secretPaths
    self.routes = router.routes.indices.map { index in
      let route = router.routes[index].announcingDeprecation
        .running(usually: handlers.options.execution, handlers.pool)
      return ServedRoute(
        route, index: index, maxBodyBytes: maxBodyBytes, maxLineBytes: maxLineBytes, gate: gates[index],
        mayHaveSecretPath: secretPaths.mayContainPaths(of: route.operation), report: report)
    }
    self.tree = try router.tree()
    self.middleware = ServerMiddlewareChain(middleware)
    try Self.checkServices(of: routes, behind: self.middleware)
    try Self.checkOrder(of: middleware, around: routes)
    self.hasExchanges = !middleware.isEmpty || routes.contains { !$0.route.middleware.isEmpty }
    self.readableCodings = self.middleware.requestCodings
    self.deadlineField = deadlineField
    self.report = report
    Self.announce(router.routes, behind: middleware)
  }

  /// Passes the operations of the server to the routes that describe them.
  private static func announce(_ routes: [Route], behind middleware: [any Middleware]) {
    let listeners = routes.compactMap(\.onServing)
    if listeners.isEmpty { return }
    let operations = routes.map { ServedOperation($0, behind: middleware) }
    for listener in listeners { listener(operations) }
  }

  /// Checks that each request has the values with which its service is created.
  private static func checkServices(
    of routes: [ServedRoute], behind middleware: ServerMiddlewareChain
  ) throws(RouteConflict) {
    let problems = routes.flatMap { served in
      let provided = middleware.provides + ServerMiddlewareChain(served.route.links).provides
      return served.route.needs.compactMap {
        $0.problem(with: served.operation, principals: served.gate?.principals ?? [], provided: provided)
      }
    }
    if !problems.isEmpty { throw RouteConflict(problems.joined(separator: "\n")) }
  }

  /// Checks the order of middleware.
  private static func checkOrder(
    of middleware: [any Middleware], around routes: [ServedRoute]
  ) throws(RouteConflict) {
    let problems = routes.compactMap {
      MiddlewareOrder.problem(ofStoredBody: $0.route)
        ?? MiddlewareOrder.problem(in: middleware + $0.route.links, of: $0.operation)
    }
    if !problems.isEmpty { throw RouteConflict(problems.joined(separator: "\n")) }
  }

  // MARK: Requests

  /// Executes a decision as the engine does.
  ///
  /// - Throws: an error of reading the body.
  func respond(to content: HTTPBody, after decision: consuming HeadDecision) async throws -> HTTPResponse {
    switch consume decision {
    case .respond(let response):
      return response
    case .handle(let request):
      return await request.respond(to: .empty)
    case .collect(let maxBytes, let request):
      let body: [UInt8]
      do {
        body = try await content.collect(upTo: maxBytes)
      } catch is HTTPBodyTooLarge {
        return request.refusal(.contentTooLarge, HTTPBodyTooLarge.requestReason.description)
      }
      return await request.respond(to: .bytes(body))
    case .stream(let maxBytes, let request):
      guard let maxBytes else { return await request.respond(to: content) }
      if content.length ?? 0 > maxBytes {
        return request.refusal(.contentTooLarge, HTTPBodyTooLarge.requestReason.description)
      }
      return await LimitedStream(maxBytes, for: request).respond(to: content)
    case .decide(let request):
      return await request.respond(to: content)
    }
  }

  /// Decides on a head.
  @inline(__always)
  func admit(_ head: consuming RequestHead, from peer: PeerAddress?, hasContent: Bool) -> HeadDecision {
    decide(on: check(head, hasContent: hasContent), head, from: peer, hasContent: hasContent)
  }

  /// Decides on a head that was checked.
  ///
  /// - Parameter expiry: the instant until which the client waits. Nil if the head has just arrived: its time begins now.
  @inline(__always)
  func decide(
    on result: HeadCheck, _ head: consuming RequestHead, from peer: PeerAddress?, hasContent: Bool,
    until expiry: LoopInstant? = nil
  ) -> HeadDecision {
    switch result {
    case .admit(let admission):
      let end: LoopInstant
      if let expiry { end = expiry } else { end = deadline(head) }
      let maxBytes = admission.route.maxBodyBytes
      if hasExchanges && (!middleware.isEmpty || !admission.route.route.middleware.isEmpty) {
        let request = MiddlewareRequest(
          head, result, leavesContent: false, until: end, from: peer, in: self)
        return admission.route.streamsContent
          ? .stream(upTo: admission.route.operation.maxBodyBytes, request) : .collect(upTo: maxBytes, request)
      }
      let request = ServerRequest(
        head, for: admission.route, from: peer?.peer, authenticated: admission.authenticated,
        deadlineNanoseconds: end.nanoseconds)
      return admission.route.streamsContent
        ? .stream(upTo: admission.route.operation.maxBodyBytes, request) : .collect(upTo: maxBytes, request)
    case .wait(let route):
      let request = WaitingRequest(
        head, for: route, hasContent: hasContent, until: deadline(head), from: peer, in: self)
      return hasContent ? .decide(request) : .handle(request)
    case .respond, .fail:
      if middleware.isEmpty { return .respond(response(to: result, head, from: peer)) }
      return .handle(
        MiddlewareRequest(head, result, leavesContent: hasContent, until: .distantFuture, from: peer, in: self))
    }
  }

  /// Returns the response to a request that no handler gets.
  private func response(to result: HeadCheck, _ head: RequestHead, from peer: PeerAddress?) -> HTTPResponse {
    switch result {
    case .respond(let response, _): return response
    case .fail(let error, let route):
      let request = ServerRequest(head: head, body: [], operation: route.operation, peer: peer?.peer)
      return Self.response(to: error, of: request, reporting: report)
    case .admit, .wait: return Self.response(Problem(.internalServerError))
    }
  }

  /// Returns the instant until which the client waits, if it names a time in the configured header.
  @inline(__always)
  private func deadline(_ head: RequestHead) -> LoopInstant {
    deadlineField.map { deadline(head, in: $0) } ?? .distantFuture
  }

  @inline(never)
  private func deadline(_ head: RequestHead, in deadlineField: HTTPFieldName) -> LoopInstant {
    guard let text = head.text(of: deadlineField), text.utf8.count <= 12,
      text.hasOnlyDigits, let milliseconds = Int64(text)
    else { return .distantFuture }
    return .read().advanced(by: .milliseconds(milliseconds))
  }

  // MARK: Responses

  /// Returns the response to an error that the contract does not declare: a 500 with nothing but the request's id.
  static func response(
    to error: any Error, of request: ServerRequest, reporting report: (any Error, ServerRequest) -> Void
  ) -> HTTPResponse {
    var problem = problem(for: error, of: request, reporting: report)
    for field in request.operation[FailureFields.self]?.fields ?? [:] { problem.fields[field.name] = field.value }
    return response(problem)
  }

  private static func problem(
    for error: any Error, of request: ServerRequest, reporting report: (any Error, ServerRequest) -> Void
  ) -> Problem {
    if error is CancellationError, Task.isCancelled {
      return Problem(.serviceUnavailable, detail: "the request was cancelled")
    }
    // If the body breaks off, the engine has already refused the request and discards this response.
    if error is RequestContentError { return Problem(.badRequest, detail: "the request body cannot be read") }
    report(error, request)
    if error is AuthenticationTimeout {
      return Problem(
        .serviceUnavailable, detail: "the credentials could not be checked in time",
        fields: ["Retry-After": "1", .requestID: HTTPFieldValue(unchecked: request.id)])
    }
    return Problem(
      .internalServerError, requestID: request.id, fields: [.requestID: HTTPFieldValue(unchecked: request.id)])
  }

  /// Reports an error that breaks off a streamed response, unless the client is responsible or gone.
  static func report(
    _ error: any Error, endingResponseTo request: ServerRequest, to report: (any Error, ServerRequest) -> Void
  ) {
    // After a cancellation, errors of any type are ignored, because each source that the task reads throws a different one.
    if Task.isCancelled || error is RequestContentError { return }
    if let fault = request.fault(in: error) { report(fault, request) }
  }

  /// Returns the server's own response, after its middleware has seen it.
  func refusal(_ status: HTTPStatus, _ reason: String, in exchange: @autoclosure () -> Exchange) -> HTTPResponse {
    var response = Self.response(Problem(status, detail: reason))
    if !middleware.isEmpty { middleware.refuse(&response, in: exchange()) }
    return response
  }

  /// Returns the response that `problem` describes.
  static func response(_ problem: Problem) -> HTTPResponse {
    (try? problem.response()) ?? HTTPResponse(problem.status)
  }
}

/// Headers that responses of an operation have after any error of its handler, because its protocol requires them.
struct FailureFields: Sendable {
  let fields: HTTPFields
}

extension RequestPipeline: Responder {
  package func admit(_ head: consuming RequestHead, from peer: PeerAddress, contentLength: Int?) -> HeadDecision {
    admit(head, from: peer, hasContent: contentLength != 0)
  }

  package func refusal(_ status: HTTPStatus, _ reason: String, to peer: PeerAddress) -> HTTPResponse {
    refusal(status, reason, in: Exchange(head: nil, operation: nil, peer: peer))
  }
}
