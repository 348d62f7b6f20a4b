import Contract
import ContractHTTP
import ContractTesting
import Testing

@testable import ContractClient

@Suite("A cache shared by several clients", .timeLimit(.minutes(2)))
struct CacheUsersTests {
  /// Responds with the caller's name, and allows caching for an hour.
  private static func transport() -> AnsweringTransport {
    AnsweringTransport { request, _ in
      let names: [HTTPFieldName] = ["X-User", .authorization, .cookie, "X-API-Key"]
      let asker = names.compactMap { request.fields[$0]?.rawValue }.first ?? request.target
      return HTTPResponse(.ok, fields: ["Cache-Control": "max-age=3600"], body: .bytes(Array(asker.utf8)))
    }
  }

  /// The ways to identify the caller.
  static let ways: [(name: String, change: @Sendable (APIClient, String) -> APIClient)] = [
    ("token", { $0.auth(.bearer($1)) }), ("password", { $0.auth(.basic(username: $1, password: "p")) }),
    ("key", { $0.auth(.apiKey($1)) }), ("key in the query", { $0.auth(.apiKey($1, query: "k")) }),
    ("key in a cookie", { $0.auth(.apiKey($1, cookie: "k")) }),
    ("Authorization header", { $0.header("Authorization", $1) }),
    ("custom header", { $0.header("X-User", $1) }),
    ("closure", { client, user in client.auth(.custom { $0.fields["X-User"] = HTTPFieldValue(user)! }) }),
    (
      "closure that reads a task-local value",
      { client, user in
        client.auth(.custom { $0.fields["X-User"] = Asker.current })
      }
    ), ("attempt middleware", { client, _ in client.attemptMiddleware(AskerSigning()) }),
    ("tokens", { client, user in client.tokenRefresher { _, _ in AuthTokens(accessToken: user) } }),
  ]

  @Test("A shared cache keeps each user's responses apart", arguments: ways.indices)
  func askers(index: Int) async throws {
    let transport = Self.transport()
    let shared = APIClient(transport).clock(TestClock()).cache()
    var answers: [String: Set<String>] = [:]
    for _ in 0..<3 {
      for user: HTTPFieldValue in ["ann", "bob"] {
        let client = Self.ways[index].change(shared, user.rawValue)
        let answer = try await Asker.$current.withValue(user) { try await client("me").call(.http, as: .string) }
        answers[user.rawValue, default: []].insert(answer)
      }
    }
    #expect(answers.values.allSatisfy { $0.count == 1 } && Set(answers.values).count == 2, "\(answers)")
    #expect(transport.requests.count == 2)
  }

