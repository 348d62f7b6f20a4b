import Contract
import ContractClient
import ContractHTTP
import Testing

@Suite("Retried calls", .timeLimit(.minutes(2)))
struct RetryCallTests {
  private let clock = TestClock()

  private func client(_ transport: AnsweringTransport) -> APIClient { APIClient(transport).clock(clock) }

  @Test("A call is retried according to its retry policy, and not without a policy")
  func policy() async throws {
    let transport = AnsweringTransport(HTTPResponse(.badGateway))
    let plain = try await client(transport).get.response()
    #expect(plain.status == .badGateway)
    #expect(transport.requests.count == 1)
    let repeated = try await client(transport).retry(backoff: .constant(.seconds(1))).get.response()
    #expect(repeated.status == .badGateway)
    #expect(transport.requests.count == 4)
    #expect(clock.slept == [.seconds(1), .seconds(1)])
    _ = try await client(transport).retry().noRetry().get.response()
    #expect(transport.requests.count == 5)
  }

  @Test("Idempotent calls are retried with one key for all attempts")
  func idempotency() async throws {
    let keyed = Endpoint<Empty, HTTPResponse>(.post, "/a", .idempotent(key: "Idempotency-Key"), result: .raw)
    let natural = Endpoint<Empty, HTTPResponse>(.post, "/a", .idempotent(), result: .raw)
    let plain = Endpoint<Empty, HTTPResponse>(.post, "/a", result: .raw)
    let rows: [(name: String, call: @Sendable (APIClient) async throws -> Void, count: Int, keys: Int)] = [
      ("GET", { _ = try await $0.get.response() }, 3, 0),
      ("PUT", { _ = try await $0.put.response() }, 3, 0),
      ("DELETE", { _ = try await $0.delete.response() }, 3, 0),
      ("POST", { _ = try await $0.post.response() }, 1, 0),
      ("PATCH", { _ = try await $0.patch.response() }, 1, 0),
      ("POST of a contract", { _ = try await $0.call(plain) }, 1, 0),
      ("POST that is idempotent", { _ = try await $0.call(natural) }, 3, 0),
      ("POST with a key", { _ = try await $0.call(keyed) }, 3, 1),
      ("POST of a client", { _ = try await $0.idempotent().post.response() }, 3, 0),
      ("POST of a client with a key", { _ = try await $0.idempotent(key: "Idempotency-Key").post.response() }, 3, 1),
    ]
    for row in rows {
      let transport = AnsweringTransport(HTTPResponse(.serviceUnavailable))
      try await row.call(client(transport).retry())
      #expect(transport.requests.count == row.count, "\(row.name)")
      let keys = transport.requests.map { $0.fields["Idempotency-Key"]?.rawValue }
      #expect(Set(keys.compactMap(\.self)).count == row.keys, "\(row.name)")
      #expect(keys.allSatisfy { ($0 != nil) == (row.keys == 1) }, "\(row.name)")
      let isRepeatable = row.count == 3
      #expect(transport.sent.allSatisfy { ($0.options.repetition == .always) == isRepeatable }, "\(row.name)")
    }
    let transport = AnsweringTransport(HTTPResponse(.ok))
    for _ in 0..<2 { _ = try await client(transport).call(keyed) }
    let keys = Set(transport.requests.compactMap { $0.fields["Idempotency-Key"]?.rawValue })
    #expect(keys.count == 2)
    #expect(keys.allSatisfy { $0.utf8.count == 32 })
  }

  @Test("A call with a one-shot body is not retried")
  func replayable() async throws {
    let pieces = Lock([[UInt8]("a".utf8)])
    let once = ByteStream { pieces.withLock { $0.popLast() } }
    let transport = AnsweringTransport { request, _ in
      _ = try await request.body.collect(upTo: 10)
      return HTTPResponse(.serviceUnavailable)
    }
    _ = try await client(transport).retry().body(stream: once).put.response()
    #expect(transport.requests.count == 1)
    _ = try await client(transport).retry().body(text: "a").put.response()
    #expect(transport.requests.count == 4)
  }

  @Test("A retry that would exceed the timeout is skipped, and attempts share the timeout")
  func deadline() async throws {
    let clock = clock
    let slow = AnsweringTransport { _, _ in
      clock.advance(by: .seconds(4))
      throw ClientError(.timeout, stage: .exchange, "slow")
    }
    let client = client(slow).timeout(.seconds(10)).retry(limit: 9, backoff: .constant(.seconds(1)))
    await #expect(throws: ClientError.self) { try await client.get.response() }
    #expect(slow.sent.map(\.options.timeout) == [.seconds(10), .seconds(5)])
    #expect(clock.slept == [.seconds(1)])
  }

  @Test("Calls share a retry budget")
  func budget() async throws {
    let transport = AnsweringTransport(HTTPResponse(.badGateway))
    let client = client(transport).retry(limit: 5, backoff: .none).retryBudget(RetryBudget(tokens: 3, ratio: 0.1))
    _ = try await client("a").get.response()
    _ = try await client("b").get.response()
    #expect(transport.requests.count == 5)
  }

  @Test("A call adds to its retry budget only if it needs no retry")
  func earnings() async throws {
    let transport = AnsweringTransport { _, number in HTTPResponse(number.isMultiple(of: 2) ? .ok : .badGateway) }
    let client = client(transport).retry(backoff: .none).retryBudget(RetryBudget(tokens: 1, ratio: 1))
    // Call by call: spends the token, fails without one, earns one, spends it, and fails again.
    var statuses: [HTTPStatus] = []
    for _ in 0..<5 { statuses.append(try await client.get.response().status) }
    #expect(statuses == [.ok, .badGateway, .ok, .ok, .badGateway])
  }

