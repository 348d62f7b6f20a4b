internal import Contract

/// The checks of a head. Their order is the order of refusals.
extension RequestPipeline {
  /// The result of the checks.
  enum HeadCheck {
    /// The response to a request that no handler gets, and its route if there is one.
    case respond(HTTPResponse, route: ServedRoute?)
    case admit(RouteAdmission)
  }

  /// A route that admits a request.
  struct RouteAdmission {
    var route: ServedRoute
    /// The sender; nil if the operation requires no credentials.
    var authenticated: Authenticated?
    /// The index of the operation's security requirement that was met.
    var requirement = 0
  }

  /// Checks a head: 404, then 405, credentials and the route's own check (401, 403), 406, 415.
  ///
  /// - Parameter hasContent: false if the request has no body according to its framing.
  @inline(__always)
  func check(_ head: RequestHead, hasContent: Bool) -> HeadCheck {
    switch tree.match(head) {
    case .none:
      return .respond(Self.response(Problem(.notFound, detail: "nothing is served at this path")), route: nil)
    // `OPTIONS *` checks that a server responds.
    case .wholeServer: return .respond(HTTPResponse(.noContent), route: nil)
    case .otherMethods(let methods): return .respond(Self.otherMethods(methods, for: head), route: nil)
    case .route(let index):
      var admission = RouteAdmission(route: routes[index])
      if let problem = refusal(head, hasContent, &admission) {
        return .respond(Self.response(problem), route: admission.route)
      }
      return .admit(admission)
    }
  }

  /// Returns the reason why a route refuses a request.
  @inline(__always)
  private func refusal(_ head: RequestHead, _ hasContent: Bool, _ admission: inout RouteAdmission) -> Problem? {
    let route = admission.route
    if let gate = route.gate {
      switch gate.decide(head) {
      case .admitted(let client, let requirement):
        admission.authenticated = client
        admission.requirement = requirement
      case .refused(let problem): return problem
      }
    }
    if let check = route.route.check, let problem = check(head, route.operation) { return problem }
    return hasContent || head.contains(.accept) ? negotiate(head, hasContent, route.operation) : nil
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
      fields: [.acceptEncoding: HTTPFieldValue(unchecked: codings)])
  }
}
