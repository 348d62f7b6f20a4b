internal import Contract
internal import ContractLoop
internal import ContractSockets

/// Takes a request from its head to its answer: route, checks in their fixed order, handler, errors.
///
/// The order of refusal is decided here and nowhere else; the socket engine has refused what is malformed before, and
/// refuses 417 and 413 between ``decide(_:hasContent:)`` and ``answer(to:from:)``. A class, because every loop has a
/// reference and every request's task carries one.
package final class RequestPipeline: Sendable {
  /// What the head alone decides.
  enum Decision: Sendable {
    /// Answer this and read no content.
    case answer(HTTPResponse)
    /// Read the content, then handle the request.
    case handle(Match)
  }

  /// A request whose route is found.
  struct Match: Sendable {
    var route: Int
    /// Who has sent it, where the operation asks for credentials.
    var authenticated: Authenticated?
    /// By which of the operation's requirements.
    var requirement = 0
  }

  let routes: [Route]
  /// The operation of each route, so that asking for it copies no route.
  let operations: [APIOperation]
  let timeouts: [Duration?]
  /// The most bytes of content for each route.
  let maxBodies: [Int]
  private let checks: [(@Sendable (RequestHead, APIOperation) -> Problem?)?]
  /// What each route's operation asks of a client; nil for nothing.
  let gates: [SecurityGate?]
  let tree: RouteTree
  let middleware: ServerMiddlewareChain
  /// True when some requests have an ``/Contract/Exchange``: somebody's middleware sees them.
  let hasExchanges: Bool
  /// Which routes have middleware of their own.
  private let hasMiddleware: [Bool]
  /// The value of `Accept-Encoding` in a 415: the codings that middleware takes off requests.
  private let readableCodings: [String]
  /// The field in which clients say how long they wait; nil reads none.
  let deadlineField: HTTPFieldName?
  let report: @Sendable (any Error, ServerRequest) -> Void

  /// - Throws: ``RouteConflict`` when the routes cannot be served together.
  init(
    router: Router, middleware: [any Middleware], maxBodyBytes: Int, deadlineField: HTTPFieldName? = nil,
    handlers: HandlerSupport = HandlerSupport(HandlerOptions()),
    report: @escaping @Sendable (any Error, ServerRequest) -> Void
  ) throws(RouteConflict) {
    self.routes = router.routes.map {
      $0.announcingDeprecation.running(usually: handlers.options.execution, handlers.pool)
    }
    self.operations = routes.map(\.operation)
    self.checks = routes.map(\.check)
    self.timeouts = operations.map(\.timeout)
    self.maxBodies = operations.map { $0.maxBodyBytes ?? maxBodyBytes }
    self.gates = try router.gates()
    self.tree = try router.tree()
    self.middleware = ServerMiddlewareChain(middleware)
    self.hasMiddleware = routes.map { $0.attachments.contains { $0 is RouteMiddleware } }
    self.hasExchanges = !middleware.isEmpty || hasMiddleware.contains(true)
    self.readableCodings = self.middleware.requestCodings
    self.deadlineField = deadlineField
    self.report = report
  }

  /// True when the requests of a route have an exchange; of none, that refused requests have one.
  func hasExchange(_ route: Int?) -> Bool {
    hasExchanges && (!middleware.isEmpty || route.map { hasMiddleware[$0] } ?? false)
  }

  // MARK: From the head alone

  /// Decides from the head: 404, then 405, credentials and the route's own check (401, 403), 406, 415.
  ///
  /// - Parameter hasContent: false when the framing says that there is no content.
  func decide(_ head: RequestHead, hasContent: Bool) -> Decision {
    switch tree.match(head) {
    case .none: Self.nothingServed
    case .wholeServer: Self.serverIsThere
    case .otherMethods(let methods): .answer(Self.otherMethods(methods, for: head))
    case .route(let index): decide(head, hasContent, for: index)
    }
  }

  /// The same, with the route that was found, whether it is refused or not.
  func decideKeepingRoute(_ head: RequestHead, hasContent: Bool) -> (Decision, route: Int?) {
    switch tree.match(head) {
    case .none: (Self.nothingServed, nil)
    case .wholeServer: (Self.serverIsThere, nil)
    case .otherMethods(let methods): (.answer(Self.otherMethods(methods, for: head)), nil)
    case .route(let index): (decide(head, hasContent, for: index), index)
    }
  }

  private static var nothingServed: Decision {
    .answer(answer(Problem(.notFound, detail: "nothing is served at this path")))
  }

  /// What `OPTIONS *` asks: whether somebody answers.
  private static var serverIsThere: Decision { .answer(HTTPResponse(.noContent)) }

  /// Decides for a route that was found.
  @inline(__always)
  private func decide(_ head: RequestHead, _ hasContent: Bool, for index: Int) -> Decision {
    // SAFETY: the list holds it as long as there is this object. Without a reference of its own it is not counted.
    Unmanaged.passUnretained(operations[index])._withUnsafeGuaranteedRef {
      decide(head, hasContent, for: index, $0)
    }
  }

  @inline(__always)
  private func decide(
    _ head: RequestHead, _ hasContent: Bool, for index: Int, _ operation: APIOperation
  ) -> Decision {
    var match = Match(route: index)
    if let gate = gates[index] {
      switch gate.decide(head) {
      case .admitted(let client, let requirement):
        match.authenticated = client
        match.requirement = requirement
      case .refused(let problem): return .answer(Self.answer(problem))
      }
    }
    if let check = checks[index], let problem = check(head, operation) { return .answer(Self.answer(problem)) }
    if hasContent || head.contains(.accept), let problem = negotiate(head, hasContent, operation) {
      return .answer(Self.answer(problem))
    }
    return .handle(match)
  }

  /// 405 with `Allow` (RFC 9110 §15.5.6), or the answer to OPTIONS where no route has it.
  private static func otherMethods(_ methods: [HTTPMethod], for head: RequestHead) -> HTTPResponse {
    var allowed = methods
    if allowed.contains(.get) && !allowed.contains(.head) { allowed.append(.head) }
    if !allowed.contains(.options) { allowed.append(.options) }
    let fields: HTTPFields = [
      .allow: HTTPFieldValue(unchecked: allowed.map(\.rawValue).sorted().joined(separator: ", "))
    ]
    if head.method == .options { return HTTPResponse(.noContent, fields: fields) }
    let names = allowed.map(\.rawValue).sorted().joined(separator: ", ")
    return answer(
      Problem(.methodNotAllowed, detail: "this path is served for \(names)", fields: fields))
  }

  /// 406 when the client accepts nothing that the operation answers, 415 when it cannot read the content.
  private func negotiate(_ head: RequestHead, _ hasContent: Bool, _ operation: APIOperation) -> Problem? {
    if head.contains(.accept), !head.has(operation.usualAccept, for: .accept), let media = operation.responseContent,
      !isAccepted(media, by: head)
    {
      return Problem(.notAcceptable, detail: "this operation answers with \(media.essence)")
    }
    guard hasContent, operation.takesContent else { return nil }
    if head.contains(.contentEncoding),
      let coding = head.joinedText(of: .contentEncoding)?.lowercased(), coding != "identity",
      !readableCodings.contains(coding == "x-gzip" ? "gzip" : coding)
    {
      return unreadable
    }
    if head.has(operation.usualContentType, for: .contentType) { return nil }
    guard let type = head.value(of: .contentType) else {
      guard operation.requestContent.needsMediaType else { return nil }
      let accepted = operation.requestContent.acceptedTypes
      return Problem(.unsupportedMediaType, detail: "send the request body with Content-Type: \(accepted)")
    }
    if let media = MediaType(String(decoding: type, as: UTF8.self)), operation.requestContent.accepts(media) {
      return nil
    }
    return Problem(.unsupportedMediaType, detail: "send the request body as \(operation.requestContent.acceptedTypes)")
  }

  private func isAccepted(_ media: MediaType, by head: RequestHead) -> Bool {
    if let line = head.onlyValue(of: .accept), let answer = AcceptedMediaTypes.accepts(media, in: line) {
      return answer
    }
    return head.joinedText(of: .accept).map { AcceptedMediaTypes($0).accepts(media) } ?? true
  }

  /// 415 with what could be read (RFC 9110 §15.5.16).
  private var unreadable: Problem {
    let codings = readableCodings.isEmpty ? "identity" : readableCodings.joined(separator: ", ")
    let remedy = readableCodings.isEmpty ? "without a content coding" : "with one content coding of \(codings), or none"
    return Problem(
      .unsupportedMediaType, detail: "send the request body \(remedy)",
      fields: [.acceptEncoding: HTTPFieldValue(unchecked: codings)])
  }

  // MARK: With the content

  /// The request that was matched, with its content.
  func request(
    _ match: Match, _ head: RequestHead, body: [UInt8], peer: PeerAddress?,
    until deadline: LoopInstant = .distantFuture
  ) -> ServerRequest {
    ServerRequest(
      head: head, body: body, operation: operations[match.route], remoteAddress: peer?.description,
      clientCertificate: peer?.clientCertificate, authenticated: match.authenticated,
      deadlineNanoseconds: deadline.nanoseconds)
  }

  /// The answer that `respond` gives. Errors that the contract does not declare become a 500 that says nothing but the
  /// request's id.
  @inline(__always)
  func answer(
    to request: ServerRequest, from respond: (ServerRequest) async throws -> HTTPResponse
  ) async -> HTTPResponse {
    do {
      return try await respond(request)
    } catch {
      return failed(error, request)
    }
  }

  func failed(_ error: any Error, _ request: ServerRequest) -> HTTPResponse {
    if error is CancellationError, Task.isCancelled {
      return Self.answer(Problem(.serviceUnavailable, detail: "the request was given up"))
    }
    report(error, request)
    return Self.answer(
      Problem(
        .internalServerError, requestID: request.id,
        fields: [.requestID: HTTPFieldValue(unchecked: request.id)]))
  }

  /// The answer that `problem` describes.
  static func answer(_ problem: Problem) -> HTTPResponse {
    (try? problem.response()) ?? HTTPResponse(problem.status)
  }
}

