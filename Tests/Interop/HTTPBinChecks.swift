import ContractClient

/// Checks the transport against httpbin, an independent peer on an independent server.
struct HTTPBinChecks {
  private let calls: HTTPBinCalls
  private let url: String
  private(set) var mistakes: [String] = []
  private(set) var count = 0

  init(url: String) {
    self.url = url
    calls = HTTPBinCalls(url: url)
  }

  mutating func run() async throws {
    try await methods()
    try await statuses()
    try await authentication()
    try await wholeClient()
    try await redirects()
    try await cookies()
    try await codings()
    try await streams()
    try await delays()
    try await conditions()
    try await manyAtATime()
  }

  private mutating func methods() async throws {
    for method in [HTTPMethod.get, .post, .put, .patch, .delete, HTTPMethod("PURGE")!] {
      let sends = method != .get && method != .delete
      let answer = try await calls.call(
        method, "/anything/a%2Fb?x=1&y=%20", ["X-A": "1", "Content-Type": "text/plain"],
        body: sends ? .bytes(Array("content".utf8)) : .empty)
      // httpbin does not support PURGE.
      guard method.rawValue != "PURGE" else {
        expect(answer.status, 405, "a custom method")
        continue
      }
      expect(answer.member("method"), method.rawValue, "a method")
      expect(answer.member("args", "y"), " ", "a query of \(method)")
      expect(answer.member("headers", "X-A"), "1", "a field of \(method)")
      expect(answer.member("data"), sends ? "content" : "", "content of \(method)")
    }
    let head = try await calls.call(.head, "/bytes/100")
    expect(head.field(.contentLength), "100", "Content-Length in the response to HEAD")
    expect(head.bytes.count, 0, "content of HEAD")
    expect(try await calls.call(.options, "/get").field("Allow")?.contains("GET"), "Allow in the response to OPTIONS")
    expect(try await calls.get("/user-agent", ["User-Agent": "me/1"]).member("user-agent"), "me/1", "the user agent")
    let form = try await calls.call(
      .post, "/post", ["Content-Type": "application/x-www-form-urlencoded"], body: .bytes(Array("a=1&b=%C3%A9".utf8)))
    expect(form.member("form", "b"), "é", "a form")
  }

  private mutating func statuses() async throws {
    for status in [200, 201, 202, 204, 304, 400, 401, 403, 404, 410, 418, 422, 429, 500, 502, 503] {
      expect(try await calls.get("/status/\(status)").status, status, "a status")
    }
    let fields = try await calls.get("/response-headers?X-A=1&X-A=2&X-B=b")
    expect(fields.response.fields.values("X-A").map(\.rawValue), ["1", "2"], "a repeated field")
    for (target, type) in [("/json", "application/json"), ("/html", "text/html"), ("/xml", "application/xml")] {
      expect(try await calls.get(target).field(.contentType)?.hasPrefix(type), "the type of \(target)")
    }
    expect(try await calls.get("/encoding/utf8").text.contains("⡌⠁⠧⠑"), "text in UTF-8")
  }

  private mutating func authentication() async throws {
    let good: HTTPFields = ["Authorization": "Basic YW5uOnNlY3JldA=="]
    expect(try await calls.get("/basic-auth/ann/secret", good).member("user"), "ann", "basic credentials")
    expect(try await calls.get("/basic-auth/ann/other", good).status, 401, "a wrong password")
    expect(try await calls.get("/hidden-basic-auth/ann/secret", good).status, 200, "hidden basic credentials")
    let refused = try await calls.get("/basic-auth/ann/secret")
    expect(refused.field("WWW-Authenticate"), "Basic realm=\"Fake Realm\"", "a challenge")
    expect(try await calls.get("/bearer", ["Authorization": "Bearer t0ken"]).member("token"), "t0ken", "a token")
    expect(try await calls.get("/bearer").status, 401, "no token")
  }

  /// Checks calls with everything that a client does around its transport.
  private mutating func wholeClient() async throws {
    struct User: Decodable { let authenticated: Bool }
    let client = APIClient(baseURL: url)
    let basic: User = try await client("basic-auth/ann/s%20ü").auth(.basic(username: "ann", password: "s ü")).get()
    expect(basic.authenticated, "basic credentials of a client")
    let bearer: User = try await client("bearer").auth(.bearer("t0ken")).get()
    expect(bearer.authenticated, "a token of a client")
    let tries = Lock(0)
    let renewed: User = try await client("bearer").tokenRefresher { _, _ in
      tries.withLock { $0 += 1 }
      return AuthTokens(accessToken: "new")
    }.get()
    expect(renewed.authenticated && tries.withLock { $0 } == 1, "a token from the refresher")
    struct Posted: Decodable { let form: [String: String], files: [String: String] }
    let posted: Posted = try await client("post").multipart(
      Part(text: "é", name: "text"), Part(data: Array("content".utf8), name: "file", fileName: "a \"b\".txt")
    ).post()
    expect(posted.form["text"], "é", "a part")
    expect(posted.files["file"], "content", "a file among parts")
    var lines = 0
    for try await _ in try await client("stream/7").call(.stream, as: .lines) { lines += 1 }
    expect(lines, 7, "lines of a stream")
  }

