import Contract
import ContractClient
import ContractHTTP
import Testing

@Suite("Redirects over sockets", .timeLimit(.minutes(5)))
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

  @Test("A redirect within an origin keeps every header")
  func sameOrigin() async throws {
    let server = Self.redirecting { port in "http://127.0.0.1:\(port)/to?x=1#fragment" }
    defer { server.stop() }
    let response = try await CurlTransport().send(
      server.request(.get, "/from", fields: Self.secrets), options: TransportOptions())
    #expect(response.text.hasPrefix("GET /to?x=1 HTTP/1.1|"))
    for field in Self.secrets { #expect(response.text.contains("|\(field.name): \(field.value)")) }
  }

  @Test("A redirect to another origin drops all sensitive headers")
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

  @Test("A redirect to an unresolvable host does not resend the first request", arguments: [false, true])
  func nobodyThere(isPulled: Bool) async throws {
    // A label of 64 letters is invalid, which the resolver detects without a query.
    let name = String(repeating: "a", count: 64) + ".invalid"
    let posts = EventCounter()
    let server = ScriptedServer(answering: { _ in
      posts.add()
      return "HTTP/1.1 303 See Other\r\nLocation: http://\(name)/\r\nContent-Length: 0\r\n\r\n"
    })
    defer { server.stop() }
    let client = APIClient(baseURL: server.baseURL, transport: CurlTransport()).body(text: "order").post
      .timeout(.seconds(10)).waitForConnection(backoff: .constant(.milliseconds(1)))
    let error = await #expect(throws: ClientError.self) {
      if isPulled { _ = try await client.stream() } else { _ = try await client.response() }
    }
    #expect(error?.code == .unresolvedHost)
    #expect(error?.stage == .exchange)
    #expect(posts.count == 1)
  }

  @Test("Status, method and body decide whether a redirect is followed unchanged, followed as a GET, or delivered")
  func methods() async throws {
    let transport = CurlTransport()
    let typed: HTTPFields = ["Content-Type": "text/plain", "X-A": "1"]
    let once = HTTPBody.stream(ByteStream(length: 0) { nil })
    let rows: [(Int, HTTPMethod, HTTPBody, String?)] = [
      (307, .get, .empty, "GET"), (308, .head, .empty, "HEAD"), (303, .head, .empty, "HEAD"),
      (301, .get, .empty, "GET"),
      (303, .post, .bytes([1]), "GET"), (303, .put, .empty, "GET"), (303, .delete, .empty, "GET"),
      (307, .post, .bytes([1, 2]), "POST"), (308, .put, .bytes([1]), "PUT"), (307, .delete, .empty, "DELETE"),
      (307, .post, once, nil), (301, .post, .bytes([1]), nil), (302, .delete, .empty, nil),
      (302, .get, .bytes([1]), nil),
    ]
    for (status, method, body, next) in rows {
      let server = Self.redirecting(status) { _ in "/to" }
      defer { server.stop() }
      let response = try await transport.send(
        server.request(method, "/from", fields: typed, body: body), options: TransportOptions())
      #expect((response.status == .ok) == (next != nil), "\(status) \(method)")
      guard let next, next != "HEAD" else { continue }
      #expect(response.text.hasPrefix("\(next) /to HTTP/1.1|"))
      #expect(response.text.contains("|X-A: 1"))
      #expect(response.text.contains("|Content-Type: text/plain") == (status != 303))
    }
  }

  @Test("A redirect to another origin is followed without credentials, and only if no body would be sent")
  func contentToOthers() async throws {
    let other = ScriptedServer(answering: { request in
      ok(([request.line] + request.fields).joined(separator: "|"))
    })
    defer { other.stop() }
    for status in [303, 307, 308] {
      let server = Self.redirecting(status) { [port = other.port] _ in "http://127.0.0.1:\(port)/stranger" }
      defer { server.stop() }
      let response = try await CurlTransport().send(
        server.request(.post, "/from", fields: Self.secrets, body: .bytes([1])), options: TransportOptions())
      if status == 303 {
        #expect(
          response.text == "GET /stranger HTTP/1.1|Host: 127.0.0.1:\(other.port)|Accept: text/plain|User-Agent: test"
            + "|Accept-Encoding: gzip, deflate")
      } else {
        #expect(response.status.code == status)
      }
    }
    #expect(other.acceptedCount == 1)
  }

  @Test("A custom redirect rule can change the next request or deliver the response, within the limit")
  func rule() async throws {
    let server = Self.redirecting { _ in "/to" }
    defer { server.stop() }
    let stay = RedirectRule { _ in nil }
    let mark = RedirectRule { redirect in
      var next = redirect.next
      next.fields["X-Redirected"] = HTTPFieldValue("\(redirect.status.code) from \(redirect.request.target)")
      return next
    }
    let transport = CurlTransport()
    let delivered = try await transport.send(
      server.request(.get, "/from"), options: TransportOptions(redirects: .deciding(max: 5, stay)))
    #expect(delivered.status == .found)
    let changed = try await transport.send(
      server.request(.get, "/from"), options: TransportOptions(redirects: .deciding(max: 5, mark)))
    #expect(changed.text.contains("|X-Redirected: 302 from /from"))
    let none = await clientErrorCode {
      try await transport.send(
        server.request(.get, "/from"), options: TransportOptions(redirects: .deciding(max: 0, mark)))
    }
    #expect(none == .tooManyRedirects)
    #expect(RedirectPolicy.deciding(max: 1, stay) == .deciding(max: 1, stay))
    #expect(RedirectPolicy.deciding(max: 1, stay) != .deciding(max: 1, mark))
  }

  @Test("With the policy `none`, a redirect is delivered as the response")
  func none() async throws {
    let server = Self.redirecting { _ in "/to" }
    defer { server.stop() }
    let response = try await CurlTransport().send(
      server.request(.get, "/from"), options: TransportOptions(redirects: .none))
    #expect(response.status == .found)
    #expect(response.text == "body")
  }

  @Test("A redirect loop ends at the limit")
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
    "A redirect to another scheme, with credentials or to an invalid URL is refused",
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