  @Test("After a change of user, the previous user's responses are not returned")
  func changeOfUser() async throws {
    let transport = Self.transport()
    let store = MemoryTokenStore(AuthTokens(accessToken: "ann"))
    let client = APIClient(transport).clock(TestClock()).cache()
      .tokenRefresher(store: store) { _, _ in AuthTokens(accessToken: "nobody") }
    for _ in 0..<2 { #expect(try await client.call(.http, as: .string) == "Bearer ann") }
    store.save(AuthTokens(accessToken: "bob"))
    #expect(try await client.call(.http, as: .string) == "Bearer bob")
    store.clear()
    #expect(try await client.call(.http, as: .string) == "Bearer nobody")
    store.save(AuthTokens(accessToken: "ann"))
    #expect(try await client.call(.http, as: .string) == "Bearer ann")
    #expect(transport.requests.count == 3)
  }

  @Test("Contract calls and fluent calls with equal credentials share cached responses")
  func contracts() async throws {
    let transport = Self.transport()
    let client = APIClient(transport).clock(TestClock()).cache().credentials(.bearer("t"))
    let open = Endpoint<Empty, HTTPResponse>(.get, "/a", result: .raw)
    let secured = Endpoint<Empty, HTTPResponse>(.get, "/a", .security(.bearer), result: .raw)
    for _ in 0..<2 {
      #expect(try await client.call(open).text == "/v1/a")
      #expect(try await client.call(secured).text == "Bearer t")
      #expect(try await client("a").response().text == "/v1/a")
    }
    #expect(transport.requests.count == 2)
  }

  /// Clients whose calls each have a different name or timeout.
  static let naming: [@Sendable (APIClient) -> APIClient] = [
    { $0.requestID() }, { $0.requestID("X-Call") }, { $0.tracing() }, { $0.idempotent(key: "X-Once") },
    { $0.deadlineField() }, { $0.header(.userAgent, "\(Int.random(in: 0...(.max)))") }, { $0.timeout(.seconds(7)) },
  ]

  @Test(
    "A cache key does not depend on request IDs, traces, idempotency keys, User-Agent or timeouts",
    arguments: naming.indices)
  func names(index: Int) async throws {
    let (transport, clock) = (Self.transport(), TestClock())
    let client = APIClient(transport).clock(clock).cache()
    for _ in 0..<3 {
      try await Self.naming[index](client).get()
      clock.advance(by: .seconds(1))
    }
    #expect(transport.requests.count == 1)
  }

  @Test("A cache key includes the transport and whether redirects are followed")
  func transports() async throws {
    let cache = HTTPCache()
    let moved = AnsweringTransport(
      HTTPResponse(.movedPermanently, fields: [.location: "/b", "Cache-Control": "max-age=3600"]))
    let client = APIClient(moved).clock(TestClock()).cache(cache)
    for _ in 0..<2 { _ = try await client.redirects(.none).response() }
    #expect(moved.requests.count == 1)
    for _ in 0..<2 { _ = try await client.response() }
    #expect(moved.requests.count == 3)
    let other = Self.transport()
    #expect(try await client.redirects(.none).transport(other).call(.http, as: .string) == "/v1")
  }

  @Test("The error of a cached response contains no credentials echoed by the server")
  func echoed() async throws {
    let transport = AnsweringTransport { request, _ in
      let key = request.fields["X-API-Key"]?.rawValue ?? ""
      return HTTPResponse(
        .notFound, fields: ["Cache-Control": "max-age=60", .contentType: "application/problem+json"],
        body: .bytes(Array(#"{"detail":"nothing for \#(key)"}"#.utf8)))
    }
    let client = APIClient(transport).clock(TestClock()).cache().auth(.apiKey("correct-horse"))
    for _ in 0..<2 {
      let error = await #expect(throws: ClientError.self) { try await client.call(.http, as: .string) }
      #expect(error?.message.hasSuffix(": nothing for ***") == true, "\(error?.message ?? "")")
    }
    #expect(transport.requests.count == 1)
  }

  @Test("A cached response larger than the client's limit is not served")
  func limits() async throws {
    let transport = Self.transport()
    let client = APIClient(transport).clock(TestClock()).cache().query("q", String(repeating: "x", count: 100))
    for limit in [1000, 1000, 50, 200] { _ = try await client.maxResponseBytes(limit).response() }
    #expect(transport.sent.map(\.options.maxResponseBytes) == [1000, 50])
  }

  @Test("A cache's description and dump show no secrets")
  func dumped() async throws {
    let cache = HTTPCache()
    try await APIClient(Self.transport()).auth(.bearer("secret-token")).cache(cache).get()
    var text = "\(cache) \(String(reflecting: cache))"
    dump(cache, to: &text)
    #expect(cache.count == 1 && !text.contains("secret-token"))
  }
}

@Suite("Cache behavior over sockets", .timeLimit(.minutes(2)))
struct CacheWireTests {
  @Test("A redirected response is not cached, and its target is requested without conditions")
  func redirects() async throws {
    let asked = Lock<[String]>([])
    let server = ScriptedServer { request in
      asked.withLock { $0.append("\(request.target) \(request.field("if-none-match") ?? "-")") }
      switch request.target {
      case "/direct" where asked.withLock({ $0.count }) > 1:
        return "HTTP/1.1 302 Found\r\nLocation: /there\r\nContent-Length: 0\r\n\r\n"
      default: return ok("x", "ETag: \"1\"\r\n")
      }
    }
    defer { server.stop() }
    let cache = HTTPCache()
    let client = APIClient(baseURL: server.baseURL, transport: CurlTransport()).cache(cache)
    for _ in 0..<3 { try await client("direct").get() }
    #expect(
      asked.withLock { $0 } == ["/direct -", "/direct \"1\"", "/there -", "/direct -", "/there -"])
    #expect(cache.count == 0)
  }

  @Test("The target of a redirected unsafe request is invalidated")
  func redirectedChange() async throws {
    let count = Lock(0)
    let server = ScriptedServer { request in
      if request.line.hasPrefix("POST") {
        return "HTTP/1.1 303 See Other\r\nLocation: /list\r\nContent-Length: 0\r\n\r\n"
      }
      return ok("\(count.withLock { count in count += 1; return count })", "Cache-Control: max-age=3600\r\n")
    }
    defer { server.stop() }
    let client = APIClient(baseURL: server.baseURL, transport: CurlTransport()).cache()
    for _ in 0..<2 { #expect(try await client("list").call(.http, as: .string) == "1") }
    #expect(try await client("add").post.call(.http, as: .string) == "2")
    #expect(try await client("list").call(.http, as: .string) == "3")
  }

  @Test(
    "A redirected unsafe request invalidates its own URL, whatever the target's status", arguments: [404, 403, 200])
  func lostRedirect(status: Int) async throws {
    let count = Lock(0)
    let server = ScriptedServer { request in
      if request.line.hasPrefix("POST") {
        return "HTTP/1.1 303 See Other\r\nLocation: /made\r\nContent-Length: 0\r\n\r\n"
      }
      if request.line.hasPrefix("GET /made") { return "HTTP/1.1 \(status) X\r\nContent-Length: 0\r\n\r\n" }
      return ok("\(count.withLock { count in count += 1; return count })", "Cache-Control: max-age=3600\r\n")
    }
    defer { server.stop() }
    let client = APIClient(baseURL: server.baseURL, transport: CurlTransport()).cache()
    #expect(try await client("list").call(.http, as: .string) == "1")
    #expect(try await client("list").post.response().status.code == status)
    #expect(try await client("list").call(.http, as: .string) == "2")
  }

  @Test("A relative Location after a redirect invalidates the URL relative to the target of the redirect")
  func redirectedLocation() async throws {
    let count = Lock(0)
    let server = ScriptedServer { request in
      if request.line.hasPrefix("POST /v1/") {
        return "HTTP/1.1 307 Temporary Redirect\r\nLocation: /v2/items/\r\nContent-Length: 0\r\n\r\n"
      }
      if request.line.hasPrefix("POST /v2/") {
        return "HTTP/1.1 201 Created\r\nLocation: 7\r\nContent-Location: 8\r\nContent-Length: 0\r\n\r\n"
      }
      return ok("\(count.withLock { count in count += 1; return count })", "Cache-Control: max-age=3600\r\n")
    }
    defer { server.stop() }
    let client = APIClient(baseURL: server.baseURL, transport: CurlTransport()).cache()
    let paths: [RequestPath] = ["v1/items/7", "v2/items/7", "v2/items/8"]
    func texts() async throws -> [String] {
      var texts: [String] = []
      for path in paths { texts.append(try await client(path).call(.http, as: .string)) }
      return texts
    }
    #expect(try await texts() == ["1", "2", "3"])
    #expect(try await client("v1/items/").post.response().status == .created)
    #expect(try await texts() == ["1", "4", "5"])
  }

  /// Ways to send with a transport that has cookies.
  private static let jars: [(name: String, change: @Sendable (APIClient, CurlTransport, String) throws -> APIClient)] =
    [
      ("as the client's transport", { client, jar, _ in client.transport(jar) }),
      ("in the live environment", { client, jar, _ in client.transport(jar).environment(.live) }),
      ("as the environment's transport", { client, jar, _ in client.environment(.transport(jar)) }),
      ("behind mocks", { client, jar, _ in client.transport(jar).environment(.mocks(.ifSpecified)) }),
      ("with faults", { client, jar, _ in client.transport(jar).faults(seed: 1) }),
      (
        "with faults, as the environment's transport",
        { client, jar, _ in client.environment(.transport(jar)).faults(seed: 1).environment(.live) }
      ), ("recorded", { client, jar, folder in client.transport(try RecordingTransport(to: folder, over: jar)) }),
      (
        "for requests without a fixture",
        { client, jar, folder in client.transport(try ReplayingTransport(from: folder, unknown: .sent(over: jar))) }
      ),
      ("wrapped in a custom transport", { client, jar, _ in client.transport(jar).environment(.wrapping(Bare.init)) }),
    ]

  /// A transport that does not declare the cookies of the transport that it wraps.
  private struct Bare: ClientTransport {
    let live: any ClientTransport

    func send(_ request: HTTPRequest, options: TransportOptions) async throws -> HTTPResponse {
      try await live.send(request, options: options)
    }
  }

  @Test("A cache stores nothing from a transport with cookies")
  func cookies() async throws {
    let count = Lock(0)
    let server = ScriptedServer { _ in
      ok("\(count.withLock { count in count += 1; return count })", "Cache-Control: max-age=3600\r\n")
    }
    defer { server.stop() }
    var configuration = CurlTransport.Configuration()
    configuration.cookies = .memory
    let plain = APIClient(baseURL: server.baseURL, transport: CurlTransport()).cache()
    for jar in Self.jars {
      let folder = ScratchFolder()
      let client = try jar.change(plain, CurlTransport(configuration), folder.path)
      var texts: Set<String> = []
      for _ in 0..<2 { texts.insert(try await client.get.call(.http, as: .string)) }
      #expect(texts.count == 2, "\(jar.name)")
    }
    for client in [plain, plain.environment(.live), plain.faults(seed: 1)] {
      var texts: Set<String> = []
      for _ in 0..<2 { texts.insert(try await client.call(.http, as: .string)) }
      #expect(texts.count == 1)
    }
  }

  @Test("A cache is shared by clients that use the same transport")
  func shared() async throws {
    let server = ScriptedServer { _ in ok("x", "Cache-Control: max-age=3600\r\n") }
    defer { server.stop() }
    let (cache, transport) = (HTTPCache(), CurlTransport())
    for _ in 0..<3 {
      try await APIClient(baseURL: server.baseURL, transport: transport).auth(.bearer("t")).cache(cache).get()
    }
    #expect(cache.count == 1)
    try await APIClient(baseURL: server.baseURL, transport: CurlTransport()).auth(.bearer("t")).cache(cache).get()
    #expect(cache.count == 2)
  }
}
