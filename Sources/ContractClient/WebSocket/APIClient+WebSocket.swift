internal import Contract
internal import ContractHTTP

extension ClientCaller<WebSocket> {
  /// A caller that opens a WebSocket with the default options.
  public static var webSocket: ClientCaller { .webSocket() }

  /// Returns a caller that opens a WebSocket with a GET request, which passes through all steps of the client. Any
  /// response other than 101 is thrown, with up to 64 KiB of its body.
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
      let response = try await call.settings.openWebSocket(
        call.request, for: call.operation, options, protocols, at: call.location)
      guard let socket = response.arrival?.connection as? WebSocket else {
        throw call.configuration.errorDecoder.decode(response, call.configuration)
          ?? ClientError(unexpected: response, for: call.operation)
      }
      return socket
    }
  }
}

extension ResponseReader where Received == WebSocket {
  /// Returns a reader that returns a channel with typed messages.
  public static func channel<Out: Encodable & Sendable, In: Decodable & Sendable>(
    sending: Out.Type = Out.self, receiving: In.Type = In.self
  ) -> ResponseReader where Value == Channel<Out, In> {
    ResponseReader { socket, call in
      Channel(socket, MessageFormat(call.configuration.bodyFormat, call.configuration.wire))
    }
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

  /// Opens a WebSocket with typed messages.
  ///
  /// - Throws: The errors of ``webSocket(protocols:options:fileID:line:function:)``.
  public func webSocket<Sent: Encodable & Sendable, Received: Decodable & Sendable>(
    sending: Sent.Type, receiving: Received.Type, protocols: [String] = [],
    options: WebSocketOptions = WebSocketOptions(),
    fileID: String = #fileID, line: Int = #line, function: String = #function
  ) async throws -> Channel<Sent, Received> {
    try await call(
      .webSocket(protocols: protocols, options: options), as: .channel(sending: Sent.self, receiving: Received.self),
      fileID: fileID, line: line, function: function)
  }
}
