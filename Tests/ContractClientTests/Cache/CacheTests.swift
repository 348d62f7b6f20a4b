import Contract
import ContractHTTP
import Testing

@testable import ContractClient

@Suite("Client cache", .timeLimit(.minutes(2)))
struct CacheTests {
  private let clock = TestClock()

  /// Returns a transport that responds with the number of the request and these fields, or with 304 to a tag that it
  /// has sent.
  private func transport(_ fields: HTTPFields) -> AnsweringTransport {
    AnsweringTransport { request, number in
      let tag = fields["ETag"]
      if tag != nil, request.fields["If-None-Match"] == tag { return HTTPResponse(.notModified, fields: fields) }
      return HTTPResponse(.ok, fields: fields, body: .bytes(Array("\(number)".utf8)))
    }
  }

  private func client(_ transport: AnsweringTransport) -> APIClient {
    APIClient(transport).clock(clock).cache()
  }

  @Test("A fresh response is served from the cache with Age and Cache-Status")
  func hit() async throws {
    let transport = transport(["Cache-Control": "max-age=60", "Age": "5"])
    let client = client(transport)
    let first = try await client("a").response()
    #expect(first.text == "1" && first.fields["Cache-Status"] == nil && first.fields["Age"] == "5")
    clock.advance(by: .seconds(54))
    let second = try await client("a").response()
    #expect(second.text == "1" && second.fields["Age"] == "59" && second.fields["Cache-Status"] == "contract; hit")
    #expect(transport.requests.count == 1)
    clock.advance(by: .seconds(1))
    #expect(try await client("a").call(.http, as: .string) == "2")
    #expect(try await client("b").call(.http, as: .string) == "3")
    #expect(try await client("a").query("q", 1).call(.http, as: .string) == "4")
    #expect(try await APIClient(transport).clock(clock)("a").call(.http, as: .string) == "5")
  }

