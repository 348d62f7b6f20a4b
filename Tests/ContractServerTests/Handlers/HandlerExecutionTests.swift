import Contract
import ContractHTTP
import ContractTestSupport
import Testing

@testable import ContractLoop
@testable import ContractServer
@testable import ContractSockets

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

@Suite("Handler execution", .ownThreads, .timeLimit(.minutes(1)))
struct HandlerExecutionTests {
  /// The executor that the calling thread belongs to.
  static var place: String {
    if ContractLoop.current != nil { return "loop" }
    guard let file = fopen("/proc/thread-self/comm", "r") else { return "nowhere" }
    defer { fclose(file) }
    var line = [UInt8](repeating: 0, count: 32)
    let text = String(decoding: line[..<max(0, fread(&line, 1, line.count, file) - 1)], as: UTF8.self)
    return text == "contract-block" ? "blocking" : "concurrent"
  }

  /// Receives the server's metrics.
  final class Watch: ServerMiddleware {
    let figures = Lock<ServerFigures?>(nil)
    func handle(
      _ request: HTTPRequest, in exchange: Exchange, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
    ) async throws -> HTTPResponse {
      var response = try await next(request)
      response.fields["X-Middleware"] = HTTPFieldValue(unchecked: HandlerExecutionTests.place)
      return response
    }
    func serverStarted(_ figures: ServerFigures) { self.figures.withLock { $0 = figures } }
    func wait(_ isDone: (ServerFigures) -> Bool) async {
      while true {
        if let figures = figures.withLock({ $0 }), isDone(figures) { return }
        await Task.yield()
      }
    }
  }

  static func get(_ path: String) -> String { "GET \(path) HTTP/1.1\r\nHost: a\r\nX-Key: k\r\n\r\n" }

  /// Runs a server of one loop.
  static func serve(
    _ routes: [Route], handlers: HandlerOptions = HandlerOptions(), middleware: [any Middleware] = [],
    _ body: (@Sendable () throws -> RawClient) async throws -> Void
  ) async throws {
    var patient = ServerTimeouts()
    patient.handler = nil
    var router = Router()
    router.add(routes)
    router.authenticating(.apiKey(header: "X-Key")) { _ in Authenticated("somebody", scopes: ["a"]) }
    let server = Server(
      port: 0, threads: 1, timeouts: patient, middleware: middleware, handlers: handlers,
      onError: { _, _ in }, onWarning: { _ in }, router: router)
    let address = try await server.start()
    do {
      try await body { try RawClient(.ipv4(0x7f00_0001, port: UInt16(address.port))) }
    } catch {
      await server.stop(drain: .zero)
      throw error
    }
    await server.stop(drain: .zero)
  }

  static let places: [(HandlerExecution, HandlerExecution?, String)] = [
    (.loop, nil, "loop"), (.loop, .blocking, "blocking"), (.loop, .concurrent, "concurrent"),
    (.blocking, nil, "blocking"), (.concurrent, nil, "concurrent"), (.blocking, .loop, "loop"),
    (.concurrent, .blocking, "blocking"),
  ]

  @Test("A handler runs where its route or server specifies, with the whole request context", arguments: places)
  func runs(usual: HandlerExecution, own: HandlerExecution?, place: String) async throws {
    let endpoint = Endpoint<Empty, String>(.get, "/typed", .security(.apiKey(header: "X-Key")), id: "typed")
    var routes =
      Route(endpoint) { _ in
        var answer = [Self.place]
        await Task.yield()
        async let child = Self.place
        answer += [Self.place, await child]
        let request = ServerRequest.current
        answer += [request?.operation.id ?? "-", request?.principal(String.self) ?? "-"]
        answer.append(Exchange.current.map { "\($0.route ?? "-")" } ?? "-")
        return answer.joined(separator: " ")
      }.routes
    var router = Router()
    router.on(.get, "/raw", id: "raw", execution: own) { request in
      .text("\(Self.place) \(ServerRequest.current === request)")
    }
    if let own { routes = routes.on(own) }
    var handlers = HandlerOptions()
    handlers.execution = usual
    for middleware: [any Middleware] in [[], [Watch()]] {
      try await Self.serve(routes + router.routes, handlers: handlers, middleware: middleware) { connect in
        let client = try connect()
        for _ in 0..<3 {
          try client.send(Self.get("/typed"))
          let answer = try client.response()
          let route = middleware.isEmpty ? "-" : "/typed"
          #expect(answer.body == "\(place) \(place) \(place) typed somebody \(route)")
          #expect(answer.has("X-Middleware: loop") == !middleware.isEmpty)
          try client.send(Self.get("/raw"))
          #expect(try client.response().body == "\(place) true")
        }
      }
    }
  }

