package import ContractHTTP
package import ContractLoop

/// The layer above the socket engine, which decides how requests are responded to.
///
/// The engine speaks HTTP/1.1 (framing, limits, timeouts, connections) and knows no contracts; a responder knows routes and
/// contracts and no sockets. Every connection of every loop calls the same responder.
package protocol Responder: Sendable {
  /// The result of admitting a request, which its handler gets.
  associatedtype Admission: Sendable

  /// Decides from a complete and valid head, before any content is read and before any `100 (Continue)` is sent. Runs on
  /// the connection's loop, so it must not block.
  ///
  /// The engine itself refuses afterwards, in this order: an unknown `Expect` (417), and a `Content-Length` over the limit
  /// of the decision (413).
  ///
  /// - Parameters:
  ///   - peer: the other end of the connection.
  ///   - contentLength: the announced content length in bytes, 0 without content, nil when chunked.
  func admit(_ head: RequestHead, from peer: PeerAddress, contentLength: Int?) -> HeadDecision<Admission>

  /// Responds to an admitted request, once.
  ///
  /// Runs in a task that prefers the connection's loop, where other requests are handled before and after. The task is
  /// cancelled when the client is gone, the time is over or the server's drain deadline has passed; a later response is
  /// dropped. Without a response before it returns, the engine sends a 500.
  nonisolated(nonsending) func respond(
    to request: consuming IncomingRequest<Admission>, through writer: ResponseWriter) async

  /// Returns the response to what the engine itself refuses: parser errors (400, 414, 431, 501, 505), 408, 413, 417, and 503
  /// for a handler that exceeds its time. The engine closes the connection where the protocol requires it.
  ///
  /// - Parameters:
  ///   - reason: one sentence for the client, without any of the request's bytes.
  ///   - head: the request's head; nil when the refusal came before a valid one.
  ///   - admission: the admission of the request, if there is one.
  ///   - peer: the other end of the connection.
  func refusal(
    _ status: HTTPStatus, _ reason: String, to head: RequestHead?, admission: Admission?, from peer: PeerAddress
  ) -> HTTPResponse
}

/// The decision about a request whose head has arrived.
package enum HeadDecision<Admission: Sendable>: Sendable {
  /// Respond at once. Announced content is drained within bounds, or the connection is closed.
  case respond(HTTPResponse)
  /// Let the handler respond.
  case admit(Admission, HandlingTerms)
}

/// The conditions on which the engine runs a handler.
package struct HandlingTerms: Sendable {
  /// The treatment of a request's content.
  package enum Content: Sendable, Equatable {
    /// The handler responds without any content; announced content is treated as for ``HeadDecision/respond(_:)``.
    case ignore
    /// The handler starts when the whole content has arrived. Over the limit, in bytes, the engine responds with 413 and
    /// closes the connection.
    case collect(upTo: Int)
    /// The handler starts at once and reads the content as it arrives, before and during its response. Nothing is read that
    /// the handler has not asked for, so the client feels its pace. Over the limit, in bytes, the engine responds with 413 if
    /// no response has begun, and closes the connection.
    case stream(upTo: Int?)
    /// The engine responds with `101 (Switching Protocols)` and these headers, and the handler has the connection until it
    /// returns. A request with content, or of HTTP/1.0, is refused with 400.
    case upgrade(to: String, HTTPFields = [:])
  }

  /// The treatment of the content.
  package var content: Content

  /// The time until the handler is cancelled and the engine responds with 503; nil for ``ServerTimeouts/handler``.
  package var timeout: Duration?

  /// The instant after which the client no longer waits.
  package var deadline: LoopInstant

  /// The responder's number for the handler; it names the handler when one blocks its loop.
  package var tag: Int

  package init(
    _ content: Content, timeout: Duration? = nil, deadline: LoopInstant = .distantFuture, tag: Int = 0
  ) {
    self.content = content
    self.timeout = timeout
    self.deadline = deadline
    self.tag = tag
  }
}

/// An admitted request.
package struct IncomingRequest<Admission: Sendable>: Sendable {
  package let head: RequestHead
  package let content: IncomingContent
  /// The other end of the connection.
  package let peer: PeerAddress
  /// The result of ``Responder/admit(_:from:contentLength:)``.
  package let admission: Admission
}

/// The content of an admitted request, as ``HandlingTerms/Content`` asked for it.
package enum IncomingContent: Sendable {
  /// The whole content, empty without any.
  case bytes([UInt8])
  /// Content that arrives as it is read, by one reader.
  case stream(HTTPBodyStream)
  /// The connection, which speaks another protocol now.
  case upgraded(UpgradedConnection)

  /// The bytes of collected content.
  package var bytes: [UInt8] {
    if case .bytes(let bytes) = self { bytes } else { [] }
  }
}
