import ContractTestSupport
import ContractTesting
import Testing

/// A line of JSON.
private struct Row: Codable, Equatable, Sendable {
  var n: Int
}

/// A way in which a stream reaches the client.
enum StreamRoad: CaseIterable, Sendable {
  case sockets, compressedOverSockets, inProcess, compressedInProcess

  private var middleware: [any Middleware] {
    switch self {
    case .sockets, .inProcess: []
    case .compressedOverSockets, .compressedInProcess: [Compression(minBytes: 1)]
    }
  }

  /// Calls a server with the streams of the suite.
  func serving(_ body: nonisolated(nonsending) (APIClient) async throws -> Void) async throws {
    let server = Server(port: 0, threads: 1, middleware: middleware, router: StreamReadingTests.router)
    switch self {
    case .sockets, .compressedOverSockets: try await withServer(server, body)
    case .inProcess, .compressedInProcess: try await body(server.inProcess)
    }
  }
}

@Suite("Streams of lines, JSON lines and events", .ownThreads, .timeLimit(.minutes(2)))
struct StreamReadingTests {
  private static func stream(_ text: String, type: String) -> HTTPResponse {
    var response = HTTPResponse(.ok, body: .stream(.crumbs(of: text)))
    response.fields[.contentType] = HTTPFieldValue(type)
    return response
  }

  static var router: Router {
    var router = Router()
    router.on(.get, "/lines") { _ in Self.stream("one\r\ntwo äöü\n\nfour", type: "text/plain; charset=utf-8") }
    router.on(.get, "/rows") { _ in Self.stream("{\"n\":1}\n\n{\"n\":2}\r\n{\"n\":3}", type: "application/x-ndjson") }
    router.on(.get, "/events") { request in
      let last = request.head.text(of: "Last-Event-ID").flatMap(Int.init) ?? 0
      return Self.stream(
        "retry: 100\n\nid: \(last + 1)\ndata: a\ndata: b\n\nevent: tick\nid: \(last + 2)\ndata: {\"n\":\(last)}\n\n",
        type: "text/event-stream")
    }
    return router
  }

  @Test("A streamed response is read as lines", arguments: StreamRoad.allCases)
  func lines(_ road: StreamRoad) async throws {
    try await road.serving { client in
      var lines: [String] = []
      for try await line in try await client("lines").stream().lines { lines.append(line) }
      #expect(lines == ["one", "two äöü", "", "four"])
    }
  }

  @Test("A streamed response is read as JSON lines", arguments: StreamRoad.allCases)
  func jsonLines(_ road: StreamRoad) async throws {
    try await road.serving { client in
      var rows: [Row] = []
      for try await row in try await client("rows").stream().jsonLines(of: Row.self) { rows.append(row) }
      #expect(rows == [Row(n: 1), Row(n: 2), Row(n: 3)])
    }
  }

  @Test("An event stream is read and reconnected with the last event id", arguments: StreamRoad.allCases)
  func events(_ road: StreamRoad) async throws {
    try await road.serving { client in
      var events: [ServerEvent] = []
      for try await event in client("events").events() {
        events.append(event)
        if events.count == 4 { break }
      }
      #expect(
        events == [
          ServerEvent(data: "a\nb", id: "1"), ServerEvent(name: "tick", data: #"{"n":0}"#, id: "2"),
          ServerEvent(data: "a\nb", id: "3"), ServerEvent(name: "tick", data: #"{"n":2}"#, id: "4"),
        ])
      let row = try events[3].value(of: Row.self)
      #expect(row == Row(n: 2))
    }
  }

  @Test("A stream is compressed only by a server with Compression")
  func coding() async throws {
    for (middleware, coding) in [([], nil), ([Compression(minBytes: 1)], "gzip")] as [([any Middleware], String?)] {
      try await serve(Server(port: 0, threads: 1, middleware: middleware, router: Self.router)) { port, _ in
        let connection = try RawConnection(port: port)
        try connection.write("GET /lines HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip\r\n\r\n")
        #expect(try connection.read(toHead: true).field("content-encoding") == coding)
      }
    }
  }
}