  @Test("The innermost execution setting of collections and routes wins")
  func spelling() {
    let routes = MiddlewareFixture.routes()
    #expect(routes.blocking().allSatisfy { $0.execution == .blocking })
    #expect(routes[0].concurrent().blocking()[0].execution == .concurrent)
    #expect(routes.on(.loop).middleware([]).requiring { _, _ in nil }.blocking()[0].execution == .loop)
    #expect(routes[0].execution == nil)
  }

  @Test("A blocking handler does not delay other responses")
  func blocking() async throws {
    let gate = BlockingGate()
    let started = Lock(0)
    var router = Router()
    router.on(.get, "/blocks", execution: .blocking) { _ in
      started.withLock { $0 += 1 }
      gate.wait()
      return .text("done")
    }
    router.on(.get, "/quick") { _ in .text("quick") }
    let watch = Watch()
    try await Self.serve(router.routes, middleware: [watch]) { connect in
      defer { gate.open() }
      let blocked = try (0..<5).map { _ in
        let client = try connect()
        try client.send(Self.get("/blocks"))
        return client
      }
      while started.withLock({ $0 }) < 5 { await Task.yield() }
      let quick = try connect()
      try quick.send(Self.get("/quick"))
      #expect(try quick.response().body == "quick")
      #expect(watch.figures.withLock { $0?.blocking.busy } == 5)
      gate.open()
      for client in blocked { #expect(try client.response().body == "done") }
      await watch.wait { $0.blocking.busy == 0 }
    }
  }

  @Test("A request without a thread or queue slot is refused with 503 and Retry-After")
  func full() async throws {
    let gate = BlockingGate()
    var router = Router()
    router.on(.get, "/blocks", execution: .blocking) { _ in
      gate.wait()
      return .text("done")
    }
    var handlers = HandlerOptions()
    handlers.maxBlockingThreads = 1
    handlers.maxBlockingQueue = 1
    let watch = Watch()
    let metrics = Metrics()
    try await Self.serve(router.routes, handlers: handlers, middleware: [watch, metrics]) { connect in
      defer { gate.open() }
      let (first, second, third) = (try connect(), try connect(), try connect())
      try first.send(Self.get("/blocks"))
      await watch.wait { $0.blocking.busy == 1 }
      try second.send(Self.get("/blocks"))
      await watch.wait { $0.blocking.queued == 1 }
      try third.send(Self.get("/blocks"))
      let refused = try third.response()
      #expect(refused.status == 503 && refused.has("Retry-After: 1"))
      try third.send(Self.get("/metrics"))
      let text = try third.response().body
      for line in [
        "http_server_blocking_threads 1", "http_server_blocking_threads_busy 1", "http_server_blocking_queued 1",
        "http_server_blocking_refused_total 1", "http_server_connections 3", "http_server_connections_refused_total 0",
        "# TYPE http_server_loop_lag_seconds gauge",
        "http_server_loop_stalls_total ",
      ] {
        #expect(text.contains("\n" + line), "\(line)")
      }
      gate.open()
      #expect(try first.response().body == "done")
      #expect(try second.response().body == "done")
      try third.send(Self.get("/blocks"))
      #expect(try third.response().body == "done")
    }
  }

  @Test(
    "A handler off the loop is cancelled when its client disconnects or its timeout passes",
    arguments: [HandlerExecution.blocking, .concurrent], [true, false])
  func cancels(execution: HandlerExecution, clientGoes: Bool) async throws {
    let started = Event()
    let cancelled = Event()
    let traits: [EndpointTrait] = clientGoes ? [] : [.timeout(.milliseconds(50))]
    let slow = APIOperation(id: "slow", method: .get, path: "/slow", traits: traits)
    var router = Router()
    router.add(
      Route(operation: slow) { _ in
        started.set()
        await waitForCancellation()
        cancelled.set()
        return .text("late")
      }.on(execution))
    router.on(.get, "/quick", execution: execution) { _ in .text("quick") }
    try await Self.serve(router.routes) { connect in
      if clientGoes {
        let client = try connect()
        try client.send(Self.get("/slow"))
        await started.wait()
        try client.reset()
      } else {
        // If no thread becomes free in time, the response is 503 and the handler does not start, so the request is sent again.
        while !started.isSet {
          let client = try connect()
          try client.send(Self.get("/slow"))
          #expect(try client.response().status == 503)
        }
      }
      await cancelled.wait()
      let next = try connect()
      try next.send(Self.get("/quick"))
      #expect(try next.response().body == "quick")
    }
  }

  @Test("A queued request of a disconnected client is not handled")
  func goneWhileWaiting() async throws {
    let gate = BlockingGate()
    let runs = Lock<[String]>([])
    var router = Router()
    router.on(.get, "/{name}", execution: .blocking) { request in
      let name = request.pathValue("name") ?? "-"
      runs.withLock { $0.append(name) }
      if name == "first" { gate.wait() }
      return .text(name)
    }
    var handlers = HandlerOptions()
    handlers.maxBlockingThreads = 1
    let watch = Watch()
    try await Self.serve(router.routes, handlers: handlers, middleware: [watch]) { connect in
      defer { gate.open() }
      let (first, second) = (try connect(), try connect())
      try first.send(Self.get("/first"))
      await watch.wait { $0.blocking.busy == 1 }
      try second.send(Self.get("/second"))
      await watch.wait { $0.blocking.queued == 1 }
      try second.reset()
      await watch.wait { $0.connections == 1 }
      gate.open()
      #expect(try first.response().body == "first")
      try first.send(Self.get("/third"))
      #expect(try first.response().body == "third")
      #expect(runs.withLock { $0 } == ["first", "third"])
    }
  }

  @Test(
    "A stream is pulled where its handler ran and keeps its slot to the end", arguments: ["blocking", "concurrent"])
  func streams(name: String) async throws {
    let execution = try #require(HandlerExecution(rawValue: name))
    let gate = BlockingGate()
    var router = Router()
    router.on(.get, "/stream", execution: execution) { _ in
      let left = Lock(3)
      return HTTPResponse(
        .ok,
        body: .stream(
          ByteStream {
            let rest = left.withLock { left in
              left -= 1
              return left
            }
            if rest == 0, name == "blocking" { gate.wait() }
            return rest >= 0 ? Array("\(Self.place) ".utf8) : nil
          }))
    }
    var handlers = HandlerOptions()
    handlers.maxBlockingThreads = 1
    handlers.maxBlockingQueue = 0
    let watch = Watch()
    try await Self.serve(router.routes, handlers: handlers, middleware: [watch]) { connect in
      defer { gate.open() }
      let client = try connect()
      try client.send(Self.get("/stream"))
      if name == "blocking" {
        await watch.wait { $0.blocking.busy == 1 }
        let other = try connect()
        try other.send(Self.get("/stream"))
        #expect(try other.response().status == 503)
        gate.open()
      }
      #expect(try client.response().body == "\(name) \(name) \(name) ")
      try client.send(Self.get("/stream"))
      #expect(try client.response().status == 200)
    }
  }

  @Test("A handler's execution does not change error responses")
  func errors() async throws {
    let fixture = try MiddlewareFixture([], MiddlewareFixture.routes().blocking())
    #expect(try await fixture.send(.get, "/todos/7").text == "todo 7")
    #expect(try await fixture.send(.get, "/fails").status == 500)
    try await Self.serve(MiddlewareFixture.routes().concurrent()) { connect in
      let client = try connect()
      try client.send(Self.get("/fails"))
      #expect(try client.response().status == 500)
      try client.send(Self.get("/todos/7"))
      #expect(try client.response().body == "todo 7")
    }
  }
}
