public import Contract
internal import ContractHTTP1

/// An open WebSocket (RFC 6455): messages both ways, in their order, until one end closes.
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
/// Tasks may send while another one receives. Nothing is read from the server while 64 KiB of messages wait to be taken;
/// Pings are not answered then. Letting go of the socket closes its connection at once, and so does cancelling a task that
/// waits for a message; the server hears 1001, if there is room for it.
public final class WebSocket: AsyncSequence, Sendable {
  /// The server's answer to the opening handshake, with 101.
  public let response: HTTPResponse
  /// The protocol that the server has chosen of those that it was offered; nil for none.
  public let subprotocol: String?

  private let connection: WebSocketConnection
  /// Keeps the loop that works for the socket.
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

  deinit { connection.letGo() }

  // MARK: Out

  /// Sends a message, and returns when the kernel has all of it.
  ///
  /// Messages of several tasks go out whole, one after another. A task that is cancelled while it waits takes its message
  /// back, unless it has begun to go out: then all of it goes.
  ///
  /// - Throws: ``/Contract/ClientError`` with the code `webSocketClosed` when the socket is closed, `timeout` when the server
  ///   takes no byte for `sendTimeout`, `lostConnection`, or `cancelled`.
  public func send(_ message: WebSocketMessage) async throws {
    let mask = UInt32.random(in: .min ... .max)
    if let failure = await connection.send(WebSocketFrame(message).bytes(mask: mask)) { throw error(failure) }
  }

  /// Sends text.
  ///
  /// - Throws: what sending a message throws.
  public func send(_ text: String) async throws { try await send(.text(text)) }

  /// Sends bytes.
  ///
  /// - Throws: what sending a message throws.
  public func send(_ bytes: [UInt8]) async throws { try await send(.binary(bytes)) }

  // MARK: In

  /// The next message; nil once the server has closed with 1000, 1001 or no code, or this end has closed.
  ///
  /// Messages that have come are given before the end is. When several tasks receive, each message goes to one of them.
  ///
  /// - Throws: ``/Contract/ClientError`` with the code `webSocketClosed` for any other close of the server,
  ///   `malformedResponse` when it breaks the protocol, `responseTooLarge` for a message past `maxMessageBytes`, `timeout`
  ///   when it gives no sign of life, `lostConnection`, or `cancelled`.
  public func receive() async throws -> WebSocketMessage? {
    switch await connection.receive() {
    case .success(let message): return message
    case .failure(let reached):
      switch reached.end {
      case .finished: return nil
      case .closed(let closure) where closure.isNormal: return nil
      case .closed(let closure):
        throw ClientError(
          .webSocketClosed, stage: .exchange, "the server has closed the WebSocket with \(closure.code)",
          operation: operation, cause: closure)
      case .failed(let failure): throw error(failure)
      }
    }
  }

  /// Begins to receive.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(socket: self) }

  /// Receives one message after another.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let socket: WebSocket

    /// The next message; nil at the end.
    ///
    /// - Throws: what ``WebSocket/receive()`` throws.
    public mutating func next() async throws -> WebSocketMessage? { try await socket.receive() }
  }

  // MARK: The end

  /// Closes the socket behind the messages that are being sent, and waits for the server's answer.
  ///
  /// Messages that come meanwhile are dropped. When it throws, the socket is closed as well. On a socket that has ended it
  /// does nothing.
  ///
  /// - Parameters:
  ///   - code: one that may travel; 4000 to 4999 are for programs.
  ///   - reason: up to 123 bytes of UTF-8.
  /// - Throws: ``/Contract/ClientError`` with the code `invalidInput` for a code or reason that cannot travel; `timeout` when
  ///   the server does not answer within `closeTimeout`, `lostConnection`, or `cancelled`.
  public func close(_ code: WebSocketCloseCode = .normalClosure, reason: String = "") async throws {
    guard code.mayTravel, reason.utf8.count <= WebSocketFrame.maxControlBytes - 2 else {
      throw ClientError(
        .invalidInput, stage: .encode, "a Close frame has a code that may travel and up to 123 bytes of reason",
        operation: operation)
    }
    if let failure = await connection.close(WebSocketClosure(code, reason: reason)) { throw error(failure) }
  }

  private func error(_ failure: TransferFailure) -> ClientError { ClientError(failure).naming(operation) }
}
