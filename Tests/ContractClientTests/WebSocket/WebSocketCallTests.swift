import Contract
import ContractClient
import ContractHTTP
import ContractHTTP1
import ContractLoop
import ContractTesting
import ContractWebSocket
import Testing

@Suite("WebSockets", .timeLimit(.minutes(5)))
struct WebSocketCallTests {
  // MARK: Messages

  @Test("Messages of every size are echoed unchanged, and a close ends them")
  func echo() async throws {
    try await ScriptedServer.withSocket({ $0.echo() }) { server in
      let socket = try await server.client("chat").webSocket()
      let sizes = [0, 1, 125, 126, 127, 65_535, 65_536, 100_000, 1 << 20]
      for size in sizes {
        let messages: [WebSocketMessage] = [
          .text(String(repeating: "x", count: size)), .binary((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }),
        ]
        for message in messages {
          try await socket.send(message)
          #expect(try await socket.receive() == message, "\(size) bytes")
        }
      }
      try await socket.close(WebSocketCloseCode(rawValue: 4000), reason: "done")
      #expect(try await socket.receive() == nil)
      #expect(await clientErrorCode { try await socket.send("late") } == .webSocketClosed)
      try await socket.close()
    }
  }

  @Test("Concurrent senders deliver each message whole and once")
  func concurrent() async throws {
    try await ScriptedServer.withSocket({ $0.echo() }) { server in
      let socket = try await server.client.webSocket()
      var received: Set<String> = []
      try await withThrowingTaskGroup(of: Void.self) { group in
        for sender in 0..<8 {
          group.addTask {
            for number in 0..<50 { try await socket.send("\(sender).\(number)." + String(repeating: "y", count: 999)) }
          }
        }
        while received.count < 400, case .text(let text)? = try await socket.receive() { received.insert(text) }
        try await group.waitForAll()
      }
      let all = (0..<8).flatMap { sender in
        (0..<50).map { "\(sender).\($0)." + String(repeating: "y", count: 999) }
      }
      #expect(received == Set(all))
      try await socket.close()
    }
  }

  @Test("A task on a loop runs its socket on that loop")
  func onLoop() async throws {
    try await ScriptedServer.withSocket({ $0.echo() }) { server in
      let client = server.client
      let answer = try await ContractLoop.run {
        let socket = try await client("a").webSocket()
        try await socket.send("from a loop")
        let answer = try await socket.receive()
        try await socket.close()
        return answer
      }
      #expect(answer == .text("from a loop"))
    }
  }

  @Test("A socket outlives the transport that opened it")
  func transportGoes() async throws {
    struct Passing: ClientTransport {
      func send(_ request: HTTPRequest, options: TransportOptions) async throws -> HTTPResponse {
        try await CurlTransport().send(request, options: options)
      }
      func upgrade(_ request: HTTPRequest, options: TransportOptions) async throws -> HTTPResponse {
        try await CurlTransport().upgrade(request, options: options)
      }
    }
    try await ScriptedServer.withSocket({ $0.echo() }) { server in
      let socket = try await APIClient(baseURL: server.baseURL, transport: Passing()).webSocket()
      try await socket.send("still here")
      #expect(try await socket.receive() == .text("still here"))
      try await socket.close()
    }
  }

