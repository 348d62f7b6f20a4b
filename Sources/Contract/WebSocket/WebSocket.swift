internal import ContractHTTP1

/// An open WebSocket (RFC 6455) that sends and receives messages in order until one end closes it.
///
/// ```swift
/// let socket = try await client("chat").webSocket()
/// try await socket.send("hello")
/// for try await message in socket {
///   guard case .text(let text) = message else { continue }
///   print(text)
/// }
/// try await socket.close()
/// ```
///
/// Tasks can send while another one receives. While 64 KiB of received messages wait to be read, nothing more is read
/// from the peer, and Pings get no Pongs. Dropping the socket, or cancelling a task that waits for a message, closes
/// the connection at once. The peer then gets a Close frame with 1001 if the send buffer has room.
///
/// The errors are ``/Contract/ClientError``s on the client, and ``/ContractHTTP/WebSocketError``s on the server.
public final class WebSocket: AsyncSequence, Sendable {
  /// The response to the opening handshake, with status 101. On the serving end, its only header is that of the subprotocol.
  public let response: HTTPResponse
  /// The selected subprotocol; nil for none.
  public var subprotocol: String? { response.fields[.secWebSocketProtocol]?.rawValue }

  private let session: any WebSocketSession
  /// An object that the session needs, such as the engine of its loop.
  private let engine: (any AnyObject & Sendable)?
  /// The operation of the call that opened the socket; nil on the serving end.
  private let operation: APIOperation?

  package init(
    _ response: HTTPResponse, _ session: any WebSocketSession, retaining engine: (any AnyObject & Sendable)? = nil,
    operation: APIOperation? = nil
  ) {
    var head = response
    head.arrival = response.arrival.flatMap { arrival in
      guard let timings = arrival.timings, let version = arrival.httpVersion else { return nil }
      return ResponseArrival(timings, reusedConnection: arrival.reusedConnection, httpVersion: version)
    }
    self.response = head
    self.session = session
    self.engine = engine
    self.operation = operation
  }

  deinit { session.release() }

  // MARK: Sending

  /// Sends a message and returns when the kernel has accepted all of it.
  ///
  /// Messages of several tasks are sent whole, one after another. A task cancelled while waiting withdraws its message,
  /// unless sending has begun; then the whole message is sent.
  ///
  /// - Throws: an error with the code `webSocketClosed` (`closed` on the server) if the socket is closed, `timeout` if the
  ///   peer accepts no byte for `sendTimeout`, `lostConnection`, or `cancelled`.
  public func send(_ message: WebSocketMessage) async throws {
    if let failure = await session.send(message) { throw error(failure) }
  }

  /// Sends a text message.
  ///
  /// - Throws: The errors of sending a message.
  public func send(_ text: String) async throws { try await send(.text(text)) }

  /// Sends a binary message.
  ///
  /// - Throws: The errors of sending a message.
  public func send(_ bytes: [UInt8]) async throws { try await send(.binary(bytes)) }

  // MARK: Receiving

  /// Returns the next message; nil after the peer closed with 1000, 1001 or no code, or after this end closed.
  ///
  /// Messages received before the end are returned first. If several tasks receive, each message goes to one of them.
  ///
  /// - Throws: an error with the code `webSocketClosed` (`closed` on the server) if the peer closed with another code,
  ///   `malformedResponse` (`protocolViolation`) if it violated the protocol, `responseTooLarge` (`messageTooBig`) for a
  ///   message above `maxMessageBytes`, `timeout` if it stayed silent after a Ping, `lostConnection`, or `cancelled`.
  public func receive() async throws -> WebSocketMessage? { try await nextMessage() }

  /// Returns the next message; nil at the end.
  ///
  /// Inlined, because each idle socket keeps the frames of all functions that wait.
  @inline(__always)
  nonisolated(nonsending) func nextMessage() async throws -> WebSocketMessage? {
    while true {
      if let next = try takeNext() { return next.message }
      await arrival()
    }
  }

  /// Waits until a message or the end may have arrived.
  @inline(__always)
  nonisolated(nonsending) func arrival() async {
    await withTaskCancellationHandler {
      await withUnsafeContinuation { session.resumeOnArrival($0) }
    } onCancel: {
      session.cancelReading()
    }
  }

  /// The next message, or the end without an error.
  struct Next {
    /// The message; nil at the end.
    var message: WebSocketMessage?
  }

  /// Returns the next message, or the end; nil if nothing has arrived.
  func takeNext() throws -> Next? { try session.take().map { Next(message: try message($0)) } }

  private func message(_ next: Result<WebSocketMessage, WebSocketEnd>) throws -> WebSocketMessage? {
    switch next {
    case .success(let message): return message
    case .failure(.finished): return nil
    case .failure(.closed(let closure)) where closure.isNormal: return nil
    case .failure(let end): throw error(end.error(for: session.role))
    }
  }

  /// Returns an iterator over the messages.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(socket: self) }

  /// An iterator over the messages.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let socket: WebSocket

    /// Returns the next message; nil at the end.
    ///
    /// - Throws: The errors of ``WebSocket/receive()``.
    public mutating func next() async throws -> WebSocketMessage? { try await socket.nextMessage() }
  }

  // MARK: Closing

  /// Closes the socket after the messages being sent, and waits for the peer's Close frame.
  ///
  /// Messages that arrive meanwhile are dropped. The socket is closed even if this function throws. Closing a closed socket
  /// does nothing.
  ///
  /// - Parameters:
  ///   - code: A close code allowed on the wire; applications use 4000 to 4999.
  ///   - reason: A reason of up to 123 bytes in UTF-8.
  /// - Throws: ``/Contract/ClientError`` with the code `invalidInput` for an invalid code or reason; an error with the code
  ///   `timeout` if the peer does not respond within `closeTimeout`, `lostConnection`, or `cancelled`.
  public func close(_ code: WebSocketCloseCode = .normalClosure, reason: String = "") async throws {
    let closure = WebSocketClosure(code, reason: reason)
    guard closure.canBeSent else {
      throw ClientError(
        .invalidInput, stage: .encode, "the close code is reserved, or the reason exceeds 123 bytes",
        operation: operation)
    }
    if let failure = await session.close(closure) { throw error(failure) }
  }

  /// Closes the socket, and waits for the peer's Close frame.
  nonisolated(nonsending) func end(_ closure: WebSocketClosure) async { _ = await session.close(closure) }

  /// True for a server's end of the socket.
  var isServing: Bool { session.role == .server }

  private func error(_ failure: WebSocketError) -> any Error {
    isServing ? failure : ClientError(failure, operation)
  }
}

extension WebSocketClosure {
  /// True if a Close frame may contain the code and has room for the reason.
  var canBeSent: Bool { code.mayTravel && reason.utf8.count <= Self.maxReasonBytes }
}

extension ClientError {
  /// Creates the error of a call from the error of its WebSocket.
  fileprivate init(_ error: WebSocketError, _ operation: APIOperation?) {
    let code: Code =
      switch error.code {
      case .closed: .webSocketClosed
      case .lostConnection: .lostConnection
      case .timeout: .timeout
      case .protocolViolation: .malformedResponse
      case .messageTooBig: .responseTooLarge
      case .unreadableMessage: .decoding
      case .cancelled: .cancelled
      default: .transport
      }
    self.init(code, stage: .exchange, error.message, operation: operation, cause: error.cause)
  }
}
