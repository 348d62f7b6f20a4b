package import ContractHTTP
package import ContractLoop

/// The layer above the socket engine, which decides on requests.
///
/// The engine implements HTTP/1.1 (framing, limits, timeouts, connections) and knows no contracts; a responder knows routes and
/// contracts, but no sockets. All connections of all loops share one responder.
package protocol Responder: AnyObject, Sendable {
  /// Decides on a request from its complete and valid head, before its body is read and before any `100 (Continue)` is sent.
  /// Runs on the connection's loop, so it must not block.
  ///
  /// Afterwards the engine itself refuses an unknown `Expect` (417) and a `Content-Length` over the limit (413), in this order.
  ///
  /// - Parameters:
  ///   - peer: the other end of the connection.
  ///   - contentLength: the announced length of the body in bytes; 0 without a body, nil when chunked.
  func admit(_ head: consuming RequestHead, from peer: PeerAddress, contentLength: Int?) -> HeadDecision

  /// Returns the response to a message that is not a valid request: 400, 408, 414, 431, 501 or 505.
  ///
  /// - Parameter reason: one sentence for the client, without any bytes of the message.
  func refusal(_ status: HTTPStatus, _ reason: String, to peer: PeerAddress) -> HTTPResponse
}

/// One request from its admission to the end of its response: an object of the responder, which the engine holds.
///
/// The engine releases it when the response ends, and creates no other object for the request.
package protocol AdmittedRequest: AnyObject, Sendable {
  /// The number of the handler for reports of blocked loops.
  var tag: Int { get }
  /// The timeout of the handler, after which the engine cancels it and responds with 503. For a streamed body, the time between
  /// reads. Nil: ``ServerTimeouts/handler``.
  var timeout: Duration? { get }
  /// The instant until which the client waits.
  var expiry: LoopInstant { get }

  /// Runs the handler and returns the final response, or a 101 with a ``ConnectionUpgrade``. Returns a response even if the
  /// handler throws.
  ///
  /// Runs in a task that prefers the connection's loop and handles other requests before and after. The task is cancelled when
  /// the client disconnects, the timeout expires or the server's drain deadline passes; the response is then discarded.
  ///
  /// - Parameter body: the body, collected or read as it arrives, depending on the ``HeadDecision``.
  nonisolated(nonsending) func respond(to body: consuming HTTPBody) async -> HTTPResponse

  /// Returns the response that replaces the handler's: 400, 408, 413, 417, 500 or 503. The engine closes the connection
  /// where the protocol requires it.
  ///
  /// - Parameter reason: one sentence for the client, without any bytes of the request.
  func refusal(_ status: HTTPStatus, _ reason: String) -> HTTPResponse

  /// Called when the stream of the response has thrown an error, or is shorter or longer than announced (``StreamLengthError``).
  /// The engine breaks the response off. Called in the task that reads the stream, also after the client has disconnected.
  ///
  /// A stream that announces a negative length is not read, and the engine sends a ``refusal(_:_:)`` with 500 instead.
  func streamFailed(_ error: any Error)
}

/// The error of a stream that is shorter or longer than announced.
package struct StreamLengthError: Error, CustomStringConvertible {
  /// The reason for the client of a stream that is not sent.
  package static let refusalReason = "the response cannot be sent"

  package let description: String

  /// - Parameter bytes: the number of bytes at which the stream ended or exceeded its length.
  package init(_ bytes: Int, announced length: Int) {
    description =
      if length < 0 {
        "the stream announces a negative length, \(length)"
      } else if bytes < length {
        "the stream has \(bytes) of \(length) announced bytes"
      } else {
        "the stream has more than the \(length) announced bytes"
      }
  }
}

/// The decision on a request whose head has arrived.
package enum HeadDecision: ~Copyable, Sendable {
  /// Respond now. A short announced body is discarded; for a longer one, or one that the client withholds until `100`,
  /// the connection is closed.
  case respond(HTTPResponse)
  /// Run the handler without a body. An announced body is treated as for ``respond(_:)``.
  case handle(any AdmittedRequest)
  /// Run the handler when the whole body has arrived. A body over the limit, in bytes, is refused with 413, and the connection
  /// is closed.
  case collect(upTo: Int, any AdmittedRequest)
  /// Run the handler now and let it read the body as it arrives, before and during its response. The engine reads only what the
  /// handler requests, so the client is slowed down. A body over the limit, in bytes, is refused with 413 unless the response
  /// has begun, and the connection is closed. Nil: no limit.
  case stream(upTo: Int?, any AdmittedRequest)
  /// Run the request before its body is read. The request decides whether to read the body. It must check `Expect` and the
  /// length itself, because the engine does not.
  case decide(any AdmittedRequest)

  /// True if the engine checks the expectation and the length of a request with this decision.
  package var readsContent: Bool {
    switch self {
    case .collect: true
    case .stream: true
    default: false
    }
  }

  /// The admitted request; nil for ``respond(_:)``.
  package var request: (any AdmittedRequest)? {
    switch self {
    case .respond: nil
    case .handle(let request): request
    case .collect(_, let request): request
    case .stream(_, let request): request
    case .decide(let request): request
    }
  }
}
