internal import Contract

extension RequestPipeline: HTTPResponder {
  package func begin(_ head: RequestHead, peer: PeerAddress, contentLength: Int?) -> HeadDecision {
    switch decide(head, hasContent: contentLength != 0) {
    case .answer(let response):
      return .answer(response)
    case .handle(let match):
      return .accept(
        AcceptedRequest(
          maxBodyBytes: maxBodyBytes, timeout: timeouts[match.route], route: match.route,
          context: match.authenticated))
    }
  }

  package func request(
    _ accepted: AcceptedRequest, _ head: RequestHead, content: [UInt8], peer: PeerAddress
  ) -> any AnyObject & Sendable {
    let match = Match(route: accepted.route, authenticated: accepted.context as? Authenticated)
    return request(match, head, body: content, remoteAddress: peer.description)
  }

  package func handler(of accepted: AcceptedRequest) -> RequestHandler {
    if middleware.isEmpty { return routes[accepted.route].handler }
    return { [self] request, sink, serial in
      let response = await answer(to: unsafeDowncast(request, to: ServerRequest.self), from: throughMiddleware)
      if let stream = sink.deliver(response, for: serial) { await sink.pull(stream, for: serial) }
    }
  }

  package func answer(to error: any Error, of request: AnyObject) -> HTTPResponse {
    failed(error, unsafeDowncast(request, to: ServerRequest.self))
  }

  package func refusal(_ status: HTTPStatus, _ reason: String, for head: RequestHead?) -> HTTPResponse {
    Self.answer(Problem(status, detail: reason))
  }
}
