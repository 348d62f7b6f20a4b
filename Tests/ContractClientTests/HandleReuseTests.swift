import Contract
import ContractClient
import ContractHTTP
import ContractLoop
import ContractTestSupport
import Glibc
import Testing

/// Handles stay configured between calls; nothing of one call may be sent with another.
@Suite("Reuse of handles and connections", .ownThreads, .timeLimit(.minutes(5)))
struct HandleReuseTests {
  /// Responds with the request in a header, so that a response to HEAD has it too.
  private static func mirror() -> ScriptedServer {
    ScriptedServer(answering: { request in
      let content = request.content.isEmpty ? "" : "|\(request.content.count) of \(request.content[0])"
      let head = ([request.line] + request.fields).joined(separator: "|")
      return "HTTP/1.1 200 OK\r\nX-Got: \(head)\(content)\r\nContent-Length: 0\r\n\r\n"
    })
  }

  private static func stream(_ bytes: [UInt8], length: Int?) -> HTTPBody {
    let parts = Lock<[[UInt8]]>([bytes])
    return .stream(ByteStream(length: length) { parts.withLock { $0.popLast() } })
  }

  private static func send(_ request: HTTPRequest, _ transport: CurlTransport) async throws -> String? {
    try await transport.send(request, options: TransportOptions()).fields["X-Got"]?.rawValue
  }

  @Test("A request leaks no method, target, header or body into the next request")
  func pairs() async throws {
    try await withMirror { server, transport in
      let host = "Host: 127.0.0.1:\(server.port)"
      let coding = "Accept-Encoding: gzip, deflate"
      let large = [UInt8](repeating: 7, count: 60_000)
      let huge = [UInt8](repeating: 8, count: 70_000)
      let rows: [(() -> HTTPRequest, String)] = [
        ({ server.request(.get, "/a?x=1") }, "GET /a?x=1 HTTP/1.1|\(host)|\(coding)"),
        (
          { server.request(.get, "/b", fields: ["X-A": "1", "Accept": "text/plain"]) },
          "GET /b HTTP/1.1|\(host)|X-A: 1|Accept: text/plain|\(coding)"
        ),
        ({ server.request(.head, "/c") }, "HEAD /c HTTP/1.1|\(host)|\(coding)"),
        (
          { server.request(.post, "/d", fields: ["Content-Type": "text/plain"], body: .bytes([1, 2, 3])) },
          "POST /d HTTP/1.1|\(host)|Content-Type: text/plain|\(coding)|Content-Length: 3|3 of 1"
        ),
        ({ server.request(.post, "/e") }, "POST /e HTTP/1.1|\(host)|\(coding)|Content-Length: 0"),
        (
          { server.request(.put, "/f", body: .bytes(large)) },
          "PUT /f HTTP/1.1|\(host)|\(coding)|Content-Length: 60000|60000 of 7"
        ),
        (
          { server.request(.put, "/g", body: .bytes(huge)) },
          "PUT /g HTTP/1.1|\(host)|\(coding)|Content-Length: 70000|70000 of 8"
        ),
        (
          { server.request(.post, "/h", body: Self.stream([5, 6], length: nil)) },
          "POST /h HTTP/1.1|\(host)|Transfer-Encoding: chunked|\(coding)|2 of 5"
        ),
        (
          { server.request(.post, "/i", body: Self.stream([5, 6], length: 2)) },
          "POST /i HTTP/1.1|\(host)|\(coding)|Content-Length: 2|2 of 5"
        ),
        ({ server.request(.delete, "/j") }, "DELETE /j HTTP/1.1|\(host)|\(coding)"),
        ({ server.request(.options, "*") }, "OPTIONS * HTTP/1.1|\(host)|\(coding)"),
        (
          { server.request(.get, "/k", fields: ["Accept-Encoding": "identity"]) },
          "GET /k HTTP/1.1|\(host)|Accept-Encoding: identity"
        ),
      ]
      for first in rows {
        for second in rows {
          for (request, head) in [first, second] {
            let got = try await Self.send(request(), transport)
            #expect(got == head)
          }
        }
      }
      #expect(server.acceptedCount == 1)
    }
  }

  private func withMirror(
    _ body: @escaping @Sendable (ScriptedServer, CurlTransport) async throws -> Void
  ) async throws {
    let server = Self.mirror()
    defer { server.stop() }
    let transport = CurlTransport()
    // The calls are made from a loop, where each call uses the handle that the previous one has just returned.
    try await ContractLoop.run { try await body(server, transport) }
  }

  @Test("A header keeps its spelling after an equal header in another spelling")
  func spelling() async throws {
    try await withMirror { server, transport in
      let composed: HTTPFieldValue = "\u{E9}"
      let decomposed: HTTPFieldValue = "e\u{301}"
      let rows: [(HTTPFieldName, HTTPFieldValue)] = [
        ("X-Mode", "a"), ("x-mode", "a"), ("X-MODE", "a"), ("X-Mode", composed), ("X-Mode", decomposed),
        ("X-Mode", composed),
      ]
      for (name, value) in rows {
        var fields = HTTPFields()
        fields.append(name, value)
        let got = try await Self.send(server.request(fields: fields), transport) ?? ""
        let lines = got.utf8.split(separator: UInt8(ascii: "|"))
        #expect(lines.contains { $0.elementsEqual("\(name): \(value)".utf8) })
      }
    }
  }

