import Contract
import ContractHTTP
import ContractLoop
import Testing

@testable import ContractClient

@Suite("Limits of response streams", .timeLimit(.minutes(2)))
struct StreamLimitTests {
  @Test("A line longer than the limit is refused")
  func longLines() throws {
    var splitter = LineSplitter(.lineFeed, maxLineBytes: 4)
    try splitter.append(Array("abcd\nab".utf8))
    #expect(throws: ClientError.self) { try splitter.append(Array("cde".utf8)) }
  }

  @Test(
    "The CR LF of a line does not count toward the line limit",
    arguments: [["abcd\r\n"], ["abcd\r", "\n"], ["abcd\r"]])
  func returnsAtTheLimit(chunks: [String]) throws {
    var splitter = LineSplitter(.lineFeed, maxLineBytes: 4)
    for chunk in chunks { try splitter.append(Array(chunk.utf8)) }
    splitter.end()
    #expect(splitter.next() == Array("abcd".utf8))
    try splitter.append(Array("abcd\r".utf8))
    #expect(throws: ClientError.self) { try splitter.append(Array("\r".utf8)) }
  }

  @Test("The lines before a line that is too long are read")
  func linesBeforeLongLine() async throws {
    let client = StreamTests.client(["one\ntwo\nthree\n"]).maxLineBytes(3)
    var read: [String] = []
    let code = await clientErrorCode {
      for try await line in try await client("log").stream().lines { read.append(line) }
    }
    #expect(code == .responseTooLarge)
    #expect(read == ["one", "two"])
  }

  @Test("An error about a long line names the operation")
  func longLine() async throws {
    let client = StreamTests.client(Array(repeating: String(repeating: "x", count: 1 << 19), count: 3))
    let error = await #expect(throws: ClientError.self) {
      for try await _ in try await client("log").stream().lines {}
    }
    #expect(
      error?.description
        == "GET /log: a line of the response is longer than 1048576 bytes; allow more with .maxLineBytes(_:) "
        + "[responseTooLarge]")
  }

  private static let declaredRows = Endpoint<Empty, JSONLines<String>>(.get, "/rows")
  private static let declaredEvents = Endpoint<Empty, ServerEvents<Int>>(.get, "/events")

  /// The kind of stream, the limit of its client, and whether that allows the stream.
  static let limits: [(String, @Sendable (APIClient) -> APIClient, isRead: Bool)] = [
    ("lines", { $0.maxLineBytes(8) }, isRead: true), ("lines", { $0.maxLineBytes(7) }, isRead: false),
    ("lines", { $0.maxEventBytes(1) }, isRead: true), ("lines", { $0.maxLineBytes(.max) }, isRead: true),
    ("lines", { $0.maxLineBytes(-1) }, isRead: false), ("rows", { $0.maxLineBytes(8) }, isRead: true),
    ("rows", { $0.maxLineBytes(7) }, isRead: false), ("events", { $0.maxEventBytes(8) }, isRead: true),
    ("events", { $0.maxEventBytes(7) }, isRead: false), ("events", { $0.maxLineBytes(1) }, isRead: true),
    ("events", { $0.maxEventBytes(.max) }, isRead: true), ("events", { $0.maxEventBytes(.min) }, isRead: false),
    ("again", { $0.maxEventBytes(8) }, isRead: true), ("again", { $0.maxEventBytes(7) }, isRead: false),
    ("declared rows", { $0.maxLineBytes(8) }, isRead: true), ("declared rows", { $0.maxLineBytes(7) }, isRead: false),
    ("declared rows", { $0.maxEventBytes(1) }, isRead: true), ("declared rows", { $0.maxLineBytes(-1) }, isRead: false),
    ("declared events", { $0.maxEventBytes(8) }, isRead: true),
    ("declared events", { $0.maxEventBytes(7) }, isRead: false),
    ("declared events", { $0.maxLineBytes(1) }, isRead: true),
    ("declared events", { $0.maxEventBytes(.min) }, isRead: false),
  ]

  @Test("`maxLineBytes` limits lines and JSON lines, and `maxEventBytes` limits events", arguments: limits.indices)
  func limited(row: Int) async throws {
    let (kind, limit, isRead) = Self.limits[row]
    let isEvents = kind.hasSuffix("events") || kind == "again"
    let transport = AnsweringTransport { _, number in
      if number > 1 { return HTTPResponse(.noContent) }
      return isEvents
        ? StreamTests.response(["data: 1234", "5678\n\n"], type: StreamTests.events)
        : StreamTests.response(["\"1234", "56\"\n"], type: "application/jsonl")
    }
    let client = limit(APIClient(transport)).configured { $0.clock = TestClock().clock }
    var read: [String] = []
    let code = await clientErrorCode {
      switch kind {
      case "lines": for try await line in try await client.stream().lines { read.append(line) }
      case "rows":
        for try await row in try await client.call(.stream, as: .jsonLines(of: String.self)) { read.append(row) }
      case "events": for try await event in try await client.call(.stream, as: .events) { read.append(event.data) }
      case "declared rows":
        for try await row in try await client.call(Self.declaredRows) { read.append(row) }
      case "declared events":
        for try await number in try await client.call(Self.declaredEvents) { read.append("\(number)") }
      default: for try await event in client.events() { read.append(event.data) }
      }
    }
    #expect(code == (isRead ? nil : .responseTooLarge))
    #expect(read == (isRead ? [kind == "lines" ? "\"123456\"" : isEvents ? "12345678" : "123456"] : []))
  }

  @Test("An event longer than 1 MiB is refused")
  func longEvents() async throws {
    let line = "data:" + String(repeating: "x", count: (1 << 19) - 1) + "\n"
    let whole = StreamTests.client([line, line + "\n", line])
    var iterator = try await whole.call(.stream, as: .events).makeAsyncIterator()
    #expect(try await iterator.next()?.data.utf8.count == (1 << 20) - 1)
    let endless = StreamTests.client(Array(repeating: line, count: 3))
    iterator = try await endless.call(.stream, as: .events).makeAsyncIterator()
    do {
      _ = try await iterator.next()
      Issue.record("expected responseTooLarge")
    } catch let error as ClientError {
      #expect(error.code == .responseTooLarge)
      #expect(
        error.description
          == "GET /: an event of the response has more than 1048576 bytes of data; allow more with "
          + ".maxEventBytes(_:) [responseTooLarge]")
    }
  }
}
