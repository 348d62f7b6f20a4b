import ContractTestSupport
import ContractTesting

/// A contract of events.
@API protocol Ticker: Sendable {
  @GET("/ticks") @Throws(TickerError.self)
  func ticks(kind: String, lastEventID: Header<String?>) async throws -> ServerEvents<Tick>
  @GET("/words") func words() async throws -> ServerEvents<String>
  @GET("/changes") func changes() async throws -> ServerEvents<Change>
  @GET("/forms") func forms() async throws -> ServerEvents<Form>
  @POST("/answer") func answer(question: String) async throws -> ServerEvents<String>
  @GET("/quiet") func quiet() async throws -> ServerEvents<Tick>
}

@Schema struct Tick: Equatable, Sendable {
  var n: Int
}

@Schema struct Todo: Equatable, Sendable {
  var title: String
}

@Schema @Tagged("type") enum Change: Equatable, Sendable {
  case added(Todo)
  case cleared
  case renamed(from: String, to: String)
}

@Schema @Tagged("kind", content: "value") enum Form: Equatable, Sendable {
  case circle(Double)
  case line(from: Int, to: Int)
  case none
}

@APIError enum TickerError: Error, Equatable {
  @Status(404) case unknownKind(kind: String)
  @Status(410) case gone(after: Int)
}

/// Ticks by their kind. A kind that ends begins again after the id that the client knows.
struct TickerService: Ticker {
  /// The value of `Last-Event-ID` of each request.
  let resumptions = Lock<[String?]>([])

  struct Undeclared: Error {}

  func ticks(kind: String, lastEventID: String?) async throws -> ServerEvents<Tick> {
    resumptions.withLock { $0.append(lastEventID) }
    let start = lastEventID.flatMap(Int.init) ?? 0
    switch kind {
    case "three": return ServerEvents(Self.ticks(start..<3)) { "\($0.n + 1)" }
    case "patient":
      let waits: [Duration] = [.milliseconds(1500), .microseconds(2_900), .seconds(-1), .seconds(Int64.max)]
      return ServerEvents(events: Self.values(waits.map { ServerEvents.Event(Tick(n: 0), retry: $0) }))
    case "failing":
      return ServerEvents(Self.ticks(0..<2, then: TickerError.gone(after: 2)))
    case "breaking" where start < 4:
      return ServerEvents(
        events: Self.ticks(start..<start + 2, then: Undeclared()).map {
          ServerEvents.Event($0, id: "\($0.n + 1)", retry: .milliseconds(100))
        })
    case "breaking": throw TickerError.gone(after: start)
    default: throw TickerError.unknownKind(kind: kind)
    }
  }

  func words() async throws -> ServerEvents<String> {
    ServerEvents(Self.values(["", "a", "two\nlines", "\r\nedges\n", "{\"json\":1}", "data: x"]))
  }

  func changes() async throws -> ServerEvents<Change> {
    ServerEvents(Self.values([.added(Todo(title: "a \"b\"")), .cleared, .renamed(from: "a", to: "b")]))
  }

  func forms() async throws -> ServerEvents<Form> {
    ServerEvents(Self.values([.circle(0.5), .line(from: 1, to: 2), .none]))
  }

  func answer(question: String) async throws -> ServerEvents<String> {
    ServerEvents(Self.values(question.split(separator: " ").map(String.init)))
  }

  func quiet() async throws -> ServerEvents<Tick> {
    ServerEvents(AsyncStream { _ in }, heartbeat: .milliseconds(20))
  }

  static func values<Value: Sendable>(_ values: [Value]) -> AsyncStream<Value> {
    let rest = Lock(values[...])
    return AsyncStream { rest.withLock { $0.popFirst() } }
  }

  static func ticks(_ range: Range<Int>, then error: (any Error)? = nil) -> AsyncThrowingStream<Tick, any Error> {
    let next = Lock(range.lowerBound)
    return AsyncThrowingStream {
      let n = next.withLock { n in
        defer { n += 1 }
        return n
      }
      if n < range.upperBound { return Tick(n: n) }
      if let error { throw error }
      return nil
    }
  }
}

/// A way in which a call of the ticker reaches its service.
enum TickerRoad: CaseIterable, Sendable {
  case sockets, compressed, inProcess

  func serving(
    _ service: TickerService = TickerService(),
    _ body: nonisolated(nonsending) (TickerAPI) async throws -> Void
  ) async throws {
    let middleware: [any Middleware] = self == .compressed ? [Compression(minBytes: 1)] : []
    let server = Server(port: 0, threads: 1, middleware: middleware, onError: { _, _ in }) { TickerRoutes(service) }
    switch self {
    case .sockets, .compressed: try await withServer(server) { try await body(TickerAPI($0)) }
    case .inProcess: try await body(TickerAPI(server.inProcess))
    }
  }
}
