package import ContractHTTP

/// What stands above the socket engine and decides what requests are answered with.
///
/// The engine speaks HTTP/1.1 (framing, limits, timeouts, connections) and knows no contracts; a responder knows routes
/// and contracts and no sockets. Every connection of every loop calls the same responder.
package protocol HTTPResponder: Sendable {
  /// Decides from a complete and valid head alone, before any byte of the content is read and before any
  /// `100 (Continue)` is sent. Runs on the connection's loop, so it must not block.
  ///
  /// The engine itself refuses afterwards, in this order: an unknown `Expect` (417), and a `Content-Length` over
  /// ``RequestHandling/maxBodyBytes`` (413).
  ///
  /// - Parameters:
  ///   - peer: the other end of the connection.
  ///   - contentLength: the bytes of content announced, 0 for none, nil when chunked.
  func begin(_ head: RequestHead, peer: PeerAddress, contentLength: Int?) -> HeadDecision

  /// The answer for what the engine itself refuses: parser errors (400, 414, 431, 501, 505), 408, 413, 417, and 503
  /// for a handler that runs past its time. The engine closes the connection where the protocol asks for it.
  ///
  /// - Parameters:
  ///   - head: the request's head; nil when the refusal came before a valid one.
  ///   - reason: one sentence for the client; it repeats none of the request's bytes.
  func refusal(_ status: HTTPStatus, _ reason: String, for head: RequestHead?) -> HTTPResponse
}

/// What a responder wants done with a request whose head it has seen.
package enum HeadDecision: Sendable {
  /// Answer at once. Content that was announced is drained within bounds, or the connection is closed.
  case answer(HTTPResponse)
  /// Read the content, then handle the request.
  case accept(RequestHandling)
}

/// How an accepted request is handled.
package struct RequestHandling: Sendable {
  /// The most bytes of content to read; past it the engine answers 413 and closes the connection.
  package var maxBodyBytes: Int

  /// How long `respond` may take before its task is cancelled and the engine answers 503; nil takes
  /// ``ServerTimeouts/handler``.
  package var timeout: Duration?

  /// Makes the answer from the whole content. Runs once, as a task that prefers the connection's loop. The task is
  /// cancelled when the client is gone, when the time is over or when the server's drain deadline has passed; what it
  /// returns then is dropped.
  package var respond: @Sendable (_ body: [UInt8]) async -> HTTPResponse

  package init(
    maxBodyBytes: Int, timeout: Duration? = nil, respond: @escaping @Sendable (_ body: [UInt8]) async -> HTTPResponse
  ) {
    self.maxBodyBytes = maxBodyBytes
    self.timeout = timeout
    self.respond = respond
  }
}
