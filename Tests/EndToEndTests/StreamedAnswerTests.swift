import ContractTestSupport
import ContractTesting
import Testing

/// Responses whose body is pulled while it is sent.
@Suite("Streamed responses", .ownThreads, .timeLimit(.minutes(5)))
struct StreamedAnswerTests {
  /// A stream that counts its pulled chunks.
  final class Source: Sendable {
    let pulled = Lock(0)
    let ended = Gate()
    let pieces: Int
    let size: Int

    init(pieces: Int, size: Int) {
      self.pieces = pieces
      self.size = size
    }

    func body(length: Int?, failsAtEnd: Bool = false) -> HTTPBody {
      struct Broken: Error {}
      return .stream(
        ByteStream(length: length) { [self] in
          let index = pulled.withLock { pulled in
            defer { pulled += 1 }
            return pulled
          }
          if index < pieces { return [UInt8](repeating: UInt8(truncatingIfNeeded: index), count: size) }
          ended.open()
          if failsAtEnd { throw Broken() }
          return nil
        })
    }

    var count: Int { pulled.withLock { $0 } }
  }

  static func server(
    middleware: [any Middleware] = [], reporting errors: Lock<[String]> = Lock([]),
    _ answer: @escaping @Sendable () -> HTTPBody
  ) -> Server {
    var router = Router()
    router.on(.get, "/stream") { _ in HTTPResponse(.ok, body: answer()) }
    router.on(.get, "/fine") { _ in .text("fine") }
    let report: @Sendable (any Error, ServerRequest) -> Void = { error, request in
      errors.withLock { $0.append("\(request.head.path) \(error)") }
    }
    return Server(port: 0, threads: 1, middleware: middleware, onError: report, router: router)
  }

  @Test("A stream of unknown length is chunked, and its connection stays open")
  func chunked() async throws {
    try await serve(Self.server { Source(pieces: 5, size: 70_000).body(length: nil) }) { port, _ in
      let connection = try RawConnection(port: port)
      let response = try connection.exchange("GET", "/stream")
      #expect(response.field("transfer-encoding") == "chunked")
      #expect(response.field("content-length") == nil)
      #expect(response.body.count == 350_000)
      #expect(response.body[349_999] == 4)
      #expect(try connection.exchange("GET", "/fine").text == "fine")
    }
  }

  @Test("A stream of known length has a Content-Length, and its connection stays open")
  func knownLength() async throws {
    try await serve(Self.server { Source(pieces: 5, size: 70_000).body(length: 350_000) }) { port, _ in
      let connection = try RawConnection(port: port)
      let response = try connection.exchange("GET", "/stream")
      #expect(response.field("content-length") == "350000")
      #expect(response.field("transfer-encoding") == nil)
      #expect(response.body.count == 350_000)
      #expect(try connection.exchange("GET", "/fine").text == "fine")
    }
  }

