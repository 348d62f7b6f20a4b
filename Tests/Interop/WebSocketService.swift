import ContractServer

/// The WebSockets that `websocket_client.py` opens.
enum WebSocketService {
  static var routes: [Route] {
    [
      Route(Endpoint<Empty, Channel<String, String>>(.get, "/texts")) { _ in
        Channel(options: options, protocols: ["chat.v2", "chat.v1"]) { connection in
          for try await text in connection { try await connection.send(text) }
        }
      },
      Route(Endpoint<Empty, Channel<[UInt8], [UInt8]>>(.get, "/bytes")) { _ in
        Channel(options: options) { connection in
          for try await bytes in connection { try await connection.send(bytes) }
        }
      },
      Route(Endpoint<Empty, Channel<String, String>>(.get, "/close")) { _ in
        Channel { connection in
          let code = UInt16(try await connection.receive() ?? "") ?? 1000
          throw WebSocketClosure(WebSocketCloseCode(rawValue: code), reason: "as asked")
        }
      },
      Route(Endpoint<Empty, Channel<String, String>>(.get, "/pings")) { _ in
        var options = WebSocketOptions.serving
        options.pingInterval = .milliseconds(20)
        return Channel(options: options) { connection in while try await connection.receive() != nil {} }
      },
    ]
  }

  private static var options: WebSocketOptions {
    var options = WebSocketOptions.serving
    options.maxMessageBytes = 4 << 20
    return options
  }
}
