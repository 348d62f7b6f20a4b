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
      compressed("/compressed", takeover: false, bits: 15), compressed("/context", takeover: true, bits: 15),
      compressed("/narrow", takeover: true, bits: 9),
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

  /// Returns a route that repeats strings, compressed.
  private static func compressed(_ path: PathTemplate, takeover: Bool, bits: Int) -> Route {
    Route(Endpoint<Empty, Channel<String, String>>(.get, path)) { _ in
      var options = options
      options.compression = WebSocketCompression()
      options.compression?.contextTakeover = takeover
      options.compression?.maxWindowBits = bits
      return Channel(options: options) { connection in
        for try await text in connection { try await connection.send(text) }
      }
    }
  }

  private static var options: WebSocketOptions {
    var options = WebSocketOptions.serving
    options.maxMessageBytes = 4 << 20
    return options
  }
}
