import Contract
import ContractClient
import ContractCoding
import ContractHTTP
import ContractTestSupport
import FoundationEssentials
import Glibc
import Testing

@Suite("Fluent requests", .ownThreads, .timeLimit(.minutes(2)))
struct FluentRequestTests {
  enum Color: String, Codable, Sendable { case red, darkBlue }
  struct Page: Codable, Sendable { var size: Int; var after: String? }
  struct Search: Codable, Sendable { var text: String; var tags: [String]; var page: Page }

  private let transport = AnsweringTransport(.json("{}"))
  private var client: APIClient { APIClient(transport) }

  private func target(_ client: APIClient) async throws -> String {
    _ = try await client.response()
    return try #require(transport.requests.last).target
  }

  @Test("A path appends each value as one encoded segment")
  func paths() async throws {
    let id = 7
    let name = "a/b?c%d é"
    let word = "users"
    let substring = "x.y"[...]
    let rows: [(APIClient, String)] = [
      (client, "/v1"),
      (client("users"), "/v1/users"),
      (client("/users/all"), "/v1/users/all"),
      (client("users/"), "/v1/users/"),
      (client("users/")("all"), "/v1/users/all"),
      (client("users")(id), "/v1/users/7"),
      (client(word)(name), "/v1/users/a%2Fb%3Fc%25d%20%C3%A9"),
      (client("users/\(id)/notes/\(name)"), "/v1/users/7/notes/a%2Fb%3Fc%25d%20%C3%A9"),
      (client("users/user-\(id).json"), "/v1/users/user-7.json"),
      (client("colors")(Color.darkBlue), "/v1/colors/darkBlue"),
      (client("colors/\(Color.red)/\(substring)"), "/v1/colors/red/x.y"),
      (client("a b/%41é"), "/v1/a%20b/A%C3%A9"),
      (client.path("users").path(true), "/v1/users/true"),
      (client("search?sort=new&text=\(name)"), "/v1/search?sort=new&text=a%2Fb%3Fc%25d%20%C3%A9"),
      (client("search?a=1").query("b", 2), "/v1/search?a=1&b=2"),
    ]
    for (client, expected) in rows { #expect(try await target(client) == expected) }
  }

  @Test("The literals of a path are sent as written, except for characters that a path cannot contain")
  func literals() async throws {
    let value = "a:b"
    let rows: [(path: RequestPath, target: String)] = [
      ("models:predict", "/v1/models:predict"), ("a:b/@me;v=1", "/v1/a:b/@me;v=1"), ("x/:y", "/v1/x/:y"),
      ("x/\(value)", "/v1/x/a%3Ab"), ("x/\(value):c", "/v1/x/a%3Ab:c"), ("a%3ab%2F%25%7E", "/v1/a%3Ab%2F%25~"),
      ("!$&'()*+,;=:@-._~", "/v1/!$&'()*+,;=:@-._~"), ("{a}|\"<%c3%a9", "/v1/%7Ba%7D%7C%22%3C%C3%A9"),
    ]
    for (path, expected) in rows { #expect(try await target(client(path)) == expected) }
  }

  @Test("The descriptor of a file that cannot be sent is closed exactly once")
  func noFile() async {
    await #expect(processExitsWith: .success) {
      let isDone = Lock(false)
      let others = Task.detached {
        while !isDone.withLock({ $0 }) {
          let descriptor = open("/dev/null", O_RDONLY)
          for _ in 0..<10 { sched_yield() }
          precondition(close(descriptor) == 0, "the descriptor was closed twice")
        }
      }
      let client = APIClient(AnsweringTransport(.json("{}"))).body(file: "/tmp")
      for _ in 0..<20_000 { await #expect(throws: ClientError.self) { try await client.response() } }
      isDone.withLock { $0 = true }
      await others.value
    }
  }

  @Test("Empty path segments, dot segments and invalid path segments are refused")
  func refusedPaths() async throws {
    let (empty, dot, dots, nul) = ("", ".", "..", "a\u{0}")
    let rows: [(APIClient, String)] = [
      (client("users")(empty), "an empty value"), (client("users")(dot), "`.`"), (client(dots), "`..`"),
      (client("users/\(empty)/notes"), "an empty value"), (client("users/\(dot)\(dot)"), "`..`"),
      (client("a/../b"), "`..`"),
      (client("a/%2e%2E/b"), "`..`"), (client("a//b"), "an empty segment"), (client("a#b"), "fragment"),
      (client("a/%zz"), "`%`"),
      (client(nul), "NUL"), (client("a/b\u{0}"), "has NUL"), (client("users")(dots)("x").query("a", 1), "`..`"),
    ]
    for (client, part) in rows {
      let error = await #expect(throws: ClientError.self) { try await client.response() }
      #expect(error?.code == .invalidInput)
      #expect(error?.message.contains(part) == true, "\(error?.message ?? "nothing")")
    }
    #expect(transport.requests.isEmpty)
  }

  @Test("A query is encoded by the wire settings in the order of the calls")
  func queries() async throws {
    let none: Int? = nil
    let search = Search(text: "a b", tags: ["x", "y"], page: Page(size: 3, after: nil))
    let dots = Wire { $0.form = URLFormOptions(arrays: .brackets, nesting: .dots, bools: .numeric) }
    let many = ["f": 6, "b": 2, "e": 5, "a": 1, "d": 4, "c": 3]
    let rows: [(APIClient, String)] = [
      (client.query("limit", 20).query("text", "a&b"), "/v1?limit=20&text=a%26b"),
      (client.query("limit", none), "/v1"),
      (client.query("tags", ["x", "y"]), "/v1?tags=x&tags=y"),
      (client.query("color", Color.red), "/v1?color=red"),
      (client.query("page", Page(size: 1, after: "z")), "/v1?page%5Bsize%5D=1&page%5Bafter%5D=z"),
      (client.query(["name": "John", "limit": 1, "none": none, "nil": nil]), "/v1?name=John&limit=1"),
      (client.query(search), "/v1?text=a%20b&tags=x&tags=y&page%5Bsize%5D=3"),
      (client.query(search).query("on", true).wire(dots), "/v1?text=a%20b&tags%5B%5D=x&tags%5B%5D=y&page.size=3&on=1"),
      (client.query(many), "/v1?a=1&b=2&c=3&d=4&e=5&f=6"),
      (client.query("a", 1).removingQuery().query("b", 2), "/v1?b=2"),
    ]
    for (client, expected) in rows { #expect(try await target(client) == expected) }
  }

  @Test("The last body wins, and an explicit content type replaces the content type of the body")
  func bodies() async throws {
    let none: String? = nil
    let page = Page(size: 3, after: nil)
    let many = ["f": 6, "b": 2, "e": 5, "a": 1, "d": 4, "c": 3]
    let raw: [UInt8] = [0x61]
    let optional: [String: Int?] = ["a": nil, "b": 1]
    let parts = client.multipart(MultipartFormData(parts: [Part(text: "v", name: "k")], boundary: "line"))
    let rows: [(APIClient, String, String?)] = [
      (client.body(page), #"{"size":3}"#, "application/json"),
      (client.body(["a": 1, "b": none, "c": nil, "d": [true]]), #"{"a":1,"d":[true]}"#, "application/json"),
      (client.body(page, as: .urlForm), "size=3", "application/x-www-form-urlencoded"),
      (client.body(page, as: .mergePatch), #"{"size":3}"#, "application/merge-patch+json"),
      (client.body(page).bodyFormat(.mergePatch), #"{"size":3}"#, "application/merge-patch+json"),
      (client.form(many), "a=1&b=2&c=3&d=4&e=5&f=6", "application/x-www-form-urlencoded"),
      (client.body(Data("a".utf8)), "a", "application/octet-stream"),
      (client.body(raw), "a", "application/octet-stream"), (client.body([1, 2]), "[1,2]", "application/json"),
      (client.body([String]()), "[]", "application/json"), (client.body([UInt8]()), "", "application/octet-stream"),
      (client.form(optional), "b=1", "application/x-www-form-urlencoded"),
      (client.body(raw, as: .json), "[97]", "application/json"),
      (client.form(["a": "1 2", "b": none]), "a=1%202", "application/x-www-form-urlencoded"),
      (client.body(page).bodyFormat(.urlForm), "size=3", "application/x-www-form-urlencoded"),
      (client.body(bytes: [0x61]), "a", "application/octet-stream"),
      (client.body(text: "é"), "é", "text/plain; charset=utf-8"),
      (client.body(bytes: [0x61], type: nil), "a", nil),
      (client.body(page).body(text: "last"), "last", "text/plain; charset=utf-8"),
      (client.body(page).header(.contentType, "application/vnd.x+json"), #"{"size":3}"#, "application/vnd.x+json"),
      (
        parts, "--line\r\nContent-Disposition: form-data; name=\"k\"\r\n\r\nv\r\n--line--\r\n",
        "multipart/form-data; boundary=line"
      ),
    ]
    for (client, content, type) in rows {
      _ = try await client.response()
      let request = try #require(transport.requests.last)
      #expect(request.method == .post)
      #expect(String(decoding: try await request.body.collect(upTo: 1000), as: UTF8.self) == content)
      #expect(request.fields[.contentType]?.rawValue == type)
    }
    _ = try await client.body(page).removingBody().response()
    #expect(transport.requests.last?.method == .get)
  }

  @Test("A fluent call sends its method, its headers and an Accept that matches the result type")
  func methodsAndFields() async throws {
    let methods: [(APIClient, HTTPMethod)] = [
      (client.get, .get), (client.post, .post), (client.put, .put), (client.patch, .patch), (client.delete, .delete),
      (client.head, .head), (client.options, .options), (client.method(HTTPMethod("PURGE")!), HTTPMethod("PURGE")!),
      (client.post.put, .put),
    ]
    for (client, method) in methods {
      _ = try await client.response()
      #expect(transport.requests.last?.method == method)
    }
    let fields = client.header("X-A", "1").addingHeader("X-A", "2").headers(["X-B": "3"])
    _ = try await fields.response()
    #expect(transport.requests.last?.fields.values("X-A") == ["1", "2"])
    #expect(transport.requests.last?.fields["X-B"] == "3")
    #expect(transport.requests.last?.fields[.accept] == nil)
    _ = try await fields.call(.http, as: .decodable([String: Int].self))
    #expect(transport.requests.last?.fields[.accept] == "application/json")
    _ = try? await fields.call(.http, as: .decodable(String?.self))
    #expect(transport.requests.last?.fields[.accept] == "application/json, */*;q=0.5")
    _ = try await fields.header(.accept, "application/vnd.x+json").call(.http, as: .decodable([String: Int].self))
    #expect(transport.requests.last?.fields.values(.accept) == ["application/vnd.x+json"])
    let refused = await #expect(throws: ClientError.self) { try await client.header("X-A", "a\nb").response() }
    #expect(refused?.code == .invalidInput)
  }

  @Test("A fluent call uses a changed base URL, and compresses a body above the configured size")
  func baseAndCompression() async throws {
    let long = String(repeating: "a", count: 5000)
    let compressing = client("x").baseURL("https://other.example/v2/").compressingBodies(from: 100)
    _ = try await compressing.body(text: long).response()
    let sent = try #require(transport.requests.last)
    #expect(sent.url == "https://other.example/v2/x")
    #expect(sent.fields[.contentEncoding] == "gzip")
    var inflated: [UInt8] = []
    let bytes = try await sent.body.collect(upTo: 1000)
    try Inflater(.gzip, maxOutputBytes: 10_000).inflate(bytes[...], into: &inflated)
    #expect(inflated == Array(long.utf8))
    _ = try await compressing.body(text: "short").response()
    #expect(transport.requests.last?.fields[.contentEncoding] == nil)
    let wrong = await #expect(throws: ClientError.self) { try await client.baseURL("no url").response() }
    #expect(wrong?.code == .invalidBaseURL)
  }

  @Test("A typed endpoint keeps the client's path and query but not its body")
  func typedEndpoints() async throws {
    let plain = Endpoint<Empty, HTTPResponse>(.get, "/names?k=1", result: .raw)
    let below = client("tenants")(7).query("token", "t").body(text: "ignored").post
    _ = try await below.call(plain)
    let request = try #require(transport.requests.last)
    #expect(request.target == "/v1/tenants/7/names?k=1&token=t")
    #expect(request.method == .get)
    #expect(try await request.body.collect(upTo: 0).isEmpty)
  }

  @Test("modifyRequest closures run in order and see the final configuration")
  func changes() async throws {
    let seen = Lock<[Duration]>([])
    let changed = client.modifyRequest { request, configuration in
      seen.withLock { $0.append(configuration.timeout) }
      request.fields["X-Order"] = "first"
    }.modifyRequest { request, _ in
      request.fields["X-Order"] = "second"
    }.timeout(.seconds(1)).timeout(.seconds(3))
    _ = try await changed.response()
    #expect(transport.requests.last?.fields["X-Order"] == "second")
    #expect(seen.withLock { $0 } == [.seconds(3)])
  }

  @Test("A request is built without being sent, and without credentials and middleware")
  func unsent() async throws {
    struct Adding: Middleware {
      func handle(
        _ request: HTTPRequest, for operation: APIOperation?, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
      ) async throws -> HTTPResponse {
        var request = request
        request.fields["X-Middleware"] = "1"
        return try await next(request)
      }
    }
    let count = transport.requests.count
    let client = client("users")(7).query("a", [1, 2]).header("X-A", "1").body(Page(size: 3, after: nil)).patch
    let plain = client.modifyRequest { request, _ in request.fields["X-B"] = "2" }
    let request = try plain.auth(.bearer("secret")).middleware(Adding()).retry().request()
    #expect(transport.requests.count == count)
    let _: Page? = try? await plain.call()
    let sent = try #require(transport.requests.last)
    #expect(request.url == sent.url && request.method == sent.method)
    #expect(request.fields.lines.map(\.name) == sent.fields.lines.map(\.name) && request.fields["X-B"] == "2")
    #expect(try await request.body.collect(upTo: 100) == sent.body.collect(upTo: 100))
    #expect(!request.curlCommand(masking: .none).contains("secret"))
    let modified = try await withClientModifiers({ $0.header("X-C", "3") }) { try plain.request() }
    #expect(modified.fields["X-C"] == "3")
    #expect(throws: ClientError.self) { try client.path("..").request() }
    #expect(throws: ClientError.self) { try client.body(file: "/tmp/contract-none").request() }
  }

  @Test("A file body is streamed and read again for each attempt")
  func files() async throws {
    let path = "/tmp/contract-body-\(UInt64.random(in: .min ... .max))"
    let content = [UInt8](repeating: 0x61, count: 100_000) + Array("end".utf8)
    _ = try await client.download(writing: content, to: path)
    defer { unlink(path) }
    let bodies = Lock<[Int]>([])
    let flaky = AnsweringTransport { request, number in
      let bytes = try await request.body.collect(upTo: 1 << 20)
      #expect(bytes == content)
      bodies.withLock { $0.append(request.body.length ?? -1) }
      return HTTPResponse(number == 1 ? .serviceUnavailable : .ok)
    }
    let upload = APIClient(flaky).clock(TestClock()).retry().body(file: path, type: .plainText)
    try await upload.put()
    #expect(bodies.withLock { $0 } == [content.count, content.count])
    let missing = await #expect(throws: ClientError.self) { try await client.body(file: path + "-none").put() }
    #expect(missing?.code == .invalidInput)
  }
}

extension APIClient {
  /// Writes a file by way of a download.
  fileprivate func download(writing content: [UInt8], to path: String) async throws -> DownloadedFile {
    try await transport(AnsweringTransport(HTTPResponse(.ok, body: .bytes(content)))).download(to: path)
  }
}
