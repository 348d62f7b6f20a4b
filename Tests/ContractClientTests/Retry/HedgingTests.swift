import Contract
import ContractClient
import ContractHTTP
import ContractLoop
import Testing

@Suite("Hedged calls", .timeLimit(.minutes(2)))
struct HedgingTests {
  /// A transport that waits at points chosen by a test, and a clock whose alarms fire when a number of attempts have
  /// arrived there.
  private final class Course: Sendable {
    private let door = Turnstile()
    private let cancelledAttempts = Lock<[Int]>([])
    private let alarms = Lock<[Duration]>([])
    private let isSilent: Bool
    let clock = TestClock()

    /// - Parameter isSilent: whether no alarm goes off at all.
    init(isSilent: Bool = false) {
      self.isSilent = isSilent
      door.open()
    }

    var cancelled: [Int] { cancelledAttempts.withLock { $0 }.sorted() }
    var asked: [Duration] { alarms.withLock { $0 } }

    func transport(
      _ answer: @escaping @Sendable (_ number: Int, Course) async throws -> HTTPResponse
    ) -> AnsweringTransport {
      AnsweringTransport { _, number in
        await self.door.pass()
        return try await answer(number, self)
      }
    }

    func client(_ transport: AnsweringTransport) -> APIClient {
      APIClient(transport).configured { configuration in
        configuration.clock = clock.clock
        configuration.clock.alarm = { duration in
          let number = self.alarms.withLock { alarms in
            alarms.append(duration)
            return alarms.count
          }
          if self.isSilent { try await Task.sleep(for: .seconds(3600)) }
          await self.door.waitForArrivals(number)
        }
      }
    }

    func arrivals(_ count: Int) async { await door.waitForArrivals(count) }

    /// Waits until the attempt is cancelled.
    func hang(_ number: Int) async throws -> HTTPResponse {
      do {
        try await Task.sleep(for: .seconds(3600))
      } catch {
        cancelledAttempts.withLock { $0.append(number) }
      }
      throw CancellationError()
    }
  }

  private final class Hedges: ClientListener {
    let seen = Lock<[Duration]>([])
    let outcome = Lock<ClientOutcome?>(nil)

    func hedging(after delay: Duration, in call: ClientCall) { seen.withLock { $0.append(delay) } }
    func finished(_ outcome: ClientOutcome, in call: ClientCall) { self.outcome.withLock { $0 = outcome } }
  }

  /// The numbers of the attempts at their start and at their response.
  private final class Numbers: ClientListener {
    let begun = Lock<[Int]>([])
    let answered = Lock<[Int]>([])

    func sending(_ request: HTTPRequest, in call: ClientCall) { begun.withLock { $0.append(call.attempt) } }
    func head(_ response: HTTPResponse, in call: ClientCall) { answered.withLock { $0.append(call.attempt) } }
  }

  private final class Spans: ClientSpanSink {
    let seen = Lock<[ClientSpan]>([])

    func ended(_ span: ClientSpan) { seen.withLock { $0.append(span) } }
  }

  private static let delay = Duration.milliseconds(200)

  @Test("If the first attempt is silent, a hedged attempt's response is used, and the first attempt is cancelled")
  func slowFirst() async throws {
    let course = Course()
    let transport = course.transport { number, course in
      number == 1 ? try await course.hang(1) : .text("second")
    }
    let (hedges, metrics, log) = (Hedges(), ClientMetrics(), LogKeeper())
    let client = course.client(transport).hedge(after: Self.delay).listener(hedges).metrics(metrics)
      .logging(to: log, components: .attempt)
    #expect(try await client("a").get.response().text == "second")
    #expect(course.cancelled == [1] && transport.requests.count == 2)
    #expect(course.asked == [Self.delay] && hedges.seen.withLock { $0 } == [Self.delay])
    #expect(hedges.outcome.withLock { $0?.attempts } == 2)
    #expect(metrics.snapshot().hedges == ["GET /a": 1])
    #expect(log.text.contains("--> ⏱ no response within 200ms (attempt 1), sending a hedged attempt\n"))
    #expect(metrics.prometheusText().contains("http_client_hedges_total{operation=\"GET /a\"} 1\n"))
  }

