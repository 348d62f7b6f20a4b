/// One end of an open WebSocket: over a connection of a client or server, or within a process.
///
/// Dropping a session does not end it; its owner calls ``release()``.
package protocol WebSocketSession: AnyObject, Sendable {
  /// The role of this end.
  var role: WebSocketRole { get }

  /// Sends a message and returns when the other end, or the system, has accepted all of it.
  ///
  /// - Returns: the error, if any. After a cancellation, the message was either sent completely or not at all.
  nonisolated(nonsending) func send(_ message: WebSocketMessage) async -> WebSocketError?

  /// Returns the next message, or the end after the last one; nil if nothing has arrived.
  func take() -> Result<WebSocketMessage, WebSocketEnd>?

  /// Resumes a reader once something may have arrived.
  func resumeOnArrival(_ reader: UnsafeContinuation<Void, Never>)

  /// Closes the WebSocket after the messages being sent, and waits for the peer's Close frame.
  ///
  /// - Returns: the error, if any. Closing a closed WebSocket does nothing.
  nonisolated(nonsending) func close(_ closure: WebSocketClosure) async -> WebSocketError?

  /// Ends the WebSocket because the program has released it.
  func release()

  /// Ends the WebSocket because a task that waits for a message is cancelled. After the connection is lost, the messages that have
  /// arrived can still be taken.
  func cancelReading()
}

/// The end of a WebSocket, for its readers and senders. Indirect, because each open WebSocket reserves space for one.
package indirect enum WebSocketEnd: Error {
  /// This end has closed the WebSocket.
  case finished
  /// The peer has closed the WebSocket.
  case closed(WebSocketClosure)
  case failed(WebSocketError)

  /// Returns the error of a message that cannot be sent, because the WebSocket has ended.
  package func error(for role: WebSocketRole) -> WebSocketError {
    switch self {
    case .finished: .closed
    case .closed(let closure):
      WebSocketError(
        .closed, "the \(role.peer) closed the WebSocket \(closure.codeText)", closure: closure, cause: closure)
    case .failed(let error): error
    }
  }
}

extension WebSocketClosure {
  /// The code in messages. The one for a Close frame without a code is never sent.
  fileprivate var codeText: String { code == .noStatusReceived ? "without a code" : "with code \(code)" }
}

/// The role of an end (RFC 6455 §5.1): a client masks its frames, a server does not.
package enum WebSocketRole: Sendable, Hashable {
  case client
  case server

  /// The name of the other end in messages.
  package var peer: String {
    switch self {
    case .client: "server"
    case .server: "client"
    }
  }
}
