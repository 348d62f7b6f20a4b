import Contract
import ContractClient
import ContractHTTP
import Testing

@Suite("Client credentials", .timeLimit(.minutes(2)))
struct ClientAuthTests {
  private let transport = AnsweringTransport(HTTPResponse(.ok))
  private var client: APIClient { APIClient(transport).clock(TestClock()) }

  private func last() throws -> HTTPRequest { try #require(transport.requests.last) }

  @Test("Credentials are sent once, replace the client's headers, and can be replaced or disabled")
  func places() async throws {
    let rows: [(ClientAuth, HTTPFieldName, String?, String)] = [
      (.bearer("t"), .authorization, "Bearer t", "/v1?a=1"),
      (
        .basic(username: "Aladdin", password: "open sesame"), .authorization, "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==",
        "/v1?a=1"
      ),
      (.apiKey("k"), "X-API-Key", "k", "/v1?a=1"),
      (.apiKey("k", header: "X-Team"), "X-Team", "k", "/v1?a=1"),
      (.apiKey("k&=", query: "key"), .authorization, nil, "/v1?a=1&key=k%26%3D"),
      (.apiKey("k", cookie: "session"), .cookie, "session=k", "/v1?a=1"),
      (.custom { $0.fields["X-Signed"] = "s" }, "X-Signed", "s", "/v1?a=1"),
    ]
    for (auth, name, value, target) in rows {
      try await client.auth(auth).query("a", 1).get()
      #expect(try last().fields.values(name).map(\.rawValue) == (value.map { [$0] } ?? []))
      #expect(try last().target == target)
    }
    try await client.header(.authorization, "client's").auth(.bearer("t")).get()
    #expect(try last().fields.values(.authorization) == ["Bearer t"])
    try await client.auth(.bearer("a")).auth(.bearer("b")).get()
    #expect(try last().fields[.authorization] == "Bearer b")
    try await client.auth(.bearer("a")).auth(enabled: false).get()
    #expect(try last().fields[.authorization] == nil)
    try await client.auth(.bearer("a")).auth(enabled: false).auth(enabled: true).get()
    #expect(try last().fields[.authorization] == "Bearer a")
    let bearer = Endpoint<Empty, HTTPResponse>(.get, "/secured", .security(.bearer), result: .raw)
    let own = client.header(.authorization, "client's").credentials(.bearer("t"))
    _ = try await own.call(bearer)
    #expect(try last().fields.values(.authorization) == ["Bearer t"])
    _ = try await own.auth(enabled: false).call(bearer)
    #expect(try last().fields.values(.authorization) == ["client's"])
    _ = try await own.header("X-API-Key", "client's").auth(.apiKey("k")).call(bearer)
    #expect(try last().fields.values(.authorization) == ["Bearer t"])
    #expect(try last().fields.values("X-API-Key") == ["k"])
    try await client.header(.cookie, "a=1").addingHeader(.cookie, "b=2").auth(.apiKey("k", cookie: "c")).get()
    #expect(try last().fields.values(.cookie) == ["a=1; b=2; c=k"])
    try await client.auth(.bearer("a")).auth(nil).get()
    #expect(try last().fields[.authorization] == nil)
  }

  @Test("Credentials can be limited to operations that require them")
  func securedOnly() async throws {
    let open = Endpoint<Empty, HTTPResponse>(.get, "/open", result: .raw)
    let secured = Endpoint<Empty, HTTPResponse>(.get, "/secured", .security(.bearer), result: .raw)
    let everywhere = client.auth(.bearer("t"))
    let there = client.auth(.bearer("t").forSecuredOperations)
    _ = try await everywhere.call(open)
    _ = try await everywhere.call(secured)
    _ = try await there.call(open)
    _ = try await there.call(secured)
    try await there.get()
    #expect(transport.requests.map { $0.fields[.authorization] != nil } == [true, true, false, true, false])
  }

  private struct Elsewhere: Middleware {
    func handle(
      _ request: HTTPRequest, for operation: APIOperation?, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
    ) async throws -> HTTPResponse {
      #expect(request.fields[.authorization] == nil)
      var request = request
      request.authority = "evil.example"
      return try await next(request)
    }
  }

  @Test("Credentials are added after all middleware and only for the client's own origin")
  func origin() async throws {
    let auths: [ClientAuth] = [.bearer("t"), .apiKey("k", query: "key"), .custom { $0.fields[.authorization] = "c" }]
    for auth in auths {
      try await client.auth(auth).middleware(Elsewhere()).get()
      #expect(try last().fields[.authorization] == nil)
      #expect(try last().target == "/v1")
      try await client.auth(auth).attemptMiddleware(Elsewhere()).get()
      #expect(try last().fields[.authorization] == nil)
    }
    let refreshed = client.tokenRefresher { _, _ in AuthTokens(accessToken: "t") }
    try await refreshed.middleware(Elsewhere()).get()
    #expect(try last().fields[.authorization] == nil)
  }

  @Test("A custom credential closure is limited by the call's timeout")
  func customTime() async throws {
    let clock = TestClock { _ in }
    let error = await #expect(throws: ClientError.self) {
      try await client.clock(clock).auth(
        .custom { _ in
          // The service does not respond.
          while !Task.isCancelled { await Task.yield() }
          throw CancellationError()
        }
      ).get()
    }
    #expect(error?.code == .timeout && transport.requests.isEmpty)
  }

