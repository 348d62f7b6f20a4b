/// The reason why a WebSocket has ended or a message was not exchanged, as thrown by the serving end.
///
/// A client throws a `ClientError` instead, whose cause is this error.
public struct WebSocketError: Error, Sendable, CustomStringConvertible {
  /// The kind of an error. New codes may be added.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The code's name.
    public let description: String

    private init(_ name: String) { self.description = name }

    /// The WebSocket is closed, by this end or by the peer; see ``WebSocketError/closure``.
    public static let closed = Code("closed")
    /// The connection ended without a Close frame.
    public static let lostConnection = Code("lostConnection")
    /// The peer accepted no bytes, sent nothing after a Ping, or did not reply to a Close frame in time.
    public static let timeout = Code("timeout")
    /// The peer violated the protocol (RFC 6455 §7.4.1, 1002 and 1007).
    public static let protocolViolation = Code("protocolViolation")
    /// A message of the peer exceeds the limit.
    public static let messageTooBig = Code("messageTooBig")
    /// A message of the peer does not decode to the type of the channel. The channel is still open.
    public static let unreadableMessage = Code("unreadableMessage")
    /// The waiting task was cancelled, which ends the WebSocket.
    public static let cancelled = Code("cancelled")
    /// The engine of the connection has stopped or failed.
    public static let stopped = Code("stopped")
  }

  /// The kind of the error.
  public let code: Code
  /// One sentence for people, without data of the peer.
  public let message: String
  /// The peer's code and reason, if the peer has closed the WebSocket.
  public let closure: WebSocketClosure?
  /// The underlying error.
  package let cause: (any Error)?

  /// Creates an error.
  package init(_ code: Code, _ message: String, closure: WebSocketClosure? = nil, cause: (any Error)? = nil) {
    self.code = code
    self.message = message
    self.closure = closure
    self.cause = cause
  }

  /// The code and the message.
  public var description: String { "\(message) [\(code)]" }

  package static let cancelled = WebSocketError(.cancelled, "the task was cancelled")
  package static let stopped = WebSocketError(.stopped, "the event loop of the WebSocket has stopped")
  package static let closed = WebSocketError(.closed, "the WebSocket is closed")
}
