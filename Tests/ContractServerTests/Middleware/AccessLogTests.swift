import Contract
import ContractHTTP
import Testing

@testable import ContractServer

@Suite("Access log")
struct AccessLogTests {
  let sink = TestSink()
  let clock = TestClock()

  func server(_ format: AccessLog.Format, _ inner: [any Middleware] = []) throws -> (MiddlewareFixture, AccessLog) {
    let log = AccessLog(format, sink, unloggedPaths: ["/todos/quiet"], time: clock.source)
    return (try MiddlewareFixture([log] + inner, maxBodyBytes: 5), log)
  }

  @Test("The common format has one line per request, including refused requests")
  func common() async throws {
    let (server, log) = try server(.common)
    _ = try await server.send(.get, "/todos/7?key=secret", [.authorization: "Bearer secret"])
    _ = try await server.send(.get, "/nowhere")
    _ = try await server.send(.post, "/echo", body: "too long")
    _ = try await server.send(.head, "/todos/7")
    _ = try await server.send(.head, "/todos/7", body: "too long")
    _ = try await server.send(.get, "/todos/quiet")
    await log.flush()
    let lines = sink.text.split(separator: "\n").map(String.init)
    let time = "- - - [10/Oct/2000:20:55:36 +0000]"
    #expect(lines.count == 5)
    #expect(lines[0] == "\(time) \"GET /todos/7 HTTP/1.1\" 200 6")
    #expect(lines[1].hasPrefix("\(time) \"GET /nowhere HTTP/1.1\" 404 "))
    #expect(lines[2].hasPrefix("\(time) \"POST /echo HTTP/1.1\" 413 "))
    #expect(lines[3] == "\(time) \"HEAD /todos/7 HTTP/1.1\" 200 -")
    #expect(lines[4] == "\(time) \"HEAD /todos/7 HTTP/1.1\" 413 -")
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
      others.on(.get, "/{a}/{b}/{c}") { _ in .text("other") }
    }
    let server = try MiddlewareFixture([log], uploads.mounted(at: "/:tenant/up") + others.routes)
    let id = String(repeating: "0", count: 32)
    for method in [HTTPMethod.head, .patch, .delete, .post, .options, .get] {
      for path in ["", "/", "/more", "//"] {
        _ = try await server.send(method, "/t/up/files/\(id)\(path)", ["Tus-Resumable": "1.0.0"])
      }
    }
    let spellings = [
      "/t/%75p/%66iles/\(id)/", "/t/up/files//\(id)", "//t/up/files/\(id)", "/t//up/files/\(id)",
      "/t/up/files%2F\(id)", "/t/up%2ffiles%2F\(id)%2F",
    ]
    for path in spellings { _ = try await server.send(.head, path) }
    await log.flush()
    let lines = sink.text.split(separator: "\n")
    #expect(lines.count == 30 && !sink.text.contains(id))
    #expect(lines.allSatisfy { $0.contains("iles/*") })
  }

  @Test("A path without an upload identifier is logged whole")
  func otherPaths() async throws {
    let log = AccessLog(.common, sink, time: clock.source)
    let uploads = ResumableUploads(in: "/nonexistent", at: "/files", maxBytes: 1) { _, _ in }
    let server = try MiddlewareFixture([log], uploads.routes)
    let paths = ["/files", "/files/", "/file/x", "/filesx/y", "/x/files/y", "/%41/x", "/files%2F", "/file%2Fx"]
    for path in paths { _ = try await server.send(.post, path) }
    await log.flush()
    let logged = sink.text.split(separator: "\n").map { $0.split(separator: " ")[6] }
    #expect(logged.map(String.init) == paths)
  }

  @Test("Only routes whose paths may contain the identifier of an upload are compared with the paths of uploads")
  func comparedRoutes() throws {
    let uploads = ResumableUploads(in: "/nonexistent", at: "/files", maxBytes: 1) { _, _ in }
    var others = Router()
    // A placeholder may have the value `files%2Fid`.
    let compared = ["/files/x", "/{a}/x", "/files/{a}/x", "/{path...}", "/{a}"]
    for path in compared + ["/x", "/x/{a}", "/x/{path...}"] {
      others.on(.get, PathTemplate(stringLiteral: path)) { _ in .text("other") }
    }
    let routes = try MiddlewareFixture([], uploads.routes + others.routes).pipeline.routes
    let found = routes.filter(\.mayHaveSecretPath).map { "\($0.operation.path)" }
    #expect(found.sorted() == compared.sorted())
    let without = try MiddlewareFixture([], others.routes).pipeline.routes
    #expect(!without.isEmpty && !without.contains(where: \.mayHaveSecretPath))
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
}
