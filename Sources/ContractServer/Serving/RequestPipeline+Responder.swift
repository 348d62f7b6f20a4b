internal import Contract
internal import ContractLoop
package import ContractSockets

extension RequestPipeline: HTTPResponder {
  package func begin(_ head: RequestHead, peer: PeerAddress, contentLength: Int?) -> HeadDecision {
    if hasExchange(nil) { return beginVisit(head, peer: peer, hasContent: contentLength != 0) }
    switch decide(head, hasContent: contentLength != 0) {
    case .answer(let response):
      return .answer(response)
    case .handle(let match):
      let visit = hasExchange(match.route) ? visit(head, match, peer: peer) : nil
      return .accept(accept(match, head, context: visit ?? match.authenticated))
    }
  }

  private func beginVisit(_ head: RequestHead, peer: PeerAddress, hasContent: Bool) -> HeadDecision {
    let visit = visit(head, hasContent: hasContent, peer: peer)
    switch visit.decision {
    case .answer: return .handle(AcceptedRequest(maxBodyBytes: 0, route: -1, context: visit))
    case .handle(let match): return .accept(accept(match, head, context: visit))
    }
  }

  @inline(__always)
  private func accept(
    _ match: Match, _ head: RequestHead, context: (any AnyObject & Sendable)?
  ) -> AcceptedRequest {
    AcceptedRequest(
      maxBodyBytes: maxBodies[match.route], timeout: timeouts[match.route],
      deadline: deadlineField == nil ? .distantFuture : deadline(head), route: match.route, context: context)
  }

  /// Until when the client of a request waits, if it says so in a field that is read.
  @inline(never)
  func deadline(_ head: RequestHead) -> LoopInstant {
    guard let deadlineField, let text = head.text(of: deadlineField), text.utf8.count <= 12,
      text.utf8.allSatisfy({ $0 &- 0x30 < 10 }), let milliseconds = Int64(text)
    else { return .distantFuture }
    return .read().advanced(by: .milliseconds(milliseconds))
  }

  package func call(
    _ accepted: AcceptedRequest, _ head: consuming RequestHead, content: consuming [UInt8], peer: PeerAddress
  ) -> HandlerCall {
    if hasExchange(accepted.route) { return callThroughMiddleware(accepted, head, content) }
    // SAFETY: without middleware a context is what `begin` has put there.
    let authenticated = accepted.context.map { unsafeDowncast($0, to: Authenticated.self) }
    return HandlerCall(
      ServerRequest(
        head: head, body: content, operation: operations[accepted.route], peer: peer.peer,
        authenticated: authenticated, deadlineNanoseconds: accepted.deadline.nanoseconds),
      routes[accepted.route].handler)
  }

  private func callThroughMiddleware(
    _ accepted: AcceptedRequest, _ head: RequestHead, _ content: [UInt8]
  ) -> HandlerCall {
    guard let visit = accepted.context as? Visit else { preconditionFailure("begin has made a visit") }
    return HandlerCall(request(visit, head, body: content, until: accepted.deadline)) { [self] slot in
      let response = await answer(to: slot.serverRequest) { try await self.respond(to: $0, visit) }
      slot.deliver(response)
    }
  }

  package func answer(to error: any Error, of request: AnyObject) -> HTTPResponse {
    failed(error, unsafeDowncast(request, to: ServerRequest.self))
  }

  package func refusal(
    _ status: HTTPStatus, _ reason: String, for head: RequestHead?, accepted: AcceptedRequest?, peer: PeerAddress
  ) -> HTTPResponse {
    let exchange =
      (accepted?.context as? Visit)?.exchange
      ?? (middleware.isEmpty
        ? nil
        : Exchange(head: head, operation: nil, peer: peer))
    return refusal(status, reason, for: head, in: exchange)
  }
}
