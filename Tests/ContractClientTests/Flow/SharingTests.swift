import Contract
import ContractHTTP
import Testing

@testable import ContractClient

@Suite("Shared responses", .timeLimit(.minutes(2)))
struct SharingTests {
  /// Adds the identity of the caller, like a cookie jar.
  private struct Cookies: ClientTransport {
    let transport: any ClientTransport
    var keepsCookies: Bool { true }

    func send(_ request: HTTPRequest, options: TransportOptions) async throws -> HTTPResponse {
      var request = request
      request.fields["X-User"] = Asker.current
      return try await transport.send(request, options: options)
    }
  }

  /// Responds with the caller's name.
  private static func transport(_ gate: Turnstile? = nil) -> AnsweringTransport {
    AnsweringTransport { request, _ in
      await gate?.pass()
      return .text((request.fields["X-User"] ?? request.fields[.authorization])?.rawValue ?? "-")
    }
  }

  private static let sign: @Sendable (inout HTTPRequest) async throws -> Void = {
    $0.fields["X-User"] = Asker.current
  }

  /// Clients whose calls identify the current caller.
  static let personal: [(name: String, change: @Sendable (APIClient) -> APIClient)] = [
    ("a closure", { $0.auth(.custom(sign)) }),
    (
      "a closure for tokens",
      { $0.tokenRefresher(auth: { _ in .custom(sign) }) { _, _ in AuthTokens(accessToken: "t") } }
    ),
    ("attempt middleware", { $0.attemptMiddleware(AskerSigning()) }),
    ("cookies", { $0.configured { $0.transport = Cookies(transport: $0.transport) } }),
  ]

  @Test(
    "A response is not shared between users that are determined only when a call is made", arguments: personal.indices)
  func principals(index: Int) async throws {
    let client = Self.personal[index].change(APIClient(Self.transport()).clock(TestClock()))
    let reuse = client.throttle(.seconds(10))
    for user: HTTPFieldValue in ["ann", "bob"] {
      let answer = try await Asker.$current.withValue(user) { try await reuse.call(.http, as: .string) }
      #expect(answer == user.rawValue)
    }
    let gate = Turnstile()
    let flying = Self.personal[index].change(APIClient(Self.transport(gate)).clock(TestClock())).coalescing()
    let tasks = ["ann", "bob"].map { (user: HTTPFieldValue) in
      Asker.$current.withValue(user) { Task { try await flying.call(.http, as: .string) } }
    }
    await gate.waitForArrivals(2)
    gate.open()
    #expect(try await tasks[0].value == "ann")
    #expect(try await tasks[1].value == "bob")
  }

  @Test("A response is shared by all requests for which a throttle's closure returns the same name")
  func named() async throws {
    for personal in Self.personal {
      let throttle = Throttle(interval: .seconds(10)) { _ in Asker.current == "eve" ? "eve" : "others" }
      let client = personal.change(APIClient(Self.transport()).clock(TestClock()))
      // The key of a shared response includes the generation of the tokens. The first call obtains the tokens, so the
      // later calls have the same key.
      try await client.get()
      var answers: [String] = []
      for user: HTTPFieldValue in ["ann", "bob", "eve"] {
        answers.append(
          try await Asker.$current.withValue(user) { try await client.throttle(throttle).call(.http, as: .string) })
      }
      #expect(answers == ["ann", "ann", "eve"], "\(personal.name)")
    }
  }

  @Test("A response is not shared between operations with different credentials")
  func operations() async throws {
    let open = Endpoint<Empty, HTTPResponse>(.get, "/a", result: .raw)
    let secured = Endpoint<Empty, HTTPResponse>(.get, "/a", .security(.bearer), result: .raw)
    let clients: [@Sendable (APIClient) -> APIClient] = [
      { $0.auth(.bearer("t").forSecuredOperations) }, { $0.credentials(.bearer("t")) },
    ]
    for change in clients {
      let client = change(APIClient(Self.transport()).clock(TestClock()).throttle(.seconds(10)))
      #expect(try await client.call(open).text == "-")
      #expect(try await client.call(secured).text == "Bearer t")
    }
  }

