import ContractTestSupport
import ContractTesting
import Testing

@Suite("The opening of channels", .ownThreads, .timeLimit(.minutes(3)))
struct ChannelHandshakeTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var target = "/texts"
    var method = "GET"
    var version = "HTTP/1.1"
    var fields: [String]
    var body = ""
    let status: Int
    var answer: (name: String, value: String)?
  }

  static let key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="
  static let good = ["Connection: keep-alive, Upgrade", "Upgrade: WebSocket", "Sec-WebSocket-Version: 13", key]

  private static func without(_ name: String, _ fields: String...) -> [String] {
    good.filter { !$0.hasPrefix(name) } + fields
  }

  private static let rows: [Row] = [
    // The example of RFC 6455 §1.3.
    Row(
      testDescription: "a valid request", fields: good, status: 101,
      answer: ("sec-websocket-accept", "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")),
    Row(
      testDescription: "no upgrade", fields: [], status: 426, answer: ("sec-websocket-version", "13")),
    Row(testDescription: "another protocol", fields: without("Upgrade", "Upgrade: h2c"), status: 426),
    Row(
      testDescription: "no connection option", fields: without("Connection"), status: 426,
      answer: ("upgrade", "websocket")),
    Row(testDescription: "HTTP/1.0", version: "HTTP/1.0", fields: good, status: 426),
    Row(
      testDescription: "version 8", fields: without("Sec-WebSocket-Version", "Sec-WebSocket-Version: 8"), status: 426,
      answer: ("sec-websocket-version", "13")),
    Row(testDescription: "no version", fields: without("Sec-WebSocket-Version"), status: 426),
    Row(testDescription: "no key", fields: without("Sec-WebSocket-Key"), status: 400),
    Row(
      testDescription: "a key of 15 bytes",
      fields: without("Sec-WebSocket-Key", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAA"),
      status: 400),
    Row(testDescription: "two keys", fields: good + [key], status: 400),
    Row(testDescription: "a body", fields: good + ["Content-Length: 2"], body: "{}", status: 400),
    Row(
      testDescription: "an invalid input", target: "/rooms/a?times=x", fields: good, status: 400,
      answer: ("content-type", "application/problem+json")),
    Row(
      testDescription: "a declared failure", target: "/rooms/none", fields: good, status: 404,
      answer: ("content-type", "application/problem+json")),
    Row(testDescription: "an unknown path", target: "/nowhere", fields: good, status: 404),
    Row(testDescription: "another method", method: "DELETE", fields: good, status: 405),
    Row(
      testDescription: "a malformed list of extensions", fields: good + ["Sec-WebSocket-Extensions: a;"], status: 400),
    Row(testDescription: "unknown extensions", fields: good + ["Sec-WebSocket-Extensions: a; b=1"], status: 101),
    Row(testDescription: "the same origin", fields: good + ["Origin: http://chat.example"], status: 101),
    Row(testDescription: "the same host over TLS", fields: good + ["Origin: https://CHAT.example"], status: 101),
    Row(
      testDescription: "the same origin with its port", fields: good + ["Origin: http://chat.example:80"], status: 101),
    Row(testDescription: "another port", fields: good + ["Origin: http://chat.example:81"], status: 403),
    Row(testDescription: "another host", fields: good + ["Origin: http://evil.example"], status: 403),
    Row(testDescription: "an opaque origin", fields: good + ["Origin: null"], status: 403),
  ]

  private static func status(
    of row: Row, at port: Int
  ) throws -> RawConnection.Response {
    let connection = try RawConnection(port: port)
    var text = "\(row.method) \(row.target) \(row.version)\r\nHost: chat.example\r\n"
    for field in row.fields { text += field + "\r\n" }
    try connection.write(text + "\r\n" + row.body)
    return try connection.read()
  }

  @Test("A handshake request gets a 101, or is refused with the reason", arguments: rows, [false, true])
  func handshake(row: Row, hasMiddleware: Bool) async throws {
    let server = Server(port: 0, threads: 1, middleware: hasMiddleware ? [RequestID()] : []) {
      ChatRoutes(ChatService())
    }
    let port = try await server.start().port
    let response = try Self.status(of: row, at: port)
    #expect(response.status == row.status, "\(response.text)")
    if let answer = row.answer { #expect(response.field(answer.name) == answer.value) }
    // An `Upgrade` header needs the connection option (RFC 9110 §7.8).
    if response.field("upgrade") != nil { #expect(response.field("connection")?.hasSuffix("Upgrade") == true) }
    #expect(hasMiddleware == (response.field("x-request-id") != nil) || response.status != 101)
    await server.stop(drain: .zero)
  }

  @Test("Listed origins are allowed, and no others")
  func origins() async throws {
    let server = Server(port: 0, threads: 1) {
      ChatRoutes(ChatService()).webSocketOrigins(.only("https://app.example", "null"))
    }
    let port = try await server.start().port
    for (origin, status) in [
      ("https://app.example", 101), ("https://APP.example", 101), ("null", 101), ("http://app.example", 403),
      ("http://chat.example", 403),
    ] {
      let row = Row(testDescription: origin, fields: Self.good + ["Origin: \(origin)"], status: status)
      #expect(try Self.status(of: row, at: port).status == status, "\(origin)")
    }
    await server.stop(drain: .zero)
  }

  @Test("A page whose host name resolves to the server opens no WebSocket unless this name is an allowed host")
  func rebinding() async throws {
    for (host, status) in [("chat.example", 101), ("api.example", 421)] as [(AllowedHosts.Name, Int)] {
      let server = Server(port: 0, threads: 1, middleware: [AllowedHosts(host)]) { ChatRoutes(ChatService()) }
      let port = try await server.start().port
      let row = Row(testDescription: "", fields: Self.good + ["Origin: http://chat.example"], status: status)
      #expect(try Self.status(of: row, at: port).status == status)
      await server.stop(drain: .zero)
    }
  }

  @Test("Credentials are checked before the upgrade, also by an asynchronous authenticator", arguments: [false, true])
  func credentials(waits: Bool) async throws {
    let plain = Server(port: 0, threads: 1) { SecretChatRoutes(SecretChatService()) }
    let check: @Sendable (Credentials) -> Authenticated<String>? = {
      if case .bearer("t") = $0 { Authenticated("ann") } else { nil }
    }
    let server =
      waits
      ? plain.authenticating(.bearer, as: String.self) { (credentials: Credentials) async throws in
        await Task.yield()
        return check(credentials)
      } : plain.authenticating(.bearer, as: String.self, check)
    try await withServer(server) { client in
      do {
        _ = try await SecretChatAPI(client).secret()
        Issue.record("opened without credentials")
      } catch let error as ClientError {
        #expect(error.response?.status == .unauthorized)
      }
      let channel = try await SecretChatAPI(client.auth(.bearer("t"))).secret()
      #expect(try await channel.receive() == "ann")
    }
  }
}

@API @Security(.bearer) protocol SecretChat: Sendable {
  @WebSocket("/secret") func secret() async throws -> Channel<String, String>
}

private struct SecretChatService: SecretChat {
  func secret() async throws -> Channel<String, String> {
    let name = ServerRequest.current?.principal(String.self) ?? "nobody"
    return Channel { connection in try await connection.send(name) }
  }
}
