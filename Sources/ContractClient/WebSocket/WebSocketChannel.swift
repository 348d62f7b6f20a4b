public import Contract

/// An open WebSocket whose messages are values, encoded as JSON or in the format of ``APIClient/bodyFormat(_:)``.
///
/// ```swift
/// let chat = try await client("chat").webSocket(sending: Line.self, receiving: Said.self)
/// try await chat.send(Line(text: "hi"))
/// for try await said in chat { print(said.text) }
/// try await chat.close()
/// ```
public struct WebSocketChannel<Sent: Encodable & Sendable, Received: Decodable & SendableMetatype>: AsyncSequence,
  Sendable
{
  /// The underlying socket.
  public let socket: WebSocket
  private let format: BodyFormat
  private let wire: Wire

  init(_ socket: WebSocket, _ configuration: ClientConfiguration) {
    self.socket = socket
    self.format = configuration.bodyFormat
    self.wire = configuration.wire
  }

  /// Sends a value as one message; see ``WebSocket/send(_:)-(WebSocketMessage)``.
  ///
  /// - Throws: ``/Contract/ClientError`` with the code `invalidInput` for a value that cannot be encoded, and the
  ///   errors of the socket.
  public func send(_ value: Sent) async throws {
    let bytes: [UInt8]
    do {
      if case .custom(let encoder, _) = format.form {
        bytes = try encoder.encode(content: value)
      } else {
        bytes = try JSONWriter.bytes(of: value, options: wire.json)
      }
    } catch {
      throw ClientError(
        .invalidInput, stage: .encode, "the message cannot be encoded: \(EncodingReason.of(error))", cause: error)
    }
    if let text = String(validating: bytes, as: UTF8.self) {
      try await socket.send(.text(text))
    } else {
      try await socket.send(.binary(bytes))
    }
  }

  /// Closes the socket; see ``WebSocket/close(_:reason:)``.
  ///
  /// - Throws: The errors of the socket.
  public func close(_ code: WebSocketCloseCode = .normalClosure, reason: String = "") async throws {
    try await socket.close(code, reason: reason)
  }

  /// Returns an iterator over the received values.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(channel: self) }

  /// An iterator over the received values.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let channel: WebSocketChannel

    /// Returns the value of the next message; nil at the end.
    ///
    /// - Throws: ``/Contract/ClientError`` with the code `decoding` for a message that cannot be decoded, after which
    ///   the iteration can continue, and the errors of ``WebSocket/receive()``.
    public mutating func next() async throws -> Received? {
      try await channel.socket.receive().map(channel.value)
    }
  }

  private func value(of message: WebSocketMessage) throws(ClientError) -> Received {
    do {
      if case .custom(_, let decoder) = format.form { return try decoder.decode(Received.self, content: message.bytes) }
      return try JSONContent.value(Received.self, in: message.bytes, wire.json)
    } catch {
      let unreadable = error as? JSONContent.Unreadable
      throw ClientError(
        decoding: unreadable?.failures ?? [], unreadable?.cause ?? error, subject: "a message of the WebSocket",
        for: nil)
    }
  }
}