  @Test("The span of an attempt has the number of its own attempt, even if a hedged attempt began in the meantime")
  func spans() async throws {
    let course = Course()
    let transport = course.transport { number, course in
      number == 1 ? try await course.hang(1) : .text("second")
    }
    let spans = Spans()
    _ = try await course.client(transport).hedge(after: Self.delay).tracing(to: spans).get.response()
    let seen = spans.seen.withLock { $0 }
    #expect(seen.filter { $0.kind == .attempt }.map(\.attempt).sorted() == [1, 2])
    #expect(seen.filter { $0.kind == .call }.map(\.attempt) == [2])
  }

  @Test("A listener gets the number of the attempt that received a response, even if a hedged attempt has begun")
  func numbers() async throws {
    let course = Course()
    let transport = course.transport { number, course in
      guard number == 1 else { return try await course.hang(number) }
      await course.arrivals(3)
      return .text("first")
    }
    let numbers = Numbers()
    let client = course.client(transport).hedge(after: Self.delay, limit: 2).listener(numbers)
    #expect(try await client.get.response().text == "first")
    #expect(numbers.begun.withLock { $0 } == [1, 2, 3] && numbers.answered.withLock { $0 } == [1])
  }

  @Test("A late response of the first attempt is used, and the others are cancelled")
  func lateFirst() async throws {
    let course = Course()
    let transport = course.transport { number, course in
      guard number == 1 else { return try await course.hang(number) }
      await course.arrivals(3)
      return .text("first")
    }
    let client = course.client(transport).hedge(after: Self.delay, limit: 2)
    #expect(try await client.get.response().text == "first")
    #expect(course.cancelled == [2, 3])
  }

  @Test("A call with a prompt response or failure is not hedged")
  func inTime() async throws {
    for status in [HTTPStatus.ok, .notFound, .serviceUnavailable] {
      let course = Course(isSilent: true)
      let transport = course.transport { _, _ in HTTPResponse(status) }
      let client = course.client(transport).hedge(after: Self.delay)
      #expect(try await client.get.response().status == status)
      #expect(transport.requests.count == 1)
    }
    let course = Course(isSilent: true)
    let transport = course.transport { _, _ in throw ClientError(.noConnection, stage: .connect, "down") }
    let client = course.client(transport).hedge(after: Self.delay)
    let error = await #expect(throws: ClientError.self) { try await client.get.response() }
    #expect(error?.code == .noConnection && transport.requests.count == 1)
  }

  @Test("A failed attempt leaves the call to the other attempts, and the call is retried when all fail")
  func failures() async throws {
    let course = Course()
    let second = Turnstile()
    let transport = course.transport { number, course in
      switch number {
      case 1:
        await second.waitForArrivals(1)
        return .text("first")
      case 2:
        second.open()
        await second.pass()
        return HTTPResponse(.serviceUnavailable)
      default: return .text("third")
      }
    }
    #expect(try await course.client(transport).hedge(after: Self.delay).get.response().text == "first")
    let other = Course()
    let failing = other.transport { number, course in
      // The first attempt waits for the hedged one, and both fail. The attempt of .retry() gets a response immediately.
      if number == 1 { await course.arrivals(2) }
      if number > 2 { return .text("third") }
      throw ClientError(.lostConnection, stage: .exchange, "gone")
    }
    let client = other.client(failing).hedge(after: Self.delay).retry(backoff: .constant(.seconds(1)))
    #expect(try await client.get.response().text == "third")
    #expect(other.clock.slept == [.seconds(1)])
  }

