import ContractServer
import ContractTestSupport
import ContractTesting
import Testing

@API @Security(.bearer)
private protocol Notes: Sendable {
  @GET("/notes") func read() async throws -> String
  @POST("/notes") func write(text: String) async throws -> String
  @PUT("/notes") @Security(.bearer, scopes: "a") @Security(.bearer, scopes: "b")
  func replace(text: String) async throws -> String
  @GET("/linger") @Timeout(.milliseconds(50)) func linger() async throws -> String
  @PUT("/pages") @MaxBody(10) func load(pages: Body<ByteStream>) async throws -> Int
}

private struct NoteService: Notes {
  private var user: String { ServerRequest.current?.principal(String.self) ?? "nobody" }
  func read() async throws -> String { user }
  func write(text: String) async throws -> String { "\(user): \(text)" }
  func replace(text: String) async throws -> String { "\(user): \(text)" }
  func linger() async throws -> String { user }
  func load(pages: ByteStream) async throws -> Int { try await pages.collect(upTo: 1000).count }
}

/// Changes a header of each request, which is then checked again.
private struct Marking: Middleware {
  func handle(
    _ request: HTTPRequest, for operation: APIOperation?, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    var request = request
    request.fields["X-Mark"] = "1"
    return try await next(request)
  }
}

/// Authenticators that wait, over sockets and in process.
@Suite("Asynchronous authenticators", .ownThreads)
struct WaitingAuthenticatorTests {
  private struct Unreachable: Error {}

  /// A server whose sessions are on an actor, and the number of its checks.
  private actor Sessions {
    private(set) var checks = 0
    func client(_ credentials: Credentials) async throws -> Authenticated<String>? {
      checks += 1
      switch credentials {
      case .bearer("ann"): return Authenticated("Ann", scopes: ["b"])
      case .bearer("down"): throw Unreachable()
      case .bearer("flaky"):
        if checks == 1 { throw Unreachable() }
        return Authenticated("Ann")
      case .bearer("slow"):
        try await Task.sleep(for: .seconds(600))
        return nil
      default: return nil
      }
    }
  }

  private static func server(
    _ sessions: Sessions, _ middleware: [any Middleware] = [], limit: Duration = .seconds(5),
    errors: ErrorLog = ErrorLog()
  ) -> Server {
    Server(port: 0, threads: 1, middleware: middleware, onError: { error, request in errors.add(error, request) }) {
      NotesRoutes(NoteService())
    }
    .authenticating(.bearer, within: limit) { credentials in try await sessions.client(credentials) }
  }

  private final class ErrorLog: Sendable {
    private let entries = Lock<[(text: String, id: String)]>([])
    func add(_ error: any Error, _ request: ServerRequest) {
      entries.withLock { $0.append(("\(error)", request.id)) }
    }
    var all: [(text: String, id: String)] { entries.withLock { $0 } }
  }