  private mutating func redirects() async throws {
    for target in ["/redirect/3", "/relative-redirect/3", "/absolute-redirect/3"] {
      let answer = try await calls.get(target, ["Authorization": "Bearer t"])
      expect(answer.member("url"), "\(url)/get", "the end of \(target)")
      expect(answer.member("headers", "Authorization"), "Bearer t", "credentials within an origin")
    }
    expect(try await calls.failure("/redirect/6"), "tooManyRedirects", "six redirects")
    expect(try await calls.call(.get, "/redirect/1") { $0.redirects = .none }.status, 302, "a redirect not followed")
    let target = "/redirect-to?url=/anything&status_code="
    let kept = try await calls.call(.post, target + "307", body: .bytes(Array("x".utf8)))
    expect([kept.member("method"), kept.member("data")], ["POST", "x"], "a POST after 307")
    let changed = try await calls.call(.post, target + "303", body: .bytes(Array("x".utf8)))
    expect([changed.member("method"), changed.member("data")], ["GET", ""], "a POST after 303")
    expect(try await calls.call(.post, target + "302", body: .bytes([0x78])).status, 302, "a POST after 302")
    let refused = "/redirect-to?url=file%3A%2F%2F%2Fetc%2Fpasswd"
    expect(try await calls.failure(refused), "redirectRefused", "a redirect to a file")
  }

  private mutating func cookies() async throws {
    let jar = HTTPBinCalls(url: url, cookies: .memory)
    expect(try await jar.get("/cookies/set?a=1&b=2").member("cookies", "b"), "2", "a cookie set by a redirect")
    expect(try await jar.get("/cookies").member("cookies", "a"), "1", "a kept cookie")
    expect(try await jar.get("/cookies", ["Cookie": "c=3"]).member("cookies", "c"), "3", "a cookie of the request")
    expect(jar.transport.storedCookies.map(\.name).sorted(), ["a", "b"], "the cookies in the jar")
    expect(try await jar.get("/cookies/delete?a").member("cookies", "a"), nil, "a deleted cookie")
    expect(try await calls.get("/cookies/set/a/1").member("cookies", "a"), nil, "a cookie without a jar")
  }

  private mutating func codings() async throws {
    expect(try await calls.get("/gzip").member("gzipped"), "true", "gzip")
    expect(try await calls.get("/deflate").member("deflated"), "true", "deflate")
    expect(try await calls.failure("/brotli"), "malformedResponse", "an unrequested content coding")
    expect(try await calls.get("/gzip", ["Accept-Encoding": "gzip"]).field(.contentEncoding), "gzip", "gzip kept")
  }

  private mutating func streams() async throws {
    let lines = try await calls.get("/stream/20").text.split(separator: "\n")
    expect(lines.count, 20, "lines in chunks")
    expect(try await calls.get("/stream-bytes/100000?chunk_size=999").bytes.count, 100_000, "bytes in chunks")
    let same = try await (calls.get("/bytes/90000?seed=7").bytes, calls.get("/bytes/90000?seed=7").bytes)
    expect(same.0 == same.1, "equal bytes for equal seeds")
    let parts = Lock<[[UInt8]]>(Array(repeating: [UInt8](repeating: 0x61, count: 10_000), count: 5))
    let next: @Sendable () async throws -> [UInt8]? = { parts.withLock { $0.popLast() } }
    let chunked = try await calls.call(
      .post, "/post", ["Content-Type": "text/plain"], body: .stream(ByteStream(next: next)))
    expect(chunked.member("data")?.utf8.count, 50_000, "content sent in chunks")
    let large = try await calls.call(
      .put, "/put", ["Content-Type": "text/plain"], body: .bytes([UInt8](repeating: 0x62, count: 1_000_000)))
    expect(large.member("data")?.utf8.count, 1_000_000, "large content")
    expect(try await calls.failure("/bytes/50000") { $0.maxResponseBytes = 10_000 }, "responseTooLarge", "a limit")
    let received = Lock(0)
    _ = try await calls.call(.get, "/drip?duration=1&numbytes=10&delay=0") { options in
      options.progress = [ProgressHandler { state in received.withLock { $0 = state.receivedBytes } }]
    }
    expect(received.withLock { $0 }, 10, "progress of dripping content")
    let range = try await calls.get("/range/100", ["Range": "bytes=10-19"])
    expect(range.text, "klmnopqrst", "a range")
    expect(range.status, 206, "the status of a range")
  }

  private mutating func delays() async throws {
    let slow = try await calls.get("/delay/1")
    expect(slow.response.timings.map { $0.firstByte >= .seconds(1) }, "the time to the first byte")
    expect(
      try await calls.failure("/delay/5") { $0.timeout = .milliseconds(300) }, "timeout", "a delay beyond the timeout")
  }

  private mutating func conditions() async throws {
    expect(try await calls.get("/etag/x", ["If-None-Match": "\"x\""]).status, 304, "an entity tag that matches")
    expect(try await calls.get("/etag/x", ["If-Match": "\"y\""]).status, 412, "an entity tag that does not match")
    expect(try await calls.get("/cache", ["If-Modified-Since": "x"]).status, 304, "If-Modified-Since")
  }

  private mutating func manyAtATime() async throws {
    let calls = calls
    let right = try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<100 {
        group.addTask { try await calls.get("/get?number=\(number)").member("args", "number") == "\(number)" }
      }
      return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    expect(right, 100, "concurrent calls with their own responses")
    let again = try await calls.get("/get")
    expect(again.response.timings?.reusedConnection, "a reused connection")
  }

  private mutating func expect(_ isTrue: Bool?, _ what: String) {
    expect(isTrue, .some(true), what)
  }

  private mutating func expect<T: Equatable>(_ value: T?, _ wanted: T?, _ what: String) {
    count += 1
    guard value != wanted else { return }
    mistakes.append(
      "\(what): wanted \(wanted.map { "\($0)" } ?? "nothing"), got \(value.map { "\($0)" } ?? "nothing")")
  }
}
