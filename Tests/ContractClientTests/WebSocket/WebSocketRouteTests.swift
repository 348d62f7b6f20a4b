import Contract
import ContractClient
import ContractHTTP
import ContractHTTP1
import Glibc
import Testing

@Suite("WebSocket routes", .timeLimit(.minutes(5)))
struct WebSocketRouteTests {
  private static func client(
    _ url: String, _ change: (inout CurlTransport.Configuration) throws -> Void
  ) rethrows -> APIClient {
    var configuration = CurlTransport.Configuration()
    try change(&configuration)
    return APIClient(baseURL: url, transport: CurlTransport(configuration)).timeout(.seconds(20))
  }

  /// Sends messages of several sizes, and expects their echoes.
  private static func talk(_ client: APIClient) async throws {
    let socket = try await client("chat").webSocket()
    for size in [0, 5, 70_000, 500_000] {
      let message = WebSocketMessage.binary((0..<size).map { UInt8(truncatingIfNeeded: $0) })
      async let sending: Void = socket.send(message)
      #expect(try await socket.receive() == message)
      try await sending
    }
    try await socket.close()
  }

  @Test("A WebSocket opens over a Unix socket")
  func unixSocket() async throws {
    let path = "/tmp/contract-ws-\(getpid())-\(UInt32.random(in: 0 ... .max)).socket"
    defer { unlink(path) }
    let server = ScriptedServer(at: .unix(path)) { connection in
      connection.acceptWebSocket()
      connection.echo()
    }
    defer { server.stop() }
    try await Self.talk(Self.client("http://docker") { $0.unixSocket = .path(path) })
  }

  @Test("A WebSocket through a proxy uses a tunnel that hides the request")
  func tunnel() async throws {
    let seen = Lock<ReceivedRequest?>(nil)
    let proxy = ScriptedServer { connection in
      let head = connection.readHead()
      seen.withLock { $0 = head }
      connection.send("HTTP/1.1 200 Connection established\r\n\r\n")
      connection.acceptWebSocket()
      connection.echo()
    }
    defer { proxy.stop() }
    let client = Self.client("http://one.example/api") {
      $0.proxy = .server(CurlTransport.ProxyServer(host: "127.0.0.1", port: Int(proxy.port)))
    }
    try await Self.talk(client.auth(.bearer("t")))
    let head = try #require(seen.withLock { $0 })
    #expect(head.line == "CONNECT one.example:80 HTTP/1.1")
    #expect(head.field("authorization") == nil && head.field("upgrade") == nil)
  }

  @Test("A proxy that refuses the tunnel fails the handshake with noConnection")
  func refusedTunnel() async throws {
    let proxy = ScriptedServer(answering: { _ in "HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n" })
    defer { proxy.stop() }
    let client = Self.client("http://one.example") {
      $0.proxy = .server(CurlTransport.ProxyServer(host: "127.0.0.1", port: Int(proxy.port)))
    }
    #expect(await clientErrorCode { try await client.webSocket() } == .noConnection)
  }

  @Test("A socket counts towards the connection limit until it is closed")
  func place() async throws {
    try await ScriptedServer.withSocket({ $0.echo() }) { server in
      let client = Self.client(server.baseURL) { $0.maxConnectionsPerHost = 1 }
      let first = try await client.webSocket()
      #expect(await clientErrorCode { try await client.timeout(.milliseconds(200)).webSocket() } == .timeout)
      try await first.send("still here")
      #expect(try await first.receive() == .text("still here"))
      try await first.close()
      try await client.webSocket().close()
    }
  }

  @Test("Calls share one connection, and each WebSocket has its own")
  func besides() async throws {
    let script: @Sendable (ScriptedConnection) -> Void = { connection in
      while let request = connection.readHead() {
        if let key = request.field("sec-websocket-key") {
          connection.send(
            "HTTP/1.1 101 x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
              + "Sec-WebSocket-Accept: \(WebSocketKey.accept(for: key))\r\n\r\n")
          return connection.echo()
        }
        connection.send(ok(request.target))
      }
    }
    try await ScriptedServer.with(script) { server in
      let client = server.client
      for round in 0..<3 {
        #expect(try await client("a").response().text == "/a")
        let socket = try await client("chat").webSocket()
        try await socket.send("\(round)")
        #expect(try await client("b").response().text == "/b")
        #expect(try await socket.receive() == .text("\(round)"))
        try await socket.close()
      }
      // There is one connection for the calls, and one for each socket.
      #expect(server.acceptedCount == 4)
    }
  }
}

@Suite(
  "WebSockets over TLS", .timeLimit(.minutes(5)), .enabled(if: TLSFixture.isAvailable, "needs openssl and python3"))
struct WebSocketTLSTests {
  init() async throws {
    try await TLSFixture.prepare()
  }

  private static func client(
    _ port: UInt16, _ change: (inout CurlTransport.Configuration) throws -> Void = { _ in }
  ) throws -> APIClient {
    var configuration = CurlTransport.Configuration()
    configuration.tls.authorities = .file(try TLSFixture.path("ca.pem"))
    try change(&configuration)
    return APIClient(baseURL: "wss://127.0.0.1:\(port)", transport: CurlTransport(configuration)).timeout(.seconds(20))
  }

  private static let script: @Sendable (ScriptedConnection) -> Void = { connection in
    guard connection.acceptWebSocket() != nil else { return }
    connection.echo()
  }

  @Test("Messages of every size are echoed over TLS", arguments: [[], ["--tls12"]])
  func echo(flags: [String]) async throws {
    let server = ScriptedServer(Self.script)
    defer { server.stop() }
    try await TLSFixture.with("good", flags, server) { port in
      let socket = try await Self.client(port).webSocket()
      for size in [0, 1, 125, 16_384, 65_536, 1 << 20] {
        let message = WebSocketMessage.binary((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7) })
        async let sending: Void = socket.send(message)
        #expect(try await socket.receive() == message, "\(size) bytes")
        try await sending
      }
      let timings = try #require(socket.response.timings)
      #expect(timings.tls > timings.connect && timings.firstByte >= timings.tls)
      try await socket.close()
    }
  }

  @Test("An invalid certificate is refused before the handshake", arguments: ["wrong-host", "untrusted"])
  func refused(certificate: String) async throws {
    let server = ScriptedServer(Self.script)
    defer { server.stop() }
    try await TLSFixture.with(certificate, [], server) { port in
      let error = await clientError { try await Self.client(port).webSocket() }
      #expect(error?.code == .tls && error?.stage == .connect)
    }
  }

  @Test("A WebSocket to a server without a pinned key is refused")
  func pinned() async throws {
    let server = ScriptedServer(Self.script)
    defer { server.stop() }
    try await TLSFixture.with("good", [], server) { port in
      let wrong = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
      #expect(await clientErrorCode { try await Self.client(port) { $0.tls.pinnedKeys = [wrong] }.webSocket() } == .tls)
    }
  }

  @Test("A WebSocket whose TLS connection the server breaks off fails with lostConnection")
  func lost() async throws {
    let server = ScriptedServer { connection in
      guard connection.acceptWebSocket() != nil else { return }
      _ = connection.readFrame()
      connection.send([0x82, 126, 1])
    }
    defer { server.stop() }
    try await TLSFixture.with("good", [], server) { port in
      let socket = try await Self.client(port).webSocket()
      try await socket.send("go")
      #expect(await clientErrorCode { try await socket.receive() } == .lostConnection)
    }
  }
}