  @Test("A stale response is revalidated and returned with updated headers")
  func revalidation() async throws {
    let transport = transport(["ETag": "\"v1\"", "Last-Modified": "Wed, 31 Dec 2025 00:00:00 GMT", "X": "y"])
    let client = client(transport)
    for _ in 0..<3 {
      let response = try await client("a").response()
      #expect(response.status == .ok && response.text == "1" && response.fields["X"] == "y")
    }
    #expect(transport.requests.map { $0.fields["If-None-Match"] } == [nil, "\"v1\"", "\"v1\""])
    #expect(transport.requests[1].fields["If-Modified-Since"] == "Wed, 31 Dec 2025 00:00:00 GMT")
    #expect(
      try await client("a").response().fields["Cache-Status"] == "contract; fwd=stale; fwd-status=304")
  }

  @Test("A 304 updates the freshness, and a new response replaces the stored one")
  func renewal() async throws {
    let transport = AnsweringTransport(
      HTTPResponse(.ok, fields: ["ETag": "\"1\""], body: .bytes([0x31])),
      HTTPResponse(.notModified, fields: ["Cache-Control": "max-age=10"]),
      HTTPResponse(.ok, fields: ["ETag": "\"2\""], body: .bytes([0x32])), HTTPResponse(.notModified))
    let client = client(transport)
    var texts: [String] = []
    for pause in [0, 0, 9, 1, 0] {
      clock.advance(by: .seconds(pause))
      texts.append(try await client("a").call(.http, as: .string))
    }
    #expect(texts == ["1", "1", "1", "2", "2"])
    #expect(transport.requests.map { $0.fields["If-None-Match"] } == [nil, "\"1\"", "\"1\"", "\"2\""])
  }

  @Test("A 304 with another ETag is followed by a request without conditions")
  func foreignConfirmation() async throws {
    let transport = AnsweringTransport { request, number in
      if request.fields.contains("If-None-Match") {
        return HTTPResponse(.notModified, fields: ["ETag": "\"other\""])
      }
      return HTTPResponse(
        .ok, fields: ["ETag": HTTPFieldValue("\"\(number)\"")!], body: .bytes(Array("\(number)".utf8)))
    }
    let client = client(transport)
    #expect(try await client("a").call(.http, as: .string) == "1")
    #expect(try await client("a").call(.http, as: .string) == "3")
    #expect(transport.requests.count == 3)
  }

  @Test(
    "The request after a 304 with another ETag has only the remaining time of its call",
    arguments: [
      (1500, nil, [2000, 2000, 500]), (1500, 1800, [1800, 1800, 300]), (100, 1800, [1800, 1800, 1700]),
      (2000, nil, [2000, 2000]), (1800, 1800, [1800, 1800]),
    ] as [(duration: Int, attemptTimeout: Int?, timeouts: [Int])])
  // The parameters in milliseconds: the duration of the first response, the timeout of an attempt, and the timeout of each
  // request.
  func remainingTime(duration: Int, attemptTimeout: Int?, timeouts: [Int]) async throws {
    let transport = AnsweringTransport { [clock] request, _ in
      guard request.fields.contains("If-None-Match") else {
        return HTTPResponse(.ok, fields: ["ETag": "\"1\""])
      }
      clock.advance(by: .milliseconds(duration))
      return HTTPResponse(.notModified, fields: ["ETag": "\"other\""])
    }
    let client = client(transport).timeout(.seconds(2)).deadlineField()
    let attempted = attemptTimeout.map { client.attemptTimeout(.milliseconds($0)) } ?? client
    _ = try await attempted.get.response()
    let code = await clientErrorCode { try await attempted.get.response() }
    #expect(code == (timeouts.count == 3 ? nil : .timeout))
    #expect(transport.sent.map(\.options.timeout) == timeouts.map { .milliseconds($0) })
    let told = transport.requests.compactMap { $0.fields["Request-Timeout-Ms"]?.rawValue }
    #expect(told == Array(["2000", "2000", "\(2000 - duration)"].prefix(timeouts.count)))
  }

  @Test("A stored response survives server errors but not 404")
  func trouble() async throws {
    let transport = AnsweringTransport { request, number in
      switch number {
      case 1: return HTTPResponse(.ok, fields: ["ETag": "\"1\"", "Cache-Control": "max-age=60"], body: .bytes([0x31]))
      case 2: return HTTPResponse(.serviceUnavailable)
      case 3: throw ClientError(.lostConnection, stage: .exchange, "gone")
      default: return HTTPResponse(.notFound)
      }
    }
    let client = client(transport)("a")
    #expect(try await client.call(.http, as: .string) == "1")
    let insistent = client.header("Cache-Control", "no-cache")
    #expect(try await insistent.response().status == .serviceUnavailable)
    #expect(await clientErrorCode { try await insistent.response() } == .lostConnection)
    #expect(try await client.response().text == "1")
    #expect(try await insistent.response().status == .notFound)
    #expect(try await client.response().status == .notFound)
  }

  @Test("The Cache-Control directives of a request are obeyed")
  func requestDirectives() async throws {
    let rows: [(String, String, Int)] = [
      // The request, the text, and the number of requests sent so far.
      ("max-age=60", "1", 1), ("no-cache", "2", 2), ("max-age=0", "2", 2), ("max-age=x", "2", 2),
      ("only-if-cached", "2", 2), ("no-store", "3", 3), ("max-stale", "2", 3),
    ]
    let transport = transport(["Cache-Control": "max-age=60"])
    let client = client(transport)("a")
    try await client.get()
    for (directive, text, count) in rows {
      let response = try await client.header("Cache-Control", directive).response()
      #expect(response.text == text && transport.requests.count == count, "\(directive)")
    }
    let nothing = try await self.client(transport)("b").header("Cache-Control", "only-if-cached").response()
    #expect(nothing.status == .gatewayTimeout && transport.requests.count == 3)
  }

  /// The kinds of calls that bypass the cache.
  static let passing: [(name: String, change: @Sendable (APIClient) -> APIClient)] = [
    ("HEAD", { $0.head }), ("OPTIONS", { $0.options }), ("content", { $0.get.body(text: "x") }),
    ("If-None-Match", { $0.header("If-None-Match", "\"x\"") }),
    ("If-Modified-Since", { $0.header("If-Modified-Since", "Wed, 31 Dec 2025 00:00:00 GMT") }),
    ("Range", { $0.header("Range", "bytes=0-1") }),
  ]

  @Test("Calls that cannot be cached bypass the cache", arguments: passing.indices)
  func none(index: Int) async throws {
    let transport = transport(["Cache-Control": "max-age=60", "ETag": "\"v\""])
    let cache = HTTPCache()
    let client = Self.passing[index].change(client(transport).cache(cache)("a"))
    for _ in 0..<2 { _ = try await client.response() }
    #expect(transport.requests.count == 2 && cache.count == 0)
    #expect(transport.requests.allSatisfy { $0.fields["If-None-Match"] != "\"v\"" })
  }

  @Test("only-if-cached without a stored response returns 504 without a request")
  func onlyIfCached() async throws {
    let transport = transport(["Cache-Control": "max-age=60"])
    let budget = RetryBudget(tokens: 1, ratio: 0)
    let client = client(transport).retry().retryBudget(budget)("a")
    let alone = client.header("Cache-Control", "only-if-cached")
    var clients = Self.passing.map { ($0.name, $0.change(alone)) }
    clients += [
      ("GET", alone), ("no-store", client.header("Cache-Control", "no-store, only-if-cached")),
      ("middleware", client.attemptMiddleware(FromCacheAlone())),
    ]
    for (name, client) in clients {
      #expect(try await client.response().status == .gatewayTimeout, "\(name)")
      #expect(transport.requests.isEmpty && clock.slept.isEmpty, "\(name)")
    }
    #expect(budget.spend())
  }

  private struct FromCacheAlone: Middleware {
    func handle(
      _ request: HTTPRequest, for operation: APIOperation?, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
    ) async throws -> HTTPResponse {
      var request = request
      request.fields["Cache-Control"] = "only-if-cached"
      return try await next(request)
    }
  }

  @Test("An unsafe request is sent despite only-if-cached, and its 504 is retried")
  func unsafeOnlyIfCached() async throws {
    let transport = AnsweringTransport(HTTPResponse(.gatewayTimeout))
    let client = client(transport).retry(limit: 1)("a").header("Cache-Control", "only-if-cached")
    #expect(try await client.put.response().status == .gatewayTimeout)
    #expect(transport.requests.count == 2)
    await #expect(throws: ClientError.self) { _ = try await client.stream() }
    #expect(transport.requests.count == 2)
  }

  @Test("A streamed call bypasses the cache")
  func streams() async throws {
    let transport = transport(["Cache-Control": "max-age=60"])
    let client = client(transport)("a")
    try await client.get()
    #expect(try await client.stream().bytes.collect(upTo: 9) == Array("2".utf8))
    #expect(try await client.call(.http, as: .string) == "1")
  }

  @Test("Cache use is reported to listeners and metrics")
  func observing() async throws {
    let (keeper, metrics) = (EventKeeper(), ClientMetrics())
    let client = client(transport(["Cache-Control": "max-age=60", "ETag": "\"v\""])).metrics(metrics).listener(keeper)
    for _ in 0..<2 { try await client("a").get() }
    try await client("a").header("Cache-Control", "no-cache").get()
    #expect(keeper.ended.map(\.cacheUse) == [nil, .hit, .revalidated])
    let figures = try #require(metrics.snapshot().figures.values.first)
    #expect(figures.calls == 3 && figures.cacheHits == 1 && figures.cacheRevalidations == 1)
    #expect(metrics.prometheusText().contains("http_client_cache_hits_total{operation=\"GET /a\""))
  }

  @Test("A client without a cache adds no step to a call")
  func absence() {
    let client = APIClient(baseURL: "http://h.example")
    #expect(client.settings.isPlain && !client.cache().settings.isPlain && client.cache().cache(nil).settings.isPlain)
  }
}