  @Test("HEAD does not pull the stream")
  func head() async throws {
    let source = Source(pieces: 5, size: 10)
    try await serve(Self.server { source.body(length: 50) }) { port, _ in
      let connection = try RawConnection(port: port)
      try connection.write("HEAD /stream HTTP/1.1\r\nHost: a\r\n\r\nGET /fine HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try connection.read(toHead: true).field("content-length") == "50")
      #expect(try connection.read().text == "fine")
      #expect(source.count == 0)
    }
  }

  @Test("An in-process stream is pulled chunk by chunk and may exceed maxResponseBytes")
  func inProcess() async throws {
    let source = Source(pieces: .max, size: 1000)
    let client = Self.server { source.body(length: nil) }.inProcess.maxResponseBytes(1500)
    #expect(source.count == 0)
    var read = 0
    for try await piece in try await client("stream").stream().bytes {
      read += piece.count
      if read >= 5000 { break }
    }
    #expect(read == 5000 && source.count <= 6)
    await #expect(throws: ClientError.self) { try await client("stream").response() }
    let pulled = source.count
    let head = try await InProcessTransport(Self.server { source.body(length: nil) })
      .stream(HTTPRequest(.head, "/stream"), options: TransportOptions())
    #expect(head.status == .ok && head.body.length == 0 && source.count == pulled)
  }

  @Test("A stream over HTTP/1.0 ends with the connection")
  func http10() async throws {
    try await serve(Self.server { Source(pieces: 3, size: 5).body(length: nil) }) { port, _ in
      let connection = try RawConnection(port: port)
      try connection.write("GET /stream HTTP/1.0\r\n\r\n")
      let head = try connection.read(toHead: true)
      #expect(head.field("transfer-encoding") == nil)
      #expect(head.field("connection") == "close")
      #expect(connection.rest() == [0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2])
    }
  }

  @Test("A stream is pulled only as fast as the client reads")
  func backPressure() async throws {
    let source = Source(pieces: 1000, size: 64 << 10)
    try await serve(Self.server { source.body(length: nil) }) { port, _ in
      let connection = try RawConnection(port: port, receiveBuffer: 16 << 10)
      try connection.write("GET /stream HTTP/1.1\r\nHost: a\r\n\r\n")
      _ = try connection.read(toHead: true)
      // Other clients are served while this client reads nothing, and no more is pulled than the kernel's buffers hold.
      for _ in 0..<200 { #expect(try RawConnection(port: port).exchange("GET", "/fine").text == "fine") }
      #expect(source.count < 200, "pulled \(source.count) pieces of 64 KiB ahead of the client")
      #expect(try connection.readChunks().count == 1000 * (64 << 10))
      #expect(source.ended.isOpen)
      #expect(try connection.exchange("GET", "/fine").text == "fine")
    }
  }

  @Test("A stream is dropped when its client disconnects")
  func departure() async throws {
    let released = Gate()
    let source = Source(pieces: .max, size: 64 << 10)
    final class Token: Sendable {
      let gate: Gate
      init(_ gate: Gate) { self.gate = gate }
      deinit { gate.open() }
    }
    let body: @Sendable () -> HTTPBody = {
      let token = Token(released)
      return .stream(
        ByteStream {
          _ = token
          source.pulled.withLock { $0 += 1 }
          return [UInt8](repeating: 0, count: 64 << 10)
        })
    }
    try await serve(Self.server(body)) { port, _ in
      let connection = try RawConnection(port: port)
      try connection.write("GET /stream HTTP/1.1\r\nHost: a\r\n\r\n")
      _ = try connection.read(toHead: true)
      connection.reset()
      await released.wait()
      #expect(try RawConnection(port: port).exchange("GET", "/fine").text == "fine")
    }
  }

  enum Fault: String, CaseIterable {
    case throwing = "/stream Broken()"
    case short = "/stream the stream has 10 of 11 announced bytes"
    case long = "/stream the stream has more than the 9 announced bytes"

    func body() -> HTTPBody {
      switch self {
      case .throwing: Source(pieces: 2, size: 5).body(length: nil, failsAtEnd: true)
      case .short: Source(pieces: 2, size: 5).body(length: 11)
      case .long: Source(pieces: 2, size: 5).body(length: 9)
      }
    }
  }

  @Test(
    "A failed stream is reported and cut off, so that no client mistakes it for complete",
    arguments: Fault.allCases, [false, true])
  func faults(_ fault: Fault, hasMiddleware: Bool) async throws {
    let errors = Lock<[String]>([])
    let server = Self.server(middleware: hasMiddleware ? [RequestID()] : [], reporting: errors) { fault.body() }
    try await serve(server) { port, client in
      let connection = try RawConnection(port: port)
      try connection.write("GET /stream HTTP/1.1\r\nHost: a\r\n\r\nGET /fine HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try connection.read(toHead: true).status == 200)
      let rest = String(decoding: connection.rest(), as: UTF8.self)
      #expect(!rest.hasSuffix("0\r\n\r\n"))
      #expect(!rest.contains("fine"), "no response may follow a cut-off stream")
      try await Self.expectLoss(client)
    }
    #expect(errors.withLock { $0 } == [fault.rawValue, fault.rawValue])
  }

  @Test("A failed stream in process is reported and ends the call", arguments: Fault.allCases)
  func faultsInProcess(_ fault: Fault) async throws {
    let errors = Lock<[String]>([])
    try await Self.expectLoss(Self.server(reporting: errors) { fault.body() }.inProcess)
    #expect(errors.withLock { $0 } == [fault.rawValue])
  }

  @Test("A stream with a negative length is reported, and its client gets 500")
  func negativeLength() async throws {
    let errors = Lock<[String]>([])
    let server = Self.server(reporting: errors) { Source(pieces: 0, size: 0).body(length: -5) }
    try await serve(server) { port, _ in
      let connection = try RawConnection(port: port)
      #expect(try connection.exchange("GET", "/stream").status == 500)
      #expect(try connection.exchange("GET", "/fine").text == "fine")
    }
    #expect(errors.withLock { $0 } == ["/stream the stream announces a negative length, -5"])
  }

  private static func expectLoss(_ client: APIClient) async throws {
    do {
      _ = try await client.call(Endpoint<Empty, [UInt8]>(.get, "/stream"))
      Issue.record("expected the truncated response to be thrown")
    } catch let error as ClientError {
      #expect(error.code == .lostConnection, "\(error)")
    }
  }

  @Test("A stream that fails because its client has disconnected is not reported", arguments: [false, true])
  func reportedDeparture(readsContent: Bool) async throws {
    let errors = Lock<[String]>([])
    let isWaiting = Gate()
    let ended = Gate()
    let operation = APIOperation(id: "relay", method: .post, path: "/relay", requestContent: .stream)
    let relay = Route(operation: operation) { request in
      let content = request.content
      let first = Lock([[UInt8(65)]][...])
      let stream = ByteStream {
        if let chunk = first.withLock({ $0.popFirst() }) { return chunk }
        isWaiting.open()
        defer { ended.open() }
        if readsContent { return try await content.next() }
        try await Gate().waitUnlessCancelled()
        return nil
      }
      return HTTPResponse(.ok, body: .stream(stream))
    }
    let fine = Route(operation: APIOperation(id: "fine", method: .get, path: "/fine")) { _ in .text("fine") }
    let server = Server(port: 0, threads: 1, onError: { error, _ in errors.withLock { $0.append("\(error)") } }) {
      relay
      fine
    }
    try await serve(server) { port, _ in
      let connection = try RawConnection(port: port)
      let framing = readsContent ? "Transfer-Encoding: chunked" : "Content-Length: 0"
      try connection.write("POST /relay HTTP/1.1\r\nHost: a\r\n\(framing)\r\n\r\n")
      #expect(try connection.read(toHead: true).status == 200)
      // The test waits, because an earlier reset would end the stream before its second chunk is requested.
      await isWaiting.wait()
      connection.reset()
      await ended.wait()
      #expect(try RawConnection(port: port).exchange("GET", "/fine").text == "fine")
    }
    #expect(errors.withLock { $0 } == [])
  }
}
