import ContractTestSupport
import ContractTesting
import Testing

@Suite("JSON lines in a contract", .ownThreads, .timeLimit(.minutes(2)))
struct JSONLinesCallsTests {
  @Test("Values are read one by one", arguments: ArchiveRoad.allCases)
  func results(_ road: ArchiveRoad) async throws {
    try await road.serving { (api) async throws in
      var rows: [ArchiveRow] = []
      for try await row in try await api.rows(count: 2) { rows.append(row) }
      #expect(rows == [ArchiveRow(n: 0), ArchiveRow(n: 1)])
      for try await row in try await api.rows(count: 0) { Issue.record("\(row)") }
    }
  }

  @Test("A declared failure is thrown before the first value or after the last", arguments: ArchiveRoad.allCases)
  func failures(_ road: ArchiveRoad) async throws {
    try await road.serving { (api) async throws in
      await #expect(throws: ArchiveError.missing(name: "rows")) { _ = try await api.rows(count: -1) }
      var count = 0
      await #expect(throws: ArchiveError.changed) {
        for try await _ in try await api.rows(count: 3) { count += 1 }
      }
      #expect(count == 3)
    }
  }

  @Test("An undeclared error in the middle of a stream fails the call", arguments: ArchiveRoad.allCases)
  func breaks(_ road: ArchiveRoad) async throws {
    try await road.serving { (api) async throws in
      await #expect(throws: (any Error).self) { for try await _ in try await api.rows(count: 4) {} }
    }
  }

  @Test("Streams of values are sent as a body, and in both directions at once", arguments: ArchiveRoad.allCases)
  func bodies(_ road: ArchiveRoad) async throws {
    try await road.serving { (api) async throws in
      #expect(try await api.load(rows: JSONLines((1...4).map { ArchiveRow(n: $0) })) == 10)
      var doubled: [Int] = []
      for try await row in try await api.double(rows: JSONLines((1...3).map { ArchiveRow(n: $0) })) {
        doubled.append(row.n)
      }
      #expect(doubled == [2, 4, 6])
    }
  }

  struct Row: CustomTestStringConvertible {
    let body: String
    let type: String
    let status: HTTPStatus
    let text: String
    var testDescription: String { "\(type) \(body)" }

    init(_ body: String, type: String = "application/jsonl", _ status: HTTPStatus, _ text: String) {
      self.body = body
      self.type = type
      self.status = status
      self.text = text
    }
  }

  @Test(
    "A body of lines is read, or refused with the number of the invalid line",
    arguments: [
      Row("{\"n\":1}\n{\"n\":2}", .ok, "3"),
      Row("{\"n\":1}\r\n\n  \n{\"n\":2}\r\n", .ok, "3"),
      Row("", .ok, "0"),
      Row("{\"n\":1}\n", type: "application/x-ndjson", .ok, "1"),
      Row("{\"n\":1}\n", type: "application/json", .unsupportedMediaType, "send the request body as application/jsonl"),
      Row("{\"n\":1}\n{\"n\":\"x\"}\n", .badRequest, #""pointer":"/1/n","code":"type""#),
      Row("{\"n\":1}\n{}\n", .badRequest, #""pointer":"/1/n","code":"missing""#),
      Row("{\"n\":1,\"text\":\"too long\"}\n", .badRequest, #""pointer":"/0/text","code":"invalid""#),
      Row("{\"n\":1}\nno json\n", .badRequest, "line 2: not JSON at column 1: "),
      Row("{\"n\":1}\n{\"n\":2\n", .badRequest, #""pointer":"/1","code":"syntax""#),
      Row("{\"n\":\(String(repeating: "1", count: 1 << 20))}\n", .badRequest, "longer than 1048576 bytes"),
    ])
  func requests(_ row: Row) async throws {
    try await withServer(Server(port: 0, threads: 1) { ArchiveRoutes(ArchiveService()) }) { (client) async throws in
      let response = try await client("rows").post.body(text: row.body, type: MediaType(row.type)).response()
      #expect(response.status == row.status)
      let text = String(decoding: try await response.body.collect(upTo: 1 << 20), as: UTF8.self)
      #expect(text.contains(row.text), "\(text)")
    }
  }

  @Test("The server's limit for lines applies, with and without middleware", arguments: [false, true])
  func limited(hasMiddleware: Bool) async throws {
    var limits = ServerLimits()
    limits.maxLineBytes = 8
    let middleware: [any Middleware] = hasMiddleware ? [RequestID()] : []
    let server = Server(port: 0, threads: 1, limits: limits, middleware: middleware) { ArchiveRoutes(ArchiveService()) }
    try await withServer(server) { (client) async throws in
      for (body, status, text) in [
        ("{\"n\":10}\n{\"n\":20}", HTTPStatus.ok, "30"),
        ("{\"n\":200}\n", .badRequest, "line 1 of the request body is longer than 8 bytes"),
        ("{\"n\":1}\n{\"n\":200}\n", .badRequest, "line 2 of the request body is longer than 8 bytes"),
      ] {
        let response = try await client("rows").post.body(text: body, type: MediaType("application/jsonl")).response()
        #expect(response.status == status)
        let answer = String(decoding: try await response.body.collect(upTo: 1 << 20), as: UTF8.self)
        #expect(answer.contains(text), "\(answer)")
      }
    }
  }

  @Test(
    "Every media type of JSON Lines is accepted, and every other type is refused",
    arguments: [
      ("application/jsonl", HTTPStatus.ok), ("application/x-ndjson", .ok), ("application/ndjson;q=0.5, text/csv", .ok),
      ("application/*", .ok), ("application/json", .notAcceptable), ("application/jsonl;q=0", .notAcceptable),
    ])
  func accept(_ accept: String, _ status: HTTPStatus) async throws {
    try await withServer(Server(port: 0, threads: 1) { ArchiveRoutes(ArchiveService()) }) { (client) async throws in
      let response = try await client("rows").query("count", 0).header("Accept", accept).response()
      #expect(response.status == status)
    }
  }

  @Test("A result has one line for each value, and headers that prevent buffering by proxies")
  func wire() async throws {
    try await withServer(Server(port: 0, threads: 1) { ArchiveRoutes(ArchiveService()) }) { (client) async throws in
      let response = try await client("rows").query("count", 3).response()
      #expect(response.fields[.contentType] == "application/jsonl")
      #expect(response.fields["X-Accel-Buffering"] == "no")
      #expect(response.fields["Cache-Control"] == "no-store")
      let text = String(decoding: try await response.body.collect(upTo: 1 << 20), as: UTF8.self)
      let problem = #"{"problem":{"title":"Conflict","status":409,"code":"changed"}}"#
      #expect(text == "{\"n\":0,\"text\":\"x\"}\n{\"n\":1,\"text\":\"x\"}\n{\"n\":2,\"text\":\"x\"}\n\(problem)\n")
    }
  }
}
