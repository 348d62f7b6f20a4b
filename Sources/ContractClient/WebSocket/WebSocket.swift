public import Contract
internal import ContractCurl
internal import ContractHTTP1

/// An open WebSocket (RFC 6455) that sends and receives messages in order until one peer closes it.
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
/// from the server, and Pings are not answered. Dropping the socket, or cancelling a task that waits for a message,
/// closes the connection at once. The server then gets a Close frame with 1001 if the send buffer has room.
public final class WebSocket: AsyncSequence, Sendable {
  /// The server's response to the opening handshake, with status 101.
  public let response: HTTPResponse
  /// The subprotocol selected by the server; nil for none.
  public let subprotocol: String?

  private let connection: WebSocketConnection
  /// The upgraded connection, which retains the loop that serves the socket.
  private let upgraded: UpgradedConnection
  private let operation: APIOperation

  init(
    _ response: HTTPResponse, _ connection: WebSocketConnection, _ upgraded: UpgradedConnection,
    _ operation: APIOperation
  ) {
    var head = response
    head.arrival = response.arrival.flatMap { arrival in
      guard let moments = arrival.moments, let version = arrival.httpVersion else { return nil }
      return ResponseArrival(moments, reusedConnection: arrival.reusedConnection, httpVersion: version)
    }
    self.response = head
    self.subprotocol = response.fields["Sec-WebSocket-Protocol"]?.rawValue
    self.connection = connection
    self.upgraded = upgraded
    self.operation = operation
  }

  deinit { connection.release() }

  // MARK: Sending

  /// Sends a message and returns when the kernel has accepted all of it.
  ///
  /// Messages of several tasks are sent whole, one after another. A task cancelled while waiting withdraws its message,
  /// unless sending has begun; then the whole message is sent.
  ///
  /// - Throws: ``/Contract/ClientError`` with the code `webSocketClosed` if the socket is closed, `timeout` if the
  ///   server accepts no byte for `sendTimeout`, `lostConnection`, or `cancelled`.
  public func send(_ message: WebSocketMessage) async throws {
    let mask = UInt32.random(in: .min ... .max)
    if let failure = await connection.send(WebSocketFrame(message).bytes(mask: mask)) { throw error(failure) }
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

  /// Returns the next message; nil after the server closed with 1000, 1001 or no code, or after this client closed.
  ///
  /// Messages received before the end are returned first. If several tasks receive, each message goes to one of them.
  ///
  /// - Throws: ``/Contract/ClientError`` with the code `webSocketClosed` if the server closed with another code,
  ///   `malformedResponse` if it violated the protocol, `responseTooLarge` for a message above `maxMessageBytes`,
  ///   `timeout` if it stayed silent after a Ping, `lostConnection`, or `cancelled`.
  public func receive() async throws -> WebSocketMessage? {
    switch await connection.receive() {
    case .success(let message): return message
    case .failure(.finished): return nil
    case .failure(.closed(let closure)):
      if closure.isNormal { return nil }
      throw ClientError(
        .webSocketClosed, stage: .exchange, "the server closed the WebSocket with code \(closure.code)",
        operation: operation, cause: closure)
    case .failure(.failed(let failure)): throw error(failure)
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
    public mutating func next() async throws -> WebSocketMessage? { try await socket.receive() }
  }

  // MARK: Closing

  /// Closes the socket after the messages being sent, and waits for the server's Close frame.
  ///
  /// Messages that arrive meanwhile are dropped. The socket is closed even if this throws. On a closed socket it does
  /// nothing.
  ///
  /// - Parameters:
  ///   - code: A close code allowed on the wire; applications use 4000 to 4999.
  ///   - reason: A reason of up to 123 bytes in UTF-8.
  /// - Throws: ``/Contract/ClientError`` with the code `invalidInput` for an invalid code or reason, `timeout` if the
  ///   server does not respond within `closeTimeout`, `lostConnection`, or `cancelled`.
  public func close(_ code: WebSocketCloseCode = .normalClosure, reason: String = "") async throws {
    guard code.mayTravel, reason.utf8.count <= WebSocketFrame.maxControlBytes - 2 else {
      throw ClientError(
        .invalidInput, stage: .encode, "the close code is reserved, or the reason exceeds 123 bytes",
        operation: operation)
    }
    if let failure = await connection.close(WebSocketClosure(code, reason: reason)) { throw error(failure) }
  }

  private func error(_ failure: TransferFailure) -> ClientError { ClientError(failure).naming(operation) }
}