  @Test("A response is not shared between requests that differ in bytes")
  func spelling() {
    let requester = RequestKey.Requester(sharingScope: SharingScope())
    let targets = ["/\u{E9}", "/e\u{301}"].map { RequestKey(HTTPRequest(.get, $0), requester, without: []) }
    let users = ["\u{E9}", "e\u{301}"].map { (user: HTTPFieldValue) in
      RequestKey(HTTPRequest(.get, "/", fields: ["X-User": user]), requester, without: [])
    }
    let names = ["\u{E9}", "e\u{301}"].map { RequestKey?.some(RequestKey(named: $0, requester)) }
    #expect(Set(targets + users + names).count == 6)
  }

  @Test("A response is not shared after a change of user")
  func changeOfUser() async throws {
    let store = MemoryTokenStore(AuthTokens(accessToken: "ann"))
    let client = APIClient(Self.transport()).clock(TestClock()).throttle(.seconds(10))
      .tokenRefresher(store: store) { _, _ in AuthTokens(accessToken: "nobody") }
    for _ in 0..<2 { #expect(try await client.call(.http, as: .string) == "Bearer ann") }
    store.save(AuthTokens(accessToken: "bob"))
    #expect(try await client.call(.http, as: .string) == "Bearer bob")
    store.clear()
    #expect(try await client.call(.http, as: .string) == "Bearer nobody")
  }

  /// Clients whose calls each have a different name.
  static let naming: [(name: String, change: @Sendable (APIClient) -> APIClient)] = [
    ("request id", { $0.requestID() }), ("request id in another field", { $0.requestID("X-Call") }),
    ("trace", { $0.tracing() }), ("idempotency key", { $0.idempotent(key: "Idempotency-Key") }),
    ("all of them", { $0.requestID().tracing().idempotent(key: "X-Once") }),
  ]

  @Test("Sharing of responses ignores request IDs, traces and idempotency keys", arguments: naming.indices)
  func names(index: Int) async throws {
    let transport = Self.transport()
    let client = Self.naming[index].change(APIClient(transport).clock(TestClock()))
    let reuse = client.throttle(.seconds(10))
    for _ in 0..<3 { try await reuse.get() }
    #expect(transport.requests.count == 1)
    let gate = Turnstile()
    let slow = Self.transport(gate)
    let coalescing = Coalescing()
    let flying = client.transport(slow).coalescing(coalescing)
    let tasks = (0..<5).map { _ in Task { try await flying.get() } }
    await gate.waitForArrivals(1)
    while coalescing.flights.waiterCount < 5 { await Task.yield() }
    gate.open()
    for task in tasks { try await task.value }
    #expect(slow.requests.count == 1)
  }

  @Test("The log of a shared response contains no credentials echoed by the server", arguments: [false, true])
  func credentials(isThrottled: Bool) async throws {
    let gate = Turnstile()
    let transport = AnsweringTransport { request, _ in
      await gate.pass()
      let location = HTTPFieldValue(request.target) ?? ""
      return HTTPResponse(.ok, fields: [.location: location], body: .bytes(Array("at \(request.target)".utf8)))
    }
    let coalescing = Coalescing()
    let auth = ClientAuth.apiKey("s3cr3t-v4lu3", query: "appid")
    let base = APIClient(transport, "http://h.example").clock(TestClock()).auth(auth)
    // Only the second call has a log, and it gets the response to the first call, which is the only request sent.
    let client = (isThrottled ? base.throttle(.seconds(10)) : base.coalescing(coalescing))("a")
    let keeper = LogKeeper()
    let first = Task { try await client.get() }
    await gate.waitForArrivals(1)
    if isThrottled {
      gate.open()
      try await first.value
    }
    let second = Task { try await client.logging(to: keeper, components: .full).get() }
    while !isThrottled, coalescing.flights.waiterCount < 2 { await Task.yield() }
    gate.open()
    try await first.value
    try await second.value
    #expect(transport.requests.count == 1)
    #expect(keeper.text.contains("Location: /a?appid=***") && keeper.text.contains("at /a?appid=***"), "\(keeper.text)")
    #expect(!keeper.text.contains("s3cr3t"), "\(keeper.text)")
  }
}
