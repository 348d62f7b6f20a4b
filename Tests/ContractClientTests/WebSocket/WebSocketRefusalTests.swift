import Contract
import ContractClient
import ContractHTTP
import ContractHTTP1
import Testing

@testable import ContractClient

@Suite("Failed WebSocket handshakes", .timeLimit(.minutes(5)))
struct WebSocketRefusalTests {
  private static let upgrade = "Upgrade: websocket\r\nConnection: Upgrade\r\n"
  private static let proof = "Sec-WebSocket-Accept: KEY\r\n"

  /// Invalid 101 responses; KEY is replaced by the correct accept value.
  static let broken: [String] = [
    "", upgrade, proof, "Upgrade: websocket\r\n" + proof, "Connection: Upgrade\r\n" + proof,
    "Upgrade: h2c\r\nConnection: Upgrade\r\n" + proof, "Upgrade: websocket\r\nConnection: close\r\n" + proof,
    "Upgrade: websocket, h2c\r\nConnection: Upgrade\r\n" + proof,
    upgrade + "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n", upgrade + "Sec-WebSocket-Accept: \r\n",
    upgrade + proof + proof, upgrade + proof + "Sec-WebSocket-Extensions: permessage-deflate\r\n",
    upgrade + proof + "Sec-WebSocket-Protocol: other\r\n", upgrade + proof + "Sec-WebSocket-Protocol: chat, chat\r\n",
    upgrade + proof + "Sec-WebSocket-Protocol: CHAT\r\n",
  ]

  @Test("A 101 response that breaks the handshake is malformed, and the connection closes", arguments: broken)
  func answers(fields: String) async throws {
    let closed = Signal()
    try await ScriptedServer.with({ connection in
      guard let request = connection.readHead(), let key = request.field("sec-websocket-key") else { return }
      let proven = fields.split(separator: "KEY", omittingEmptySubsequences: false)
        .joined(separator: WebSocketKey.accept(for: key))
      connection.send("HTTP/1.1 101 Switching Protocols\r\n\(proven)\r\n")
      connection.waitForClose()
      closed.raise()
    }) { server in
      let error = await clientError { try await server.client.webSocket(protocols: ["chat"]) }
      #expect(error?.code == .malformedResponse, "\(error.map { "\($0)" } ?? "opened")")
      await closed.wait()
    }
  }

  @Test(
    "A response that does not accept the offered compression is malformed",
    arguments: [
      "permessage-deflate", "permessage-deflate; server_no_context_takeover; unknown", "x-other",
      "permessage-deflate; server_no_context_takeover=1", "permessage-deflate; server_no_context_takeover, x-other",
      "permessage-deflate; server_no_context_takeover; client_max_window_bits", "permessage-deflate;",
    ])
  func compression(selected: String) async throws {
    try await ScriptedServer.with({ connection in
      connection.acceptWebSocket(fields: "Sec-WebSocket-Extensions: \(selected)\r\n")
      connection.waitForClose()
    }) { server in
      let options = WebSocketOptions.with { $0.compression = WebSocketCompression() }
      let error = await clientError { try await server.client.webSocket(options: options) }
      #expect(error?.code == .malformedResponse, "\(error.map { "\($0)" } ?? "opened")")
    }
  }

  @Test(
    "A handshake response must be HTTP/1.1, except for a refusal in HTTP/1.0",
    arguments: ["HTTP/1.0", "HTTP/2", "HTTP/3", "HTTP/1.1"], [101, 403])
  func versions(version: String, status: Int) async throws {
    try await ScriptedServer.with({ connection in
      guard let request = connection.readHead(), let key = request.field("sec-websocket-key") else { return }
      let proof = "Sec-WebSocket-Accept: \(WebSocketKey.accept(for: key))\r\n"
      let length = status == 101 ? "" : "Content-Length: 0\r\n"
      connection.send("\(version) \(status) x\r\n\(Self.upgrade)\(proof)\(length)\r\n")
      connection.waitForClose()
    }) { server in
      let code = await clientErrorCode { try await server.client.webSocket() }
      switch (version, status) {
      case ("HTTP/1.1", 101): #expect(code == nil)
      case ("HTTP/1.0", 403), ("HTTP/1.1", 403): #expect(code == .unexpected)
      default: #expect(code == .malformedResponse)
      }
    }
  }

