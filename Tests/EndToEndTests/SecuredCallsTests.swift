import ContractTestSupport
import ContractTesting
import Testing

@API @Security(.bearer, scopes: "read")
private protocol Secured: Sendable {
  @GET("/mine") func mine() async throws -> String
  @POST("/mine") @Security(.bearer, scopes: "read", "write") func write(text: String) async throws -> String
  @GET("/open") @Security(.none) func open() async throws -> String
  @GET("/key") @Security(.apiKey(header: "X-Team-Key")) @Security(.basic) func key() async throws -> String
  @GET("/query") @Security(.apiKey(query: "key")) func query(text: String) async throws -> String
  @GET("/cookie") @Security(.apiKey(cookie: "session")) func cookie() async throws -> String
}

private struct User: Sendable { let name: String }

private struct SecuredService: Secured {
  private func user() -> String {
    guard let request = ServerRequest.current else { return "no request" }
    return (request.principal(User.self)?.name ?? "nobody") + request.scopes.sorted().map { " " + $0 }.joined()
  }
  func mine() async throws -> String { user() }
  func write(text: String) async throws -> String { "\(user()): \(text)" }
  func open() async throws -> String {
    user() + (ServerRequest.current?.head.text(of: .authorization).map { " with \($0)" } ?? "")
  }
  func key() async throws -> String { user() }
  func query(text: String) async throws -> String { "\(user()): \(text)" }
  func cookie() async throws -> String { user() }
}

/// Credentials of contracts, over sockets and in process.
@Suite("Secured calls", .ownThreads)
struct SecuredCallsTests {
  private static func server() -> Server {
    Server(port: 0, threads: 1) { SecuredRoutes(SecuredService()) }
      .authenticating(.bearer, realm: "todos") { credentials in
        switch credentials {
        case .bearer("reader"): Authenticated(User(name: "Ann"), scopes: ["read"])
        case .bearer("writer"): Authenticated(User(name: "Bob"), scopes: ["read", "write"])
        default: nil
        }
      }
      .authenticating(.apiKey(header: "X-Team-Key")) {
        $0.matches(Secret("k")) ? Authenticated(User(name: "team")) : nil
      }
      .authenticating(.apiKey(query: "key")) { $0.matches(Secret("k&=")) ? Authenticated(User(name: "query")) : nil }
      .authenticating(.apiKey(cookie: "session")) {
        $0.matches(Secret("c")) ? Authenticated(User(name: "cookie")) : nil
      }
      .authenticating(.basic, as: User.self) { credentials in
        guard case .basic(let name, "a:b") = credentials else { return nil }
        return Authenticated(User(name: name))
      }
  }

  private static func expectAll(_ client: APIClient) async throws {
    let reader = SecuredAPI(client.credentials(.bearer("reader")))
    let writer = SecuredAPI(client.credentials(.bearer("none")).credentials(.bearer("writer")))
    #expect(try await reader.mine() == "Ann read")
    #expect(try await writer.write(text: "x") == "Bob read write: x")
    #expect(try await writer.open() == "nobody")
    #expect(try await SecuredAPI(client.credentials(.apiKey("k"))).key() == "team")
    #expect(try await SecuredAPI(client.credentials(.basic(username: "Cid", password: "a:b"))).key() == "Cid")
    #expect(try await SecuredAPI(client.credentials(.apiKey("k&="))).query(text: "y") == "query: y")
    #expect(try await SecuredAPI(client.credentials(.apiKey("c"))).cookie() == "cookie")

    let refused = await #expect(throws: ClientError.self) { try await SecuredAPI(client).mine() }
    #expect(refused?.response?.status == .unauthorized)
    #expect(refused?.response?.fields[.wwwAuthenticate] == #"Bearer realm="todos""#)
    let denied = await #expect(throws: ClientError.self) { try await reader.write(text: "x") }
    #expect(denied?.response?.status == .forbidden)
    #expect(
      denied?.response?.fields[.wwwAuthenticate]
        == #"Bearer realm="todos", error="insufficient_scope", scope="read write""#)
    let both = await #expect(throws: ClientError.self) { try await SecuredAPI(client).key() }
    #expect(both?.response?.fields.values(.wwwAuthenticate).count == 2)
  }

