internal import Contract
internal import ContractHTTP

extension ClientCaller<WebSocket> {
  /// Opens a WebSocket with the defaults.
  public static var webSocket: ClientCaller { .webSocket() }

  /// Opens a WebSocket: the request is a GET whose answer is 101, and everything that the client is configured for has a
  /// say in it. Any other response is thrown, with up to 64 KiB of its content.
  ///
  /// - Parameters:
  ///   - protocols: what the server may choose from, the best first (`Sec-WebSocket-Protocol`).
  ///   - options: what the socket allows, and how long things may take.
  public static func webSocket(
    protocols: [String] = [], options: WebSocketOptions = WebSocketOptions()
  ) -> ClientCaller {
    ClientCaller { call in
      guard call.request.method == .get, case .empty = call.request.body else {
        throw ClientError(
          .invalidInput, stage: .encode, "a WebSocket is opened by GET without a body", operation: call.operation)
      }
      var request = call.request
      for field in try WebSocketOffer.fields(protocols: protocols) { request.fields[field.name] = field.value }
      let response = try await call.upgrade(request)
      guard response.status == .switchingProtocols else {
        throw call.configuration.errorDecoder.decode(response, call.configuration)
          ?? ClientError(unexpected: response, for: call.operation)
      }
      guard let upgraded = response.arrival?.connection as? UpgradedConnection, let (tunnel, leftover) = upgraded.take()
      else {
        throw ClientError(
          .transport, stage: .exchange, "the response with 101 brings no connection", operation: call.operation)
      }
      let connection = WebSocketConnection(tunnel, WebSocketConnection.Limits(options))
      let socket = WebSocket(response, connection, upgraded, call.operation)
      connection.start(leftover)
      return socket
    }
  }
}

extension ResponseReader where Received == WebSocket {
  /// The socket with values as its messages.
  public static func channel<Out: Encodable & Sendable, In: Decodable & SendableMetatype>(
    sending: Out.Type = Out.self, receiving: In.Type = In.self
  ) -> ResponseReader where Value == WebSocketChannel<Out, In> {
    ResponseReader { socket, call in WebSocketChannel(socket, call.configuration) }
  }
}

extension APIClient {
  /// Opens a WebSocket (RFC 6455) at the client's path: `http` for `ws`, `https` for `wss`.
  ///
  /// ```swift
  /// let socket = try await client("chat").webSocket(protocols: ["chat.v2"])
  /// ```
  ///
  /// The timeout of the call is that of the opening handshake.
  ///
  /// - Parameters:
  ///   - protocols: what the server may choose from, the best first.
  ///   - options: what the socket allows, and how long things may take.
  /// - Throws: what ``call(_:as:fileID:line:function:)`` throws. A response other than 101 is the code `unexpected`, with the
  ///   response and up to 64 KiB of its content; an answer that breaks the handshake is `malformedResponse`.
  public func webSocket(
    protocols: [String] = [], options: WebSocketOptions = WebSocketOptions(),
    fileID: String = #fileID, line: Int = #line, function: String = #function
  ) async throws -> WebSocket {
    try await call(
      .webSocket(protocols: protocols, options: options), as: .instance, fileID: fileID, line: line, function: function)
  }

  /// Opens a WebSocket whose messages are values.
  ///
  /// - Throws: what ``webSocket(protocols:options:fileID:line:function:)`` throws.
  public func webSocket<Sent: Encodable & Sendable, Received: Decodable & SendableMetatype>(
    sending: Sent.Type, receiving: Received.Type, protocols: [String] = [],
    options: WebSocketOptions = WebSocketOptions(),
    fileID: String = #fileID, line: Int = #line, function: String = #function
  ) async throws -> WebSocketChannel<Sent, Received> {
    try await call(
      .webSocket(protocols: protocols, options: options), as: .channel(sending: Sent.self, receiving: Received.self),
      fileID: fileID, line: line, function: function)
  }
}

extension WebSocketConnection.Limits {
  fileprivate init(_ options: WebSocketOptions) {
    self.init(
      maxMessageBytes: max(0, options.maxMessageBytes), sendTimeout: options.sendTimeout,
      closeTimeout: options.closeTimeout, pingInterval: options.pingInterval, pongTimeout: options.pongTimeout)
  }
}
