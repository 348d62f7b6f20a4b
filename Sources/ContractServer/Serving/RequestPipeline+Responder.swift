internal import Contract

extension RequestPipeline: HTTPResponder {
  package func begin(_ head: RequestHead, peer: PeerAddress, contentLength: Int?) -> HeadDecision {
    switch decide(head, hasContent: contentLength != 0) {
    case .answer(let response):
      return .answer(response)
    case .handle(let match):
      return .accept(
        RequestHandling(maxBodyBytes: maxBodyBytes, timeout: routes[match.route].operation.timeout) { body in
          await handle(match, head, body: body, remoteAddress: peer.description)
        })
    }
  }

  package func refusal(_ status: HTTPStatus, _ reason: String, for head: RequestHead?) -> HTTPResponse {
    Self.answer(Problem(status, detail: reason))
  }
}
