import Contract
import ContractHTTP
import ContractLoop
import ContractTestSupport
import Testing

@testable import ContractServer
@testable import ContractSockets

@Suite("Server middleware", .ownThreads)
struct ServerMiddlewareTests {
  /// Records the requests that it sees.
  final class Watch: ServerMiddleware {
    let seen = Lock<[String]>([])
    var requestCodings: [String] { ["gzip"] }

    func handle(
      _ request: HTTPRequest, in exchange: Exchange, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
    ) async throws -> HTTPResponse {
      let response = try await next(request)
      if exchange.isRefused { return response }
      note("\(request.method) \(exchange.route ?? "-") \(exchange.operation?.id ?? "-") \(response.status.code)")
      return response
    }

    func refuse(_ response: inout HTTPResponse, in exchange: Exchange) {
      note("refused \(exchange.route ?? "-") \(response.status.code)")
      response.fields["X-Seen"] = "1"
    }

    func note(_ line: String) { seen.withLock { $0.append(line) } }
    var lines: [String] { seen.withLock { $0 } }
  }

  /// Middleware that changes the target of every request.
  struct Elsewhere: Middleware {
    let target: String
    func handle(
      _ request: HTTPRequest, for operation: APIOperation?, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
    ) async throws -> HTTPResponse {
      var request = request
      request.target = target
      request.method = .get
      return try await next(request)
    }
  }

  static func guarded() -> [Route] {
    MiddlewareFixture.routes()
      + Route(Endpoint<Empty, String>(.get, "/secret", id: "secret")) { _ in "secret" }
      .requiring { _, _ in Problem(.forbidden) }
  }

  static let rows: [(HTTPMethod, String, HTTPFields, String)] = [
    (.get, "/todos/1", [:], "GET /todos/{id} todo 200"),
    (.get, "/nowhere", [:], "GET - - 404"),
    (.delete, "/echo", [:], "DELETE - - 405"),
    (.get, "/secret", [:], "GET /secret secret 403"),
    (.get, "/fails", [:], "GET /fails fails 500"),
  ]

  @Test(
    "A changed request keeps the authority of its target unless middleware sets it",
    arguments: [
      ("http://tenant-a/host", "", "tenant-a tenant-a"), ("/host", "", "tenant-b tenant-b"),
      ("/host", "X-Tenant: tenant-c\r\n", "tenant-c tenant-c"),
      ("http://tenant-a/host", "X-Tenant: tenant-c\r\n", "tenant-c tenant-c"),
    ])
  func authority(target: String, field: String, seen: String) async throws {
    struct Adding: ServerMiddleware {
      func handle(
        _ request: HTTPRequest, in exchange: Exchange, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
      ) async throws -> HTTPResponse {
        var request = request
        request.fields["X-More"] = "1"
        if let tenant = request.fields["X-Tenant"] { request.fields[.host] = tenant }
        return try await next(request)
      }
    }
    var router = Router()
    router.on(.get, "/host") { request in
      .text([request.head.authority ?? "-", request.head.joinedText(of: .host) ?? "-"].joined(separator: " "))
    }
    let server = Server(port: 0, threads: 1, middleware: [Adding()], router: router)
    let address = try await server.start()
    let client = try RawClient(.ipv4(0x7f00_0001, port: UInt16(address.port)))
    try client.send("GET \(target) HTTP/1.1\r\nHost: tenant-b\r\n\(field)\r\n")
    #expect(try client.response().body == seen)
    await server.stop()
  }

  @Test("Middleware sees every request with its route, refused or not", arguments: rows)
  func seen(method: HTTPMethod, target: String, fields: HTTPFields, line: String) async throws {
    let watch = Watch()
    let server = try MiddlewareFixture([watch], Self.guarded())
    _ = try await server.send(method, target, fields)
    #expect(watch.lines == [line])
  }

  @Test("An error of inner middleware is reported once, and the outer middleware sees a response", arguments: 0...2)
  func innerError(outerCount: Int) async throws {
    struct Failing: ServerMiddleware {
      struct Unlucky: Error {}
      func handle(
        _ request: HTTPRequest, in exchange: Exchange, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
      ) async throws -> HTTPResponse { throw Unlucky() }
    }
    let watch = Watch()
    let chain: [any Middleware] = [CORS(origins: .any), watch]
    let outer = Array(chain.prefix(outerCount))
    let reports = Lock(0)
    let server = Server(
      port: 0, middleware: outer + [Failing()], onError: { _, _ in reports.withLock { $0 += 1 } }, onWarning: { _ in }
    ) { MiddlewareFixture.routes() }
    let response = try await server.pipeline().respond(
      to: HTTPRequest(.get, "/todos/1", authority: "example.org", fields: ["Origin": "https://app.example"]))
    #expect(response.status == 500 && reports.withLock { $0 } == 1)
    #expect(response.field("Access-Control-Allow-Origin") == (outerCount > 0 ? "*" : nil))
    #expect(watch.lines == (outerCount > 1 ? ["GET /todos/{id} todo 500"] : []))
  }

