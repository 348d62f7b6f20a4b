import Contract
import ContractHTTP
import ContractLoop
import ContractTestSupport
import Testing

@testable import ContractServer

@Suite("Allowed hosts", .ownThreads)
struct AllowedHostsTests {
  private static let names: [AllowedHosts.Name] = ["api.example.com", "*.Example.org", "[2001:db8::1]", .loopback]

  @Test(
    "A request for another host gets 421",
    arguments: [
      ("api.example.com", true), ("API.Example.COM", true), ("api.example.com:8080", true), ("api.example.com:", true),
      ("a.example.org", true), ("a.b.EXAMPLE.org:1", true), ("[2001:DB8::1]", true), ("localhost", true),
      ("localhost:8080", true), ("127.0.0.1:8080", true), ("[::1]", true), ("[::1]:8080", true),
      ("example.com", false), ("b.api.example.com", false), ("xapi.example.com", false), ("api.example.com.", false),
      ("api.example.com.evil.example", false), ("example.org", false), (".example.org", false),
      ("aexample.org", false), ("a.example.org.evil.example", false), ("evil.example", false),
      ("evil.example:api.example.com", false), ("api.example.com@evil.example", false), ("[::1]evil.example", false),
      ("[::1", false), ("::1", false), ("127.0.0.2", false), ("127.0.0.1.evil.example", false),
      ("localho\u{17F}t", false), ("", false), (":80", false),
    ])
  func hosts(host: String, isAllowed: Bool) async throws {
    let server = try MiddlewareFixture([AllowedHosts(Self.names)])
    let response = try await server.pipeline.respond(to: HTTPRequest(.get, "/todos/1", authority: host))
    #expect(response.status == (isAllowed ? 200 : 421))
    guard !isAllowed else { return }
    #expect(response.field("Content-Type") == "application/problem+json")
    #expect(try await response.text.contains("the server does not serve the host of this request"))
  }

  @Test("An in-process request needs no host, and another host gets 421")
  func inProcess() async throws {
    let server = try MiddlewareFixture([AllowedHosts("api.example.com")])
    for (host, status) in [(nil, 200), ("in-process", 200), ("localhost", 421)] as [(String?, HTTPStatus)] {
      let response = try await server.pipeline.respond(to: HTTPRequest(.get, "/todos/1", authority: host))
      #expect(response.status == status, "\(host ?? "-")")
    }
    let none = try MiddlewareFixture([AllowedHosts([])])
    #expect(try await none.send(.get, "/todos/1").status == 421)
  }

  @Test("An allowed host is a name or an IP address without scheme and port")
  func names() {
    for text in ["a", "a-b_c.example", "192.0.2.1", "[::1]", "*.a", "xn--bcher-kva.example"] {
      #expect(AllowedHosts.Name(text) != nil, "\(text)")
    }
    for text in [
      "", "*", "*.", "*a", "a.*", "*.*.a", "a..b", ".a", "a.", "a:80", "http://a", "a/b", "a b", "::1", "[]", "[a]",
      "[127.0.0.1]", "[::1]:80", "*.[::1]", "b\u{FC}cher.example", "a|b", String(repeating: "a", count: 256),
    ] {
      #expect(AllowedHosts.Name(text) == nil, "\(text)")
    }
    #expect(AllowedHosts.Name("API.example") == AllowedHosts.Name("api.example"))
  }

  @Test("A raw request for another host, or for none, gets 421")
  func sockets() async throws {
    let server = Server(port: 0, threads: 1, middleware: [AllowedHosts("api.example.com", .loopback)]) {
      MiddlewareFixture.routes()
    }
    let address = try await server.start()
    var statuses: [Int] = []
    for request in [
      "GET /todos/1 HTTP/1.1\r\nHost: LOCALHOST:8080\r\n", "GET /todos/1 HTTP/1.1\r\nHost: evil.example\r\n",
      "GET /todos/1 HTTP/1.1\r\nHost: in-process\r\n", "GET /todos/1 HTTP/1.1\r\nHost:\r\n",
      "GET /todos/1 HTTP/1.0\r\n",
      "GET http://api.example.com/todos/1 HTTP/1.1\r\nHost: evil.example\r\n",
      "GET http://evil.example/todos/1 HTTP/1.1\r\nHost: api.example.com\r\n",
      "GET /nowhere HTTP/1.1\r\nHost: evil.example\r\n",
      "GET /todos/1 HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-Host: localhost\r\n",
    ] {
      let client = try RawClient(.ipv4(0x7f00_0001, port: UInt16(address.port)))
      try client.send(request + "\r\n")
      statuses.append(try client.response().status)
    }
    await server.stop()
    #expect(statuses == [200, 421, 421, 421, 421, 200, 421, 421, 421])
  }
}
