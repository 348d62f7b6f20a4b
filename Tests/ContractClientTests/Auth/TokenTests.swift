import Contract
import ContractHTTP
import FoundationEssentials
import Glibc
import Testing

@testable import ContractClient

@Suite("Tokens", .timeLimit(.minutes(2)))
struct TokenTests {
  private static let now = Date(timeIntervalSince1970: TestClock.start)

  private static func tokens(_ access: String, endsIn seconds: Double?) -> AuthTokens {
    AuthTokens(accessToken: access, refreshToken: "r-\(access)", expiresAt: seconds.map { now + $0 })
  }

  @Test("are used until shortly before their end, then renewed")
  func needs() {
    let rows: [(Double?, String)] = [
      (nil, "use"), (31, "use"), (30, "early"), (1, "early"), (0, "renew"), (-5, "renew"),
    ]
    for (end, expected) in rows {
      let tokens = Self.tokens("a", endsIn: end)
      let need = TokenState(tokens: tokens, leeway: 30).need(now: Self.now)
      switch expected {
      case "use": #expect(need == .use(tokens))
      case "early": #expect(need == .renewEarly(tokens))
      default: #expect(need == .renew)
      }
    }
    #expect(TokenState(tokens: nil, leeway: 30).need(now: Self.now) == .renew)
  }

  @Test("that the server refuses are renewed unless somebody else has done it")
  func refused() {
    let state = TokenState(tokens: Self.tokens("b", endsIn: nil), leeway: 30)
    #expect(state.need(refused: "a", now: Self.now) == .use(Self.tokens("b", endsIn: nil)))
    #expect(state.need(refused: "b", now: Self.now) == .renew)
    #expect(state.adopts(Self.tokens("c", endsIn: 100), refused: "b", now: Self.now))
    #expect(!state.adopts(Self.tokens("c", endsIn: 10), refused: "b", now: Self.now))
    #expect(!state.adopts(Self.tokens("b", endsIn: 100), refused: "b", now: Self.now))
    #expect(!state.adopts(Self.tokens("b", endsIn: nil), refused: nil, now: Self.now))
  }

  /// Accepts one token and refuses all others.
  private static func server(accepting token: @escaping @Sendable () -> String) -> AnsweringTransport {
    AnsweringTransport { request, _ in
      let isRight = request.fields[.authorization]?.rawValue == "Bearer \(token())"
      return isRight ? .text(request.target) : HTTPResponse(.unauthorized)
    }
  }

  @Test("are got before the first call, kept, and renewed once for all calls that are refused")
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

  @Test("are renewed once for a call: the second refusal is its response, and streams are not sent again")
  func oneResend() async throws {
    let transport = AnsweringTransport(HTTPResponse(.unauthorized))
    let count = Lock(0)
    let client = APIClient(transport).clock(TestClock()).tokenRefresher { _, _ in
      AuthTokens(accessToken: "t\(count.withLock { $0 += 1; return $0 })")
    }
    #expect(try await client.get.response().status == .unauthorized)
    #expect(transport.requests.map { $0.fields[.authorization] } == ["Bearer t1", "Bearer t2"])
    let once = HTTPBodyStream { nil }
    #expect(try await client.body(stream: once).put.response().status == .unauthorized)
    #expect(transport.requests.count == 3)
  }

  @Test("are renewed before they end, and go on when that fails")
  func early() async throws {
    let clock = TestClock()
    struct Down: Error {}
    let store = MemoryTokenStore(Self.tokens("old", endsIn: 20))
    let transport = AnsweringTransport(HTTPResponse(.ok))
    let isDown = Lock(true)
    let client = APIClient(transport).clock(clock).tokenRefresher(store: store) { _, _ in
      if isDown.withLock({ $0 }) { throw Down() }
      return AuthTokens(accessToken: "new")
    }
    // The first call looks into the store, whose token does not last long enough, and asks for another.
    await #expect(throws: Down.self) { try await client.get() }
    try await client.get()
    isDown.withLock { $0 = false }
    try await client.get()
    #expect(transport.requests.map { $0.fields[.authorization] } == ["Bearer old", "Bearer new"])
    isDown.withLock { $0 = true }
    let ended = APIClient(transport).clock(clock)
      .tokenRefresher(store: MemoryTokenStore(Self.tokens("x", endsIn: -1))) { _, _ in throw Down() }
    await #expect(throws: Down.self) { try await ended.get() }
  }

  @Test("travel as the program says, and not where it says so")
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

  @Test("in a file belong to its owner alone and are replaced as a whole")
  func fileStore() throws {
    let path = "/tmp/contract-tokens-\(UInt64.random(in: .min ... .max))"
    defer { unlink(path) }
    let store = FileTokenStore(path)
    #expect(try store.load() == nil)
    let first = Self.tokens("a", endsIn: 100)
    try store.save(first)
    #expect(try store.load() == first)
    var status = stat()
    stat(path, &status)
    #expect(status.st_mode & 0o777 == 0o600)
    let inode = status.st_ino
    try store.save(AuthTokens(accessToken: "b"))
    #expect(try FileTokenStore(path).load() == AuthTokens(accessToken: "b"))
    stat(path, &status)
    #expect(status.st_mode & 0o777 == 0o600)
    #expect(status.st_ino != inode)
    chmod(path, 0o644)
    let open = #expect(throws: TokenStoreError.self) { try store.load() }
    #expect(open?.description.contains("0600") == true)
    try store.save(AuthTokens(accessToken: "c"))
    #expect(try store.load()?.accessToken == "c")
    try store.clear()
    #expect(try store.load() == nil)
    try store.clear()
    let lost = FileTokenStore("/nonexistent/tokens")
    #expect(throws: TokenStoreError.self) { try lost.save(first) }
  }

  @Test("in a file that is something else are refused without a word of it")
  func brokenFile() throws {
    let path = "/tmp/contract-tokens-\(UInt64.random(in: .min ... .max))"
    defer { unlink(path) }
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
    let text = Array(#"{"accessToken": 7, "refreshToken": "s3cret"}"#.utf8)
    #expect(write(file, text, text.count) == text.count)
    close(file)
    let error = #expect(throws: TokenStoreError.self) { try FileTokenStore(path).load() }
    #expect(error.map { "\($0)".contains("s3cret") } == false)
    unlink(path)
    #expect(symlink("/etc/hostname", path) == 0)
    #expect(throws: TokenStoreError.self) { try FileTokenStore(path).load() }
  }

  @Test("that another process has renewed are taken from the store")
  func shared() async throws {
    let store = MemoryTokenStore(AuthTokens(accessToken: "t1"))
    let transport = Self.server { "t2" }
    let client = APIClient(transport).clock(TestClock()).tokenRefresher(store: store) { _, _ in
      Issue.record("asked for tokens")
      return AuthTokens(accessToken: "none")
    }
    let first = Task { try await client.get.response().status }
    store.save(AuthTokens(accessToken: "t2"))
    #expect(try await first.value == .ok)
  }
}
