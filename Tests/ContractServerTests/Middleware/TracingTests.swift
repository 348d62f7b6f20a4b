import Contract
import ContractHTTP
import ContractLoop
import ContractTestSupport
import Testing

@testable import ContractServer
@testable import ContractSockets

@Suite("Tracing", .ownThreads)
struct TracingTests {
  static let parent: HTTPFieldValue = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"

  /// A handler that calls upstream, and responds with the request that upstream received.
  static func calling() -> [Route] {
    var router = Router()
    router.on(.get, "/call/{id}", id: "call") { _ in
      try await ForwardedContext().handle(HTTPRequest(.get, "/up"), for: nil) { request in
        .text(
          ["traceparent", "tracestate", "X-Request-ID"].map { request.fields[$0]?.rawValue ?? "-" }.joined(
            separator: "\n"))
      }
    }
    return router.routes
  }

  @Test("A trace continues through the handler to its calls")
  func continues() async throws {
    let spans = Lock<[Tracing.Span]>([])
    let clock = TestClock()
    let tracing = Tracing(time: clock.source) { span in spans.withLock { $0.append(span) } }
    let server = try MiddlewareFixture([RequestID(), tracing], Self.calling())
    let response = try await server.send(
      .get, "/call/1", ["traceparent": Self.parent, "tracestate": "a=1", .requestID: "r-1"])
    let lines = try await response.text.split(separator: "\n").map(String.init)
    let span = try #require(spans.withLock { $0.first })
    #expect(span.context.traceID == "4bf92f3577b34da6a3ce929d0e0e4736" && span.context.parentID == "00f067aa0ba902b7")
    #expect(
      span.name == "call" && span.route == "/call/{id}" && span.status == 200
        && span.start == clock.source.unixMilliseconds)
    #expect(lines == [span.context.traceparent, "a=1", "r-1"])
    #expect(response.field("traceresponse") == span.context.traceparent)
  }

  static let others: [(fields: HTTPFields, trusts: Bool)] = [
    (fields: [:], trusts: true), (fields: ["traceparent": "nonsense", "tracestate": "a=1"], trusts: true),
    (fields: ["traceparent": parent], trusts: false),
    (fields: ["traceparent": parent, "TraceParent": parent], trusts: true),
  ]

  @Test("A new trace begins without a trusted valid parent", arguments: others)
  func begins(fields: HTTPFields, trusts: Bool) async throws {
    let spans = Lock<[Tracing.Span]>([])
    let tracing = Tracing(trustsCallers: trusts) { span in spans.withLock { $0.append(span) } }
    let response = try await MiddlewareFixture([tracing], Self.calling()).send(.get, "/call/1", fields)
    let context = try #require(spans.withLock { $0.first?.context })
    #expect(context.parentID == nil && context.traceID != "4bf92f3577b34da6a3ce929d0e0e4736" && context.state == nil)
    #expect(try await response.text.hasPrefix(context.traceparent + "\n-"))
  }

  @Test("Only sampled requests are reported, including refusals")
  func sampling() async throws {
    let spans = Lock<[Tracing.Span]>([])
    let tracing = Tracing(share: 0) { span in spans.withLock { $0.append(span) } }
    let server = try MiddlewareFixture([tracing])
    _ = try await server.send(.get, "/todos/1")
    #expect(spans.withLock { $0.isEmpty })
    _ = try await server.send(.get, "/nowhere", ["traceparent": Self.parent])
    let span = try #require(spans.withLock { $0.first })
    #expect(span.status == 404 && span.name == "GET" && span.route == nil)
  }

  @Test("A refusal by the server is reported once with its status")
  func refused() async throws {
    let spans = Lock<[Tracing.Span]>([])
    let tracing = Tracing { span in spans.withLock { $0.append(span) } }
    let server = try MiddlewareFixture([tracing], maxBodyBytes: 3)
    let response = try await server.send(.post, "/echo", ["traceparent": Self.parent], body: "long")
    let span = try #require(spans.withLock { $0.first })
    #expect(response.status == 413 && response.field("traceresponse") == span.context.traceparent)
    #expect(span.status == 413 && span.route == "/echo" && span.context.parentID == "00f067aa0ba902b7")
    #expect(spans.withLock { $0.count } == 1)
  }

  @Test("A timed-out handler is reported with the status sent")
  func givenUp() async throws {
    let spans = Lock<[Tracing.Span]>([])
    let ended = Event()
    let tracing = Tracing { span in spans.withLock { $0.append(span) } }
    var timeouts = ServerTimeouts()
    timeouts.handler = .milliseconds(20)
    var router = Router()
    router.on(.get, "/slow", id: "slow") { _ in
      await waitForCancellation()
      ended.set()
      return .text("late")
    }
    let server = Server(port: 0, threads: 1, timeouts: timeouts, middleware: [tracing], router: router)
    let address = try await server.start()
    let client = try RawClient(.ipv4(0x7f00_0001, port: UInt16(address.port)))
    try client.send("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(try client.response().status == 503)
    await ended.wait()
    await server.stop()
    #expect(spans.withLock { $0.map(\.status) } == [503] && spans.withLock { $0.first?.name } == "slow")
  }
}
