import Contract
import ContractHTTP
import ContractLoop
import ContractTestSupport
import Testing

@testable import ContractServer
@testable import ContractSockets

@Suite("Access log of streams", .ownThreads, .timeLimit(.minutes(1)))
struct LoggedStreamTests {
  enum Content: CaseIterable {
    /// Streams that the engine does not read.
    case empty, emptyFile
    case chunked, counted, file
    case short, long, shortFile
    /// Events whose client disconnects.
    case abandoned

    func body(_ tree: FileTree) throws -> ByteStream {
      switch self {
      case .empty: return Self.chunks(0, length: 0)
      case .emptyFile: return try Self.file(tree, bytes: 0)
      case .chunked: return Self.chunks(2, length: nil)
      case .counted: return Self.chunks(2, length: 20)
      case .file: return try Self.file(tree, bytes: 1000)
      case .short: return Self.chunks(2, length: 30)
      case .long: return Self.chunks(2, length: 15)
      case .shortFile:
        let stream = try Self.file(tree, bytes: 1000)
        tree.resize("file", to: 400)
        return stream
      case .abandoned:
        // The source is silent, but not finished.
        return ByteStream(AsyncStream { $0.yield([UInt8](repeating: 65, count: 10)) })
      }
    }

    private static func chunks(_ count: Int, length: Int?) -> ByteStream {
      let left = Lock(count)
      return ByteStream(length: length) {
        left.withLock { left in
          left -= 1
          return left >= 0 ? [UInt8](repeating: 65, count: 10) : nil
        }
      }
    }

    private static func file(_ tree: FileTree, bytes: Int) throws -> ByteStream {
      tree.write([UInt8](repeating: 65, count: bytes), to: "file")
      return ByteStream(try FileReader(path: tree.path(of: "file")))
    }

    var logged: String {
      switch self {
      case .empty, .emptyFile: #""bytes":0,"duration_us""#
      case .chunked, .counted: #""bytes":20,"duration_us""#
      case .file: #""bytes":1000,"duration_us""#
      case .short, .long: #""bytes":20,"complete":false"#
      case .shortFile: #""bytes":400,"complete":false"#
      case .abandoned: #""bytes":10,"complete":false"#
      }
    }
  }

  @Test("A stream is logged as complete if the client could get all of it", arguments: Content.allCases)
  func complete(_ content: Content) async throws {
    let (sink, tree) = (TestSink(), FileTree())
    let log = AccessLog(.json, sink, unloggedPaths: ["/ping"])
    var router = Router()
    router.on(.get, "/stream") { _ in HTTPResponse(.ok, body: .stream(try content.body(tree))) }
    router.on(.get, "/ping") { _ in .text("pong") }
    let server = Server(port: 0, threads: 1, middleware: [log], onError: { _, _ in }, router: router)
    let address = SocketAddress.ipv4(0x7F00_0001, port: UInt16(try await server.start().port))
    let client = try RawClient(address)
    try client.send("GET /stream HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
    if content == .abandoned {
      _ = try client.head()
      try client.reset()
    } else {
      _ = try client.toEnd()
    }
    // The server notices the end of the stream after a few more events, which another client causes.
    let other = try RawClient(address)
    repeat {
      try other.send("GET /ping HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try other.response().body == "pong")
      await log.flush()
    } while sink.text.isEmpty
    await server.stop()
    #expect(sink.text.contains(content.logged), "\(sink.text)")
  }

  @Test("A stream with a negative length is logged and counted with the status that its client gets")
  func negativeLength() async throws {
    let (sink, metrics) = (TestSink(), Metrics())
    var router = Router()
    router.on(.get, "/stream") { _ in HTTPResponse(.ok, body: .stream(ByteStream(length: -5) { nil })) }
    let server = Server(
      port: 0, threads: 1, middleware: [AccessLog(.json, sink), metrics], onError: { _, _ in }, router: router)
    let address = SocketAddress.ipv4(0x7F00_0001, port: UInt16(try await server.start().port))
    let client = try RawClient(address)
    try client.send("GET /stream HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
    let text = try client.toEnd()
    #expect(text.hasPrefix("HTTP/1.1 500 ") && text.contains(#""status":500"#), "\(text)")
    await server.stop()
    #expect(sink.text.contains(#""status":500"#) && !sink.text.contains(#""status":200"#), "\(sink.text)")
    #expect(metrics.text().contains(#"status="500""#) && !metrics.text().contains(#"status="200""#))
  }

  @Test("Heartbeats count as sent bytes")
  func heartbeats() async throws {
    let sink = TestSink()
    let log = AccessLog(.json, sink)
    let stream = ByteStream(AsyncStream { $0.finish() })
      .beating(ByteStream.Heartbeat(every: .seconds(1)) { Array(":\n\n".utf8) })
    var router = Router()
    router.on(.get, "/stream") { _ in HTTPResponse(.ok, body: .stream(stream)) }
    let response = try await MiddlewareFixture([log], router.routes).send(.get, "/stream")
    guard case .stream(let logged) = response.body else {
      Issue.record("no stream")
      return
    }
    for _ in 0..<2 { #expect(logged.heartbeat?.bytes() == Array(":\n\n".utf8)) }
    #expect(try await logged.next() == nil)
    await log.flush()
    #expect(sink.text.contains(#""bytes":6,"duration_us""#), "\(sink.text)")
  }
}
