internal import Contract
internal import ContractLoop
package import ContractSockets

/// The result of admitting a request.
package struct RequestAdmission: Sendable {
  enum Path: Sendable {
    /// To a route, on which no middleware stands.
    case route(RequestPipeline.Match)
    /// Through middleware.
    case visit(Visit)
  }

  let path: Path
  let deadline: LoopInstant

  var visit: Visit? {
    if case .visit(let visit) = path { visit } else { nil }
  }
}

extension RequestPipeline: Responder {
  package func admit(
    _ head: RequestHead, from peer: PeerAddress, contentLength: Int?
  ) -> HeadDecision<RequestAdmission> {
    if hasExchange(nil) { return admitVisit(head, from: peer, hasContent: contentLength != 0) }
    switch decide(head, hasContent: contentLength != 0) {
    case .answer(let response):
      return .respond(response)
    case .handle(let match):
      return admit(head, match, hasExchange(match.route) ? .visit(visit(head, match, peer: peer)) : .route(match))
    }
  }

  private func admitVisit(
    _ head: RequestHead, from peer: PeerAddress, hasContent: Bool
  ) -> HeadDecision<RequestAdmission> {
    let visit = visit(head, hasContent: hasContent, peer: peer)
    switch visit.decision {
    case .answer:
      return .admit(
        RequestAdmission(path: .visit(visit), deadline: .distantFuture), HandlingTerms(.ignore, tag: -1))
    case .handle(let match): return admit(head, match, .visit(visit))
    }
  }

  @inline(__always)
  private func admit(
    _ head: RequestHead, _ match: Match, _ path: consuming RequestAdmission.Path
  ) -> HeadDecision<RequestAdmission> {
    let deadline = deadlineField == nil ? .distantFuture : deadline(head)
    return .admit(
      RequestAdmission(path: path, deadline: deadline),
      HandlingTerms(
        .collect(upTo: maxBodies[match.route]), timeout: timeouts[match.route], deadline: deadline, tag: match.route))
  }

  /// The instant after which the client of a request no longer waits, if it names one in a header that is read.
  @inline(never)
  func deadline(_ head: RequestHead) -> LoopInstant {
    guard let deadlineField, let text = head.text(of: deadlineField), text.utf8.count <= 12,
      text.utf8.allSatisfy({ $0 &- 0x30 < 10 }), let milliseconds = Int64(text)
    else { return .distantFuture }
    return .read().advanced(by: .milliseconds(milliseconds))
  }

  package nonisolated(nonsending) func respond(
    to incoming: consuming IncomingRequest<RequestAdmission>, through writer: ResponseWriter
  ) async {
    let deadline = incoming.admission.deadline
    switch incoming.admission.path {
    case .route(let match):
      let request = ServerRequest(
        head: incoming.head, body: incoming.content.bytes, operation: operations[match.route], peer: incoming.peer.peer,
        authenticated: match.authenticated, deadlineNanoseconds: deadline.nanoseconds)
      let slot = RequestSlot(request, to: ConnectionSink(pipeline: self, writer: writer))
      let handler = routes[match.route].handler
      await ServerRequest.$bound.withValue(request) { await handler(slot) }
      if writer.isAwaited { slot.respond(toUndeclared: MissingResponse()) }
    case .visit(let visit):
      let request = request(visit, incoming.head, body: incoming.content.bytes, until: deadline)
      let response = await ServerRequest.$bound.withValue(request) {
        await answer(to: request) { try await self.respond(to: $0, visit) }
      }
      writer.respond(response)
    }
  }

  package func refusal(
    _ status: HTTPStatus, _ reason: String, to head: RequestHead?, admission: RequestAdmission?,
    from peer: PeerAddress
  ) -> HTTPResponse {
    let exchange =
      admission?.visit?.exchange
      ?? (middleware.isEmpty ? nil : Exchange(head: head, operation: nil, peer: peer))
    return refusal(status, reason, for: head, in: exchange)
  }
}

/// Sends the responses of routes to a connection.
private struct ConnectionSink: ResponseSink {
  let pipeline: RequestPipeline
  let writer: ResponseWriter

  func send(_ response: HTTPResponse) { writer.respond(response) }

  func send(responseTo error: any Error, of request: ServerRequest) { writer.respond(pipeline.failed(error, request)) }

  func takeMemory() -> [UInt8] { writer.takeMemory() }

  func keepMemory(_ memory: consuming [UInt8]) { writer.keepMemory(memory) }
}