  @Test("Credentials are checked alike over a socket and in process")
  func calls() async throws {
    try await Self.expectAll(Self.server().inProcess)
    try await withServer(Self.server()) { client in try await Self.expectAll(client) }
  }

  @Test("A refused credential is reported before the body is read, and middleware cannot bypass the check")
  func beforeContent() async throws {
    try await serve(Self.server()) { port, _ in
      let connection = try RawConnection(port: port)
      try connection.write(
        "POST /mine HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer reader\r\nContent-Type: text/csv\r\n"
          + "Content-Length: 999999999\r\nExpect: 100-continue\r\n\r\n")
      #expect(try connection.read().status == 403)
    }
    struct Rewriting: Middleware {
      func handle(
        _ request: HTTPRequest, for operation: APIOperation?, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
      ) async throws -> HTTPResponse {
        var request = request
        request.target = "/mine"
        return try await next(request)
      }
    }
    let server = Server(port: 0, middleware: [Rewriting()]) { SecuredRoutes(SecuredService()) }
      .authenticating(.bearer, as: User.self) { _ in nil }
      .authenticating(.basic, as: User.self) { _ in nil }
      .authenticating(.apiKey(header: "X-Team-Key"), as: User.self) { _ in nil }
      .authenticating(.apiKey(query: "key"), as: User.self) { _ in nil }
      .authenticating(.apiKey(cookie: "session"), as: User.self) { _ in nil }
    let error = await #expect(throws: ClientError.self) { try await SecuredAPI(server.inProcess).open() }
    #expect(error?.response?.status == .unauthorized)
  }

  @Test("A security scheme without an authenticator prevents the start")
  func unchecked() async throws {
    let server = Server(port: 0, threads: 1) { SecuredRoutes(SecuredService()) }
    let error = await #expect(throws: RouteConflict.self) { try await server.start() }
    #expect(
      error?.description
        == "GET /mine (Secured.mine) requires the security scheme `bearer`, which has no authenticator; "
        + "add one with `authenticating` to the router or the server")
  }

  @Test("Credentials are sent only to operations that require them")
  func sent() async throws {
    let transport = ScriptedTransport { request in
      .text(
        "\(request.target) \(request.fields[.authorization]?.rawValue ?? "-") \(request.fields[.cookie]?.rawValue ?? "-")"
      )
    }
    let client = APIClient(baseURL: "http://example.com", transport: transport)
      .header(.authorization, "Bearer everywhere").header(.cookie, "a=b")
    let secured = SecuredAPI(client.credentials(.bearer("t")).credentials(.apiKey("k&=")))
    #expect(try await secured.mine() == "/mine Bearer t a=b")
    #expect(try await secured.open() == "/open Bearer everywhere a=b")
    #expect(try await secured.query(text: "x") == "/query?text=x&key=k%26%3D Bearer everywhere a=b")
    let cookies = SecuredAPI(
      client.credentials(.apiKey("other")).credentials(.apiKey("c"), for: .apiKey(cookie: "session")))
    #expect(try await cookies.cookie() == "/cookie Bearer everywhere a=b; session=c")
    let bad = SecuredAPI(client.credentials(.bearer("s3cret\r\nX: y")))
    let error = await #expect(throws: ClientError.self) { try await bad.mine() }
    #expect(error?.code == .invalidInput)
    #expect(error.map { "\($0)".contains("s3cret") } == false)
  }

  @Test("Credentials are withheld when middleware sends a request to another origin")
  func otherOrigin() async throws {
    struct Elsewhere: Middleware {
      func handle(
        _ request: HTTPRequest, for operation: APIOperation?, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
      ) async throws -> HTTPResponse {
        #expect(request.fields[.authorization] == nil)
        var request = request
        request.authority = "evil.example"
        return try await next(request)
      }
    }
    let transport = ScriptedTransport { .text($0.fields[.authorization]?.rawValue ?? "-") }
    let client = APIClient(baseURL: "http://example.com", transport: transport).credentials(.bearer("t"))
    #expect(try await SecuredAPI(client.middleware(Elsewhere())).mine() == "-")
    #expect(try await SecuredAPI(client).mine() == "Bearer t")
  }
}