  @Test("Closing a socket in a cancelled task throws an error with the code cancelled")
  func closeCancelled() async throws {
    try await ScriptedServer.withSocket({ $0.echo() }) { server in
      let socket = try await server.client("chat").webSocket()
      let code = await Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return await clientErrorCode { try await socket.close() }
      }.value
      #expect(code == .cancelled)
    }
  }

  @Test("Stopping a loop ends its sockets")
  func loopEnds() async throws {
    let ended = Signal()
    try await ScriptedServer.withSocket({ connection in
      connection.waitForClose()
      ended.raise()
    }) { server in
      let client = server.client
      let socket = try await ContractLoop.run { try await client("a").webSocket() }
      await ended.wait()
      #expect(await clientErrorCode { try await socket.receive() } == .transport)
      #expect(await clientErrorCode { try await socket.send("late") } == .transport)
      try await socket.close()
    }
  }

  @Test("A socket fails at once if its loop stopped before the socket began")
  func loopEndsFirst() async throws {
    struct Passing: ClientTransport {
      func send(_ request: HTTPRequest, options: TransportOptions) async throws -> HTTPResponse {
        try await ContractLoop.run { try await CurlTransport().send(request, options: options) }
      }
      func upgrade(_ request: HTTPRequest, options: TransportOptions) async throws -> HTTPResponse {
        try await ContractLoop.run { try await CurlTransport().upgrade(request, options: options) }
      }
    }
    try await ScriptedServer.withSocket({ $0.waitForClose() }) { server in
      let socket = try await APIClient(baseURL: server.baseURL, transport: Passing()).webSocket()
      #expect(await clientErrorCode { try await socket.receive() } == .transport)
      #expect(await clientErrorCode { try await socket.send("late") } == .transport)
      try await socket.close()
    }
  }

  @Test("Messages sent with the handshake and before the close are received")
  func early() async throws {
    let frames = WebSocketFrame(.text("first")).bytes(mask: nil) + WebSocketFrame(.text("second")).bytes(mask: nil)
    let script: @Sendable (ScriptedConnection) -> Void = { connection in
      connection.acceptWebSocket(frames: frames + WebSocketFrame(closing: .init(.goingAway)).bytes(mask: nil))
      _ = connection.readClose()
    }
    try await ScriptedServer.with(script) { server in
      var received: [WebSocketMessage] = []
      for try await message in try await server.client.webSocket() { received.append(message) }
      #expect(received == [.text("first"), .text("second")])
    }
  }

  // MARK: The opening handshake

  @Test("The handshake is a GET with the client's headers and the WebSocket headers")
  func opening() async throws {
    let seen = Lock<[ReceivedRequest]>([])
    let script: @Sendable (ScriptedConnection) -> Void = { connection in
      guard let request = connection.acceptWebSocket() else { return }
      seen.withLock { $0.append(request) }
      connection.echo()
    }
    try await ScriptedServer.with(script) { server in
      let client = server.client.header("X-Team", "a").auth(.bearer("t")).header(.userAgent, "test").query(
        "room", "x y"
      )
      .requestID()
      for _ in 0..<2 { try await client("chat/\("a/b")").webSocket(protocols: ["v2", "v1"]).close() }
      let requests = seen.withLock { $0 }
      #expect(requests.map(\.line) == Array(repeating: "GET /chat/a%2Fb?room=x%20y HTTP/1.1", count: 2))
      let expected = [
        "host": "127.0.0.1:\(server.port)", "x-team": "a", "authorization": "Bearer t", "user-agent": "test",
        "connection": "Upgrade", "upgrade": "websocket", "sec-websocket-version": "13",
        "sec-websocket-protocol": "v2, v1",
      ]
      for (name, value) in expected { #expect(requests.first?.field(name) == value, "\(name)") }
      #expect(requests.first?.field("x-request-id")?.isEmpty == false)
      #expect(Set(requests.map { $0.field("sec-websocket-key") }).count == 2)
      for name in ["accept", "accept-encoding", "content-length", "content-type"] {
        #expect(requests.first?.field(name) == nil, "\(name)")
      }
    }
  }

  @Test("The scheme ws is accepted in a base URL, in any letter case, and in a link", arguments: ["ws", "WS"])
  func scheme(name: String) async throws {
    try await ScriptedServer.withSocket({ $0.echo() }) { server in
      let client = APIClient(baseURL: "\(name)://127.0.0.1:\(server.port)/api", transport: CurlTransport())
      try await client("chat").webSocket().close()
      try await client.at("ws://127.0.0.1:\(server.port)/other").webSocket().close()
    }
  }

  @Test("A socket has the subprotocol that the server has selected, or none", arguments: [("v1", "v1"), ("", nil)])
  func protocols(chosen: String, expected: String?) async throws {
    let script: @Sendable (ScriptedConnection) -> Void = { connection in
      connection.acceptWebSocket(fields: chosen.isEmpty ? "" : "Sec-WebSocket-Protocol: \(chosen)\r\n")
      connection.echo()
    }
    try await ScriptedServer.with(script) { server in
      let socket = try await server.client.webSocket(protocols: ["v2", "v1"])
      #expect(socket.subprotocol == expected)
      #expect(socket.response.status == .switchingProtocols)
      #expect(socket.response.timings?.reusedConnection == false)
      try await socket.close()
    }
  }

  @Test("An invalid subprotocol or handshake request is refused before anything is sent")
  func invalid() async throws {
    try await ScriptedServer.with({ $0.waitForClose() }) { server in
      let client = server.client
      for protocols in [["a", "a"], ["a b"], [""], ["a,b"]] {
        #expect(await clientErrorCode { try await client.webSocket(protocols: protocols) } == .invalidInput)
      }
      #expect(await clientErrorCode { try await client.post.webSocket() } == .invalidInput)
      #expect(await clientErrorCode { try await client.body(["a": 1]).get.webSocket() } == .invalidInput)
      #expect(server.acceptedCount == 0)
    }
  }

  @Test("Stored cookies are sent with the handshake")
  func cookies() async throws {
    let seen = Lock<String?>(nil)
    let script: @Sendable (ScriptedConnection) -> Void = { connection in
      let request = connection.acceptWebSocket()
      seen.withLock { $0 = request?.field("cookie") }
      connection.echo()
    }
    try await ScriptedServer.with(script) { server in
      var configuration = CurlTransport.Configuration()
      configuration.cookies = .memory
      let transport = CurlTransport(configuration)
      transport.store(StoredCookie("session", "1", domain: "127.0.0.1"))
      transport.store(StoredCookie("other", "2", domain: "example.com"))
      let client = APIClient(baseURL: server.baseURL, transport: transport).header(.cookie, "own=3")
      try await client.webSocket().close()
      #expect(seen.withLock { $0 } == "session=1; own=3")
    }
  }

  @Test("A refused handshake is repeated with a renewed token")
  func renewal() async throws {
    let script: @Sendable (ScriptedConnection) -> Void = { connection in
      guard let request = connection.readHead(), let key = request.field("sec-websocket-key") else { return }
      guard request.field("authorization") == "Bearer new" else {
        connection.send("HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n")
        return
      }
      connection.send(
        "HTTP/1.1 101 x\r\nUpgrade: WebSocket\r\nConnection: keep-alive, upgrade\r\n"
          + "Sec-WebSocket-Accept: \(WebSocketKey.accept(for: key))\r\n\r\n")
      connection.echo()
    }
    try await ScriptedServer.with(script) { server in
      let store = MemoryTokenStore(AuthTokens(accessToken: "old", refreshToken: "r"))
      let client = server.client.tokenRefresher(store: store) { _, _ in
        AuthTokens(accessToken: "new", refreshToken: "r")
      }
      try await client.webSocket().close()
      #expect(server.acceptedCount == 2)
    }
  }

  // MARK: Values

  struct Line: Codable, Sendable, Equatable { var text: String }

  @Test("Values are sent as JSON text messages, and an undecodable message does not end the channel")
  func channel() async throws {
    let kinds = Lock<[WebSocketOpcode]>([])
    try await ScriptedServer.withSocket({ connection in
      while let frame = connection.readFrame(), frame.opcode != .close {
        kinds.withLock { $0.append(frame.opcode) }
        connection.send(frame)
        connection.send(.text("{\"text\":7}"))
        connection.send(.binary(Array("{\"text\":\"bytes\"}".utf8)))
      }
      connection.send(WebSocketFrame(closing: WebSocketClosure(.normalClosure)))
    }) { server in
      let channel = try await server.client("chat").webSocket(sending: Line.self, receiving: Line.self)
      try await channel.send(Line(text: "hi"))
      let iterator = channel.makeAsyncIterator()
      #expect(try await iterator.next() == Line(text: "hi"))
      let error = await clientError { try await iterator.next() }
      #expect(error?.code == .decoding && error?.failures.isEmpty == false)
      #expect(try await iterator.next() == Line(text: "bytes"))
      try await channel.close()
      #expect(try await iterator.next() == nil)
      #expect(kinds.withLock { $0 } == [.text])
    }
  }

  @Test("The error of a binary message that is not UTF-8 names the reason")
  func binaryText() async throws {
    try await ScriptedServer.withSocket({ connection in
      connection.send(.binary([0xFF]))
      connection.echo()
    }) { server in
      let channel = try await server.client("chat").webSocket(sending: String.self, receiving: String.self)
      let iterator = channel.makeAsyncIterator()
      let error = await clientError { try await iterator.next() }
      #expect(error?.message.hasSuffix("decoded: it is binary and not UTF-8, so it is not a `String`") == true)
      try await channel.close()
    }
  }

  @Test("`call(.webSocket, as:)` opens a socket or a channel of typed values")
  func caller() async throws {
    try await ScriptedServer.withSocket({ $0.echo() }) { server in
      let socket = try await server.client("chat").call(.webSocket, as: .instance)
      try await socket.close()
      let channel: Channel<Line, Line> = try await server.client("chat").call(.webSocket, as: .channel())
      try await channel.send(Line(text: "hi"))
      for try await line in channel {
        #expect(line == Line(text: "hi"))
        break
      }
    }
  }

  // MARK: Without a network

  @Test("A transport or mock without WebSocket support throws")
  func mocks() async throws {
    let scripted = APIClient(baseURL: "http://example.com", transport: ScriptedTransport([.text("x")]))
    let error = await clientError { try await scripted.webSocket() }
    #expect(
      error?.code == .transport && error?.message.contains("ScriptedTransport does not support WebSockets") == true)
    let mocked = APIClient(baseURL: "http://example.com").mock(HTTPResponse(.forbidden)).environment(.mocks())
    #expect(await clientError { try await mocked.webSocket() }?.response?.status == .forbidden)
    let switching = mocked.mock(HTTPResponse(.switchingProtocols))
    #expect(await clientErrorCode { try await switching.webSocket() } == .transport)
    let unspecified = APIClient(baseURL: "http://example.com").environment(.mocks())
    #expect(await clientErrorCode { try await unspecified("a").webSocket() } == .transport)
  }
}
