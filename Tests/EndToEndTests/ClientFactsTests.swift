import ContractTestSupport
import ContractTesting
import Testing

/// The guarantees for a caller.
@Suite("Client basics", .ownThreads)
struct ClientFactsTests {
  static let foo = Endpoint<Empty, String>(.get, "/baz", id: "foo")

  @Test(
    "A base URL and a path are joined with one slash",
    arguments: [
      ("http://h", "/baz", "http://h/baz"), ("http://h/", "/baz", "http://h/baz"), ("http://h", "baz", "http://h/baz"),
      ("http://h/", "baz", "http://h/baz"), ("http://h/foo", "/baz", "http://h/foo/baz"),
      ("http://h/foo/", "/baz", "http://h/foo/baz"), ("http://h/foo", "baz", "http://h/foo/baz"),
      ("http://h/foo/", "baz", "http://h/foo/baz"), ("http://h/a/b/", "/baz?q=1", "http://h/a/b/baz?q=1"),
      ("http://h:81/v1", "/", "http://h:81/v1/"), ("https://h", "/", "https://h/"),
    ])
  func joins(base: String, target: String, url: String) async throws {
    let transport = ScriptedTransport { _ in .text("") }
    let client = APIClient(baseURL: base, transport: transport)
    let operation = APIOperation(id: "raw", method: .get, path: "/baz")
    _ = try await client.send(HTTPRequest(.get, target), for: operation)
    #expect(transport.requests.map(\.url) == [url])
  }

  @Test("A request reaches the path below the client's base URL")
  func joinsOnTheWire() async throws {
    var router = Router()
    router.on(.get, "/v1/inner/{path...}") { request in .text("\(request.head.path) \(request.head.authority ?? "")") }
    try await serve(Server(port: 0, threads: 1, router: router)) { port, _ in
      for base in ["/v1/inner", "/v1/inner/"] {
        let client = APIClient(baseURL: "http://127.0.0.1:\(port)\(base)", transport: CurlTransport())
        let answer = try await client.call(Self.foo)
        #expect(answer == "/v1/inner/baz 127.0.0.1:\(port)")
      }
    }
  }

  @Test("A modifier changes only the new client, and the last of two modifiers wins")
  func values() async throws {
    let transport = ScriptedTransport { _ in .text("") }
    let plain = APIClient(baseURL: "http://h", transport: transport)
    let first = plain.header("X-A", "1").header("X-B", "b")
    let second = first.header("X-A", "2")
    let third = second.removingHeader("X-A")
    for client in [plain, first, second, third] { _ = try await client.call(Self.foo) }
    #expect(transport.requests.map { $0.fields["X-A"]?.rawValue } == [nil, "1", "2", nil])
    #expect(transport.requests.map { $0.fields["X-B"]?.rawValue } == [nil, "b", "b", "b"])
    #expect(transport.requests.map { $0.fields.values("X-A").count } == [0, 1, 1, 0])
  }

  @Test("A client's headers are sent with every request and replace the default headers")
  func defaultFields() async throws {
    var router = Router()
    router.on(.get, "/baz") { request in
      .text(
        "\(request.head.text(of: "X-A") ?? "-") \(request.head.text(of: "User-Agent") ?? "-") \(request.head.text(of: "Accept") ?? "-")"
      )
    }
    try await serve(Server(port: 0, threads: 1, router: router)) { _, client in
      let client = client.header("X-A", "a b").header(.userAgent, "me/1").header(.accept, "image/png")
      let answer = try await client.call(Self.foo)
      #expect(answer.hasPrefix("a b me/1 text/plain"))
    }
  }

  @Test("A client is callable from the main actor and from other actors")
  func actors() async throws {
    var router = Router()
    router.on(.get, "/numbers") { _ in
      HTTPResponse(.ok, fields: [.contentType: "application/json"], body: .bytes(Array("[1,2]".utf8)))
    }
    try await serve(Server(port: 0, threads: 1, router: router)) { _, client in
      let results = [try await Self.callFromMainActor(client), try await Elsewhere().call(client)]
      #expect(results == [[1, 2], [1, 2]])
    }
  }

  private static let numbers = Endpoint<Empty, [Int]>(.get, "/numbers", id: "numbers")

  @MainActor private static func callFromMainActor(_ client: APIClient) async throws -> [Int] {
    let result = try await client.call(numbers)
    MainActor.assertIsolated()
    return result
  }

  private actor Elsewhere {
    func call(_ client: APIClient) async throws -> [Int] { try await client.call(numbers) }
  }

