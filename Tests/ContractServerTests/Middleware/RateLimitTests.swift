import Contract
import ContractHTTP
import ContractLoop
import ContractTestSupport
import Testing

@testable import ContractServer

@Suite("Rate limits", .ownThreads)
struct RateLimitTests {
  @Test("Tokens are added at an even rate up to the burst")
  func bucket() {
    let rule = TokenBucket.Rule(10, per: .seconds(1), burst: 3)
    let step: Int64 = 100_000_000
    var bucket = TokenBucket(at: 0)
    #expect(bucket.take(at: 0, rule) == .init(isAllowed: true, remaining: 2, wait: 0, reset: step))
    #expect(bucket.take(at: 0, rule) == .init(isAllowed: true, remaining: 1, wait: 0, reset: 2 * step))
    #expect(bucket.take(at: 0, rule) == .init(isAllowed: true, remaining: 0, wait: step, reset: 3 * step))
    #expect(bucket.take(at: 0, rule) == .init(isAllowed: false, remaining: 0, wait: step, reset: 3 * step))
    #expect(!bucket.take(at: step - 1, rule).isAllowed)
    #expect(bucket.take(at: step, rule).isAllowed && !bucket.take(at: step, rule).isAllowed)
    #expect(bucket.isFull(at: 4 * step) && !bucket.isFull(at: 4 * step - 1))
    #expect(bucket.take(at: 1000 * step, rule).remaining == 2)
    // A clock that goes back removes no tokens permanently.
    #expect(!bucket.take(at: 0, rule).isAllowed && bucket.take(at: 1003 * step, rule).isAllowed)
  }

  @Test("Extreme rules are clamped to valid numbers")
  func rules() {
    #expect(TokenBucket.Rule(0, per: .zero, burst: 0) == TokenBucket.Rule(1, per: .nanoseconds(1), burst: 1))
    var bucket = TokenBucket(at: 0)
    let rare = TokenBucket.Rule(1, per: .seconds(Int64.max), burst: 1000)
    #expect(bucket.take(at: 0, rare).isAllowed)
  }

  static let extremes: [(TokenBucket.Rule, Int64)] = [
    (.init(1, per: .seconds(Int64.max), burst: 1), 1), (.init(1, per: .seconds(Int64.max), burst: .max), 1),
    (.init(.max, per: .nanoseconds(1), burst: .max), 1), (.init(.min, per: .seconds(-1), burst: .min), 1),
    (.init(1, per: .seconds(86_400), burst: .max), .max / 2), (.init(2, per: .seconds(9_223_372_036), burst: nil), 1),
  ]

  @Test("Token arithmetic saturates for extreme rules and times", arguments: extremes)
  func extreme(rule: TokenBucket.Rule, now: Int64) {
    var bucket = TokenBucket(at: now)
    let first = bucket.take(at: now, rule)
    #expect(first.isAllowed && first.remaining >= 0 && first.wait >= 0 && first.reset > 0)
    let second = bucket.take(at: now, rule)
    #expect(second.isAllowed == (rule.capacity > 1) && second.reset >= first.reset)
  }

