internal import Contract

extension RequestPipeline: HTTPResponder {
  package func begin(_ head: RequestHead, peer: PeerAddress, contentLength: Int?) -> HeadDecision {
    switch decide(head, hasContent: contentLength != 0) {
    case .answer(let response):
      return .answer(response)
    case .handle(let route):
      let timeout = routes[route].operation.timeout
      return .accept(AcceptedRequest(maxBodyBytes: maxBodyBytes, timeout: timeout, route: route))
    }
  }

  package func handle(
    _ accepted: AcceptedRequest, _ head: RequestHead, content: [UInt8], for exchange: Exchange
  ) -> Task<Void, any Error> {
    let respond = answering(accepted.route)
    let request = ServerRequest(
      head: head, body: content, operation: routes[accepted.route].operation,
      remoteAddress: exchange.peer.description)
    return Task.immediate(executorPreference: exchange.loop) { [self] in
      await exchange.send(answer(to: request, from: respond))
    }
  }

  package func refusal(_ status: HTTPStatus, _ reason: String, for head: RequestHead?) -> HTTPResponse {
    Self.answer(Problem(status, detail: reason))
  }
}
