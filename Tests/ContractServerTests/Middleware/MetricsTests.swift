import Contract
import ContractHTTP
import ContractLoop
import ContractTestSupport
import Testing

@testable import ContractServer
@testable import ContractSockets

@Suite("Metrics", .ownThreads)
struct MetricsTests {
  let clock = TestClock()

  struct Slow: ServerMiddleware {
    let clock: TestClock
    let milliseconds: Int64
    func handle(
      _ request: HTTPRequest, in exchange: Exchange, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
    ) async throws -> HTTPResponse {
      clock.advance(milliseconds: milliseconds)
      return try await next(request)
    }
  }

  @Test("Requests are counted and timed by route, and exported in the Prometheus text format")
  func text() async throws {
    let metrics = Metrics(bounds: [0.01, 0.1], time: clock.source)
    let server = try MiddlewareFixture([metrics, Slow(clock: clock, milliseconds: 50)], maxBodyBytes: 5)
    _ = try await server.send(.get, "/todos/1")
    _ = try await server.send(.get, "/todos/2")
    _ = try await server.send(.post, "/echo", body: "hello")
    _ = try await server.send(.post, "/echo", body: "too long")
    _ = try await server.send(HTTPMethod("BREW")!, "/random/\(Int.random(in: 0..<1000))")
    metrics.gauge("queue_length", "What\nwaits \\ \"here\".") { 2.5 }
    let response = try await server.send(.get, "/metrics")
    #expect(response.field(.contentType) == "text/plain; version=0.0.4; charset=utf-8")
    let lines = try await response.text.split(separator: "\n").map(String.init)
    let name = "http_server_request_duration_seconds"
    let todo = #"method="GET",route="/todos/{id}",status="200""#
    for line in [
      "# TYPE \(name) histogram", #"\#(name)_bucket{\#(todo),le="0.01"} 0"#, #"\#(name)_bucket{\#(todo),le="0.1"} 2"#,
      #"\#(name)_bucket{\#(todo),le="+Inf"} 2"#, "\(name)_sum{\(todo)} 0.1", "\(name)_count{\(todo)} 2",
      #"\#(name)_count{method="other",route="",status="404"} 1"#,
      #"http_server_request_bytes_total{route="/echo"} 5"#, #"http_server_response_bytes_total{route="/echo"} 5"#,
      #"http_server_refused_total{status="413"} 1"#, "http_server_requests_in_flight 0",
      #"# HELP queue_length What\nwaits \\ "here"."#, "# TYPE queue_length gauge", "queue_length 2.5",
    ] {
      #expect(lines.contains(line), "\(line)")
    }
    #expect(!lines.contains { $0.contains("random") || $0.contains("/metrics") })
  }

