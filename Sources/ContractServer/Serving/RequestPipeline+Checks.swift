internal import Contract
internal import ContractHTTP
internal import ContractHTTP1

/// The checks of a head. Their order is the order of refusals.
extension RequestPipeline {
  /// The result of the checks.
  enum HeadCheck {
    /// The response to a request that no handler gets, and its route if there is one.
    case respond(HTTPResponse, route: ServedRoute?)
    case admit(RouteAdmission)
    /// An authenticator of the route may wait, see ``RequestPipeline/checkWaiting(_:hasContent:knowing:)``.
    case wait(ServedRoute)
    /// An authenticator of the route has thrown an error.
    case fail(any Error, route: ServedRoute)

    /// The route; nil if there is none.
    var route: ServedRoute? {
      switch self {
      case .respond(_, let route): route
      case .admit(let admission): admission.route
      case .wait(let route), .fail(_, let route): route
      }
    }

    /// The admission; nil if no handler gets the request.
    var admission: RouteAdmission? {
      if case .admit(let admission) = self { admission } else { nil }
    }

    /// The status of the response to a request that no handler gets.
    var refusal: HTTPStatus? {
      switch self {
      case .respond(let response, _): response.status
      case .fail(let error, _): error is AuthenticationTimeout ? .serviceUnavailable : .internalServerError
      case .admit, .wait: nil
      }
    }
  }

  /// A route that admits a request.
  struct RouteAdmission {
    var route: ServedRoute
    /// The sender; nil if the operation requires no credentials.
    var authenticated: (any AcceptedClient)?
    /// The index of the operation's security requirement that was met.
    var requirement = 0

    /// The scheme of the sender's credentials; nil if the operation requires none.
    var scheme: SecurityScheme? {
      authenticated == nil ? nil : route.operation.security[requirement].scheme
    }
  }

  /// Checks a head: 404, then 405, credentials and the route's own check (401, 403), the handshake of a WebSocket (426, 400, 403),
  /// 406, 415.
  ///
  /// - Parameters:
  ///   - hasContent: false if the request has no body according to its framing.
  ///   - known: the client that an earlier check of the same request has admitted.
  @inline(__always)
  func check(_ head: RequestHead, hasContent: Bool, knowing known: SecurityGate.KnownClient? = nil) -> HeadCheck {
    switch tree.match(head) {
    case .none:
      return .respond(Self.response(Problem(.notFound, detail: "nothing is served at this path")), route: nil)
    // `OPTIONS *` checks that a server responds.
    case .wholeServer: return .respond(HTTPResponse(.noContent), route: nil)
    case .otherMethods(let methods): return .respond(Self.otherMethods(methods, for: head), route: nil)
    case .route(let index):
      let route = routes[index]
      guard let gate = route.gate else { return check(head, hasContent, RouteAdmission(route: route)) }
      if gate.waits { return .wait(route) }
      return check(head, hasContent, route, gate.decide(head, knowing: known))
    }
  }

  /// Checks a head like ``check(_:hasContent:knowing:)``, and waits for the authenticators of the route.
  nonisolated(nonsending) func checkWaiting(
    _ head: RequestHead, hasContent: Bool, knowing known: SecurityGate.KnownClient? = nil
  ) async -> HeadCheck {
    let result = check(head, hasContent: hasContent, knowing: known)
    guard case .wait(let route) = result, let gate = route.gate else { return result }
    do {
      return check(head, hasContent, route, try await gate.decideWaiting(head, knowing: known))
    } catch {
      return .fail(error, route: route)
    }
  }

  private func check(
    _ head: RequestHead, _ hasContent: Bool, _ route: ServedRoute, _ decision: SecurityGate.Decision
  ) -> HeadCheck {
    switch decision {
    case .admitted(let client, let requirement):
      check(head, hasContent, RouteAdmission(route: route, authenticated: client, requirement: requirement))
    case .refused(let problem): .respond(Self.response(problem), route: route)
    }
  }

