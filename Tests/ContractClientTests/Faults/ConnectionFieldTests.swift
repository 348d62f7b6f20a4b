import Contract
import ContractClient
import ContractHTTP
import Testing

/// The headers of responses and proxies about connections, and libcurl's reaction.
@Suite("Response headers about connections", .timeLimit(.minutes(5)))
struct ConnectionFieldTests {
  private static func get(_ transport: CurlTransport, _ url: String) async throws -> HTTPResponse {
    let parts = url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
    let request = HTTPRequest(
      .get, "/" + (parts.count > 3 ? parts[3] : ""), scheme: String(parts[0].dropLast()), authority: parts[2])
    return try await transport.send(request, options: TransportOptions(timeout: .seconds(20)))
  }

  @Test(
    "Alt-Svc, HSTS and Upgrade headers do not affect the next call", .enabled(if: TLSFixture.isAvailable),
    arguments: ["http", "https"])
  func elsewhere(scheme: String) async throws {
    try await TLSFixture.prepare()
    let other = ScriptedServer(answering: { _ in ok("other") })
    let fields =
      "Alt-Svc: h2=\"127.0.0.1:\(other.port)\"; ma=3600, h3=\":\(other.port)\"; persist=1\r\n"
      + "Strict-Transport-Security: max-age=3600; includeSubDomains\r\n"
      + "Upgrade: h2c, HTTP/2.0, websocket\r\nConnection: Upgrade\r\nKeep-Alive: timeout=0, max=0\r\n"
      + "Refresh: 0; url=http://127.0.0.1:\(other.port)/\r\nPublic-Key-Pins: max-age=9\r\n"
      + "WWW-Authenticate: Basic realm=x\r\nProxy-Authenticate: Basic realm=x\r\n"
    let server = ScriptedServer(answering: { ok($0.line, fields) })
    defer {
      server.stop()
      other.stop()
    }
    var configuration = CurlTransport.Configuration()
    configuration.tls.authorities = .file(try TLSFixture.path("ca.pem"))
    let transport = CurlTransport(configuration)
    func check(_ port: UInt16) async throws {
      for number in 0..<5 {
        let response = try await Self.get(transport, "\(scheme)://127.0.0.1:\(port)/\(number)")
        #expect(response.text == "GET /\(number) HTTP/1.1")
        #expect(response.httpVersion == .http11)
      }
      #expect(server.acceptedCount == 1)
      // This call is to the same host, without TLS.
      #expect(try await Self.get(transport, "http://127.0.0.1:\(server.port)/clear").text == "GET /clear HTTP/1.1")
    }
    if scheme == "http" { try await check(server.port) } else { try await TLSFixture.with("good", [], server, check) }
    #expect(other.acceptedCount == 0)
  }

  @Test(
    "A connection closes for `Connection: close` or HTTP/1.0 without keep-alive, and is kept otherwise",
    arguments: [
      ("HTTP/1.1 200 OK\r\n", 1), ("HTTP/1.1 200 OK\r\nConnection: close\r\n", 3),
      ("HTTP/1.1 200 OK\r\nConnection: keep-alive, close\r\n", 3), ("HTTP/1.0 200 OK\r\n", 3),
      ("HTTP/1.0 200 OK\r\nConnection: keep-alive\r\n", 1), ("HTTP/1.1 200 OK\r\nProxy-Connection: close\r\n", 1),
    ])
  func persistence(row: (head: String, connections: Int)) async throws {
    let server = ScriptedServer(answering: { "\(row.head)Content-Length: \($0.target.utf8.count)\r\n\r\n\($0.target)" })
    defer { server.stop() }
    let transport = CurlTransport()
    for number in 0..<3 {
      #expect(try await Self.get(transport, "\(server.baseURL)/\(number)").text == "/\(number)")
    }
    #expect(server.acceptedCount == row.connections)
  }

  @Test(
    "Headers of a proxy's CONNECT response do not affect the tunnelled connection",
    arguments: [
      "HTTP/1.1 200 Yes\r\n\r\n", "HTTP/1.0 200 Yes\r\n\r\n", "HTTP/1.1 200 Yes\r\nAlt-Svc: h2=\":1\"\r\n\r\n",
      "HTTP/1.1 200 Yes\r\nContent-Length: 5\r\n\r\n", "HTTP/1.1 200 Yes\r\nTransfer-Encoding: chunked\r\n\r\n",
    ])
  func tunnel(answer: String) async throws {
    let proxy = ScriptedServer { connection in
      guard connection.readHead() != nil else { return }
      connection.send(answer)
      while let request = connection.readRequest(), connection.send(ok(request.line)) {}
    }
    defer { proxy.stop() }
    var server = CurlTransport.ProxyServer(.http, host: "127.0.0.1", port: Int(proxy.port))
    server.tunnelsEverything = true
    var configuration = CurlTransport.Configuration()
    configuration.proxy = .server(server)
    let transport = CurlTransport(configuration)
    for number in 0..<3 {
      #expect(try await Self.get(transport, "http://one.example/\(number)").text == "GET /\(number) HTTP/1.1")
    }
    #expect(proxy.acceptedCount == 1)
  }

  @Test(
    "A proxy's CONNECT response with a wrong version, a folded line or closing headers never changes a tunnelled response",
    arguments: [
      "HTTP/2 200 Yes\r\n\r\n", "HTTP/3 200 Yes\r\n\r\n", "HTTP/1.1 200 Yes\r\n folded: 1\r\n\r\n",
      "HTTP/1.1 200 Yes\r\nConnection: close\r\n\r\n", "HTTP/1.1 200 Yes\r\nKeep-Alive: timeout=0, max=0\r\n\r\n",
      "HTTP/1.1 200 Yes\r\nProxy-Authenticate: Basic realm=x\r\n\r\n", "HTTP/1.1 204 Yes\r\n\r\n",
    ])
  func lyingProxy(answer: String) async throws {
    let proxy = ScriptedServer { connection in
      guard connection.readHead() != nil else { return }
      connection.send(answer)
      while let request = connection.readRequest(), connection.send(ok(request.line)) {}
    }
    defer { proxy.stop() }
    var server = CurlTransport.ProxyServer(.http, host: "127.0.0.1", port: Int(proxy.port))
    server.tunnelsEverything = true
    var configuration = CurlTransport.Configuration()
    configuration.proxy = .server(server)
    let transport = CurlTransport(configuration)
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<20 {
        group.addTask {
          do {
            let response = try await Self.get(transport, "http://one.example/\(number)")
            #expect(response.text == "GET /\(number) HTTP/1.1" && response.httpVersion == .http11)
          } catch {
            #expect(error is ClientError)
          }
        }
      }
    }
  }
}
