import Contract
import ContractHTTP
import Testing

@testable import ContractServer

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Stores written bytes, and accepts only a configured number of them.
final class TestSink: LogSink {
  struct State {
    var bytes: [UInt8] = []
    var room = Int.max
    var reopened = 0
  }
  let state = Lock(State())

  func write(_ bytes: ArraySlice<UInt8>) -> Int {
    state.withLock { state in
      let count = min(bytes.count, state.room)
      state.bytes += bytes.prefix(count)
      if state.room != .max { state.room -= count }
      return count
    }
  }

  func reopen() { state.withLock { $0.reopened += 1 } }
  var text: String { String(decoding: state.withLock { $0.bytes }, as: UTF8.self) }
  func setRoom(_ room: Int) { state.withLock { $0.room = room } }
}

@Suite("Access log")
struct AccessLogTests {
  let sink = TestSink()
  let clock = TestClock()

  func server(_ format: AccessLog.Format, _ inner: [any Middleware] = []) throws -> (MiddlewareFixture, AccessLog) {
    let log = AccessLog(format, sink, unloggedPaths: ["/todos/quiet"], time: clock.source)
    return (try MiddlewareFixture([log] + inner, maxBodyBytes: 5), log)
  }

  @Test("The common format has one line per request, refused or not")
  func common() async throws {
    let (server, log) = try server(.common)
    _ = try await server.send(.get, "/todos/7?key=secret", [.authorization: "Bearer secret"])
    _ = try await server.send(.get, "/nowhere")
    _ = try await server.send(.post, "/echo", body: "too long")
    _ = try await server.send(.head, "/todos/7")
    _ = try await server.send(.get, "/todos/quiet")
    await log.flush()
    let lines = sink.text.split(separator: "\n").map(String.init)
    let time = "- - - [10/Oct/2000:20:55:36 +0000]"
    #expect(lines.count == 4)
    #expect(lines[0] == "\(time) \"GET /todos/7 HTTP/1.1\" 200 6")
    #expect(lines[1].hasPrefix("\(time) \"GET /nowhere HTTP/1.1\" 404 "))
    #expect(lines[2].hasPrefix("\(time) \"POST /echo HTTP/1.1\" 413 "))
    #expect(lines[3] == "\(time) \"HEAD /todos/7 HTTP/1.1\" 200 -")
    #expect(!sink.text.contains("secret"))
  }

  @Test(
    "The identifier of an upload is not logged", arguments: [AccessLog.Format.common, .json], [false, true])
  func uploads(format: AccessLog.Format, hasOtherRoutes: Bool) async throws {
    let log = AccessLog(format, sink, time: clock.source)
    let uploads = ResumableUploads(in: "/nonexistent", at: "/files", maxBytes: 1) { _, _ in }
    var others = Router()
    if hasOtherRoutes {
      others.on(nil, "/{path...}") { _ in .text("other") }
      others.on(.get, "/{a}/{b}/{c}/{d}") { _ in .text("other") }
    }
    let server = try MiddlewareFixture([log], uploads.mounted(at: "/:tenant/up") + others.routes)
    let id = String(repeating: "0", count: 32)
    for method in [HTTPMethod.head, .patch, .delete, .post, .options, .get] {
      for path in ["", "/", "/more", "//"] {
        _ = try await server.send(method, "/t/up/files/\(id)\(path)", ["Tus-Resumable": "1.0.0"])
      }
    }
    let spellings = ["/t/%75p/%66iles/\(id)/", "/t/up/files//\(id)", "//t/up/files/\(id)", "/t//up/files/\(id)"]
    for path in spellings { _ = try await server.send(.head, path) }
    await log.flush()
    let lines = sink.text.split(separator: "\n")
    #expect(lines.count == 28 && !sink.text.contains(id))
    #expect(lines.allSatisfy { $0.contains("iles/*") })
  }

  @Test("Paths without the identifier of an upload are logged as a whole")
  func otherPaths() async throws {
    let log = AccessLog(.common, sink, time: clock.source)
    let uploads = ResumableUploads(in: "/nonexistent", at: "/files", maxBytes: 1) { _, _ in }
    let server = try MiddlewareFixture([log], uploads.routes)
    let paths = ["/files", "/files/", "/file/x", "/filesx/y", "/x/files/y", "/%41/x"]
    for path in paths { _ = try await server.send(.post, path) }
    await log.flush()
    let logged = sink.text.split(separator: "\n").map { $0.split(separator: " ")[6] }
    #expect(logged.map(String.init) == paths)
  }

  struct Slow: ServerMiddleware {
    let clock: TestClock
    func handle(
      _ request: HTTPRequest, in exchange: Exchange, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
    ) async throws -> HTTPResponse {
      clock.advance(milliseconds: 12)
      exchange.id = "id-1"
      exchange.client = ClientOrigin(address: "192.0.2.7")
      return try await next(request)
    }
  }

