internal import Contract

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
  }

  let routes: [Route]
  /// The operation of each route, so that asking for it copies no route.
  private let operations: [Operation]
  let timeouts: [Duration?]
  private let checks: [(@Sendable (RequestHead, Operation) -> Problem?)?]
  /// What each route's operation asks of a client; nil for nothing.
  let gates: [SecurityGate?]
  let tree: RouteTree
  let middleware: MiddlewareChain
  let maxBodyBytes: Int
  let report: @Sendable (any Error, ServerRequest) -> Void

  /// - Throws: ``RouteConflict`` when the routes cannot be served together.
  init(
    router: Router, middleware: [any Middleware], maxBodyBytes: Int,
    report: @escaping @Sendable (any Error, ServerRequest) -> Void
  ) throws(RouteConflict) {
    self.routes = router.routes.map(\.announcingDeprecation)
    self.operations = routes.map(\.operation)
    self.checks = routes.map(\.check)
    self.timeouts = operations.map(\.timeout)
    self.gates = try router.gates()
    self.tree = try router.tree()
    self.middleware = MiddlewareChain(middleware)
    self.maxBodyBytes = maxBodyBytes
    self.report = report
  }

  // MARK: From the head alone

  /// Decides from the head: 404, then 405, credentials and the route's own check (401, 403), 406, 415.
  ///
  /// - Parameter hasContent: false when the framing says that there is no content.
  func decide(_ head: RequestHead, hasContent: Bool) -> Decision {
    switch tree.match(head) {
    case .none:
      return .answer(Self.answer(Problem(.notFound, detail: "nothing is served at this path")))
    case .otherMethods(let methods):
      return .answer(Self.otherMethods(methods, for: head))
    case .route(let index):
      let operation = operations[index]
      var authenticated: Authenticated?
      if let gate = gates[index] {
        switch gate.decide(head) {
        case .admitted(let client): authenticated = client
        case .refused(let problem): return .answer(Self.answer(problem))
        }
      }
      if let problem = checks[index]?(head, operation) ?? Self.negotiate(head, hasContent, operation) {
        return .answer(Self.answer(problem))
      }
      return .handle(Match(route: index, authenticated: authenticated))
    }
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
  private static func negotiate(_ head: RequestHead, _ hasContent: Bool, _ operation: Operation) -> Problem? {
    if let bytes = head.bytes(of: .accept), !head.has(operation.usualAccept, for: .accept),
      !bytes.elementsEqual("*/*".utf8), let media = operation.responseContent,
      let accept = head.joinedText(of: .accept), !AcceptedMediaTypes(accept).accepts(media)
    {
      return Problem(.notAcceptable, detail: "this operation answers with \(media.essence)")
    }
    guard hasContent, operation.takesContent else { return nil }
    if let coding = head.text(of: .contentEncoding), coding.lowercased() != "identity" {
      return Problem(
        .unsupportedMediaType, detail: "send the request body without a content coding",
        fields: [.acceptEncoding: "identity"])
    }
    if head.has(operation.usualContentType, for: .contentType) { return nil }
    guard let type = head.bytes(of: .contentType) else {
      guard operation.requestContent.needsMediaType else { return nil }
      let accepted = operation.requestContent.acceptedTypes
      return Problem(.unsupportedMediaType, detail: "send the request body with Content-Type: \(accepted)")
    }
    if let media = MediaType(String(decoding: type, as: UTF8.self)), operation.requestContent.accepts(media) {
      return nil
    }
    return Problem(.unsupportedMediaType, detail: "send the request body as \(operation.requestContent.acceptedTypes)")
  }

  // MARK: With the content

  /// The request that was matched, with its content.
  func request(_ match: Match, _ head: RequestHead, body: [UInt8], remoteAddress: String?) -> ServerRequest {
    ServerRequest(
      head: head, body: body, operation: operations[match.route], remoteAddress: remoteAddress,
      authenticated: match.authenticated)
  }

  /// What answers requests for a route: the route itself, or the middleware around it.
  func answering(_ route: Int) -> @Sendable (ServerRequest) async throws -> HTTPResponse {
    middleware.isEmpty ? routes[route].respond : throughMiddleware
  }

  /// The answer that `respond` gives. Errors that the contract does not declare become a 500 that says nothing but the
  /// request's id.
  @inline(__always)
  func answer(
    to request: ServerRequest, from respond: @Sendable (ServerRequest) async throws -> HTTPResponse
  ) async -> HTTPResponse {
    do {
      return try await respond(request)
    } catch {
      return failed(error, request)
    }
  }

  @Sendable
  func throughMiddleware(_ request: ServerRequest) async throws -> HTTPResponse {
    let head = request.head
    let target = head.query.map { "\(head.path)?\($0)" } ?? head.path
    let message = HTTPRequest(
      head.method, target, authority: head.authority, fields: head.fields,
      body: request.body.isEmpty ? .empty : .bytes(request.body))
    return try await middleware.respond(to: message, for: request.operation) { [self] message in
      try await answer(message, remoteAddress: request.remoteAddress)
    }
  }

  /// The answer to a request as middleware passes it on. It is routed and checked anew, so that a rewritten request
  /// cannot slip past the checks of the route it now leads to.
  private func answer(_ message: HTTPRequest, remoteAddress: String?) async throws -> HTTPResponse {
    let head = RequestHead(message)
    let body = try await message.body.collect(upTo: maxBodyBytes)
    switch decide(head, hasContent: !body.isEmpty) {
    case .answer(let response): return response
    case .handle(let match):
      let request = self.request(match, head, body: body, remoteAddress: remoteAddress)
      do {
        return try await routes[match.route].respond(request)
      } catch {
        return failed(error, request)
      }
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
    switch decide(head, hasContent: hasContent) {
    case .answer(let response): return response
    case .handle(let match):
      do {
        let body = try await message.body.collect(upTo: maxBodyBytes)
        let request = self.request(match, head, body: body, remoteAddress: nil)
        return await answer(to: request, from: answering(match.route))
      } catch is HTTPBodyTooLarge {
        return Self.answer(
          Problem(.contentTooLarge, detail: "the request body is longer than \(maxBodyBytes) bytes"))
      }
    }
  }
}
