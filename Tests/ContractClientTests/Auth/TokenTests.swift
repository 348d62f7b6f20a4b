import Contract
import ContractHTTP
import ContractTestSupport
import FoundationEssentials
import Testing

@testable import ContractClient

@Suite("Token renewal", .timeLimit(.minutes(2)))
struct TokenTests {
  /// Accepts one token and refuses all others.
  private static func server(accepting token: @escaping @Sendable () -> String) -> AnsweringTransport {
    AnsweringTransport { request, _ in
      let isRight = request.fields[.authorization]?.rawValue == "Bearer \(token())"
      return isRight ? .text(request.target) : HTTPResponse(.unauthorized)
    }
  }

  @Test("Tokens are fetched before the first call and renewed once for all refused calls")
  func singleFlight() async throws {
    let valid = Lock("t1")
    let transport = Self.server { valid.withLock { $0 } }
    let refreshes = Lock<[String?]>([])
    let gate = Turnstile()
    let store = MemoryTokenStore()
    let client = APIClient(transport).clock(TestClock()).tokenRefresher(store: store) { tokens, client in
      #expect(client.configuration.isAuthEnabled == false)
      let count = refreshes.withLock { refreshes in
        refreshes.append(tokens?.accessToken)
        return refreshes.count
      }
      if count > 1 { await gate.pass() }
      return AuthTokens(accessToken: "t\(count)", refreshToken: "r")
    }
    #expect(try await client("a").get.response().status == .ok)
    #expect(try await client("b").get.response().status == .ok)
    #expect(refreshes.withLock { $0 } == [nil])
    #expect(store.load()?.accessToken == "t1")
    valid.withLock { $0 = "t2" }
    let tasks = (0..<20).map { index in Task { try await client("c/\(index)").post.response().status } }
    while transport.requests.count < 22 { await Task.yield() }
    gate.open()
    for task in tasks { #expect(try await task.value == .ok) }
    #expect(refreshes.withLock { $0 } == [nil, "t1"])
    #expect(transport.requests.count == 42)
  }

  @Test("Task modifiers apply only once to the client that renews tokens")
  func modifiersOfTask() async throws {
    let transport = AnsweringTransport { request, _ in
      HTTPResponse(.ok, fields: ["X-Auth": request.fields[.authorization] ?? "-"])
    }
    let client = APIClient(transport).clock(TestClock()).auth(enabled: false).tokenRefresher { _, client in
      let response = try await client("token").post.response()
      #expect(response.fields["X-Auth"] == "-")
      return AuthTokens(accessToken: "t", refreshToken: "r")
    }
    let response = try await withClientModifiers({ $0.auth(enabled: true).addingHeader("X-Scope", "s") }) {
      try await client("a").get.response()
    }
    #expect(response.fields["X-Auth"] == "Bearer t")
    #expect(transport.requests.map { $0.fields.values("X-Scope").count } == [1, 1])
  }

  @Test("A call is resent once with renewed tokens, and a streamed body is not resent")
  func oneResend() async throws {
    let transport = AnsweringTransport(HTTPResponse(.unauthorized))
    let count = Lock(0)
    let client = APIClient(transport).clock(TestClock()).tokenRefresher { _, _ in
      AuthTokens(accessToken: "t\(count.withLock { $0 += 1; return $0 })")
    }
    #expect(try await client.get.response().status == .unauthorized)
    #expect(transport.requests.map { $0.fields[.authorization] } == ["Bearer t1", "Bearer t2"])
    let once = ByteStream { nil }
    #expect(try await client.body(stream: once).put.response().status == .unauthorized)
    #expect(transport.requests.count == 3)
  }

  @Test("An early renewal does not block calls, and its failure keeps the old token")
  func early() async throws {
    let clock = TestClock()
    struct Down: Error {}
    let transport = AnsweringTransport(HTTPResponse(.ok))
    let isDown = Lock(true)
    let asked = Lock(0)
    let store = MemoryTokenStore(AuthTokens("old", endsIn: 100_000))
    let client = APIClient(transport).clock(clock).tokenRefresher(store: store, leeway: .seconds(200_000)) { _, _ in
      let isDown = isDown.withLock { $0 }
      asked.withLock { $0 += 1 }
      if isDown { throw Down() }
      return AuthTokens(accessToken: "new")
    }
    try await client.get()
    while asked.withLock({ $0 }) < 1 { await Task.yield() }
    isDown.withLock { $0 = false }
    // The pause before a second renewal begins only when the first has failed, so the clock is advanced until the second
    // begins.
    while asked.withLock({ $0 }) < 2 {
      clock.advance(by: .milliseconds(100))
      try await client.get()
      await Task.yield()
    }
    while store.load()?.accessToken != "new" { await Task.yield() }
    try await client.get()
    let sent = transport.requests.map { $0.fields[.authorization] }
    #expect(sent.first == "Bearer old" && sent.last == "Bearer new")
    isDown.withLock { $0 = true }
    let ended = APIClient(transport).clock(clock)
      .tokenRefresher(store: MemoryTokenStore(AuthTokens("x", endsIn: -1))) { _, _ in throw Down() }
    await #expect(throws: Down.self) { try await ended.get() }
  }

  @Test("A token that is still valid is used while its renewal hangs")
  func hanging() async throws {
    let gate = Turnstile()
    let transport = AnsweringTransport(HTTPResponse(.ok))
    let asked = Lock(0)
    let store = MemoryTokenStore(AuthTokens("old", endsIn: 20))
    let client = APIClient(transport).clock(TestClock()).tokenRefresher(store: store) { _, _ in
      asked.withLock { $0 += 1 }
      await gate.pass()
      return AuthTokens(accessToken: "new")
    }
    for _ in 0..<20 { try await client.get() }
    await gate.waitForArrivals(1)
    #expect(transport.requests.allSatisfy { $0.fields[.authorization] == "Bearer old" })
    gate.open()
    while store.load()?.accessToken != "new" { await Task.yield() }
    try await client.get()
    #expect(transport.requests.last?.fields[.authorization] == "Bearer new")
    #expect(asked.withLock { $0 } == 1)
  }

  @Test("A renewal request is not retried unless it opts in")
  func notRepeated() async throws {
    for mayRepeat in [false, true] {
      let asked = EventCounter()
      let transport = AnsweringTransport { request, _ in
        guard request.target.hasSuffix("/token") else { return HTTPResponse(.ok) }
        asked.add()
        throw ClientError(.lostConnection, stage: .exchange, "lost")
      }
      let client = APIClient(transport).clock(TestClock()).idempotent().retry(limit: 2, backoff: .none)
        .tokenRefresher(store: MemoryTokenStore(AuthTokens("old", endsIn: -1))) { _, client in
          let asking = client("token")
          _ = try await (mayRepeat ? asking.idempotent() : asking).post.response()
          return AuthTokens(accessToken: "new")
        }
      await #expect(throws: ClientError.self) { try await client.get() }
      // Each of the three attempts of the GET requests tokens: once, or three times if that request is retried, too.
      #expect(asked.count == (mayRepeat ? 9 : 3))
    }
  }

  @Test("A renewed token is stored even if its call was cancelled")
  func unwanted() async throws {
    let gate = Turnstile()
    let store = MemoryTokenStore(AuthTokens("old", endsIn: -1))
    let client = APIClient(AnsweringTransport(HTTPResponse(.ok))).clock(TestClock()).tokenRefresher(store: store) {
      _, _ in
      await gate.pass()
      try Task.checkCancellation()
      return AuthTokens(accessToken: "new", refreshToken: "changed")
    }
    let call = Task { try await client.get() }
    await gate.waitForArrivals(1)
    call.cancel()
    #expect(await clientErrorCode { try await call.value } == .cancelled)
    gate.open()
    while store.load()?.refreshToken != "changed" { await Task.yield() }
  }

  @Test("A renewal started by a call with a short timeout serves calls with more time")
  func impatient() async throws {
    let gate = Turnstile()
    let expiry = ContractTestSupport.Gate()
    let clock = TestClock { time in
      if time > .seconds(1) { try await Task.sleep(for: .seconds(3600)) }
      try await expiry.waitUnlessCancelled()
    }
    let store = MemoryTokenStore(AuthTokens("old", endsIn: -1))
    let transport = AnsweringTransport(HTTPResponse(.ok))
    let refreshes = EventCounter()
    let client = APIClient(transport).clock(clock).tokenRefresher(store: store) { _, _ in
      refreshes.add()
      await gate.pass()
      try Task.checkCancellation()
      return AuthTokens("new", endsIn: 3600)
    }
    let impatient = Task { try await client.timeout(.seconds(1)).get() }
    await gate.waitForArrivals(1)
    let patient = Task { try await client.get() }
    expiry.open()
    #expect(await clientErrorCode { try await impatient.value } == .timeout)
    gate.open()
    _ = try await patient.value
    #expect(transport.requests.map { $0.fields["Authorization"] } == ["Bearer new"])
    #expect(refreshes.count == 1)
  }

  @Test("A call whose timeout has passed does not renew tokens")
  func late() async throws {
    let clock = TestClock()
    let refreshes = EventCounter()
    let transport = AnsweringTransport { _, _ in
      clock.advance(by: .seconds(2))
      return HTTPResponse(.unauthorized)
    }
    let client = APIClient(transport).clock(clock).tokenRefresher(
      store: MemoryTokenStore(AuthTokens("a", endsIn: 3600))
    ) {
      _, _ in
      refreshes.add()
      return AuthTokens("b", endsIn: 3600)
    }
    #expect(await clientErrorCode { try await client.timeout(.seconds(1)).get() } == .timeout)
    #expect(refreshes.count == 0)
    #expect(transport.requests.count == 1)
  }

  @Test("The configured token header is used, and a request's own header wins")
  func placement() async throws {
    let transport = AnsweringTransport(HTTPResponse(.ok))
    let client = APIClient(transport).clock(TestClock()).tokenRefresher(
      store: MemoryTokenStore(AuthTokens(accessToken: "s3cret")), auth: { .apiKey($0, header: "X-Token") }
    ) { _, _ in AuthTokens(accessToken: "none") }
    try await client.get()
    try await client.auth(enabled: false).get()
    try await client.header("X-Token", "client's").get()
    try await client.modifyRequest { request, _ in request.fields["X-Token"] = "own" }.get()
    #expect(transport.requests.map { $0.fields["X-Token"] } == ["s3cret", nil, "s3cret", "own"])
    #expect("\(client.configuration.auth!)" == "tokens <redacted>")
  }

  @Test("A token echoed by the server does not appear in errors or logs", arguments: [false, true])
  func repeatedTokens(isForm: Bool) async throws {
    let transport = AnsweringTransport { request, _ in
      let text = String(decoding: try await request.body.collect(upTo: 1000), as: UTF8.self)
      let said = text.replacing("%2F", with: "/").replacing("\"", with: "'")
      let body = #"{"detail":"used: \#(said)"}"#
      return HTTPResponse(.badRequest, fields: [.contentType: "application/json"], body: .bytes(Array(body.utf8)))
    }
    let keeper = LogKeeper()
    let client = APIClient(transport).clock(TestClock()).logging(to: keeper, components: .full).tokenRefresher(
      store: MemoryTokenStore(
        AuthTokens(
          accessToken: "old", refreshToken: "s3cr3t/token", expiresAt: Date(timeIntervalSince1970: TestClock.start - 1))
      )
    ) { tokens, client in
      let token = ["refresh_token": tokens?.refreshToken ?? ""]
      try await (isForm ? client("token").form(token) : client("token").body(token)).post()
      return AuthTokens(accessToken: "new")
    }
    let error = await #expect(throws: ClientError.self) { try await client.get() }
    #expect(error?.operationID == "POST /token" && error?.message.contains("refresh_token") == true)
    #expect(error?.message.contains("s3cr3t") == false)
    #expect(!keeper.text.contains("s3cr3t"), "\(keeper.text)")
  }

  @Test("Tokens are renewed with an extremely long timeout", arguments: [Duration.seconds(Int64.max), .seconds(60)])
  func longTimes(time: Duration) async throws {
    let client = APIClient(Self.server { "new" }).timeout(time).tokenRefresher(
      store: MemoryTokenStore(AuthTokens("old", endsIn: -1)), leeway: time
    ) { _, _ in AuthTokens(accessToken: "new", expiresIn: time) }
    #expect(try await client.get.response().status == .ok)
  }

  @Test("A token renewed by another process is read from the store")
  func shared() async throws {
    let store = MemoryTokenStore(AuthTokens(accessToken: "t1"))
    // During the first request, the transport stores `t2`, as another process that renews the token would.
    let transport = AnsweringTransport { request, _ in
      if request.fields[.authorization] == "Bearer t2" { return HTTPResponse(.ok) }
      store.save(AuthTokens(accessToken: "t2"))
      return HTTPResponse(.unauthorized)
    }
    let client = APIClient(transport).clock(TestClock()).tokenRefresher(store: store) { _, _ in
      Issue.record("expected no renewal")
      return AuthTokens(accessToken: "none")
    }
    #expect(try await client.get.response().status == .ok)
    #expect(transport.requests.map { $0.fields[.authorization] } == ["Bearer t1", "Bearer t2"])
  }
}
