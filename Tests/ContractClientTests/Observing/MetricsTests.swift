import Contract
import ContractClient
import ContractHTTP
import Testing

@Suite("Client metrics", .timeLimit(.minutes(2)))
struct MetricsTests {
  private func key(_ status: Int?, _ error: String? = nil) -> ClientMetrics.Key {
    ClientMetrics.Key(operation: "GET /users/{1}", method: "GET", route: "/users/{1}", status: status, error: error)
  }

  @Test("Metrics count calls by route, status and error with durations, bytes and attempts")
  func figures() async throws {
    let metrics = ClientMetrics(bounds: [0.05, 0.2])
    let clock = TestClock()
    let gate = Turnstile()
    let transport = AnsweringTransport { request, number in
      clock.advance(by: .milliseconds(100))
      if request.target.hasSuffix("/9") { await gate.pass() }
      if number == 3 { throw ClientError(.lostConnection, stage: .exchange, "gone") }
      return number == 1 ? HTTPResponse(.serviceUnavailable) : .text("four")
    }
    let client = APIClient(transport).clock(clock).metrics(metrics)
    _ = try await client("users")(7).retry(backoff: .constant(.milliseconds(20), jitter: .none)).response()
    await #expect(throws: ClientError.self) { try await client("users")(8).get() }
    var snapshot = metrics.snapshot()
    #expect(Set(snapshot.figures.keys) == [key(200), key(nil, "lostConnection")])
    let good = try #require(snapshot.figures[key(200)])
    #expect(good.calls == 1 && good.attempts == 2 && good.responseBytes == 4 && good.buckets == [0, 0, 1])
    #expect(abs(good.seconds - 0.22) < 1e-9)
    #expect(snapshot.figures[key(nil, "lostConnection")]?.buckets == [0, 1, 0])
    #expect(snapshot.repetitions == ["GET /users/{1}": 1] && snapshot.inFlight.isEmpty)

    async let waiting = client("users")(9).response()
    await gate.waitForArrivals(1)
    #expect(metrics.snapshot().inFlight == ["GET /users/{1}": 1])
    gate.open()
    _ = try await waiting
    snapshot = metrics.snapshot()
    #expect(snapshot.inFlight.isEmpty && snapshot.figures[key(200)]?.calls == 2)
    let text = metrics.prometheusText()
    let labels = #"operation="GET /users/{1}",method="GET",route="/users/{1}",status="200",error="""#
    for line in [
      "http_client_request_duration_seconds_bucket{\(labels),le=\"0.2\"} 1",
      "http_client_request_duration_seconds_bucket{\(labels),le=\"+Inf\"} 2",
      "http_client_request_duration_seconds_count{\(labels)} 2", "http_client_response_bytes_total{\(labels)} 8",
      "http_client_attempts_total{\(labels)} 3", "http_client_repetitions_total{operation=\"GET /users/{1}\"} 1",
    ] {
      #expect(text.split(separator: "\n").contains { $0 == line }, "\(line)\n\(text)")
    }
  }

  @Test("Metrics count the bytes of a request body once for all attempts of its call")
  func requestBytes() async throws {
    let metrics = ClientMetrics()
    let transport = AnsweringTransport(HTTPResponse(.serviceUnavailable), HTTPResponse(.ok))
    let client = APIClient(transport).metrics(metrics).retry(backoff: .none)
    _ = try await client.body(text: "four").put.response()
    let figures = metrics.snapshot().figures.values
    #expect(figures.map(\.attempts) == [2])
    #expect(figures.map(\.requestBytes) == [4])
  }

  @Test("Metrics keep at most `maxSeries` series, and count further operations as `other`")
  func bounded() async throws {
    let metrics = ClientMetrics(maxSeries: 3)
    let transport = AnsweringTransport(.text("x"))
    for number in 0..<10 {
      let operation = APIOperation(id: "op\(number)", method: .get, path: "/")
      _ = try await APIClient(transport).metrics(metrics).send(HTTPRequest(.get, "/\(number)"), for: operation)
    }
    let snapshot = metrics.snapshot()
    #expect(snapshot.figures.count == 4 && snapshot.inFlight.isEmpty)
    #expect(snapshot.figures.values.reduce(0) { $0 + $1.calls } == 10)
    #expect(snapshot.figures.first { $0.key.operation == "other" }?.value.calls == 7)
  }

  @Test("The maximum number of series may be 0 or the largest integer", arguments: [0, 1, .max])
  func bounds(maxSeries: Int) async throws {
    let metrics = ClientMetrics(maxSeries: maxSeries)
    let operation = APIOperation(id: "op", method: .get, path: "/")
    let client = APIClient(AnsweringTransport(.text("x"))).metrics(metrics)
    _ = try await client.send(HTTPRequest(.get, "/"), for: operation)
    #expect(metrics.snapshot().figures.map(\.key.operation) == [maxSeries == 0 ? "other" : "op"])
  }
}
