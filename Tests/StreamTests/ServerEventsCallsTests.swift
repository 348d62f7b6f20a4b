import ContractTestSupport
import ContractTesting
import Testing

@Suite("Server-sent events in a contract", .ownThreads, .timeLimit(.minutes(2)))
struct ServerEventsCallsTests {
  /// Returns the first values of a stream that does not end.
  private func first<Value>(_ count: Int, of events: ServerEvents<Value>) async throws -> [Value] {
    var values: [Value] = []
    for try await value in events {
      values.append(value)
      if values.count == count { break }
    }
    return values
  }

  @Test("JSON values, strings and tagged enumerations arrive as sent", arguments: TickerRoad.allCases)
  func values(_ road: TickerRoad) async throws {
    try await road.serving { (api) async throws in
      #expect(try await first(3, of: api.ticks(kind: "three")) == [Tick(n: 0), Tick(n: 1), Tick(n: 2)])
      #expect(
        try await first(6, of: api.words()) == ["", "a", "two\nlines", "\nedges\n", "{\"json\":1}", "data: x"])
      #expect(
        try await first(3, of: api.changes()) == [
          .added(Todo(title: "a \"b\"")), .cleared, .renamed(from: "a", to: "b"),
        ])
      #expect(try await first(3, of: api.forms()) == [.circle(0.5), .line(from: 1, to: 2), .none])
    }
  }

  @Test("An ended event stream continues after the last id", arguments: TickerRoad.allCases)
  func continues(_ road: TickerRoad) async throws {
    let service = TickerService()
    try await road.serving(service) { (api) async throws in
      var events: [ServerEvents<Tick>.Event] = []
      // The stream breaks off after two ticks each time, and ends with a failure after four.
      await #expect(throws: TickerError.gone(after: 4)) {
        for try await event in try await api.ticks(kind: "breaking").events { events.append(event) }
      }
      #expect(events.map(\.value.n) == [0, 1, 2, 3])
      #expect(events.map(\.id) == ["1", "2", "3", "4"])
      #expect(service.resumptions.withLock { $0 } == [nil, "2", "4"])
    }
  }

  @Test("A call with a last event id starts after that event", arguments: TickerRoad.allCases)
  func resumes(_ road: TickerRoad) async throws {
    try await road.serving { (api) async throws in
      #expect(try await first(1, of: api.ticks(kind: "three", lastEventID: "2")) == [Tick(n: 2)])
    }
  }

  @Test("A declared failure is thrown by the call or by the iteration", arguments: TickerRoad.allCases)
  func failures(_ road: TickerRoad) async throws {
    try await road.serving { (api) async throws in
      await #expect(throws: TickerError.unknownKind(kind: "none")) { _ = try await api.ticks(kind: "none") }
      let events = try await api.ticks(kind: "failing")
      await #expect(throws: TickerError.gone(after: 2)) { for try await _ in events {} }
      for try await tick in events { Issue.record("\(tick) after the end") }
    }
  }

  @Test("The events of a POST end with its response", arguments: TickerRoad.allCases)
  func once(_ road: TickerRoad) async throws {
    try await road.serving { (api) async throws in
      var words: [String] = []
      for try await word in try await api.answer(question: "to be or not") { words.append(word) }
      #expect(words == ["to", "be", "or", "not"])
    }
  }

  @Test(
    "Events are written in the WHATWG format",
    arguments: [
      ("changes", "event: added\ndata: {\"type\":\"added\",\"title\":\"a \\\"b\\\"\"}\n\n"),
      ("changes", "event: cleared\ndata: {\"type\":\"cleared\"}\n\n"),
      ("forms", "event: circle\ndata: 0.5\n\n"), ("forms", "event: line\ndata: {\"from\":1,\"to\":2}\n\n"),
      ("forms", "event: none\ndata: null\n\n"), ("words", "data: two\ndata: lines\n\n"),
      (
        "ticks?kind=failing",
        "event: problem\ndata: {\"title\":\"Gone\",\"status\":410,\"code\":\"gone\",\"after\":2}\n\n"
      ),
      ("ticks?kind=three", "id: 1\ndata: {\"n\":0}\n\n"),
      ("ticks?kind=patient", "retry: 1500\ndata: {\"n\":0}\n\nretry: 2\n"),
      ("ticks?kind=patient", "retry: 0\ndata: {\"n\":0}\n\nretry: 9223372036854775807\n"),
    ])
  func wire(_ path: String, _ text: String) async throws {
    try await withServer(Server(port: 0, threads: 1) { TickerRoutes(TickerService()) }) { (client) async throws in
      let response = try await client.at("/" + path).response()
      #expect(response.fields[.contentType] == "text/event-stream")
      #expect(response.fields["Cache-Control"] == "no-store")
      #expect(response.fields["X-Accel-Buffering"] == "no")
      let body = String(decoding: try await response.body.collect(upTo: 1 << 20), as: UTF8.self)
      #expect(body.contains(text), "\(body)")
    }
  }

  @Test("A silent stream has heartbeats, compressed or not", arguments: [false, true])
  func heartbeats(_ isCompressed: Bool) async throws {
    let middleware: [any Middleware] = isCompressed ? [Compression(minBytes: 1)] : []
    let server = Server(port: 0, threads: 1, middleware: middleware) { TickerRoutes(TickerService()) }
    try await withServer(server) { (client) async throws in
      var lines = try await client("quiet").stream().lines.makeAsyncIterator()
      for _ in 0..<3 {
        #expect(try await lines.next() == ":")
        #expect(try await lines.next() == "")
      }
    }
  }

  /// Middleware that returns each chunk of a stream after the next heartbeat.
  struct LateChunks: Middleware {
    func handle(
      _ request: HTTPRequest, for operation: APIOperation?, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
    ) async throws -> HTTPResponse {
      var response = try await next(request)
      guard case .stream(let stream) = response.body, let heartbeat = stream.heartbeat else { return response }
      let beats = Lock(0)
      let late = stream.passing {
        let chunk = try await stream.next()
        let count = beats.withLock { $0 }
        while beats.withLock({ $0 }) == count { await Task.yield() }
        return chunk
      }
      response.body = .stream(
        late.beating(
          ByteStream.Heartbeat(every: .milliseconds(1)) {
            defer { beats.withLock { $0 += 1 } }
            return heartbeat.bytes()
          }))
      return response
    }
  }

  @Test(
    "Heartbeats do not reorder events that another thread compresses",
    arguments: [HandlerExecution.concurrent, .blocking])
  func compressedElsewhere(_ execution: HandlerExecution) async throws {
    let routes = TickerRoutes(TickerService()).middleware([LateChunks(), Compression(minBytes: 1)])
    try await withServer(Server(port: 0, threads: 1) { routes.on(execution) }) { (client) async throws in
      var words: [String] = []
      for try await word in try await TickerAPI(client).answer(question: "to be or not") { words.append(word) }
      #expect(words == ["to", "be", "or", "not"])
    }
  }
}