  @Test("Label values are escaped and numbers formatted for Prometheus")
  func format() {
    var text = PrometheusText()
    text.sample("a", [("l", "x\"y\\z\nw")], 1)
    #expect(text.text == #"a{l="x\"y\\z\nw"} 1"# + "\n")
    #expect(
      [1, 0.1, -2, .infinity, -.infinity, .nan].map(PrometheusText.number) == ["1", "0.1", "-2", "+Inf", "-Inf", "NaN"])
    #expect(PrometheusText.isName("a:b_1") && !PrometheusText.isName("1a") && !PrometheusText.isName("a-b"))
  }

  @Test("A request in flight is counted until its stream is dropped")
  func inFlight() async throws {
    let metrics = Metrics(path: nil, time: clock.source)
    var router = Router()
    router.on(.get, "/stream") { _ in HTTPResponse(.ok, body: .stream(ByteStream { [1] })) }
    let server = try MiddlewareFixture([metrics], router.routes)
    do {
      let response = try await server.send(.get, "/stream")
      #expect(metrics.text().contains("in_flight 1\n"))
      _ = response
    }
    #expect(metrics.text().contains("in_flight 0\n"))
    #expect(try await server.send(.get, "/metrics").status == 404)
  }

  @Test("The bytes of a streamed body are counted as they are read", arguments: [(nil, 3, 6), (6, 3, 6), (100, 1, 2)])
  func streamed(length: Int?, reads: Int, counted: Int) async throws {
    let metrics = Metrics(path: nil)
    let operation = APIOperation(id: "upload", method: .post, path: "/files", requestContent: .stream)
    let route = Route(operation: operation) { request in
      let content = request.content
      for _ in 0..<reads { _ = try await content.next() }
      return .text("enough")
    }
    let server = try MiddlewareFixture([metrics], [route])
    let body = ByteStream(length: length) { [1, 2] }
    let response = try await server.pipeline.respond(
      to: HTTPRequest(.post, "/files", authority: "example.org", body: .stream(body)))
    #expect(response.status == 200)
    #expect(metrics.text().contains(#"http_server_request_bytes_total{route="/files"} \#(counted)\#n"#))
  }

  @Test("A timed-out handler is counted once, by its route")
  func givenUp() async throws {
    let metrics = Metrics(path: nil)
    let ended = Event()
    var timeouts = ServerTimeouts()
    timeouts.handler = .milliseconds(20)
    var router = Router()
    router.on(.get, "/slow/{id}", id: "slow") { _ in
      await waitForCancellation()
      ended.set()
      return .text("late")
    }
    let server = Server(port: 0, threads: 1, timeouts: timeouts, middleware: [metrics], router: router)
    let address = try await server.start()
    let client = try RawClient(.ipv4(0x7f00_0001, port: UInt16(address.port)))
    try client.send("GET /slow/1 HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(try client.response().status == 503)
    await ended.wait()
    await server.stop()
    let text = metrics.text()
    let slow = #"method="GET",route="/slow/{id}",status="503""#
    #expect(text.contains("duration_seconds_count{\(slow)} 1\n") && text.contains(#"_bucket{\#(slow),le="0.01"} 0"#))
    #expect(text.contains(#"http_server_refused_total{status="503"} 1"#))
    #expect(!text.contains("status=\"200\"") && text.contains("in_flight 0\n"))
  }

  @Test("A request whose response preceded a middleware timeout is counted once")
  func givenUpAround() async throws {
    struct Late: ServerMiddleware {
      let ended: Event
      func handle(
        _ request: HTTPRequest, in exchange: Exchange, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
      ) async throws -> HTTPResponse {
        let response = try await next(request)
        await waitForCancellation()
        ended.set()
        return response
      }
    }
    let (metrics, ended) = (Metrics(path: nil), Event())
    var timeouts = ServerTimeouts()
    timeouts.handler = .milliseconds(20)
    var router = Router()
    router.on(.get, "/quick", id: "quick") { _ in HTTPResponse(.noContent) }
    let server = Server(
      port: 0, threads: 1, timeouts: timeouts, middleware: [Late(ended: ended), metrics], router: router)
    let address = try await server.start()
    let client = try RawClient(.ipv4(0x7f00_0001, port: UInt16(address.port)))
    try client.send("GET /quick HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(try client.response().status == 503)
    await ended.wait()
    await server.stop()
    let text = metrics.text()
    #expect(text.contains(#"duration_seconds_count{method="GET",route="/quick",status="204"} 1"#))
    #expect(!text.contains(#"route="/quick",status="503""#) && text.contains(#"refused_total{status="503"} 1"#))
  }

  @Test("An invalid interim response is counted once as 500")
  func interim() async throws {
    let metrics = Metrics(time: clock.source)
    var router = Router()
    router.on(.get, "/early", id: "early") { _ in HTTPResponse(103) }
    let server = try MiddlewareFixture([metrics], router.routes)
    #expect(try await server.send(.get, "/early").status == 500)
    let text = metrics.text()
    #expect(text.contains(#"_count{method="GET",route="/early",status="500"} 1"#))
    #expect(!text.contains("status=\"103\"") && !text.contains("http_server_refused_total{"))
  }
}
