import Contract
import ContractHTTP
import Testing

@testable import ContractClient

/// Servers whose status lines name an HTTP version that was not negotiated. libcurl trusts them, and puts several
/// requests on one connection of HTTP/1.1.
@Suite("Unnegotiated HTTP versions", .timeLimit(.minutes(5)))
struct VersionLieTests {
  /// Responds to each request with its target, correctly and in order except for the version in the status line.
  private static func echo(_ version: @escaping @Sendable (ReceivedRequest) -> String) -> ScriptedServer {
    ScriptedServer(answering: { request in
      "\(version(request)) 200 OK\r\nContent-Length: \(request.target.utf8.count)\r\n\r\n\(request.target)"
    })
  }

  /// Sends many calls at a time, several times over.
  ///
  /// - Returns: the result of each target: the text of its response, or the name of its error.
  private static func storm(
    _ transport: CurlTransport, _ scheme: String, _ authority: String, rounds: Int = 4
  ) async -> [(target: String, result: String)] {
    var results: [(target: String, result: String)] = []
    for round in 0..<rounds {
      await withTaskGroup(of: (String, String).self) { group in
        for number in 0..<40 {
          let target = "/\(round)-\(number)"
          group.addTask {
            do {
              let request = HTTPRequest(.get, target, scheme: scheme, authority: authority)
              let options = TransportOptions(timeout: .seconds(20))
              return (target, try await transport.send(request, options: options).text)
            } catch {
              return (target, (error as? ClientError).map { "\($0.code)" } ?? "\(error)")
            }
          }
        }
        for await result in group { results.append(result) }
      }
    }
    return results
  }

  private static func trusting() throws -> CurlTransport {
    var configuration = CurlTransport.Configuration()
    configuration.tls.authorities = .file(try TLSFixture.path("ca.pem"))
    return CurlTransport(configuration)
  }

  private static let lies = ["HTTP/2", "HTTP/2.0", "HTTP/3", "HTTP/9"]

  @Test(
    "A response with an unnegotiated version is malformed without TLS, and calls never get each other's responses",
    arguments: lies)
  func clear(version: String) async throws {
    let server = Self.echo { _ in version }
    defer { server.stop() }
    let transport = CurlTransport()
    for (target, result) in await Self.storm(transport, "http", "127.0.0.1:\(server.port)") {
      #expect(result == "malformedResponse", "\(target)")
    }
  }

  @Test(
    "A response with an unnegotiated version is malformed with TLS, and calls never get each other's responses",
    .enabled(if: TLSFixture.isAvailable),
    arguments: [[], ["--alpn", "http/1.1"]], lies)
  func secure(flags: [String], version: String) async throws {
    try await TLSFixture.prepare()
    let server = Self.echo { _ in version }
    defer { server.stop() }
    try await TLSFixture.with("good", flags, server) { port in
      let transport = try Self.trusting()
      for (target, result) in await Self.storm(transport, "https", "127.0.0.1:\(port)") {
        #expect(result == "malformedResponse", "\(target)")
      }
    }
  }

  @Test(
    "A wrong version fails only the calls that receive it", .enabled(if: TLSFixture.isAvailable),
    arguments: ["http", "https"])
  func someLies(scheme: String) async throws {
    try await TLSFixture.prepare()
    let server = Self.echo { $0.target.hasSuffix("7") ? "HTTP/2" : "HTTP/1.1" }
    defer { server.stop() }
    func check(_ transport: CurlTransport, _ port: UInt16) async {
      for (target, result) in await Self.storm(transport, scheme, "127.0.0.1:\(port)", rounds: 8) {
        #expect(result == (target.hasSuffix("7") ? "malformedResponse" : target))
      }
    }
    if scheme == "http" { return await check(CurlTransport(), server.port) }
    try await TLSFixture.with("good", ["--alpn", "http/1.1"], server) { port in
      await check(try Self.trusting(), port)
    }
  }

  @Test("A wrong version in an interim response is malformed", arguments: lies)
  func interim(version: String) async throws {
    let server = ScriptedServer(answering: { "\(version) 103 Early Hints\r\n\r\n" + ok($0.target) })
    defer { server.stop() }
    let code = await clientErrorCode {
      try await CurlTransport().send(server.request(), options: TransportOptions(timeout: .seconds(20)))
    }
    #expect(code == .malformedResponse)
  }

  @Test(
    "HTTP/1.1 and HTTP/2 connections of one origin carry concurrent calls without mixing responses",
    .enabled(if: TLSFixture.isAvailable && CurlTransport.library.supportsHTTP2))
  func mixedOrigin() async throws {
    try await TLSFixture.prepare()
    let (isAsked, mayAnswer) = (Signal(), Gate())
    let server = ScriptedServer { connection in
      if connection.peek(3) == Array("PRI".utf8) {
        guard let session = HTTP2Session(connection) else { return }
        while let request = session.nextRequest() { session.answer(request.stream, Array("two".utf8)) }
      } else {
        while let request = connection.readRequest() {
          if request.target == "/slow" {
            isAsked.raise()
            mayAnswer.wait()
          }
          connection.send(ok(request.target))
        }
      }
    }
    defer { server.stop() }
    // The first connection speaks HTTP/1.1, the second HTTP/2, and so on.
    try await TLSFixture.with("good", ["--alpn", "http/1.1,h2"], server) { port in
      let transport = try Self.trusting()
      @Sendable func get(_ target: String) async throws -> String {
        let request = HTTPRequest(.get, target, scheme: "https", authority: "127.0.0.1:\(port)")
        return try await transport.send(request, options: TransportOptions(timeout: .seconds(20))).text
      }
      async let slow = get("/slow")
      await isAsked.wait()
      for number in 0..<6 {
        let text = try await get("/\(number)")
        #expect(text == "two" || text == "/\(number)")
      }
      mayAnswer.open()
      #expect(try await slow == "/slow")
    }
  }
}