  struct Answer: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var bytes: String
    var status: Int
    var content: String
  }

  static let others: [Answer] = [
    Answer(
      testDescription: "a length", bytes: "HTTP/1.1 403 No\r\nContent-Length: 4\r\n\r\nnope", status: 403,
      content: "nope"),
    Answer(
      testDescription: "chunks",
      bytes: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nno\r\n2\r\npe\r\n0\r\n\r\n",
      status: 200, content: "nope"),
    Answer(testDescription: "nothing", bytes: "HTTP/1.1 204 No\r\n\r\n", status: 204, content: ""),
    Answer(
      testDescription: "an empty length", bytes: "HTTP/1.1 302 Found\r\nLocation: /x\r\nContent-Length: 0\r\n\r\n",
      status: 302, content: ""),
    Answer(
      testDescription: "interim responses before",
      bytes: "HTTP/1.1 103 Early\r\nLink: x\r\n\r\nHTTP/1.1 400 No\r\nContent-Length: 1\r\n\r\nx",
      status: 400, content: "x"),
    Answer(
      testDescription: "a long length",
      bytes: "HTTP/1.1 500 No\r\nContent-Length: 99999999\r\n\r\n" + String(repeating: "x", count: 100_000),
      status: 500, content: String(repeating: "x", count: 65_536)),
    Answer(
      testDescription: "more bytes than declared", bytes: "HTTP/1.1 500 No\r\nContent-Length: 2\r\n\r\nnope",
      status: 500,
      content: "no"),
  ]

  @Test("Any response other than 101 is thrown with the start of its body", arguments: others)
  func other(answer: Answer) async throws {
    let closed = Signal()
    try await ScriptedServer.with({ connection in
      _ = connection.readHead()
      connection.send(answer.bytes)
      connection.waitForClose()
      closed.raise()
    }) { server in
      let error = await clientError { try await server.client("a").webSocket() }
      #expect(error?.code == .unexpected && error?.response?.status.code == answer.status)
      #expect(error?.response?.text == answer.content)
      await closed.wait()
      #expect(server.clientSocketCount == 0)
    }
  }

  @Test(
    "A refusal without a length is read to its end or the timeout", arguments: [false, true])
  func unbounded(hangs: Bool) async throws {
    try await ScriptedServer.with({ connection in
      _ = connection.readHead()
      connection.send("HTTP/1.1 503 No\r\n\r\nnope")
      if hangs { connection.waitForClose() }
    }) { server in
      let error = await clientError { try await server.client.timeout(.milliseconds(hangs ? 300 : 20_000)).webSocket() }
      #expect(error?.response?.status == .serviceUnavailable && error?.response?.text == "nope")
    }
  }

  @Test("A refusal that times out releases its connection slot")
  func place() async throws {
    let asked = Signal()
    try await ScriptedServer.with({ connection in
      guard let request = connection.readRequest() else { return }
      guard request.target == "/socket" else {
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        return
      }
      connection.send("HTTP/1.1 404 No\r\nContent-Length: 100\r\n\r\nsome of it")
      asked.raise()
      connection.waitForClose()
    }) { server in
      var configuration = CurlTransport.Configuration()
      configuration.maxConnectionsPerHost = 1
      let client = APIClient(baseURL: server.baseURL, transport: CurlTransport(configuration))
      async let refused = clientError { try await client("socket").timeout(.milliseconds(300)).webSocket() }
      await asked.wait()
      let start = ContinuousClock.now
      // The call needs the connection of the refused handshake, and must get it before its own timeout.
      try await client("next").timeout(.seconds(20)).get()
      #expect(ContinuousClock.now - start < .seconds(15))
      _ = await refused
    }
  }

  @Test("A refused handshake throws the error of the client's error decoder")
  func decoder() async throws {
    struct Fault: Error, Codable { var reason: String }
    try await ScriptedServer.with({ connection in
      _ = connection.readHead()
      connection.send("HTTP/1.1 403 No\r\nContent-Length: 15\r\n\r\n{\"reason\":\"no\"}")
    }) { server in
      await #expect(throws: Fault.self) { try await server.client.errorDecoder(.decodable(Fault.self)).webSocket() }
    }
  }

  /// The bytes that a server sends instead of a response before it is silent.
  static let silences = [
    "", "HTTP/1.1 101 Switching", "HTTP/1.1 101 x\r\nUpgrade: websocket\r\n", "HTTP/1.1 100 Continue\r\n\r\n",
  ]

  @Test("A missing handshake response is a timeout, and the connection closes", arguments: silences)
  func silence(beginning: String) async throws {
    let closed = Signal()
    try await ScriptedServer.with({ connection in
      _ = connection.readHead()
      connection.send(beginning)
      connection.waitForClose()
      closed.raise()
    }) { server in
      let error = await clientError { try await server.client.timeout(.milliseconds(200)).webSocket() }
      #expect(error?.code == .timeout && error?.stage == .exchange)
      await closed.wait()
    }
  }

  /// The behavior of a server instead of a response, and its name.
  struct End: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var bytes: String
    var isReset = false
    var code: ClientError.Code
  }

  static let ends = [
    End(testDescription: "nothing", bytes: "", code: .lostConnection),
    End(testDescription: "half a head", bytes: "HTTP/1.1 101 x\r\nUpgr", code: .lostConnection),
    End(testDescription: "a reset", bytes: "HTTP/1.1 ", isReset: true, code: .lostConnection),
    End(testDescription: "garbage", bytes: "\u{1}\u{2}garbage\n", code: .malformedResponse),
    End(testDescription: "another protocol", bytes: "SSH-2.0-x\r\n", code: .malformedResponse),
    End(
      testDescription: "an empty header name", bytes: "HTTP/1.1 101 x\r\n: no name\r\n\r\n", code: .malformedResponse),
    End(testDescription: "an endless line", bytes: String(repeating: "x", count: 200_000), code: .responseTooLarge),
    End(
      testDescription: "endless header lines",
      bytes: "HTTP/1.1 101 x\r\n" + String(repeating: "A: b\r\n", count: 20_000),
      code: .responseTooLarge),
    End(
      testDescription: "endless interim responses", bytes: String(repeating: "HTTP/1.1 100 x\r\n\r\n", count: 20_000),
      code: .responseTooLarge),
  ]

  @Test("A handshake ended by a close, a reset or a non-HTTP response fails with the matching code", arguments: ends)
  func end(row: End) async throws {
    try await ScriptedServer.with({ connection in
      _ = connection.readHead()
      connection.send(row.bytes)
      if row.isReset { connection.reset() }
    }) { server in
      let error = await clientError { try await server.client.webSocket() }
      #expect(error?.code == row.code, "\(error.map { "\($0)" } ?? "opened")")
    }
  }

  @Test("Cancelling a handshake closes its connection")
  func cancelled() async throws {
    let (asked, closed) = (Signal(), Signal())
    try await ScriptedServer.with({ connection in
      _ = connection.readHead()
      asked.raise()
      connection.waitForClose()
      closed.raise()
    }) { server in
      let client = server.client
      let opening = Task { try await client.webSocket() }
      await asked.wait()
      opening.cancel()
      #expect(await clientErrorCode { try await opening.value } == .cancelled)
      await closed.wait()
    }
  }

  @Test("A refused connection fails the handshake with noConnection")
  func nobody() async throws {
    let place = try RefusingPort()
    let client = APIClient(baseURL: place.baseURL, transport: CurlTransport())
    let error = await clientError { try await client.webSocket() }
    #expect(error?.code == .noConnection && error?.stage == .connect)
    withExtendedLifetime(place) {}
  }

  @Test("A 101 response whose socket is not used closes its connection")
  func untaken() async throws {
    let closed = Signal()
    try await ScriptedServer.withSocket({ connection in
      connection.waitForClose()
      closed.raise()
    }) { server in
      let transport = CurlTransport()
      var request = server.request()
      request.fields = try WebSocketOffer.fields(protocols: [])
      #expect(try await transport.upgrade(request, options: .init()).status == .switchingProtocols)
      await closed.wait()
    }
  }
}