  private static func expectAll(_ client: APIClient) async throws {
    let ann = NotesAPI(client.credentials(.bearer("ann")))
    #expect(try await ann.read() == "Ann")
    #expect(try await ann.write(text: "x") == "Ann: x")
    #expect(try await ann.replace(text: "y") == "Ann: y")
    let refused = await #expect(throws: ClientError.self) {
      try await NotesAPI(client.credentials(.bearer("eve"))).write(text: "x")
    }
    #expect(refused?.response?.status == .unauthorized)
    #expect(refused?.response?.fields[.wwwAuthenticate] == #"Bearer realm="api", error="invalid_token""#)
  }

  @Test("Credentials are checked alike over a socket, in process and behind middleware", arguments: [false, true])
  func calls(hasMiddleware: Bool) async throws {
    let server = Self.server(Sessions(), hasMiddleware ? [Marking(), RequestID()] : [])
    try await Self.expectAll(server.inProcess)
    try await withServer(server) { client in try await Self.expectAll(client) }
  }

  @Test("The credentials of a request are checked once, even for several requirements or after middleware")
  func once() async throws {
    let sessions = Sessions()
    let ann = NotesAPI(Self.server(sessions, [Marking()]).inProcess.credentials(.bearer("ann")))
    #expect(try await ann.replace(text: "y") == "Ann: y")
    #expect(await sessions.checks == 1)
  }

  @Test("An authenticator that does not finish within its limit results in 503, which is reported")
  func limit() async throws {
    let errors = ErrorLog()
    let server = Self.server(Sessions(), limit: .milliseconds(20), errors: errors)
    try await withServer(server) { client in
      let error = await #expect(throws: ClientError.self) {
        try await NotesAPI(client.credentials(.bearer("slow"))).read()
      }
      #expect(error?.response?.status == .serviceUnavailable)
      #expect(error?.response?.fields["Retry-After"] == "1")
    }
    #expect(errors.all.map(\.text) == ["the authenticator for `bearer` has not finished within 0.02 seconds"])
  }

  @Test("An error of an authenticator is a 500 with the id of its report and no details")
  func failure() async throws {
    for middleware in [[], [RequestID()]] as [[any Middleware]] {
      let errors = ErrorLog()
      let client = Self.server(Sessions(), middleware, errors: errors).inProcess.credentials(.bearer("down"))
      let error = await #expect(throws: ClientError.self) { try await NotesAPI(client).read() }
      #expect(error?.response?.status == .internalServerError)
      #expect(errors.all.map(\.text) == ["Unreachable()"])
      #expect(error?.response?.fields[.requestID]?.rawValue == errors.all.first?.id)
    }
  }

  @Test("A request whose body was skipped because a check failed is refused, even if its changed head is accepted")
  func failsOnce() async throws {
    let sessions = Sessions()
    let client = Self.server(sessions, [Marking()]).inProcess.credentials(.bearer("flaky"))
    let error = await #expect(throws: ClientError.self) { try await NotesAPI(client).write(text: "x") }
    #expect(error?.response?.status == .internalServerError)
    #expect(await sessions.checks == 2)
    // A request without a body misses nothing, so it is handled.
    let other = Self.server(Sessions(), [Marking()]).inProcess.credentials(.bearer("flaky"))
    #expect(try await NotesAPI(other).read() == "Ann")
  }

  @Test(
    "A streamed body over a declared limit is refused with 413, whether or not its length is known",
    arguments: [false, true])
  func limitedStreams(hasMiddleware: Bool) async throws {
    let server = Self.server(Sessions(), hasMiddleware ? [Marking()] : [])
    try await Self.expectLimit(server.inProcess)
    try await withServer(server) { client in try await Self.expectLimit(client) }
  }

  private static func expectLimit(_ client: APIClient) async throws {
    let ann = NotesAPI(client.credentials(.bearer("ann")))
    for isAnnounced in [true, false] {
      #expect(try await ann.load(pages: Self.pages(10, isAnnounced)) == 10)
      let error = await #expect(throws: ClientError.self) { try await ann.load(pages: Self.pages(11, isAnnounced)) }
      #expect(error?.response?.status == .contentTooLarge)
    }
  }

  /// Returns a stream of one-byte chunks.
  private static func pages(_ count: Int, _ isAnnounced: Bool) -> ByteStream {
    let left = Lock(count)
    return ByteStream(length: isAnnounced ? count : nil) {
      left.withLock { left in
        left -= 1
        return left >= 0 ? [1] : nil
      }
    }
  }

  @Test("The body is not requested before the credentials are accepted")
  func content() async throws {
    try await serve(Self.server(Sessions())) { port, _ in
      let refused = try RawConnection(port: port)
      let head = "Host: a\r\nContent-Type: application/json\r\nContent-Length: 12\r\nExpect: 100-continue\r\n"
      try refused.write("POST /notes HTTP/1.1\r\nAuthorization: Bearer eve\r\n\(head)\r\n")
      #expect(try refused.read().status == 401)

      let accepted = try RawConnection(port: port)
      try accepted.write("POST /notes HTTP/1.1\r\nAuthorization: Bearer ann\r\n\(head)\r\n")
      #expect(try accepted.read().status == 100)
      try accepted.write(#"{"text":"x"}"#)
      #expect(try accepted.read().text == "Ann: x")
    }
  }

  /// Stores the lines of a log.
  private final class Lines: LogSink {
    private let lines = Lock("")

    var text: String { lines.withLock { $0 } }

    func write(_ bytes: ArraySlice<UInt8>) -> Int {
      lines.withLock { $0 += String(decoding: bytes, as: UTF8.self) }
      return bytes.count
    }

    func reopen() {}
  }

  /// A request whose body ends too early, and one whose time ends during the check of its credentials.
  static let refusals: [(request: String, status: Int)] = [
    (
      "POST /notes HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ann\r\nContent-Type: application/json\r\n"
        + "Content-Length: 12\r\n\r\n{\"te", 400
    ), ("GET /linger HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer slow\r\n\r\n", 503),
  ]

  @Test(
    "A request that the server refuses during or after the check is logged, counted and traced once",
    arguments: refusals)
  func reportedOnce(request: String, status: Int) async throws {
    let lines = Lines()
    let metrics = Metrics()
    let traced = Lock<[Int]>([])
    let tracing = Tracing { span in traced.withLock { $0.append(span.status) } }
    let server = Self.server(Sessions(), [AccessLog(.common, lines), metrics, tracing])
    try await serve(server) { port, client in
      let connection = try RawConnection(port: port)
      try connection.write(request)
      if status == 400 { connection.finishWriting() }
      #expect(try connection.read().status == status)
      // The loop handles this request after the end of the refused one.
      #expect(try await NotesAPI(client.credentials(.bearer("ann"))).read() == "Ann")
    }
    #expect(lines.text.split(separator: "\n").map { $0.split(separator: " ")[8] } == ["\(status)", "200"])
    #expect(traced.withLock { $0 } == [status, 200])
    let counts = metrics.text().split(separator: "\n")
    #expect(counts.contains("http_server_refused_total{status=\"\(status)\"} 1"))
    #expect(!counts.contains { $0.contains(",status=\"\(status)\"") })
  }
}
