import Contract
import ContractClient
import ContractHTTP
import ContractHTTP1
import ContractWebSocket

/// The server's end of a WebSocket, in a script.
extension ScriptedConnection {
  /// Reads the opening request, and responds with 101 and the correct accept value.
  ///
  /// - Parameters:
  ///   - fields: further lines of the response.
  ///   - frames: bytes that are sent together with the response.
  @discardableResult
  func acceptWebSocket(fields: String = "", frames: [UInt8] = []) -> ReceivedRequest? {
    guard let request = readHead(), let key = request.field("sec-websocket-key") else { return nil }
    let head =
      "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
      + "Sec-WebSocket-Accept: \(WebSocketKey.accept(for: key))\r\n\(fields)\r\n"
    return send(Array(head.utf8) + frames) ? request : nil
  }

  /// The next frame, which must be masked; nil if the client has disconnected.
  func readFrame() -> WebSocketFrame? {
    guard let start = read(2), let opcode = WebSocketOpcode(rawValue: start[0] & 0x0F), start[1] & 0x80 != 0 else {
      return nil
    }
    var count = Int(start[1] & 0x7F)
    if count >= 126 {
      guard let length = read(count == 126 ? 2 : 8) else { return nil }
      count = length.reduce(0) { $0 << 8 | Int($1) }
    }
    guard let key = read(4), let payload = count == 0 ? [] : read(count) else { return nil }
    // For large messages only the size is compared.
    let plain = payload.count > 4 << 20 ? payload : payload.enumerated().map { $1 ^ key[$0 % 4] }
    return WebSocketFrame(opcode, plain, isFinal: start[0] & 0x80 != 0)
  }

  @discardableResult
  func send(_ frame: WebSocketFrame) -> Bool { send(frame.bytes(mask: nil)) }

  @discardableResult
  func send(_ message: WebSocketMessage) -> Bool { send(WebSocketFrame(message)) }

  /// Echoes every message, replies to Pings, and ends with the client's Close frame, to which it replies.
  func echo() {
    while let frame = readFrame() {
      switch frame.opcode {
      case .close:
        send(frame)
        return
      case .ping: send(WebSocketFrame(.pong, frame.payload))
      case .pong: break
      default: send(frame)
      }
    }
  }

  /// Reads frames up to the Close frame, and returns its code; nil if the client closes without one.
  func readClose() -> UInt16? {
    while let frame = readFrame() {
      guard frame.opcode == .close else { continue }
      return frame.payload.count < 2 ? 1005 : UInt16(frame.payload[0]) << 8 | UInt16(frame.payload[1])
    }
    return nil
  }
}

extension ScriptedServer {
  /// A client of this server with a separate transport.
  var client: APIClient { APIClient(baseURL: baseURL, transport: CurlTransport()).timeout(.seconds(20)) }

  /// Runs `body` with a server that opens WebSockets and then runs `script`.
  static func withSocket(
    _ script: @escaping @Sendable (ScriptedConnection) -> Void, _ body: (ScriptedServer) async throws -> Void
  ) async throws {
    try await with(
      { connection in
        guard connection.acceptWebSocket() != nil else { return }
        script(connection)
      }, body)
  }
}

/// The error that `body` throws, or nil when it throws none.
func clientError(_ body: () async throws -> some Any) async -> ClientError? {
  do {
    _ = try await body()
    return nil
  } catch {
    return error as? ClientError
  }
}

extension WebSocketOptions {
  /// The defaults with a change.
  static func with(_ change: (inout WebSocketOptions) -> Void) -> WebSocketOptions {
    var options = WebSocketOptions()
    change(&options)
    return options
  }
}
