import Contract
import ContractClient
import ContractHTTP
import Testing

private enum TenantKey: ClientConfigurationKey {
  static let defaultValue = "nobody"
}

extension ClientConfiguration {
  fileprivate var tenant: String {
    get { self[TenantKey.self] }
    set { self[TenantKey.self] = newValue }
  }
}

@Suite("Client configuration", .timeLimit(.minutes(2)))
struct ConfigurationTests {
  private let transport = AnsweringTransport(.json("{}"))
  private var client: APIClient { APIClient(transport) }

  @Test("A custom configuration value has a default and is inherited")
  func keys() {
    let parent = client
    let child = parent.with(\.tenant, "acme")
    #expect(parent.configuration.tenant == "nobody")
    #expect(child("users").timeout(.seconds(1)).configuration.tenant == "acme")
    #expect(child.with(\.tenant, "first").with(\.tenant, "last").configuration.tenant == "last")
    #expect(child.configured { $0.tenant += "!" }.configuration.tenant == "acme!")
    #expect(child.configuration.tenant == "acme")
  }

  @Test("An invalid setting causes no error after a later setting has replaced it")
  func replacedMistakes() async throws {
    let nowhere = APIClient(baseURL: "", transport: transport)
    await #expect(throws: ClientError.self) { try await nowhere.get() }
    try await nowhere.baseURL("http://h.example").get()
    try await withClientModifiers({ $0.baseURL("http://h.example") }) { try await nowhere.get() }
    let last = await #expect(throws: ClientError.self) { try await client.baseURL("ftp://h").baseURL("x").get() }
    #expect(last?.code == .invalidBaseURL)
    let odd = client.header("X-A", "a\nb").header("X-B", "c\nd")
    let first = await #expect(throws: ClientError.self) { try await odd.header("X-B", "ok").get() }
    #expect(first.map { "\($0)".contains("X-A") } == true)
    await #expect(throws: ClientError.self) { try await odd.addingHeader("X-A", "ok").header("X-B", "ok").get() }
    try await odd.header("X-A", "ok").header("X-B", "ok").get()
    try await odd.removingHeader("X-A").headers(["X-B": "ok"]).get()
    #expect(transport.requests.map { $0.fields["X-B"] } == [nil, nil, "ok", "ok"])
  }

  @Test("Task-local modifiers apply to every client in their scope, the innermost last")
  func taskLocal() async throws {
    let first = client.timeout(.seconds(1))
    let second = APIClient(baseURL: "http://other", transport: transport)
    let endpoint = Endpoint<Empty, HTTPResponse>(.get, "/names", result: .raw)
    try await withClientConfiguration({ $0.timeout = .seconds(2) }) {
      try await withClientModifiers({ $0.header("X-Trace", "t").timeout(.seconds(3)) }) {
        try await first.get()
        _ = try await second.call(endpoint)
        async let child: Void = first.get()
        try await child
        try await withClientConfiguration({ $0.timeout = .seconds(4) }) { try await first.get() }
      }
      try await Task.detached { try await first.get() }.value
      try await first.get()
    }
    try await first.get()
    let sent = transport.sent
    #expect(sent.map { $0.options.timeout } == [3, 3, 3, 4, 1, 2, 1].map { .seconds($0) })
    #expect(sent.map { $0.request.fields["X-Trace"] != nil } == [true, true, true, true, false, false, false])
    #expect(sent[1].request.url == "http://other/names")
  }

  @Test("The shortest of client, operation and attempt timeout applies")
  func timeouts() async throws {
    let slow = Endpoint<Empty, HTTPResponse>(.get, "/slow", .timeout(.seconds(2)), result: .raw)
    _ = try await client.call(slow)
    _ = try await client.timeout(.seconds(1)).call(slow)
    let clock = TestClock()
    _ = try await client.clock(clock).attemptTimeout(.seconds(5)).get.response()
    _ = try await client.clock(clock).attemptTimeout(.seconds(5)).call(slow)
    #expect(transport.sent.map { $0.options.timeout } == [2, 1, 5, 2].map { .seconds($0) })
  }

  @Test("The remaining time is sent as a header if enabled")
  func deadlineField() async throws {
    try await client.get()
    #expect(transport.requests[0].fields["Request-Timeout-Ms"] == nil)
    let clock = TestClock()
    let flaky = AnsweringTransport(HTTPResponse(.serviceUnavailable), HTTPResponse(.ok))
    try await APIClient(flaky).clock(clock).timeout(.seconds(10)).deadlineField()
      .retry(backoff: .constant(.seconds(4))).get()
    #expect(flaky.requests.map { $0.fields["Request-Timeout-Ms"] } == ["10000", "6000"])
  }

  private struct Tag: Middleware {
    let name: String
    let seen: Lock<[String]>

    func handle(
      _ request: HTTPRequest, for operation: APIOperation?, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
    ) async throws -> HTTPResponse {
      seen.withLock { $0.append(name) }
      return try await next(request)
    }
  }

  @Test("Middleware runs once per call and attempt middleware once per attempt")
  func middleware() async throws {
    let seen = Lock<[String]>([])
    let flaky = AnsweringTransport(HTTPResponse(.serviceUnavailable), HTTPResponse(.ok))
    try await APIClient(flaky).clock(TestClock()).retry()
      .attemptMiddleware(Tag(name: "attempt 1", seen: seen)).attemptMiddleware(Tag(name: "attempt 2", seen: seen))
      .middleware(Tag(name: "call 1", seen: seen)).middleware(Tag(name: "call 2", seen: seen)).get()
    #expect(
      seen.withLock { $0 } == ["call 1", "call 2", "attempt 1", "attempt 2", "attempt 1", "attempt 2"])
  }
}
