package import ContractHTTP
package import ContractLoop

/// What stands above the socket engine and decides what requests are answered with.
///
/// The engine speaks HTTP/1.1 (framing, limits, timeouts, connections) and knows no contracts; a responder knows routes
/// and contracts and no sockets. Every connection of every loop calls the same responder.
package protocol HTTPResponder: AnyObject, Sendable {
  /// Decides from a complete and valid head alone, before any byte of the content is read and before any
  /// `100 (Continue)` is sent. Runs on the connection's loop, so it must not block.
  ///
  /// The engine itself refuses afterwards, in this order: an unknown `Expect` (417), and a `Content-Length` over
  /// ``AcceptedRequest/maxBodyBytes`` (413).
  ///
  /// - Parameters:
  ///   - peer: the other end of the connection.
  ///   - contentLength: the bytes of content announced, 0 for none, nil when chunked.
  func begin(_ head: RequestHead, peer: PeerAddress, contentLength: Int?) -> HeadDecision

  /// An accepted request, whose content has arrived, and what answers it.
  ///
  /// The request must hold the head for as long as it lives: the connection has no reference of its own then.
  ///
  /// The handler runs in a task that prefers the connection's loop, where other requests are handled before and after. It is
  /// cancelled when the client is gone, when the time is over or when the server's drain deadline has passed; what it
  /// delivers then is dropped.
  func call(
    _ accepted: AcceptedRequest, _ head: consuming RequestHead, content: consuming [UInt8], peer: PeerAddress
  ) -> HandlerCall

  /// The answer to an error that a handler has thrown, and that nothing declares.
  func answer(to error: any Error, of request: AnyObject) -> HTTPResponse

  /// The answer for what the engine itself refuses: parser errors (400, 414, 431, 501, 505), 408, 413, 417, and 503
  /// for a handler that runs past its time. The engine closes the connection where the protocol asks for it.
  ///
  /// - Parameters:
  ///   - reason: one sentence for the client; it repeats none of the request's bytes.
  ///   - head: the request's head; nil when the refusal came before a valid one.
  ///   - accepted: what the responder has made of the head, when it has accepted it.
  ///   - peer: the other end of the connection.
  func refusal(
    _ status: HTTPStatus, _ reason: String, for head: RequestHead?, accepted: AcceptedRequest?, peer: PeerAddress
  ) -> HTTPResponse
}

/// A request for a handler.
package struct HandlerCall {
  /// The request, as the object that the handler takes.
  package let request: AnyObject
  /// What answers it.
  package let handler: RequestHandler

  package init(_ request: consuming AnyObject, _ handler: @escaping RequestHandler) {
    self.request = request
    self.handler = handler
  }
}

/// What a responder wants done with a request whose head it has seen.
package enum HeadDecision: Sendable {
  /// Answer at once. Content that was announced is drained within bounds, or the connection is closed.
  case answer(HTTPResponse)
  /// Read the content, then handle the request.
  case accept(AcceptedRequest)
  /// Let the handler answer without any content; what was announced is treated as for `answer`.
  case handle(AcceptedRequest)
}

/// A request that a responder wants to handle once its content has arrived: limits for the engine, and what the responder
/// found out from the head.
package struct AcceptedRequest: Sendable {
  /// The most bytes of content to read; past it the engine answers 413 and closes the connection.
  package var maxBodyBytes: Int

  /// How long the handler may take before its task is cancelled and the engine answers 503; nil takes
  /// ``ServerTimeouts/handler``.
  package var timeout: Duration?

  /// When the handler has to be done at the latest, because its client waits no longer.
  package var deadline: LoopInstant

  /// The responder's own number for what handles the request; it names the handler when one blocks its loop.
  package var route: Int

  /// What else the responder found out from the head; its class is the responder's own business.
  package var context: (any AnyObject & Sendable)?

  package init(
    maxBodyBytes: Int, timeout: Duration? = nil, deadline: LoopInstant = .distantFuture, route: Int = 0,
    context: (any AnyObject & Sendable)? = nil
  ) {
    self.maxBodyBytes = maxBodyBytes
    self.timeout = timeout
    self.deadline = deadline
    self.route = route
    self.context = context
  }
}