  @Test("A request has its own headers, whatever the number and length of the previous request's headers")
  func manyFields() async throws {
    try await withMirror { server, transport in
      for (count, length) in [(1, 5), (200, 3), (0, 0), (40, 800), (17, 1), (16, 60), (2, 0), (300, 90)] {
        var fields = HTTPFields()
        for index in 0..<count {
          fields.append(
            try #require(HTTPFieldName("X-\(index)")), HTTPFieldValue(unchecked: String(repeating: "v", count: length)))
        }
        let got = try await Self.send(server.request(fields: fields), transport) ?? ""
        let sent = got.split(separator: "|").filter { $0.hasPrefix("X-") }
        let text = length == 0 ? "" : " " + String(repeating: "v", count: length)
        #expect(sent.map(String.init) == (0..<count).map { "X-\($0):\(text)" }, "\(count) of \(length)")
      }
    }
  }

  @Test("Alternating calls to different hosts each reach their own host")
  func hosts() async throws {
    let other = Self.mirror()
    defer { other.stop() }
    try await withMirror { server, transport in
      for round in 0..<3 {
        for authority in ["127.0.0.1:\(server.port)", "127.0.0.1:\(other.port)", "localhost:\(server.port)"] {
          let request = HTTPRequest(.get, "/\(round)", scheme: "http", authority: authority)
          let got = try await Self.send(request, transport)
          #expect(got == "GET /\(round) HTTP/1.1|Host: \(authority)|Accept-Encoding: gzip, deflate")
        }
      }
      #expect(server.acceptedCount + other.acceptedCount == 3)
    }
  }

  @Test("A failed call does not affect the next call")
  func afterFailures() async throws {
    let server = ScriptedServer(answering: { request in
      switch request.target {
      case "/silent": return ""
      case "/long": return ok(String(repeating: "x", count: 100))
      case "/broken": return nil
      default: return ok(request.target)
      }
    })
    defer { server.stop() }
    let transport = CurlTransport()
    try await ContractLoop.run {
      for (target, options, code) in [
        ("/silent", TransportOptions(timeout: .milliseconds(50)), ClientError.Code.timeout),
        ("/long", TransportOptions(maxResponseBytes: 10), .responseTooLarge),
        ("/broken", TransportOptions(), .lostConnection),
      ] {
        let thrown = await clientErrorCode { try await transport.send(server.request(.get, target), options: options) }
        #expect(thrown == code)
        let response = try await transport.send(server.request(.get, "/fine"), options: TransportOptions())
        #expect(response.text == "/fine")
      }
    }
  }

  @Test("A connect timeout applies to a handle whose last call was connected")
  func connectTimeoutAfterSuccess() async throws {
    let listener = try SilentListener()
    defer { listener.close() }
    var configuration = CurlTransport.Configuration()
    configuration.connectTimeout = .milliseconds(80)
    let transport = CurlTransport(configuration)
    let server = Self.mirror()
    defer { server.stop() }
    let request = listener.request
    try await ContractLoop.run {
      for _ in 0..<2 {
        _ = try await transport.send(server.request(), options: TransportOptions())
        do {
          _ = try await transport.send(request, options: TransportOptions())
          Issue.record("expected a connect timeout")
        } catch let error as ClientError {
          #expect(error.stage == .connect)
        }
      }
    }
  }

  @Test("A connection that the server closes between two calls is replaced")
  func closedWhileIdle() async throws {
    let closed = Signal()
    let server = ScriptedServer { connection in
      guard let request = connection.readRequest() else { return }
      connection.send(ok(request.target))
      connection.close()
      closed.raise()
    }
    defer { server.stop() }
    let transport = CurlTransport()
    try await ContractLoop.run {
      for number in 0..<20 {
        let response = try await transport.send(server.request(.get, "/\(number)"), options: TransportOptions())
        #expect(response.text == "/\(number)")
        // This waits for the close, so that the loop learns of it while no transfer uses the connection.
        await closed.wait()
        await Task.yield()
      }
    }
    #expect(server.acceptedCount == 20)
  }

  @Test("A proxy of the environment receives absolute URLs, and a loopback host is requested directly")
  func proxy() async {
    await #expect(processExitsWith: .success) {
      let proxy = HandleReuseTests.mirror()
      setenv("http_proxy", "http://127.0.0.1:\(proxy.port)", 1)
      // The environment of the tests may exclude hosts from the proxy.
      for name in ["no_proxy", "NO_PROXY"] { unsetenv(name) }
      let transport = CurlTransport()
      for (authority, target) in [
        ("one.example", "/a?x=1"), ("one.example", "/b"), ("two.example:81", "/c%2F"), ("one.example", "/a?x=1"),
      ] {
        let request = HTTPRequest(.get, target, scheme: "http", authority: authority)
        let got = try await HandleReuseTests.send(request, transport)
        precondition(
          got?.hasPrefix("GET http://\(authority)\(target) HTTP/1.1|Host: \(authority)|") == true, got ?? "-")
      }
      let direct = try await HandleReuseTests.send(proxy.request(.get, "/d"), transport)
      precondition(direct?.hasPrefix("GET /d HTTP/1.1|") == true, direct ?? "-")
      proxy.stop()
    }
  }
}
