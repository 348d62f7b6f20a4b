internal import ContractHTTP1

/// One end of a WebSocket with typed messages: it sends `Sent` and receives `Received`.
///
/// A contract declares it from the client's side, with the type that the client sends first:
///
/// ```swift
/// @API protocol Chat: Sendable {
///   @WebSocket("/rooms/:room")
///   func chat(room: String) async throws -> Channel<Line, Said>
/// }
/// ```
///
/// A service returns a channel with a closure that runs the other end, whose types are swapped:
///
/// ```swift
/// struct ChatService: Chat {
///   func chat(room: String) async throws -> Channel<Line, Said> {
///     Channel { connection in                                   // Channel<Said, Line>
///       for try await line in connection { try await connection.send(Said(room: room, text: line.text)) }
///     }
///   }
/// }
/// ```
///
/// A client gets a channel that is open:
///
/// ```swift
/// let channel = try await ChatAPI(client).chat(room: "swift")
/// try await channel.send(Line(text: "hi"))
/// for try await said in channel { print(said.text) }
/// try await channel.close()
/// ```
///
/// A channel with a closure can be used like an open one, for example in a unit test of the service: its first use runs the
/// closure in the same process.
///
/// `String` is a text message, and `[UInt8]` and `Data` are binary messages. Other values are JSON in a text message, in the
/// wire format of the contract.
public struct Channel<Sent: Sendable, Received: Sendable>: Sendable {
  private enum End: Sendable {
    case open(WebSocket, MessageFormat)
    case served(LocalChannel)
  }

  private let end: End

  /// Creates the channel of a service, which runs `serve` with the other end once the WebSocket is open.
  ///
  /// The channel is closed with 1000 when `serve` returns, with its code when `serve` throws a
  /// ``/ContractHTTP/WebSocketClosure``, and with 1011 after any other error, which the server reports. When the client has
  /// closed the channel, `serve` has ``WebSocketOptions/closeTimeout`` to return before its task is cancelled; when the
  /// connection is lost, its task is cancelled at once. ``ServerRequest/current`` is the request that opened the channel.
  ///
  /// - Parameters:
  ///   - options: the limits and timeouts of the server's end.
  ///   - protocols: the supported subprotocols in order of preference. The first one that the client offers is selected.
  ///   - serve: receives the client's messages and sends messages to it.
  public init(
    options: WebSocketOptions = .serving, protocols: [String] = [],
    _ serve: @escaping @Sendable (Channel<Received, Sent>) async throws -> Void
  ) {
    let service = TypedChannelService(serve)
    end = .served(LocalChannel(WebSocketUpgrade(options: options, protocols: protocols, service)))
  }

  /// Creates the channel of an open socket.
  package init(_ socket: WebSocket, _ format: MessageFormat) {
    end = .open(socket, format)
  }

  /// The underlying socket.
  public var socket: WebSocket { opened.0 }

  private var opened: (WebSocket, MessageFormat) {
    switch end {
    case .open(let socket, let format): (socket, format)
    case .served(let channel): (channel.socket, channel.upgrade.opening.format)
    }
  }

  /// The protocol of the service's end; nil for an open channel.
  var upgrade: WebSocketUpgrade? {
    if case .served(let channel) = end { channel.upgrade } else { nil }
  }

  /// Closes the channel; see ``WebSocket/close(_:reason:)``.
  ///
  /// - Throws: The errors of the socket.
  public func close(_ code: WebSocketCloseCode = .normalClosure, reason: String = "") async throws {
    try await socket.close(code, reason: reason)
  }
}

extension Channel where Sent: Encodable {
  /// Sends a value as one message; see ``WebSocket/send(_:)-(WebSocketMessage)``.
  ///
  /// - Throws: ``ClientError`` with the code `invalidInput` on the client, or the encoder's error on the server, for a value
  ///   that cannot be encoded, and the errors of the socket.
  public func send(_ value: Sent) async throws {
    let (socket, format) = opened
    try await socket.send(try format.message(value, in: socket))
  }
}

extension Channel: AsyncSequence where Received: Decodable {
  /// Returns the value of the next message; nil at the end, see ``WebSocket/receive()``.
  ///
  /// - Throws: ``ClientError`` with the code `decoding` on the client, or ``/ContractHTTP/WebSocketError`` with the code
  ///   `unreadableMessage` on the server, for a message that cannot be decoded. The next message can then be received. Also
  ///   the errors of the socket.
  public func receive() async throws -> Received? { try await makeAsyncIterator().nextValue() }

  /// Returns an iterator over the received values. This is the first use of a channel with a closure.
  public func makeAsyncIterator() -> AsyncIterator {
    let (socket, format) = opened
    return AsyncIterator(socket: socket, format: format)
  }

  /// An iterator over the received values.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let socket: WebSocket
    fileprivate let format: MessageFormat

    /// Returns the value of the next message; nil at the end.
    ///
    /// - Throws: The errors of ``Channel/receive()``.
    public func next() async throws -> Received? { try await nextValue() }

    /// Returns the value of the next message; nil at the end. Inlined like ``WebSocket/nextMessage()``.
    @inline(__always)
    fileprivate nonisolated(nonsending) func nextValue() async throws -> Received? {
      while true {
        if let value = try takeValue() { return value }
        await socket.arrival()
      }
    }

    /// Returns the value of the next message, or nil for the end; `.none` if nothing has arrived.
    @inline(never)
    private func takeValue() throws -> Received?? {
      guard let next = try socket.takeNext() else { return .none }
      return .some(try next.message.map { try format.value(Received.self, in: $0, of: socket) })
    }
  }
}
