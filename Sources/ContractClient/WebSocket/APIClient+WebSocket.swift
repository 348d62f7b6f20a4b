internal import Contract
internal import ContractCurl
internal import ContractHTTP

extension ClientCaller<WebSocket> {
  /// A caller that opens a WebSocket with the default options.
  public static var webSocket: ClientCaller { .webSocket() }

  /// Returns a caller that opens a WebSocket with a GET request, which passes through the whole client. Any response other than
  /// 101 is thrown, with up to 64 KiB of its body.
  ///
  /// - Parameters:
  ///   - protocols: The subprotocols offered to the server, in order of preference (`Sec-WebSocket-Protocol`).
  ///   - options: The limits and timeouts of the socket.
  public static func webSocket(
    protocols: [String] = [], options: WebSocketOptions = WebSocketOptions()
  ) -> ClientCaller {
    ClientCaller { call in
      guard call.request.method == .get, case .empty = call.request.body else {
        throw ClientError(
          .invalidInput, stage: .encode, "the WebSocket request has a body or a method other than GET",
          operation: call.operation)
      }
      var request = call.request
      for field in try WebSocketOffer.fields(protocols: protocols) { request.fields[field.name] = field.value }
      let response = try await call.upgrade(request)
      guard response.status == .switchingProtocols else {
        throw call.configuration.errorDecoder.decode(response, call.configuration)
          ?? ClientError(unexpected: response, for: call.operation)
      }
      guard let upgraded = response.arrival?.connection as? UpgradedConnection,
        let connection = WebSocketConnection.start(on: upgraded, WebSocketConnection.Limits(options))
      else {
        throw ClientError(
          .transport, stage: .exchange, "the transport returned 101 without a connection", operation: call.operation)
      }
      return WebSocket(response, connection, upgraded, call.operation)
    }
  }
}

extension ResponseReader where Received == WebSocket {
  /// Returns a reader that returns a channel whose messages are values.
  public static func channel<Out: Encodable & Sendable, In: Decodable & SendableMetatype>(
    sending: Out.Type = Out.self, receiving: In.Type = In.self
  ) -> ResponseReader where Value == WebSocketChannel<Out, In> {
    ResponseReader { socket, call in WebSocketChannel(socket, call.configuration) }
  }
}

extension APIClient {
  /// Opens a WebSocket (RFC 6455) at the client's path, with `ws` for a base URL of `http` and `wss` for `https`.
  ///
  /// ```swift
  /// let socket = try await client("chat").webSocket(protocols: ["chat.v2"])
  /// ```
  ///
  /// The timeout of the call applies to the opening handshake.
  ///
  /// - Parameters:
  ///   - protocols: The subprotocols offered to the server, in order of preference.
  ///   - options: The limits and timeouts of the socket.
  /// - Throws: The errors of ``call(_:as:fileID:line:function:)``. A response other than 101 throws the code
  ///   `unexpected`, with the response and up to 64 KiB of its body. A response that violates the handshake throws
  ///   `malformedResponse`.
  public func webSocket(
    protocols: [String] = [], options: WebSocketOptions = WebSocketOptions(),
    fileID: String = #fileID, line: Int = #line, function: String = #function
  ) async throws -> WebSocket {
    try await call(
      .webSocket(protocols: protocols, options: options), as: .instance, fileID: fileID, line: line, function: function)
  }

  /// Opens a WebSocket whose messages are values.
  ///
  /// - Throws: The errors of ``webSocket(protocols:options:fileID:line:function:)``.
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