  @Test("A refused unsafe attempt waits for another attempt that may have caused the refusal")
  func refusals() async throws {
    let rows: [(method: HTTPMethod, first: HTTPStatus, second: HTTPStatus, expected: HTTPStatus)] = [
      (.delete, .noContent, .notFound, .noContent), (.delete, .notFound, .notFound, .notFound),
      (.put, .created, .preconditionFailed, .created), (.post, .ok, .conflict, .ok),
      (.put, .serviceUnavailable, .conflict, .conflict), (.get, .ok, .notFound, .notFound),
    ]
    for row in rows {
      let course = Course()
      let secondHasEnded = Turnstile()
      let transport = course.transport { number, course in
        guard number == 1 else {
          secondHasEnded.open()
          return HTTPResponse(row.second)
        }
        await secondHasEnded.pass()
        // A GET has already returned the second response, so its first attempt waits for its cancellation.
        if row.method == .get { return try await course.hang(1) }
        return HTTPResponse(row.first)
      }
      let gate = course.client(transport).hedge(after: Self.delay, limit: 1).idempotent()
      #expect(try await gate.method(row.method).response().status == row.expected, "\(row)")
      #expect(transport.requests.count == 2)
    }
  }

  @Test("A token renewal is not hedged")
  func renewal() async throws {
    let course = Course(isSilent: true)
    let transport = course.transport { _, _ in HTTPResponse(.ok) }
    let client = course.client(transport).idempotent().hedge(after: Self.delay).tokenRefresher { _, client in
      try await client("token").post()
      return AuthTokens(accessToken: "t")
    }
    try await client("a").get()
    #expect(transport.requests.first?.target == "/v1/token")
    // Only the GET is hedged, so only one alarm was set.
    #expect(course.asked.filter { $0 == Self.delay }.count == 1)
  }

  @Test("A cancelled attempt does not count for the circuit breaker")
  func cancelledErrors() async throws {
    struct Gone: Error {}
    for condition in [nil, RetryCondition { $0.status == nil }] {
      let course = Course()
      let transport = course.transport { number, course in
        guard number == 1 else { return .text("second") }
        _ = try? await course.hang(1)
        throw Gone()
      }
      let breaker = CircuitBreaker(failures: 1, cooldown: .seconds(60), when: condition)
      let client = course.client(transport).hedge(after: Self.delay).circuitBreaker(breaker)
      #expect(try await client.get.response().text == "second")
      #expect(try await client.noHedge().get.response().text == "second")
    }
  }

  @Test("Only retryable calls are hedged, within limit, budget and timeout")
  func rules() async throws {
    let once = ByteStream { nil }
    let twice = ByteStream(length: 0, replaying: { { nil } })
    let rows: [(name: String, client: @Sendable (APIClient) -> APIClient, attempts: Int)] = [
      ("GET", { $0.get }, 2), ("PUT", { $0.body(text: "a").put }, 2), ("POST", { $0.post }, 1),
      ("an idempotent POST", { $0.post.idempotent() }, 2), ("a replayable stream", { $0.body(stream: twice).put }, 2),
      ("a one-shot stream", { $0.body(stream: once).put }, 1),
      ("a limit of 2", { $0.hedge(after: Self.delay, limit: 2) }, 3),
      ("a limit of 0", { $0.hedge(after: Self.delay, limit: 0) }, 1), ("noHedge", { $0.noHedge() }, 1),
      ("a budget for one", { $0.hedge(after: Self.delay, limit: 3).retryBudget(RetryBudget(tokens: 1, ratio: 0)) }, 2),
      ("an empty budget", { $0.retryBudget(RetryBudget(tokens: 0)) }, 1),
      ("a timeout as short as the delay", { $0.timeout(Self.delay) }, 1),
    ]
    for row in rows {
      let course = Course()
      let transport = course.transport { number, course in
        if number < row.attempts { return try await course.hang(number) }
        return .text("\(number)")
      }
      let client = row.client(course.client(transport).hedge(after: Self.delay))
      let response = try await client.response()
      #expect(response.text == "\(row.attempts)" && transport.requests.count == row.attempts, "\(row.name)")
      #expect(course.cancelled == Array(1..<row.attempts), "\(row.name)")
    }
  }