  @Test("A new key probes a few slots, and a long key is stored by its hash")
  func table() {
    let rule = TokenBucket.Rule(1, per: .seconds(1), burst: 1)
    var table = TokenBucketTable(capacity: 100)
    for index in 0..<100 { #expect(table.take("\(index)", at: index < 50 ? 1_000_000_000 : 0, rule).isAllowed) }
    // The first fifty slots are busy. A new key probes 32 of them and shares a bucket, and the next request reaches
    // idle slots.
    #expect(table.take("a", at: 1_500_000_000, rule).isAllowed && table.count == 100)
    #expect(table.take("b", at: 1_500_000_000, rule).isAllowed && !table.take("b", at: 1_500_000_000, rule).isAllowed)
    // If all slots are in use, further keys share one bucket.
    for index in 0..<100 { _ = table.take("n\(index)", at: 1_500_000_000, rule) }
    #expect(!table.take("c", at: 1_600_000_000, rule).isAllowed && !table.take("d", at: 1_600_000_000, rule).isAllowed)
    let long = String(repeating: "x", count: 100_000)
    var keys = TokenBucketTable(capacity: 10)
    #expect(keys.take(long, at: 0, rule).isAllowed && !keys.take(long, at: 0, rule).isAllowed)
    #expect(keys.take(long + "y", at: 0, rule).isAllowed && keys.count == 2)
    #expect(keys.longestKeyBytes <= TokenBucketTable.maxKeyBytes)
  }

  @Test("A rate limit on routes works without other middleware")
  func ofRoutes() async throws {
    var router = Router()
    router.on(.get, "/host") { .text($0.remoteHost ?? "-") }
    let limited = router.routes.middleware([RateLimit(1, per: .seconds(3600))])
    let server = Server(port: 0, threads: 1) { limited }
    let address = try await server.start()
    let client = try RawClient(.ipv4(0x7f00_0001, port: UInt16(address.port)))
    var answers: [String] = []
    for _ in 0..<2 {
      try client.send("GET /host HTTP/1.1\r\nHost: a\r\n\r\n")
      let answer = try client.response()
      answers.append("\(answer.status) \(answer.status == 200 ? answer.body : "")")
    }
    await server.stop()
    #expect(answers == ["200 127.0.0.1", "429 "])
  }

  /// The counts of an outer and an inner limit, and the status, limit and remaining requests of the responses.
  static let nested: [(Int, Int, [String])] = [
    (5, 2, ["200 2 1", "200 2 0", "429 2 0"]), (2, 5, ["200 2 1", "200 2 0", "429 2 0"]),
    (3, 2, ["200 2 1", "200 2 0", "429 2 0"]), (3, 3, ["200 3 2", "200 3 1", "200 3 0"]),
  ]

  @Test("With two limits, a response has the headers of the limit that is reached first", arguments: nested)
  func both(outer: Int, inner: Int, answers: [String]) async throws {
    let time = TestClock().source
    let limits = [outer, inner].map { RateLimit($0, per: .seconds(10), time: time) { _, _ in "all" } }
    let server = try MiddlewareFixture(limits)
    for answer in answers {
      let response = try await server.send(.get, "/todos/1")
      let (limit, remaining) = (response.field("RateLimit-Limit"), response.field("RateLimit-Remaining"))
      #expect("\(response.status.code) \(limit ?? "-") \(remaining ?? "-")" == answer)
    }
  }

  static let hosts: [(String?, String?)] = [
    ("127.0.0.1:80", "127.0.0.1"), ("[2001:db8::1]:80", "2001:db8::1"), ("unix:", nil), ("unix:/run/a:1", nil),
    (nil, nil),
  ]

  @Test("The host is extracted from a peer address", arguments: hosts)
  func host(address: String?, host: String?) {
    let request = ServerRequest(
      head: RequestHead(HTTPRequest(.get, "/")), body: [], operation: APIOperation(id: "a", method: .get, path: "/"),
      remoteAddress: address)
    #expect(request.remoteHost == host)
  }

  static func named(_ limit: RateLimit, _ request: HTTPFieldValue, on server: MiddlewareFixture) async throws -> Int {
    try await server.send(.get, "/todos/1", ["X-Who": request]).status.code
  }

  @Test("A request over the limit gets 429 with the time to wait, separately per key")
  func limits() async throws {
    let clock = TestClock()
    let limit = RateLimit(2, per: .seconds(10), time: clock.source) { request, _ in request.fields["X-Who"]?.rawValue }
    let server = try MiddlewareFixture([limit])
    let first = try await server.send(.get, "/todos/1", ["X-Who": "a"])
    #expect(first.status == 200 && first.field("RateLimit-Limit") == "2" && first.field("RateLimit-Remaining") == "1")
    #expect(first.field("RateLimit-Reset") == "5")
    #expect(try await Self.named(limit, "a", on: server) == 200)
    let refused = try await server.send(.get, "/todos/1", ["X-Who": "a"])
    #expect(refused.status == 429 && refused.field("Retry-After") == "5" && refused.field("RateLimit-Remaining") == "0")
    #expect(refused.field(.contentType) == "application/problem+json")
    #expect(try await Self.named(limit, "b", on: server) == 200)
    clock.advance(milliseconds: 4999)
    #expect(try await Self.named(limit, "a", on: server) == 429)
    clock.advance(milliseconds: 1)
    #expect(try await Self.named(limit, "a", on: server) == 200)
    #expect(try await server.send(.get, "/todos/1").field("RateLimit-Limit") == nil)
  }

  @Test("A bounded number of keys is kept, and further keys share a bucket")
  func bounded() async throws {
    let clock = TestClock()
    let limit = RateLimit(1, per: .seconds(10), maxKeys: 2, time: clock.source) { request, _ in
      request.fields["X-Who"]?.rawValue
    }
    let server = try MiddlewareFixture([limit])
    for (name, status) in [("a", 200), ("b", 200), ("c", 200), ("d", 429), ("a", 429)] {
      #expect(try await Self.named(limit, try #require(HTTPFieldValue(name)), on: server) == status)
    }
    #expect(limit.keyCount == 2)
    clock.advance(milliseconds: 10_000)
    #expect(try await Self.named(limit, "e", on: server) == 200)
    #expect(limit.keyCount == 2)
  }

  @Test("Clients are counted by address, IPv6 clients by network, and clients without an address together")
  func addresses() async throws {
    let limit = RateLimit(1, per: .seconds(10), time: TestClock().source)
    func status(_ address: String?, from peer: String? = nil) async throws -> Int {
      let exchange = Exchange(head: nil, operation: nil, remoteAddress: peer, remoteHost: address)
      return try await limit.handle(HTTPRequest(.get, "/"), in: exchange) { _ in .text("") }.status.code
    }
    #expect(try await status("192.0.2.1") == 200)
    #expect(try await status("192.0.2.1") == 429)
    #expect(try await status("192.0.2.2") == 200)
    #expect(try await status("2001:db8::1") == 200)
    #expect(try await status("2001:db8::ffff:2") == 429)
    #expect(try await status("2001:db8:0:1::1") == 200)
    #expect(try await status(nil, from: "unix:") == 200)
    #expect(try await status(nil, from: "unix:/run/a") == 429)
    // Requests without an address are from the same process, and are not limited.
    for _ in 0..<2 { #expect(try await status(nil) == 200) }
  }
}