  @Test("Host backoff delays all calls to a host that sent Retry-After")
  func hostBackoff() async throws {
    let busy = HTTPResponse(.tooManyRequests, fields: ["Retry-After": "20"])
    let transport = AnsweringTransport(busy, HTTPResponse(.ok))
    let client = client(transport).hostBackoff()
    #expect(try await client("a").get.response().status == .tooManyRequests)
    #expect(try await client("b").post.response().status == .ok)
    #expect(clock.slept == [.seconds(21)])
    let again = APIClient(AnsweringTransport(busy)).clock(clock).hostBackoff().timeout(.seconds(5))
    _ = try await again.get.response()
    let error = await #expect(throws: ClientError.self) { try await again.get.response() }
    #expect(error?.code == .timeout)
  }

  @Test("Host backoff delays calls no longer than its maximum")
  func longestHostBackoff() async throws {
    let clock = TestClock(random: 0)
    let busy = HTTPResponse(.tooManyRequests, fields: ["Retry-After": "20"])
    let client = APIClient(AnsweringTransport(busy, HTTPResponse(.ok))).clock(clock)
      .hostBackoff(HostBackoff(maxWait: .seconds(10)))
    for _ in 0..<2 { _ = try await client.get.response() }
    #expect(clock.slept == [.seconds(10)])
  }

  @Test("A call fails at once if host backoff exceeds its timeout")
  func hostBackoffAtOnce() async throws {
    let busy = HTTPResponse(.tooManyRequests, fields: ["Retry-After": "60"])
    let budget = RetryBudget(tokens: 3, ratio: 0)
    let transport = AnsweringTransport(busy)
    let client = client(transport).hostBackoff().timeout(.seconds(30)).retryBudget(budget)
    _ = try await client.get.response()
    let patient = client.retry(limit: 5, backoff: .constant(.seconds(1)))
    let error = await #expect(throws: ClientError.self) { try await patient.get.response() }
    #expect(error?.code == .timeout && clock.slept.isEmpty && transport.requests.count == 1)
  }

  @Test("An open circuit breaker blocks calls until a probe succeeds")
  func circuitBreaker() async throws {
    let isWell = Lock(false)
    let transport = AnsweringTransport { _, _ in HTTPResponse(isWell.withLock { $0 } ? .ok : .internalServerError) }
    let breaker = CircuitBreaker(failures: 2, cooldown: .seconds(10))
    let client = client(transport).circuitBreaker(breaker)
    for _ in 0..<2 { _ = try await client.get.response() }
    #expect(breaker.isOpen(for: "h.example"))
    let error = await #expect(throws: ClientError.self) { try await client.get.response() }
    #expect(error?.code == .circuitOpen)
    #expect(transport.requests.count == 2)
    struct Own: Error {}
    let failing = APIClient(baseURL: "http://own", transport: transport).clock(clock)
      .circuitBreaker(breaker).auth(.custom { _ in throw Own() })
    for _ in 0..<3 { await #expect(throws: Own.self) { try await failing.get() } }
    let other = APIClient(baseURL: "http://other", transport: transport).clock(clock).circuitBreaker(breaker)
    _ = try await other.get.response()
    #expect(transport.requests.count == 3)
    clock.advance(by: .seconds(10))
    isWell.withLock { $0 = true }
    _ = try await client.get.response()
    #expect(!breaker.isOpen(for: "h.example"))
  }

  @Test("A circuit breaker with a huge cooldown stays open")
  func forever() async throws {
    let breaker = CircuitBreaker(failures: 1, cooldown: .seconds(Int64.max))
    let client = client(AnsweringTransport { _, _ in HTTPResponse(.internalServerError) }).circuitBreaker(breaker)
    _ = try await client.get.response()
    clock.advance(by: .seconds(1_000_000_000))
    #expect(breaker.isOpen(for: "h.example"))
  }

  @Test("Cancelling the task ends its retries")
  func cancellation() async throws {
    let gate = Turnstile()
    let transport = AnsweringTransport { _, _ in
      await gate.pass()
      return HTTPResponse(.badGateway)
    }
    let client = client(transport).retry(limit: 100, backoff: .constant(.seconds(1)))
    let task = Task { try await client.timeout(.seconds(1000)).get.response() }
    await gate.waitForArrivals(1)
    task.cancel()
    gate.open()
    let error = await #expect(throws: ClientError.self) { try await task.value }
    #expect(error?.code == .cancelled)
    #expect(transport.requests.count == 1)
  }

  @Test("A response is returned without a retry if its Retry-After exceeds the client's maximum")
  func longestRetryAfter() async throws {
    let busy = HTTPResponse(.serviceUnavailable, fields: ["Retry-After": "3"])
    let rows: [(longest: Duration, status: HTTPStatus)] = [
      (.seconds(2), .serviceUnavailable), (.seconds(3), .ok), (.zero, .serviceUnavailable),
    ]
    for row in rows {
      let transport = AnsweringTransport(busy, HTTPResponse(.ok))
      let response = try await client(transport).retry(backoff: .none).maxRetryAfter(row.longest).get.response()
      #expect(response.status == row.status, "a maximum of \(row.longest)")
    }
  }

  @Test("Cancelling the task ends its retries immediately, even if the transport ignores the cancellation")
  func cancelledWithoutDelay() async throws {
    let transport = AnsweringTransport { _, _ in
      withUnsafeCurrentTask { $0?.cancel() }
      return HTTPResponse(.serviceUnavailable)
    }
    let client = client(transport).retry(limit: 5, backoff: .none)
    let call = Task { await clientErrorCode { try await client.get.response() } }
    #expect(await call.value == .cancelled)
    #expect(transport.requests.count == 1)
  }
}
