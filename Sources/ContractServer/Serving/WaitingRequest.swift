internal import Contract
internal import ContractHTTP
internal import ContractLoop
internal import ContractSockets
internal import Synchronization

/// A request whose credentials are checked by an authenticator that may wait. Its body is read only after the check.
final class WaitingRequest: AdmittedRequest {
  private let head: RequestHead
  private let route: ServedRoute
  private let hasContent: Bool
  private let peer: PeerAddress?
  private let pipeline: RequestPipeline
  let expiry: LoopInstant
  /// The request that produces the response after the check.
  private let admitted = Lock<(any AdmittedRequest)?>(nil)
  /// True once middleware has seen a refusal. It sees only one for each request.
  private let isRefused = Atomic(false)

  init(
    _ head: RequestHead, for route: ServedRoute, hasContent: Bool, until expiry: LoopInstant, from peer: PeerAddress?,
    in pipeline: RequestPipeline
  ) {
    self.head = head
    self.route = route
    self.hasContent = hasContent
    self.expiry = expiry
    self.peer = peer
    self.pipeline = pipeline
  }

  var tag: Int { route.index }
  var timeout: Duration? { route.operation.timeout }

  nonisolated(nonsending) func respond(to body: consuming HTTPBody) async -> HTTPResponse {
    let result = await pipeline.checkWaiting(head, hasContent: hasContent)
    // The engine has refused the request during the check, for example because of its timeout. Middleware has seen this
    // refusal, and the engine discards the response.
    if isRefused.load(ordering: .relaxed) { return HTTPResponse(.serviceUnavailable) }
    if case .admit = result, head.hasUnknownExpectation {
      return refusal(.expectationFailed, RequestHead.unknownExpectation)
    }
    let decision = pipeline.decide(on: result, head, from: peer, hasContent: hasContent, until: expiry)
    admitted.withLock { $0 = decision.request }
    do {
      return try await pipeline.respond(to: body, after: decision)
    } catch {
      // If the body does not arrive, the engine has already refused the request and discards this response.
      return refusal(.badRequest, "the request body cannot be read")
    }
  }

  func refusal(_ status: HTTPStatus, _ reason: String) -> HTTPResponse {
    if isRefused.exchange(true, ordering: .relaxed) {
      return RequestPipeline.response(Problem(status, detail: reason))
    }
    if let admitted = admitted.withLock({ $0 }) { return admitted.refusal(status, reason) }
    return pipeline.refusal(status, reason, in: refusedExchange(status))
  }

  private func refusedExchange(_ status: HTTPStatus) -> Exchange {
    let exchange = Exchange(head: head, operation: route.operation, headRefusal: status, peer: peer)
    pipeline.secretPaths.apply(to: exchange, of: route)
    return exchange
  }

  func streamFailed(_ error: any Error) { admitted.withLock { $0 }?.streamFailed(error) }
}

extension RequestHead {
  static let unknownExpectation = "the only supported expectation is `100-continue`"

  /// True for an expectation that is not supported (RFC 9110 §10.1.1). The engine does not check a request that it
  /// passes on undecided, or one from the same process.
  var hasUnknownExpectation: Bool {
    guard minorVersion > 0, let text = joinedText(of: .expect) else { return false }
    return text.lowercasedASCII.split(atByte: ",").contains {
      let member = $0.withoutOuterSpace
      return !member.isEmpty && member != "100-continue"
    }
  }
}
