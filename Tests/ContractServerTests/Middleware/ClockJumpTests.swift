import Contract
import ContractHTTP
import Testing

@testable import ContractServer

@Suite("Wall clock jumps")
struct ClockJumpTests {
  /// Five milliseconds of work, during which the clock is set.
  private struct Jumping: ServerMiddleware {
    let clock: TestClock
    let milliseconds: Int64

    func handle(
      _ request: HTTPRequest, in exchange: Exchange, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
    ) async throws -> HTTPResponse {
      clock.advance(milliseconds: 5)
      clock.jump(milliseconds: milliseconds)
      return try await next(request)
    }
  }

  private static let year: Int64 = 365 * 86_400_000

  @Test("A clock jump does not affect durations, rates or lifetimes", arguments: [year, -year])
  func middleware(jump: Int64) async throws {
    let clock = TestClock()
    let sink = TestSink()
    let spans = Lock<[Tracing.Span]>([])
    let log = AccessLog(.json, sink, time: clock.source)
    let metrics = Metrics(bounds: [0.001, 1], time: clock.source)
    let tracing = Tracing(time: clock.source) { span in spans.withLock { $0.append(span) } }
    let limit = RateLimit(2, per: .seconds(1000), time: clock.source) { _, _ in "all" }
    let server = try MiddlewareFixture([log, metrics, tracing, limit, Jumping(clock: clock, milliseconds: jump)])
    var statuses: [Int] = []
    for _ in 0..<3 { statuses.append(try await server.send(.get, "/todos/1").status.code) }
    #expect(statuses == [200, 200, 429])
    await log.flush()
    #expect(sink.text.split(separator: "\n").first?.contains(#""duration_us":5000"#) == true, "\(sink.text)")
    #expect(spans.withLock { $0.first?.duration } == .milliseconds(5))
    #expect(metrics.text().contains(#"route="/todos/{id}",status="200"} 0.01"#), "\(metrics.text())")

    let store = MemoryIdempotencyStore(
      maxKeys: 10, maxBytes: 1000, lifetime: .seconds(10), time: clock.source)
    #expect(store.claim("a", fingerprint: "") == .first)
    store.finish("a", StoredResponse(.ok, fields: [:], content: []))
    clock.jump(milliseconds: jump)
    #expect(store.claim("a", fingerprint: "") == .done(StoredResponse(.ok, fields: [:], content: [])))
  }
}
