import Contract
import ContractClient
import ContractHTTP
import ContractTesting
import Testing

@Suite("Client tracing", .timeLimit(.minutes(2)))
struct ClientTracingTests {
  private final class SpanKeeper: ClientSpanSink {
    private let kept = Lock<[ClientSpan]>([])
    var spans: [ClientSpan] { kept.withLock { $0 } }
    func ended(_ span: ClientSpan) { kept.withLock { $0.append(span) } }
  }

  private struct Handlers: RouteCollection {
    let routes: [Route]
  }

  @Test("A call has a span, and each attempt a child span that is sent to the server")
  func attempts() async throws {
    let keeper = SpanKeeper()
    let transport = AnsweringTransport(HTTPResponse(.serviceUnavailable), .text("ok"))
    let client = APIClient(transport).clock(TestClock()).retry().requestID().tracing(to: keeper)
    _ = try await client("users")(7).response()
    let spans = keeper.spans
    #expect(spans.map(\.kind) == [.attempt, .attempt, .call])
    #expect(spans.map(\.status?.code) == [503, 200, 200] && spans.map(\.attempt) == [1, 2, 2])
    #expect(Set(spans.map(\.context.traceID)).count == 1 && Set(spans.map(\.context.spanID)).count == 3)
    #expect(
      spans[0].context.parentID == spans[2].context.spanID && spans[1].context.parentID == spans[2].context.spanID)
    #expect(spans[2].context.parentID == nil && spans.allSatisfy { $0.route == "/users/{1}" })
    let sent = transport.requests.map { $0.fields["traceparent"]?.rawValue }
    #expect(sent == [spans[0].context.traceparent, spans[1].context.traceparent])
    let ids = transport.requests.map { $0.fields[.requestID]?.rawValue }
    #expect(ids[0] != nil && ids[0] == ids[1])
  }

  @Test("An unsampled trace is sent but not reported, and a trace with a sampled parent is reported")
  func sampling() async throws {
    let keeper = SpanKeeper()
    let transport = AnsweringTransport(.text("ok"))
    let client = APIClient(transport).tracing(share: 0, to: keeper)
    _ = try await client.response()
    #expect(keeper.spans.isEmpty)
    #expect(transport.requests[0].fields["traceparent"]?.rawValue.hasSuffix("-00") == true)
    let parent: HTTPFieldValue = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
    _ = try await client.header("traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01").response()
    #expect(keeper.spans.map(\.context.traceID) == Array(repeating: "4bf92f3577b34da6a3ce929d0e0e4736", count: 2))
    #expect(keeper.spans.last?.context.parentID == "00f067aa0ba902b7")
    #expect(transport.requests[1].fields["traceparent"] != parent)
  }

  @Test("A trace continues from the current server request over sockets")
  func propagation() async throws {
    let upstream = ScriptedServer { request in
      ok("\(request.field("traceparent") ?? "-") \(request.field("x-request-id") ?? "-")")
    }
    defer { upstream.stop() }
    let inner = APIClient(baseURL: upstream.baseURL, transport: CurlTransport())
    var router = Router()
    router.on(.get, "/traced", id: "traced") { _ in
      .text(try await inner.tracing().requestID().call(.http, as: .string))
    }
    router.on(.get, "/forwarded", id: "forwarded") { _ in
      .text(try await inner.forwardingContext().call(.http, as: .string))
    }
    let routes = Handlers(routes: router.routes)
    let server = Server(port: 0, threads: 1, middleware: [RequestID(), Tracing()]) { routes }
    try await withServer(server) { client in
      let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
      for path in ["traced", "forwarded"] {
        let text = try await client.path(path).header("traceparent", "00-\(trace)-00f067aa0ba902b7-01")
          .header(.requestID, "r-1").call(.http, as: .string)
        #expect(
          text.hasPrefix("00-\(trace)-") && text.hasSuffix("-01 r-1") && !text.contains("00f067aa0ba902b7"), "\(text)")
      }
    }
  }

  @Test("A call of a handler sends the id of the handler's request, also on a server without middleware")
  func identity() async throws {
    let transport = AnsweringTransport(.text("ok"))
    let inner = APIClient(transport).requestID()
    var router = Router()
    router.on(.get, "/id", id: "id") { request -> HTTPResponse in
      for _ in 0..<2 { _ = try await inner.response() }
      return .text(request.id)
    }
    let routes = Handlers(routes: router.routes)
    let server = Server(port: 0, threads: 1) { routes }
    try await withServer(server) { client in
      let id = try await client.path("id").call(.http, as: .string)
      #expect(transport.requests.map { $0.fields[.requestID]?.rawValue } == [id, id])
    }
  }

  @Test("A call that forwards the context without the request ID sends only the trace")
  func withoutRequestID() async throws {
    let transport = AnsweringTransport(.text("ok"))
    let inner = APIClient(transport).forwardingContext(sendsRequestID: false)
    var router = Router()
    router.on(.get, "/forwarded", id: "forwarded") { _ in
      .text(try await inner.call(.http, as: .string))
    }
    let routes = Handlers(routes: router.routes)
    let server = Server(port: 0, threads: 1, middleware: [RequestID(), Tracing()]) { routes }
    try await withServer(server) { client in
      _ = try await client.path("forwarded").call(.http, as: .string)
      let sent = try #require(transport.requests.first)
      #expect(sent.fields.contains("traceparent"))
      #expect(!sent.fields.contains(.requestID))
    }
  }
}