  @Test("The JSON format has route, operation, client, ID and duration")
  func json() async throws {
    let (server, log) = try server(.json, [Slow(clock: clock)])
    _ = try await server.send(.get, "/todos/7?key=secret")
    await log.flush()
    #expect(
      sink.text == """
        {"time":"2000-10-10T20:55:36.000Z","id":"id-1","client":"192.0.2.7","method":"GET","path":"/todos/7",\
        "route":"/todos/{id}","operation":"todo","status":200,"bytes":6,"duration_us":12000}

        """)
  }

  @Test("A logged request is escaped to stay on one line")
  func escapes() throws {
    var entry = AccessLogEntry(
      time: 0, client: "::1", method: "GET", path: "/\"\\\u{7F}é\n[]", minorVersion: 0, status: 200, bytes: 1,
      nanoseconds: 0, id: "1")
    #expect(
      String(decoding: entry.commonLine, as: UTF8.self)
        == "::1 - - [01/Jan/1970:00:00:00 +0000] \"GET /\\x22\\x5c\\x7f\\xc3\\xa9\\x0a[] HTTP/1.0\" 200 1\n")
    #expect(entry.jsonLine.count { $0 == 0x0A } == 1)
    entry.method = nil
    #expect(String(decoding: entry.commonLine, as: UTF8.self).contains("\"-\" 200 1"))
  }

  @Test("A cancelled request is logged and counted with status 499 and no bytes")
  func disconnected() async throws {
    let metrics = Metrics(path: nil)
    let (server, log) = try server(.json, [metrics])
    await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      _ = try? await server.send(.get, "/todos/7")
    }.value
    await log.flush()
    #expect(sink.text.contains(#""status":499,"bytes":0,"duration_us""#), "\(sink.text)")
    #expect(metrics.text().contains(#"http_server_response_bytes_total{route="/todos/{id}"} 0"#), "\(metrics.text())")
  }

  @Test("A stream is logged at its end with the bytes sent")
  func streams() async throws {
    let log = AccessLog(.json, sink, time: clock.source)
    var router = Router()
    router.on(.get, "/stream") { _ in
      let left = Lock(2)
      return HTTPResponse(
        .ok,
        body: .stream(
          ByteStream {
            left.withLock { left in
              left -= 1
              return left >= 0 ? [1, 2, 3] : nil
            }
          }))
    }
    let server = try MiddlewareFixture([log], router.routes)
    do {
      let response = try await server.send(.get, "/stream")
      await log.flush()
      #expect(sink.text == "")
      #expect(try await response.bytes.count == 6)
    }
    do {
      let response = try await server.send(.get, "/stream")
      guard case .stream(let stream) = response.body else { Issue.record("no stream"); return }
      _ = try await stream.next()
    }
    await log.flush()
    let lines = sink.text.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines[0].contains("\"bytes\":6,\"duration") && lines[1].contains("\"bytes\":3,\"complete\":false"))
  }

  @Test("A line that exceeds the buffer is dropped and counted")
  func bounded() {
    var buffer = LineBuffer(capacity: 10)
    let kept = [buffer.append([1, 2, 3, 4, 5, 10]), buffer.append([1, 2, 3, 4, 10]), buffer.append([1, 2, 3, 10])]
    #expect(kept == [true, false, true])
    #expect(buffer.dropped == 1)
    let taken = buffer.take().lines
    #expect(taken.count == 10 && buffer.bytes.isEmpty)
    let isRoomy = buffer.append([10])
    #expect(isRoomy)
  }

  @Test("Lines lost to a full disk are counted, and the next line starts on a new line")
  func fullDisk() async throws {
    let writer = LogWriter(sink, capacity: 100)
    sink.setRoom(7)
    writer.write(Array("one\n".utf8))
    await writer.flush()
    writer.write(Array("second\n".utf8))
    await writer.flush()
    writer.write(Array("third\n".utf8))
    await writer.flush()
    #expect(sink.text == "one\nsec")
    #expect(writer.dropped == 2)
    sink.setRoom(.max)
    writer.write(Array("fourth\n".utf8))
    await writer.flush()
    #expect(sink.text == "one\nsec\nfourth\n")
    #expect(writer.dropped == 2)
  }

  /// A sink during whose writes the writer gets another line to write.
  final class GreedySink: LogSink {
    let writer = Lock<LogWriter?>(nil)
    func write(_ bytes: ArraySlice<UInt8>) -> Int {
      writer.withLock { $0 }?.write([0x61, 0x0A])
      return bytes.count
    }
    func reopen() {}
  }

  @Test("A flush ends although writes continue", .timeLimit(.minutes(1)))
  func endlessWriting() async throws {
    let greedy = GreedySink()
    let writer = LogWriter(greedy, capacity: 100)
    greedy.writer.withLock { $0 = writer }
    writer.write([0x61, 0x0A])
    for _ in 0..<10 { await writer.flush() }
    greedy.writer.withLock { $0 = nil }
    await writer.flush()
    #expect(writer.dropped == 0)
  }

  @Test("Concurrent flushes all finish while others write", .timeLimit(.minutes(1)))
  func flushingAndWriting() async throws {
    let writer = LogWriter(sink, capacity: 1 << 20)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<1000 {
            writer.write([0x61, 0x0A])
            await writer.flush()
          }
        }
      }
    }
    #expect(sink.text.utf8.count == 8000 && writer.dropped == 0)
  }

  @Test("A log writer gives up on a blocked pipe")
  func stuckPipe() async throws {
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    let writer = LogWriter(LogFile(descriptor: ends[1], patience: 10), capacity: 1 << 20)
    let line = Array(repeating: UInt8(0x61), count: 9999) + [0x0A]
    for _ in 0..<20 { writer.write(line) }
    await writer.flush()
    // The pipe has room for 64 KiB, so most of the 20 lines of 10,000 bytes are dropped.
    #expect((13...19).contains(writer.dropped))
  }

  /// A sink that requests a rotation, and logs another line, while it writes the first one.
  final class RotatingSink: LogSink {
    let writer = Lock<LogWriter?>(nil)
    let events = Lock<[String]>([])

    func write(_ bytes: ArraySlice<UInt8>) -> Int {
      events.withLock { $0.append(String(decoding: bytes, as: UTF8.self)) }
      if bytes.first == 0x31 {
        let writer = writer.withLock { $0 }
        writer?.write([0x32, 0x0A])
        writer?.reopen()
        writer?.reopen()
        writer?.write([0x33, 0x0A])
      }
      return bytes.count
    }

    func reopen() { events.withLock { $0.append("reopen") } }
  }

  @Test("Lines after a rotation go to the new file while earlier ones are being written", .timeLimit(.minutes(1)))
  func rotationWhileWriting() async {
    let sink = RotatingSink()
    let writer = LogWriter(sink, capacity: 100)
    sink.writer.withLock { $0 = writer }
    writer.write([0x31, 0x0A])
    for _ in 0..<3 { await writer.flush() }
    sink.writer.withLock { $0 = nil }
    #expect(sink.events.withLock { $0 } == ["1\n", "2\n", "reopen", "3\n"])
  }

  @Test("A log file is reopened after rotation")
  func rotation() async throws {
    let path = "/tmp/contract-log-\(UInt64.random(in: 0 ... .max))"
    defer {
      unlink(path)
      unlink(path + ".1")
    }
    let log = try AccessLog(.common, file: path)
    let server = try MiddlewareFixture([log])
    _ = try await server.send(.get, "/todos/1")
    await log.flush()
    #expect(rename(path, path + ".1") == 0)
    log.reopen()
    _ = try await server.send(.get, "/todos/2")
    await log.flush()
    for (name, target) in [(path + ".1", "/todos/1"), (path, "/todos/2")] {
      let file = try #require(fopen(name, "r"))
      var bytes = [UInt8](repeating: 0, count: 1000)
      let count = fread(&bytes, 1, bytes.count, file)
      fclose(file)
      let lines = String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n")
      #expect(lines.count == 1 && lines[0].contains("GET \(target) "))
    }
    #expect(log.droppedLines == 0)
  }

  @Test("A failure to reopen the log file is reported once, and lines continue to go to the old file")
  func failedRotation() async throws {
    let folder = TemporaryFolder()
    let (path, moved) = (folder.file("log"), folder.file("moved"))
    let errors = Lock<[LogFileError]>([])
    let writer = LogWriter(try LogFile(path: path) { error in errors.withLock { $0.append(error) } }, capacity: 100)
    #expect(rename(path, moved) == 0 && mkdir(path, 0o700) == 0)
    defer { rmdir(path) }
    writer.reopen()
    writer.write([0x61, 0x0A])
    await writer.flush()
    #expect(errors.withLock { $0 } == [LogFileError(path: path, code: EISDIR)])
    let file = try #require(fopen(moved, "r"))
    defer { fclose(file) }
    #expect(fgetc(file) == 0x61)
  }

  @Test("A named pipe with a reader receives lines, and a pipe without a reader is an error", .timeLimit(.minutes(1)))
  func namedPipe() async throws {
    let folder = TemporaryFolder()
    let path = folder.file("pipe")
    #expect(mkfifo(path, 0o600) == 0)
    let error = #expect(throws: LogFileError.self) { try LogFile(path: path) }
    #expect(error?.code == ENXIO && error?.description.contains("; if it is a pipe, start its reader first") == true)
    let reader = open(path, O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    let log = try LogFile(path: path)
    #expect(log.write([0x61, 0x0A]) == 2)
    var bytes = [UInt8](repeating: 0, count: 10)
    #expect(read(reader, &bytes, bytes.count) == 2)
  }

  @Test("A line for a full device is dropped, and a file that cannot be opened is an error")
  func files() async throws {
    let full = AccessLog(.common, try LogFile(path: "/dev/full"))
    let server = try MiddlewareFixture([full])
    #expect(try await server.send(.get, "/todos/1").status == 200)
    await full.flush()
    #expect(full.droppedLines == 1)
    #expect(throws: LogFileError.self) { try AccessLog(file: "/nonexistent/folder/log") }
  }
}