  @Test("A call is not hedged if its host is failing or backing off")
  func troubledHost() async throws {
    for isBusy in [false, true] {
      let course = Course()
      let (breaker, backoff) = (CircuitBreaker(failures: 1, cooldown: .seconds(10)), HostBackoff())
      let busy = HTTPResponse(.serviceUnavailable, fields: ["Retry-After": "5"])
      let other = APIClient(AnsweringTransport(busy)).clock(course.clock)
      let asked = Turnstile()
      let transport = course.transport { _, _ in
        // Before the alarm of this call, a failing call of another client opens the breaker or starts the backoff.
        _ = try await (isBusy ? other.hostBackoff(backoff) : other.circuitBreaker(breaker)).get.response()
        asked.open()
        await asked.pass()
        return .text("first")
      }
      let client = course.client(transport).hedge(after: Self.delay).configured { configuration in
        if isBusy { configuration.hostBackoff = backoff } else { configuration.circuitBreaker = breaker }
        configuration.clock.alarm = { _ in await asked.waitForArrivals(1) }
      }
      #expect(try await client.get.response().text == "first")
      #expect(transport.requests.count == 1)
    }
  }

  @Test("A cancelled task cancels all attempts of its call")
  func cancelled() async throws {
    let course = Course()
    let transport = course.transport { number, course in try await course.hang(number) }
    let client = course.client(transport).hedge(after: Self.delay)
    let task = Task { try await client.get.response() }
    await course.arrivals(2)
    task.cancel()
    let error = await #expect(throws: ClientError.self) { try await task.value }
    #expect(error?.code == .cancelled)
    #expect(course.cancelled == [1, 2])
  }

  @Test("The cache stores the response that the call returned, not a slower attempt's")
  func cached() async throws {
    let course = Course()
    let transport = course.transport { number, course in
      switch number {
      // The first attempt returns a response although it was cancelled.
      case 1: _ = try? await course.hang(1)
      case 3: return try await course.hang(3)
      case 4: return HTTPResponse(.notModified)
      default: break
      }
      return HTTPResponse(
        .ok, fields: ["Cache-Control": "max-age=60", "ETag": "\"1\""], body: .bytes(Array("\(number)".utf8)))
    }
    let cache = HTTPCache()
    let client = course.client(transport).hedge(after: Self.delay).cache(cache)("a")
    for _ in 0..<2 { #expect(try await client.get.response().text == "2") }
    #expect(course.cancelled == [1] && transport.requests.count == 2)
    // Both attempts revalidate the stored response, and the attempt with a response confirms it.
    #expect(try await client.header("Cache-Control", "no-cache").get.response().text == "2")
    #expect(transport.requests.map { $0.fields["If-None-Match"] } == [nil, nil, "\"1\"", "\"1\""])
    #expect(try await client.get.response().text == "2")
    #expect(course.cancelled == [1, 3] && transport.requests.count == 4 && cache.count == 1)
  }

  @Test("A hedged call leaves no transfer open", arguments: [false, true])
  func sockets(isStreamed: Bool) async throws {
    let isClosed = Signal()
    let count = EventCounter()
    let server = ScriptedServer { connection in
      guard connection.readRequest() != nil else { return }
      if count.add() == 1 {
        connection.waitForClose()
        return isClosed.raise()
      }
      connection.send(ok("second"))
      connection.waitForClose()
    }
    defer { server.stop() }
    let transport = CurlTransport()
    let client = APIClient(baseURL: server.baseURL, transport: transport).hedge(after: .milliseconds(50))
    if isStreamed {
      #expect(try await client.stream().bytes.collect(upTo: 10) == Array("second".utf8))
    } else {
      #expect(try await client.get.response().text == "second")
    }
    await isClosed.wait()
    withExtendedLifetime(transport) {}
  }
}