  @Test("A request changed by middleware is routed and checked again")
  func rewritten() async throws {
    let secret = try MiddlewareFixture([Elsewhere(target: "/secret")], Self.guarded())
    #expect(try await secret.send(.get, "/todos/1").status == 403)
    let todo = try MiddlewareFixture([Elsewhere(target: "/todos/7")], Self.guarded())
    #expect(try await todo.send(.get, "/nowhere").text == "todo 7")
    // A POST to an unknown path cannot be routed again, because its body was not read.
    #expect(try await todo.send(.post, "/nowhere", body: "x").status == 404)
  }

  @Test("Middleware sees the server's own refusals on the wire")
  func refusals() async throws {
    let watch = Watch()
    var limits = ServerLimits()
    limits.maxBodyBytes = 3
    var timeouts = ServerTimeouts()
    timeouts.handler = .milliseconds(20)
    var router = Router()
    router.on(.get, "/slow", id: "slow") { _ in
      await waitForCancellation()
      return .text("late")
    }
    router.on(.post, "/echo", id: "echo") { HTTPResponse(.ok, body: .bytes($0.body)) }
    let server = Server(
      port: 0, threads: 1, limits: limits, timeouts: timeouts, middleware: [watch], onError: { _, _ in },
      router: router)
    let address = try await server.start()
    for (request, status) in [
      ("GARBAGE\r\n\r\n", 400), ("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nlong", 413),
      ("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n", 503),
    ] {
      let client = try RawClient(.ipv4(0x7f00_0001, port: UInt16(address.port)))
      try client.send(request)
      let response = try client.response()
      #expect(response.status == status)
      #expect(response.has("X-Seen: 1"))
    }
    let client = try RawClient(.ipv4(0x7f00_0001, port: UInt16(address.port)))
    try client.send(
      "POST /nowhere HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nlongPOST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi"
    )
    #expect(try client.response().status == 404)
    #expect(try client.response().status == 200)
    await server.stop()
    #expect(
      watch.lines == [
        "refused - 400", "refused /echo 413", "refused /slow 503", "POST - - 404", "POST /echo echo 200",
      ])
  }

  @Test("A request that times out after its response was logged and traced is not logged and traced again")
  func late() async throws {
    let (sink, spans) = (TestSink(), Lock<[Int]>([]))
    let log = AccessLog(.json, sink, time: TestClock().source)
    let tracing = Tracing { span in spans.withLock { $0.append(span.status) } }
    let pipeline = try MiddlewareFixture([log, tracing]).pipeline
    let head = RequestHead(HTTPRequest(.get, "/todos/1", authority: "a"))
    guard
      case .collect(_, let request) = pipeline.admit(
        head, from: PeerAddress(.ipv4(0x7f00_0001, port: 1)), contentLength: nil)
    else {
      Issue.record("the request is not admitted")
      return
    }
    #expect(await request.respond(to: .empty).status == 200)
    #expect(request.refusal(.serviceUnavailable, "late").field("traceresponse") != nil)
    await log.flush()
    #expect(sink.text.split(separator: "\n").count == 1 && sink.text.contains(#""status":200"#))
    #expect(spans.withLock { $0 } == [200])
  }

  @Test("A refusal is logged with client, ID and trace, wherever the log is placed")
  func refusalContext() async throws {
    let parent: HTTPFieldValue = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
    let head = RequestHead(
      HTTPRequest(
        .post, "/echo", authority: "a",
        fields: ["X-Forwarded-For": "192.0.2.7", .requestID: "r-1", "traceparent": parent]))
    let context: [any Middleware] = [TrustedProxies(["127.0.0.0/8"]), RequestID(), Tracing()]
    for position in 0...context.count {
      let sink = TestSink()
      let log = AccessLog(.json, sink, time: TestClock().source)
      var middleware = context
      middleware.insert(log, at: position)
      let pipeline = try MiddlewareFixture(middleware).pipeline
      let peer = PeerAddress(.ipv4(0x7f00_0001, port: 1))
      guard case .collect(_, let request) = pipeline.admit(head, from: peer, contentLength: nil) else {
        Issue.record("the request is not admitted")
        continue
      }
      let response = request.refusal(.contentTooLarge, "too long")
      await log.flush()
      #expect(response.field(.requestID) == "r-1")
      for member in [#""client":"192.0.2.7""#, #""id":"r-1""#, #""trace":"4bf92f3577b34da6a3ce929d0e0e4736""#] {
        #expect(sink.text.contains(member), "\(position)")
      }
    }
  }
}
