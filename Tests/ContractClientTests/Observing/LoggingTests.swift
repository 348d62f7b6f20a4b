import Contract
import ContractClient
import ContractHTTP
import Testing

@Suite("Client logs", .timeLimit(.minutes(2)))
struct LoggingTests {
  /// A client of `http://h.example` whose calls take 100 ms, and its log.
  private func client(
    _ response: HTTPResponse, _ components: ClientLogComponents = .standard, level: ClientLogLevel = .trace
  ) -> (APIClient, LogKeeper) {
    let keeper = LogKeeper(level: level)
    let clock = TestClock()
    let transport = AnsweringTransport { _, _ in
      clock.advance(by: .milliseconds(100))
      return response
    }
    let client = APIClient(transport, "http://h.example").clock(clock).headers([:]).removingHeader(.userAgent)
    return (client.logging(to: keeper, components: components), keeper)
  }

  private func call(_ client: APIClient) async throws {
    _ = try await client.call(.http, as: .response, fileID: "App/Pets.swift", line: 72, function: "save()")
  }

  private static let answer = HTTPResponse(.ok, body: .bytes(Array(#"{"id":17,"a":1}"#.utf8)))

  @Test("The standard log has the documented format")
  func standard() async throws {
    let (client, keeper) = client(Self.answer)
    try await call(client("petstore").body(["id": 17]).put)
    let id = try #require(keeper.records.first?.metadata["call"])
    #expect(
      keeper.text == """
        [\(id)] App/Pets.swift/72
        --> 🌐 PUT /petstore (9-byte body)
        Content-Type: application/json
        --> END PUT
        [\(id)]
        <-- ✅ 200 OK (100ms, 15-byte body)
        """)
    #expect(keeper.records.map(\.level) == [.info, .info])
    let metadata = try #require(keeper.records.last?.metadata)
    #expect(metadata["status"] == "200" && metadata["duration_ms"] == "100" && metadata["operation"] == "PUT /petstore")
    #expect(keeper.records.last?.location?.line == 72)
  }

  static let forms: [(ClientLogComponents, String)] = [
    (.basic, "<-- ✅ PUT /petstore 200 OK (100ms)"),
    ([.method, .url, .statusCode], "<-- ✅ PUT http://h.example/petstore?a=1&token=*** 200 OK"),
    (
      [.statusCode, .cURL],
      """
      <-- ✅ 200 OK
      curl -X PUT -H 'Content-Type: application/json' --data-raw '{"id":17}' 'http://h.example/petstore?a=1&token=***'
      """
    ),
    ([.statusCode, .body], "<-- ✅ 200 OK\n{\"id\":17,\"a\":1}\n<-- END"),
    (
      [.method, .path, .onRequest, .body],
      "--> 🌐 PUT /petstore\n{\"id\":17}\n--> END PUT\n<-- ✅\n{\"id\":17,\"a\":1}\n<-- END"
    ),
    (
      [.onRequest, .cURL, .method],
      """
      --> 🌐 PUT
      curl -X PUT -H 'Content-Type: application/json' --data-raw '{"id":17}' 'http://h.example/petstore?a=1&token=***'
      <-- ✅
      """
    ),
  ]

  @Test("A log contains the selected components", arguments: forms)
  func components(components: ClientLogComponents, text: String) async throws {
    let (client, keeper) = client(Self.answer, components)
    try await call(client("petstore?a=1&token=abc").body(["id": 17]).put)
    #expect(keeper.text == text)
  }

  @Test("A call that shares a response logs no more components than a call that sends a request")
  func shared() async throws {
    let (client, keeper) = client(Self.answer, .basic)
    let throttled = client.throttle(.seconds(10))
    for _ in 0..<2 { try await call(throttled("pets").header("X-Mine", "1")) }
    #expect(keeper.records.map(\.message) == ["<-- ✅ GET /pets 200 OK (100ms)", "<-- ✅ GET /pets 200 OK (0ms)"])
    let full = LogKeeper()
    try await call(throttled("pets").header("X-Mine", "1").logging(to: full, components: [.statusCode, .headers]))
    #expect(full.text == "<-- ✅ 200 OK")
    try await call(throttled("pets").header("X-Mine", "1").logging(to: full, components: [.onRequest, .headers]))
    #expect(full.records.last?.message == "--> 🌐\nX-Mine: 1\n--> END GET\n<-- ✅")
  }

  @Test("A log masks secrets in URLs, headers and bodies, unless masking is disabled")
  func secrets() async throws {
    let secret = "s3cr3t-v4lu3"
    let response = HTTPResponse(
      .ok, fields: [.contentType: "application/json", .setCookie: "sid=s3cr3t-v4lu3; Path=/"],
      body: .bytes(Array(#"{"access_token":"s3cr3t-v4lu3","deep":{"refreshToken":["s3cr3t-v4lu3"]},"ok":1}"#.utf8)))
    let (client, keeper) = client(response, [.full, .cURL])
    let call = client("login?api_key=\(secret)&user%5Bpassword%5D=\(secret)").header("X-API-Key", "s3cr3t-v4lu3")
      .header(.cookie, "sid=s3cr3t-v4lu3").auth(.bearer(secret)).body(["password": secret, "name": "Jo"])
    try await self.call(call.post)
    #expect(!keeper.text.contains(secret), "\(keeper.text)")
    #expect(keeper.text.contains(#"{"password":"***","name":"Jo"}"#))
    #expect(keeper.text.contains(#"{"access_token":"***","deep":{"refreshToken":"***"},"ok":1}"#))
    #expect(keeper.text.contains("Set-Cookie: ***") && keeper.text.contains("X-API-Key: ***"))
    #expect(!keeper.records.contains { $0.metadata.values.contains { $0.contains(secret) } })
    let more = client.logMaskedHeaders(["X-Tenant"]).header("X-Tenant", "acme")
    try await self.call(more)
    #expect(!keeper.text.contains("acme"))
    // The mask of `X-Tenant` remains when the log is replaced, also when a task's modifiers replace it.
    let later = LogKeeper()
    try await self.call(more.logging(to: later, components: .full))
    try await withClientModifiers({ $0.logging(to: later, components: .full) }) { try await self.call(more) }
    #expect(later.records.count == 4 && !later.text.contains("acme"), "\(later.text)")
    try await self.call(more.logging(to: later, components: .full, masking: .none))
    #expect(later.text.contains("acme"))
  }

  static let auths: [ClientAuth] = [
    .bearer("s3cr3t-v4lu3"), .basic(username: "ann", password: "s3cr3t-v4lu3"), .apiKey("s3cr3t-v4lu3", query: "appid"),
    .apiKey("s3cr3t-v4lu3", header: "X-Team"), .apiKey("s3cr3t-v4lu3", cookie: "team"),
    .custom { $0.fields["X-Who"] = "s3cr3t-v4lu3" },
  ]

  @Test("Logs and errors contain no credentials echoed by a server", arguments: auths.indices, [false, true])
  func repeatedCredentials(index: Int, isLogged: Bool) async throws {
    for status in [HTTPStatus.unauthorized, .ok] {
      let keeper = LogKeeper()
      let transport = AnsweringTransport { request, _ in
        let told = request.fields.lines.map { "\($0.name): \($0.value.rawValue)" }.joined(separator: ", ")
        let body = #"{"detail":"\#(request.target) with \#(told), for ann:s3cr3t-v4lu3, not s3cr3t-v4lu3"}"#
        return HTTPResponse(status, fields: [.contentType: "application/json"], body: .bytes(Array(body.utf8)))
      }
      var client = APIClient(transport, "http://h.example").auth(Self.auths[index])
      if isLogged { client = client.logging(to: keeper, components: .full) }
      do {
        _ = try await client("a").call(.http, as: .string)
        #expect(status == .ok)
      } catch let error as ClientError {
        #expect(error.message.hasPrefix("the server responded with 401 Unauthorized: /a"))
        #expect(!"\(error)".contains("s3cr3t") && !"\(error)".contains("YW5uOnMzY3"), "\(error)")
      }
      #expect(keeper.records.isEmpty != isLogged)
      #expect(!keeper.text.contains("s3cr3t") && !keeper.text.contains("YW5uOnMzY3"), "\(keeper.text)")
    }
  }

  @Test("Logs and errors escape control characters and truncate long details")
  func longDetail() async throws {
    let detail = #"\u001b[31mred\n"# + String(repeating: "a", count: 100_000)
    let response = HTTPResponse(
      .badRequest, fields: [.contentType: "application/json"], body: .bytes(Array(#"{"message":"\#(detail)"}"#.utf8)))
    let (client, keeper) = client(response, .standard)
    let error = await #expect(throws: ClientError.self) { try await client.get() }
    #expect(error?.message.hasPrefix(#"the server responded with 400 Bad Request: \u{1b}[31mred\u{a}aaa"#) == true)
    #expect(error?.message.hasSuffix("aaa…") == true && error?.message.utf8.count ?? 0 < 600)
    #expect(keeper.text.utf8.count < 1000)
  }

  @Test("A log contains no credentials repeated in redirects")
  func redirectedCredentials() async throws {
    let server = ScriptedServer { request in
      // The credentials of a header are repeated in the query, as sent and percent-encoded.
      let token = request.field("authorization")?.drop { $0 != " " }.dropFirst()
      let cookie = request.field("cookie")?.drop { $0 != "=" }.dropFirst()
      let secret = token ?? cookie ?? request.field("x-team").map { Substring($0) }
      let query =
        secret.map { "?who=\($0)&coded=\(PercentEncoding.encoded(String($0), for: .component))" }
        ?? String(request.target.drop { $0 != "?" })
      switch request.target.prefix(2) {
      case "/a": return "HTTP/1.1 302 Found\r\nLocation: /b\(query)\r\nContent-Length: 0\r\n\r\n"
      case "/b":
        return
          "HTTP/1.1 307 Temporary Redirect\r\nLocation: /c\(query)#access_token=s3cr3t\r\nContent-Length: 0\r\n\r\n"
      default: return ok("end")
      }
    }
    defer { server.stop() }
    let auths: [ClientAuth] = [
      .apiKey("s3cr3t", query: "appid"), .custom { $0.target += "?by=s3cr3t" }, .bearer("s3cr3t"), .bearer("s3cr3t/+="),
      .basic(username: "ann", password: "s3cr3t"), .apiKey("s3cr3t", header: "X-Team"),
      .apiKey("s3cr3t", cookie: "team"),
    ]
    for auth in auths {
      for redirects: RedirectPolicy in [
        .none, .follow(max: 5), .deciding(max: 5, RedirectRule { $0.next.target.hasPrefix("/c") ? nil : $0.next }),
      ] {
        let keeper = LogKeeper()
        let client = APIClient(baseURL: server.baseURL, transport: CurlTransport()).auth(auth)
          .redirects(redirects).logging(to: keeper, components: [.full, .cURL])
        _ = try await client("a").response()
        #expect(!keeper.text.contains("s3cr3t") && !keeper.text.contains("YW5uOnMzY3"), "\(keeper.text)")
        #expect(keeper.text.contains("***"))
      }
    }
  }

  @Test("A failure has its own log level, and its record includes the request")
  func failures() async throws {
    let (client, keeper) = client(HTTPResponse(.notFound), level: .error)
    try await call(client("pets/7"))
    let id = try #require(keeper.records.first?.metadata["call"])
    #expect(
      keeper.text == """
        [\(id)] App/Pets.swift/72
        --> 🌐 GET /pets/7
        <-- 🛑 404 Not Found (100ms, 0-byte body)
        """)
    let lost = LogKeeper()
    let broken = APIClient(
      AnsweringTransport { _, _ in throw ClientError(.lostConnection, stage: .exchange, "the connection is gone") },
      "http://h.example"
    ).clock(TestClock()).logging(to: lost, failures: .warning, components: .basic)
    await #expect(throws: ClientError.self) { try await broken("pets").get() }
    #expect(lost.text == "<-- 🛑 GET /pets the connection is gone [lostConnection] (0ms)")
    #expect(lost.records.map(\.level) == [.warning] && lost.records[0].metadata["error"] == "lostConnection")
    struct Odd: Error { let secret = "s3cr3t" }
    let odd = APIClient(AnsweringTransport { _, _ in throw Odd() }, "http://h.example").logging(to: lost)
    await #expect(throws: ClientError.self) { try await odd.get() }
    #expect(!lost.text.contains("s3cr3t"))
  }

  @Test("Retries and redirects are logged")
  func attempts() async throws {
    let keeper = LogKeeper()
    let clock = TestClock()
    let transport = AnsweringTransport(HTTPResponse(.serviceUnavailable), .text("ok"))
    let client = APIClient(transport, "http://h.example").clock(clock).removingHeader(.userAgent)
      .retry(backoff: .constant(.milliseconds(150), jitter: .none))
      .logging(to: keeper, components: [.method, .path, .statusCode, .attempt, .onRequest])
    try await call(client("a"))
    #expect(
      keeper.text == """
        --> 🌐 GET /a
        <-- 🛑 503 Service Unavailable (attempt 1, retry in 150ms)
        --> 🌐 GET /a (attempt 2)
        <-- ✅ 200 OK (2 attempts)
        """)
    let server = ScriptedServer { request in
      request.target == "/a"
        ? "HTTP/1.1 302 Found\r\nLocation: /b?key=1\r\nContent-Length: 0\r\n\r\n" : ok("end")
    }
    defer { server.stop() }
    let redirects = LogKeeper()
    let real = APIClient(baseURL: server.baseURL, transport: CurlTransport())
      .logging(to: redirects, components: [.statusCode, .attempt, .timings])
    try await call(real("a"))
    #expect(redirects.text.hasPrefix("<-- 🔀 302 Found to GET \(server.baseURL)/b?key=***\n<-- ✅ 200 OK\ntimings: "))
    #expect(redirects.text.contains("first byte ") && redirects.text.hasSuffix("ms"))
  }

  @Test("A logged body is truncated, escaped, or described as binary data")
  func content() async throws {
    var bytes = Array(repeating: UInt8(ascii: "a"), count: 5000)
    let (text, kept) = client(HTTPResponse(.ok, fields: [.contentType: "text/plain"], body: .bytes(bytes)), [.body])
    try await call(text)
    #expect(kept.text == "<-- ✅\n\(String(repeating: "a", count: 4096))… (904 more bytes)\n<-- END")
    bytes = Array("a\u{1B}[2Jb\r\u{7F}".utf8)
    let (control, seen) = client(HTTPResponse(.ok, body: .bytes(bytes)), [.body])
    try await call(control)
    #expect(seen.text == "<-- ✅\na\\u{1b}[2Jb\\u{d}\\u{7f}\n<-- END")
    let image = HTTPResponse(.ok, fields: [.contentType: "image/png"], body: .bytes([1, 2, 3]))
    let (binary, opaque) = client(image, [.body])
    try await call(binary)
    #expect(opaque.text == "<-- ✅\n(3 bytes of binary data)\n<-- END")
  }

  @Test("The last log setting wins, and a record below the sink's level is not logged")
  func last() async throws {
    let (client, first) = client(Self.answer)
    let second = LogKeeper()
    try await call(client.logging(to: second, components: .basic))
    #expect(first.records.isEmpty && second.records.count == 1)
    try await call(client.logging(nil))
    #expect(first.records.isEmpty)
    let deaf = LogKeeper(level: .critical)
    try await call(client.logging(to: deaf))
    #expect(deaf.records.isEmpty)
    let quiet = LogKeeper(level: .warning)
    try await call(client.logging(to: quiet).log(level: .notice).errorLog(level: .critical))
    #expect(quiet.records.isEmpty)
    try await call(client.logging(to: quiet).log(level: .warning).loggingComponents(.basic))
    #expect(quiet.records.map(\.level) == [.warning])
  }
}
