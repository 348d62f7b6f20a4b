import Contract
import ContractHTTP
import ContractTestSupport
import Testing

@testable import ContractClient

/// HTTP/2 connections that carry several calls, over TLS, because libcurl 7.88 keeps no cleartext ones.
@Suite(
  "Kept HTTP/2 connections", .timeLimit(.minutes(5)),
  .enabled(if: TLSFixture.isAvailable && CurlTransport.library.supportsHTTP2))
struct HTTP2KeptTests {
  /// How a server ends a connection, or refuses a request on it.
  enum Ending: CaseIterable {
    /// By closing it.
    case close
    /// With GOAWAY, which states that the request was not processed.
    case goAway
    /// With GOAWAY and by closing it.
    case goAwayAndClose
    /// With RST_STREAM and the code REFUSED_STREAM.
    case refusedStream
  }

  private static func transport() throws -> CurlTransport {
    var configuration = CurlTransport.Configuration()
    configuration.tls.authorities = .file(try TLSFixture.path("ca.pem"))
    return CurlTransport(configuration)
  }

  private static func send(
    _ transport: CurlTransport, _ port: UInt16, _ method: HTTPMethod = .get, _ target: String = "/",
    _ options: TransportOptions = TransportOptions(timeout: .seconds(20))
  ) async throws -> String {
    let request = HTTPRequest(method, target, scheme: "https", authority: "127.0.0.1:\(port)")
    let response = try await transport.send(request, options: options)
    #expect(response.httpVersion == .http2)
    return response.text
  }

  /// Sends a second request on a connection that ends with this request; the first request of each connection gets a
  /// response.
  private static func second(
    _ method: HTTPMethod, _ ending: Ending
  ) async throws -> (code: ClientError.Code?, connections: Int) {
    try await TLSFixture.prepare()
    let server = ScriptedServer { connection in
      guard let session = HTTP2Session(connection), let first = session.nextRequest() else { return }
      session.answer(first.stream, [0x78])
      guard let second = session.nextRequest() else { return }
      let goAway = HTTP2Frame(.goAway, HTTP2Frame.number(Int(first.stream), 4) + HTTP2Frame.number(0, 4))
      switch ending {
      case .close: return
      case .goAway: session.send([goAway])
      case .goAwayAndClose:
        connection.send(goAway.bytes)
        return
      case .refusedStream:
        session.send([HTTP2Frame(.reset, stream: Int(second.stream), HTTP2Frame.number(7, 4))])
      }
      connection.waitForClose()
    }
    defer { server.stop() }
    var code: ClientError.Code?
    try await TLSFixture.with("good", ["--alpn", "h2"], server) { port in
      let transport = try Self.transport()
      _ = try await Self.send(transport, port)
      code = await clientErrorCode { try await Self.send(transport, port, method) }
    }
    return (code, server.acceptedCount)
  }

  @Test(
    "An idempotent request on a connection that has ended is resent on a new connection", arguments: Ending.allCases)
  func resent(ending: Ending) async throws {
    for method in [HTTPMethod.get, .put] {
      let (code, connections) = try await Self.second(method, ending)
      #expect(code == nil && connections == 2, "\(method)")
    }
  }

  @Test("A request that is not idempotent is not resent, and the connection is lost", arguments: Ending.allCases)
  func lost(ending: Ending) async throws {
    let (code, connections) = try await Self.second(.post, ending)
    #expect(code == .lostConnection && connections <= 2)
  }

  @Test("GOAWAY on a new connection is a lost connection")
  func newConnection() async throws {
    let server = ScriptedServer { connection in
      guard let session = HTTP2Session(connection), session.nextRequest() != nil else { return }
      session.send([HTTP2Frame(.goAway, HTTP2Frame.number(0, 8))])
      connection.waitForClose()
    }
    defer { server.stop() }
    var configuration = CurlTransport.Configuration()
    configuration.httpVersion = .http2PriorKnowledge
    let transport = CurlTransport(configuration)
    for method in [HTTPMethod.get, .post] {
      let code = await clientErrorCode { try await transport.send(server.request(method), options: TransportOptions()) }
      #expect(code == .lostConnection, "\(method)")
    }
  }

  /// A server that responds once `width` requests have arrived, and then to each request, with its content.
  private static func gathering(_ width: Int) -> ScriptedServer {
    ScriptedServer { connection in
      guard let session = HTTP2Session(connection) else { return }
      var streams: [UInt32] = []
      while streams.count < width, let request = session.nextRequest() { streams.append(request.stream) }
      for stream in streams { session.answer(stream, [0x78]) }
      while let request = session.nextRequest() { session.answer(request.stream, [0x78]) }
    }
  }

  @Test("Calls of many shapes succeed after concurrent calls on one connection")
  func shapes() async throws {
    try await TLSFixture.prepare()
    let server = Self.gathering(20)
    defer { server.stop() }
    try await TLSFixture.with("good", ["--alpn", "h2"], server) { port in
      let transport = try Self.transport()
      try await Self.concurrently(20) { _ = try await Self.send(transport, port) }
      for round in 0..<3 {
        for method in [HTTPMethod.delete, .post, .put, .options, .patch] {
          #expect(try await Self.send(transport, port, method, "/\(round)") == "x")
        }
      }
    }
  }

  @Test("Calls succeed after concurrent calls with a limited pace on one connection")
  func pace() async throws {
    try await TLSFixture.prepare()
    let server = Self.gathering(6)
    defer { server.stop() }
    try await TLSFixture.with("good", ["--alpn", "h2"], server) { port in
      let transport = try Self.transport()
      var paced = TransportOptions(timeout: .seconds(20))
      paced.maxReceivedBytesPerSecond = 50_000_000
      let options = paced
      for round in 0..<4 {
        try await Self.concurrently(6) { _ = try await Self.send(transport, port, .get, "/", options) }
        #expect(try await Self.send(transport, port, .get, "/\(round)") == "x")
      }
    }
  }

  private static func concurrently(_ count: Int, _ body: @escaping @Sendable () async throws -> Void) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<count { group.addTask(operation: body) }
      try await group.waitForAll()
    }
  }
}
