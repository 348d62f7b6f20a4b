import Contract
import ContractClient
import ContractHTTP
import Testing

@Suite("Redirects over real sockets", .timeLimit(.minutes(5)))
struct RedirectTests {
  /// A server that redirects `/from` to `location` and echoes the heads of everything else.
  private static func redirecting(
    _ status: Int = 302, to location: @escaping @Sendable (UInt16) -> String
  ) -> ScriptedServer {
    let own = Lock<UInt16>(0)
    let server = ScriptedServer(answering: { request in
      guard request.target.hasPrefix("/from") else {
        if request.line.hasPrefix("HEAD") { return "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n" }
        return ok(([request.line] + request.fields).joined(separator: "|"))
      }
      let location = location(own.withLock { $0 })
      return "HTTP/1.1 \(status) Redirect\r\nLocation: \(location)\r\nContent-Length: 4\r\n\r\n"
        + (request.line.hasPrefix("HEAD") ? "" : "body")
    })
    own.withLock { $0 = server.port }
    return server
  }

  private static let secrets: HTTPFields = [
    "Authorization": "Bearer t", "Cookie": "a=1", "X-Secret": "s", "X-API-Key": "k", "Accept": "text/plain",
    "User-Agent": "test",
  ]

  @Test("within an origin every field goes along")
  func sameOrigin() async throws {
    let server = Self.redirecting { port in "http://127.0.0.1:\(port)/to?x=1#fragment" }
    defer { server.stop() }
    let response = try await CurlTransport().send(
      server.request(.get, "/from", fields: Self.secrets), options: TransportOptions())
    #expect(response.text.hasPrefix("GET /to?x=1 HTTP/1.1|"))
    for field in Self.secrets { #expect(response.text.contains("|\(field.name): \(field.value)")) }
  }

  @Test("to another origin no field goes along that a stranger should not see")
  func otherOrigin() async throws {
    let other = ScriptedServer(answering: { request in
      ok(([request.line] + request.fields).joined(separator: "|"))
    })
    defer { other.stop() }
    let server = Self.redirecting { [port = other.port] _ in "//127.0.0.1:\(port)/stranger" }
    defer { server.stop() }
    let response = try await CurlTransport().send(
      server.request(.get, "/from", fields: Self.secrets), options: TransportOptions())
    #expect(
      response.text == "GET /stranger HTTP/1.1|Host: 127.0.0.1:\(other.port)|Accept: text/plain|User-Agent: test"
        + "|Accept-Encoding: gzip, deflate")
  }

  @Test("only GET and HEAD without content are sent again")
  func methods() async throws {
    let server = Self.redirecting(307) { _ in "/to" }
    defer { server.stop() }
    let transport = CurlTransport()
    let rows: [(HTTPRequest, HTTPStatus)] = [
      (server.request(.get, "/from"), .ok), (server.request(.head, "/from"), .ok),
      (server.request(.post, "/from", body: .bytes([1])), .temporaryRedirect),
      (server.request(.delete, "/from"), .temporaryRedirect), (server.request(.put, "/from"), .temporaryRedirect),
      (server.request(.get, "/from", body: .bytes([1])), .temporaryRedirect),
    ]
    for (request, status) in rows {
      let response = try await transport.send(request, options: TransportOptions())
      #expect(response.status == status)
    }
  }

  @Test("with the policy `none` a redirect is the response")
  func none() async throws {
    let server = Self.redirecting { _ in "/to" }
    defer { server.stop() }
    let response = try await CurlTransport().send(
      server.request(.get, "/from"), options: TransportOptions(redirects: .none))
    #expect(response.status == .found)
    #expect(response.text == "body")
  }

  @Test("a circle ends at the limit")
  func circle() async throws {
    let count = EventCounter()
    let server = ScriptedServer(answering: { _ in
      count.add()
      return "HTTP/1.1 301 Moved\r\nLocation: /again\r\nContent-Length: 0\r\n\r\n"
    })
    defer { server.stop() }
    let code = await clientErrorCode {
      try await CurlTransport().send(server.request(), options: TransportOptions(redirects: .follow(max: 5)))
    }
    #expect(code == .tooManyRedirects)
    #expect(count.count == 6)
    #expect(server.acceptedCount == 1)
  }

  @Test(
    "to other schemes, credentials and what is no URL it is refused",
    arguments: [
      "file:///etc/passwd", "gopher://127.0.0.1:1/_x", "ftp://127.0.0.1/", "http://user:pass@127.0.0.1/",
      "http://user@127.0.0.1/", "http://", "http://[::1", "http://a b/", "javascript:alert(1)",
    ])
  func refused(location: String) async throws {
    let server = Self.redirecting { _ in location }
    defer { server.stop() }
    let code = await clientErrorCode {
      try await CurlTransport().send(server.request(.get, "/from"), options: TransportOptions())
    }
    #expect(code == .redirectRefused)
  }
}