  /// Checks a head whose sender is known: the route's own check (401, 403), 406, 415.
  @inline(__always)
  private func check(_ head: RequestHead, _ hasContent: Bool, _ admission: RouteAdmission) -> HeadCheck {
    let route = admission.route
    let problem =
      route.route.check?(head, route.operation)
      ?? (route.operation.opensWebSocket ? Self.handshakeProblem(head, hasContent, route.route.webSocketOrigins) : nil)
      ?? (hasContent || head.contains(.accept) ? negotiate(head, hasContent, route.operation) : nil)
    return problem.map { .respond(Self.response($0), route: route) } ?? .admit(admission)
  }

  /// Returns the response to a request that does not open a WebSocket; nil if it does.
  private static func handshakeProblem(
    _ head: RequestHead, _ hasContent: Bool, _ origins: WebSocketOrigins
  ) -> Problem? {
    do throws(WebSocketHandshake.Refusal) {
      try WebSocketHandshake.check(head, hasContent: hasContent, origins: origins)
      return nil
    } catch {
      switch error {
      case .upgradeRequired(let text):
        return Problem(
          .upgradeRequired, detail: text, fields: ["Upgrade": "websocket", "Sec-WebSocket-Version": "13"])
      case .malformed(let text): return Problem(.badRequest, detail: text)
      case .foreignOrigin:
        return Problem(.forbidden, detail: "a page of this origin may not open the WebSocket")
      }
    }
  }

  /// Returns 405 with `Allow` (RFC 9110 §15.5.6), or the response to OPTIONS if no route serves it.
  private static func otherMethods(_ methods: [HTTPMethod], for head: RequestHead) -> HTTPResponse {
    var allowed = methods
    if allowed.contains(.get) && !allowed.contains(.head) { allowed.append(.head) }
    if !allowed.contains(.options) { allowed.append(.options) }
    let fields: HTTPFields = [
      .allow: HTTPFieldValue(unchecked: allowed.map(\.rawValue).sorted().joined(separator: ", "))
    ]
    if head.method == .options { return HTTPResponse(.noContent, fields: fields) }
    let names = allowed.map(\.rawValue).sorted().joined(separator: ", ")
    return response(
      Problem(.methodNotAllowed, detail: "this path is served for \(names)", fields: fields))
  }

  /// Returns 406 when the client does not accept the operation's response, 415 when the operation cannot read the body.
  private func negotiate(_ head: RequestHead, _ hasContent: Bool, _ operation: APIOperation) -> Problem? {
    if head.contains(.accept), !head.has(operation.usualAccept, for: .accept), let media = operation.responseContent,
      !operation.choosesMediaType, !media.synonyms.contains(where: { isAccepted($0, by: head) })
    {
      return Problem(.notAcceptable, detail: "this operation responds with \(media.essence)")
    }
    guard hasContent, operation.takesContent else { return nil }
    if head.contains(.contentEncoding),
      let coding = head.joinedText(of: .contentEncoding)?.lowercasedASCII, coding != "identity",
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
    if let line = head.onlyValue(of: .accept), let isAccepted = AcceptedMediaTypes.accepts(media, in: line) {
      return isAccepted
    }
    return head.joinedText(of: .accept).map { AcceptedMediaTypes($0).accepts(media) } ?? true
  }

  /// 415 with the supported content codings (RFC 9110 §15.5.16).
  private var unreadable: Problem {
    let codings = readableCodings.isEmpty ? "identity" : readableCodings.joined(separator: ", ")
    let remedy = readableCodings.isEmpty ? "without a content coding" : "with one content coding of \(codings), or none"
    return Problem(
      .unsupportedMediaType, detail: "send the request body \(remedy)",
      fields: [.acceptEncoding: HTTPFieldValue(codings) ?? "identity"])
  }
}