  @Test("An undeclared status is thrown with its whole response")
  func unexpected() async throws {
    var router = Router()
    router.on(.get, "/baz") { _ in
      HTTPResponse(
        .badGateway, fields: [.contentType: "text/html", "X-Proxy": "p"], body: .bytes(Array("<h1>down</h1>".utf8)))
    }
    try await serve(Server(port: 0, threads: 1, router: router)) { _, client in
      do {
        _ = try await client.call(Endpoint<Empty, [Int]>(.get, "/baz", id: "foo"))
        Issue.record("expected a thrown 502")
      } catch let error as ClientError {
        #expect(error.code == .unexpected)
        #expect(error.description == "foo: the server responded with 502 Bad Gateway [unexpected]")
        let response = try #require(error.response)
        #expect(response.status == .badGateway)
        #expect(response.fields["X-Proxy"] == "p")
        #expect(try await response.body.collect(upTo: 100) == Array("<h1>down</h1>".utf8))
      }
    }
  }

  @Test("An HTML page is an unexpected response, whatever its status", arguments: [200, 201, 404, 503])
  func htmlPages(status: Int) async throws {
    var router = Router()
    router.on(.get, "/baz") { _ in
      HTTPResponse(
        HTTPStatus(integerLiteral: status), fields: [.contentType: "text/html; charset=utf-8"],
        body: .bytes(Array("<!doctype html><h1>Sign in</h1>".utf8)))
    }
    router.on(.get, "/todos/{id}") { _ in
      HTTPResponse(
        HTTPStatus(integerLiteral: status), fields: [.contentType: "text/html; charset=utf-8"],
        body: .bytes(Array("<!doctype html><h1>Sign in</h1>".utf8)))
    }
    try await serve(Server(port: 0, threads: 1, router: router)) { _, client in
      for call: () async throws -> Void in [
        { _ = try await client.call(Endpoint<Empty, [Int]>(.get, "/baz")) },
        { _ = try await client.call(Endpoint<Empty, Todo?>(.get, "/baz")) },
        { _ = try await TodosAPI(client).todo(id: 1) },
      ] {
        do {
          try await call()
          Issue.record("expected the HTML page to be thrown")
        } catch let error as ClientError {
          #expect(error.code == .unexpected, "\(error)")
          #expect(error.response?.status.code == status)
        }
      }
    }
  }

  /// The error of a call that must fail.
  static func error(_ client: APIClient) async -> ClientError? {
    do {
      _ = try await client.call(foo)
      return nil
    } catch {
      return error as? ClientError
    }
  }

  @Test("A refused connection is reported as noConnection, with host and port")
  func refused() async throws {
    let server = Server(host: quietHost, port: 0, threads: 1) {}
    let port = try await server.start().port
    await server.stop()
    try await expectRefused(port)
    let client = APIClient(baseURL: "http://\(quietHost):\(port)", transport: CurlTransport())
    let error = try #require(await Self.error(client))
    #expect(error.code == .noConnection)
    #expect(error.stage == .connect)
    #expect(error.curlCode == 7)
    #expect(error.description.hasPrefix("foo: Failed to connect to \(quietHost) port \(port)"), "\(error)")
    #expect(error.description.hasSuffix("[noConnection]"))
  }

  @Test("A timeout error names the elapsed timeout")
  func timeout() async throws {
    let release = Gate()
    var router = Router()
    router.on(.get, "/baz") { _ in
      await release.wait()
      return .text("")
    }
    try await serve(Server(port: 0, threads: 1, router: router)) { _, client in
      let error = try #require(await Self.error(client.timeout(.milliseconds(40))))
      #expect(error.code == .timeout)
      #expect(error.description == "foo: no complete response within 40 ms [timeout]")
      release.open()
    }
  }

  @Test("An invalid base URL is refused before anything is sent")
  func badBaseURL() async throws {
    let transport = ScriptedTransport { _ in .text("") }
    for (url, message) in [
      ("h", "the base URL does not begin with http:// or https://"),
      ("ftp://h", "the base URL does not begin with http:// or https://"),
      ("http://u:hunter2@h", "the base URL has a user name or password; send an Authorization header instead"),
      ("http://h/?a", "the base URL has a query or a fragment; remove everything after its path"),
    ] {
      let error = try #require(await Self.error(APIClient(baseURL: url, transport: transport)))
      #expect(error.code == .invalidBaseURL)
      #expect(error.description == "foo: \(message) [invalidBaseURL]")
    }
    let injected = APIClient(baseURL: "http://h", transport: transport).header("X-A", "a\r\nX-B: b")
    #expect(await Self.error(injected)?.code == .invalidInput)
    #expect(transport.requests.isEmpty)
  }

  @Test("A response over maxResponseBytes is refused")
  func responseLimit() async throws {
    let route = Route(Endpoint<Empty, String>(.get, "/baz")) { _ in String(repeating: "x", count: 1000) }
    try await serve(Server(port: 0, threads: 1) { route }) { _, client in
      let whole = try await client.maxResponseBytes(1000).call(Self.foo)
      #expect(whole.count == 1000)
      #expect(await Self.error(client.maxResponseBytes(999))?.code == .responseTooLarge)
    }
  }
}