  @Test("A custom credential closure for tokens is limited by the call's timeout")
  func customTokenTime() async throws {
    let isAdding = Lock(false)
    let clock = TestClock { _ in
      while !isAdding.withLock({ $0 }) {
        try Task.checkCancellation()
        await Task.yield()
      }
    }
    let refreshed = client.clock(clock).tokenRefresher(
      store: MemoryTokenStore(AuthTokens(accessToken: "t")),
      auth: { _ in
        .custom { _ in
          isAdding.withLock { $0 = true }
          while !Task.isCancelled { await Task.yield() }
          throw CancellationError()
        }
      }
    ) { _, _ in AuthTokens(accessToken: "t") }
    let error = await #expect(throws: ClientError.self) { try await refreshed.get() }
    #expect(error?.code == .timeout && transport.requests.isEmpty)
  }

  @Test("A call does not wait for a custom credential closure that ignores its cancellation", arguments: [false, true])
  func stubbornClosure(isCancelled: Bool) async throws {
    let gate = Turnstile()
    let clock = isCancelled ? TestClock() : TestClock { _ in await gate.waitForArrivals(1) }
    let stubborn = client.clock(clock).auth(.custom { _ in await gate.pass() })
    let call = Task { try await stubborn.get() }
    await gate.waitForArrivals(1)
    if isCancelled { call.cancel() }
    #expect(await clientErrorCode { try await call.value } == (isCancelled ? .cancelled : .timeout))
    #expect(transport.requests.isEmpty)
    gate.open()
  }

  @Test("No description, dump or error contains credentials")
  func secrecy() async throws {
    let secret = "s3cret"
    let auths: [ClientAuth] = [
      .bearer(secret), .basic(username: "u", password: secret), .apiKey(secret), .apiKey(secret, query: "q"),
      .apiKey(secret, cookie: "c"),
    ]
    for auth in auths {
      var dumped = ""
      dump(auth, to: &dumped)
      #expect(!"\(auth) \(String(reflecting: auth)) \(dumped)".contains(secret))
    }
    let configured = client.header(.authorization, secret).auth(.bearer(secret)).credentials(.apiKey(secret))
    for value in [configured as Any, configured.configuration as Any] {
      var dumped = ""
      dump(value, to: &dumped)
      #expect(!"\(client.header(.authorization, secret)) \(configured.configuration) \(dumped)".contains(secret))
    }
    let tokens = AuthTokens(accessToken: secret, refreshToken: secret)
    var dumped = ""
    dump(tokens, to: &dumped)
    #expect(!"\(tokens) \(String(reflecting: tokens)) \(dumped)".contains(secret))
    let bad = await #expect(throws: ClientError.self) { try await client.auth(.bearer(secret + "\n")).get() }
    #expect(bad?.code == .invalidInput)
    #expect(bad.map { "\($0) \(String(reflecting: $0))".contains(secret) } == false)
    let empty = await #expect(throws: ClientError.self) { try await client.auth(.bearer("")).get() }
    #expect(empty?.message == "the header value `Authorization` has an empty token; set the token")
    for name in ["", "X Key;=", "a=b"] {
      let code = await clientErrorCode { try await client.auth(.apiKey(secret, cookie: name)).get.response() }
      #expect(code == .invalidInput, "\(name)")
    }
    #expect(transport.requests.isEmpty)
  }

  @Test("No dump of a failed call or its response contains credentials")
  func failedCalls() async throws {
    let secret = "s3cret-token"
    let refusing = AnsweringTransport(.json(#"{"detail":"no s3cret-token"}"#, .badRequest))
    let failing = APIClient(refusing).auth(.bearer(secret))
    var dumped = ""
    dump(try await failing.response(), to: &dumped)
    dump(await clientError { try await failing.get() }, to: &dumped)
    dump(await clientError { _ = try await failing.call(.stream, as: .bytes) }, to: &dumped)
    dump(await clientError { _ = try await failing.webSocket() }, to: &dumped)
    #expect(refusing.requests.count == 4 && dumped.contains("400"))
    #expect(!dumped.contains(secret), "\(dumped)")
  }

  @Test("Credentials follow a redirect within the origin but not to another one")
  func redirects() async throws {
    let stranger = ScriptedServer(answering: { request in
      ok(
        "auth=\(request.field("authorization") ?? "-") key=\(request.field("x-team") ?? "-") cookie=\(request.field("cookie") ?? "-")"
      )
    })
    defer { stranger.stop() }
    let strangerURL = stranger.baseURL
    let server = ScriptedServer(answering: { request in
      if request.line.hasPrefix("GET /out") {
        return "HTTP/1.1 302 Found\r\nLocation: \(strangerURL)/x\r\nContent-Length: 0\r\n\r\n"
      }
      if request.line.hasPrefix("GET /in") {
        return "HTTP/1.1 302 Found\r\nLocation: /here\r\nContent-Length: 0\r\n\r\n"
      }
      return ok("auth=\(request.field("authorization") ?? "-")")
    })
    defer { server.stop() }
    let client = APIClient(baseURL: server.baseURL, transport: CurlTransport()).clock(TestClock())
    let auths: [ClientAuth] = [.bearer("t"), .apiKey("k", header: "X-Team"), .apiKey("k", cookie: "c")]
    for auth in auths {
      #expect(try await client.auth(auth)("out").response().text == "auth=- key=- cookie=-")
    }
    let refreshed = client.tokenRefresher { _, _ in AuthTokens(accessToken: "t") }
    #expect(try await refreshed("out").response().text == "auth=- key=- cookie=-")
    #expect(try await refreshed("in").response().text == "auth=Bearer t")
  }
}