extension RequestPipeline {
  /// The answer to a request that comes from the same process, checked in the order that a connection would.
  package func respond(to message: HTTPRequest) async throws -> HTTPResponse {
    let head = RequestHead(message)
    let hasContent = message.body.length != 0
    let visit = hasExchange(nil) ? visit(head, hasContent: hasContent, peer: nil) : nil
    switch visit?.decision ?? decide(head, hasContent: hasContent) {
    case .answer(let response):
      guard let visit else { return response }
      return await answer(to: request(visit, head, body: [])) { try await self.throughMiddleware($0, visit) }
    case .handle(let match):
      let body: [UInt8]
      do {
        body = try await message.body.collect(upTo: maxBodies[match.route])
      } catch let error as HTTPBodyTooLarge {
        return refusal(
          .contentTooLarge, "the request body is longer than \(error.maxBytes) bytes", for: head, in: visit?.exchange)
      }
      let deadline = deadline(head)
      if let visit {
        let request = request(visit, head, body: body, until: deadline)
        return await answer(to: request) { try await self.throughMiddleware($0, visit) }
      }
      if hasExchange(match.route) {
        let visit = self.visit(head, match, peer: nil)
        let request = request(visit, head, body: body, until: deadline)
        return await answer(to: request) { try await self.respond(to: $0, visit) }
      }
      let request = request(match, head, body: body, peer: nil, until: deadline)
      return await answer(to: request, from: routes[match.route].respond)
    }
  }

  /// What the server answers by itself, as its middleware lets it go.
  func refusal(
    _ status: HTTPStatus, _ reason: String, for head: RequestHead?, in exchange: Exchange?
  ) -> HTTPResponse {
    var response = Self.answer(Problem(status, detail: reason))
    guard !middleware.isEmpty else { return response }
    middleware.refuse(&response, in: exchange ?? Exchange(head: head, operation: nil))
    return response
  }
}
