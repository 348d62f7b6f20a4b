import ContractTesting
import FoundationEssentials
import Testing

private struct Account: Codable, Equatable, Sendable, Mockable {
  var id: Int
  var name: String
  var joined: Date?
  static let mock = Account(id: 1, name: "Mock")
}

private struct Tokens: Codable, Sendable { var accessToken: String, refreshToken: String, expiresIn: Int }

private struct Fault: Codable, Equatable, Error, Sendable { var reason: String }

private enum LimitKey: ClientConfigurationKey { static let defaultValue = 0 }

extension ClientConfiguration {
  fileprivate var limit: Int {
    get { self[LimitKey.self] }
    set { self[LimitKey.self] = newValue }
  }
}

extension APIClient {
  fileprivate func limit(_ limit: Int) -> APIClient { with(\.limit, limit) }
}

/// A scope whose functions change their client.
@API(prefix: "/accounts")
private struct Accounts {
  @GET("/") func list() -> [Account] {}
  @GET func page(@Query number: Int) -> [Account] {
    client.header("X-Page", "\(number)").limit(number)
  }
  @GET("anonymous") func anonymous() -> String { client.auth(enabled: false) }
  @DELETE("{id: Int}") func remove() {
    // The server may be slow.
    let patient = client.timeout(.seconds(9))
    if id > 5 { return patient.header("X-Large", "yes") }
    return patient
  }
}

/// Every example of requests that swift-api-client builds from parts, over real sockets.
@Suite("The swift-api-client reference")
struct SwiftAPIClientTests {
  private let arrivals = Arrivals()
  private let john = Account(id: 7, name: "John", joined: Date(timeIntervalSince1970: 1_700_000_000))

  private func router(refusing refused: String = "none") -> Router {
    let (arrivals, john) = (arrivals, john)
    @Sendable func isRefused(_ request: ServerRequest) -> Bool {
      request.head.fields[.authorization]?.rawValue == "Bearer \(refused)"
    }
    return Router()
      .on(.get, "/users") { _ in
        arrivals.note()
        return Self.json(#"{"id":7,"name":"John","joined":"2023-11-14T22:13:20Z"}"#)
      }
      .on(nil, "/users/{id}") { request in
        arrivals.note()
        if isRefused(request) { return HTTPResponse(.unauthorized) }
        if request.head.method == .delete { return HTTPResponse(.noContent) }
        if request.head.path == "/users/9" { return Self.json(#"{"reason":"unknown"}"#, .notFound) }
        return Self.json(#"{"id":\#(john.id),"name":"John"}"#)
      }
      .on(.post, "/auth/token") { _ in
        arrivals.note()
        return Self.json(#"{"accessToken":"fresh","refreshToken":"r2","expiresIn":60}"#)
      }
      .on(nil, "/accounts/{path...}") { request in
        arrivals.note()
        return request.head.path == "/accounts/anonymous" ? .text("anonymous") : Self.json("[]")
      }
  }

  private static func json(_ text: String, _ status: HTTPStatus = .ok) -> HTTPResponse {
    HTTPResponse(status, fields: [.contentType: "application/json"], body: .bytes(Array(text.utf8)))
  }

  private func serve(
    refusing refused: String = "none", _ body: (APIClient) async throws -> Void
  ) async throws {
    try await withServer(Server(port: 0, threads: 1, router: router(refusing: refused)), body)
  }

  @Test("A client builds requests below a path and decodes the results")
  func usage() async throws {
    try await serve { (client) async throws in
      let usersClient = client.errorDecoder(.decodable(Fault.self))("users")
      let found: Account = try await usersClient.query(["name": "John", "limit": 1]).auth(enabled: false).get()
      #expect(found == john)
      #expect(arrivals.line == "GET /users?name=John&limit=1" && arrivals["Authorization"] == nil)
      let johnClient = usersClient(found.id)
      let user: Account = try await johnClient.get()
      #expect(user.name == "John" && arrivals.line == "GET /users/7")
      try await johnClient.body(Account(id: 7, name: "Jo", joined: john.joined)).put()
      #expect(arrivals.line == "PUT /users/7")
      #expect(arrivals.body == #"{"id":7,"name":"Jo","joined":"2023-11-14T22:13:20Z"}"#)
      try await johnClient.delete()
      #expect(arrivals.line == "DELETE /users/7")
      await #expect(throws: Fault(reason: "unknown")) { let _: Account = try await usersClient(9).get() }
    }
  }

  @Test("A refused call is repeated with renewed tokens")
  func tokens() async throws {
    try await serve(refusing: "old") { (client) async throws in
      let store = MemoryTokenStore(AuthTokens(accessToken: "old", refreshToken: "r1"))
      let refreshed = client.tokenRefresher(store: store) { tokens, client in
        let answer: Tokens = try await client("auth/token").body(["refresh_token": tokens?.refreshToken]).post()
        return AuthTokens(
          accessToken: answer.accessToken, refreshToken: answer.refreshToken, expiresIn: .seconds(answer.expiresIn))
      }
      let user: Account = try await refreshed("users")(7).get()
      #expect(user.id == 7 && arrivals["Authorization"] == "Bearer fresh")
    }
  }

  @Test("Modifiers set method, body, query and headers, and a call names its caller and serializer")
  func building() async throws {
    try await serve { (client) async throws in
      let built = client("users")(7).method(.post).body(["a": 1]).query(john).header(.acceptEncoding, "UTF-8")
      let user = try await built.call(.http, as: .decodable(Account.self))
      #expect(user.id == 7)
      #expect(arrivals.line == "POST /users/7?id=7&name=John&joined=2023-11-14T22%3A13%3A20Z")
      #expect(arrivals.body == #"{"a":1}"# && arrivals["Accept-Encoding"] == "UTF-8")
      try await built.call(.http, as: .void)
      #expect(try await built.call(.http, as: .data).isEmpty == false)
      try await client("users")(7).body(["a": "b c"], as: .urlForm).call()
      #expect(arrivals.body == "a=b%20c" && arrivals["Content-Type"] == "application/x-www-form-urlencoded")
      let canned = try await built.call(.mock(Self.json("[1]")), as: .decodable([Int].self))
      #expect(canned == [1])
      let counting = ClientCaller<Int> { call in
        let response = try await call.send()
        return try await response.body.collect(upTo: 4096).count
      }
      #expect(try await built.call(counting, as: .instance) == #"{"id":7,"name":"John"}"#.utf8.count)
      let published = await withCheckedContinuation { continuation in
        built.call { (result: Result<Account, any Error>) in continuation.resume(returning: result) }
      }
      let account = try published.get()
      #expect(account == user)
    }
  }

  @Test("Every modifier sees the final configuration")
  func configuration() async throws {
    try await serve { (client) async throws in
      let seen = Lock<[Int]>([])
      let last = client("users")
        .limit(1)
        .modifyRequest { _, configuration in seen.withLock { $0.append(configuration.limit) } }
        .limit(2)
        .modifyRequest { request, configuration in
          seen.withLock { $0.append(configuration.limit) }
          request.fields["X-Limit"] = HTTPFieldValue("\(configuration.limit)")
        }
        .limit(3)
      let _: Account = try await last.get()
      #expect(seen.withLock { $0 } == [3, 3] && last.configuration.limit == 3 && arrivals["X-Limit"] == "3")
    }
  }

  @Test("A mock is chosen by value or by result type, and is ignored by live calls")
  func mocks() async throws {
    try await serve { (client) async throws in
      let users = client("users")(7).mock(Account(id: 2, name: "Canned"))
      let live: Account = try await users.get()
      #expect(live.id == 7)
      let canned: Account = try await users.environment(.mocks()).get()
      #expect(canned.id == 2)
      let example: Account = try await client("users")(7).environment(.mocks(.ifSpecified)).get()
      #expect(example == .mock)
    }
  }

  @Test("A scope's function changes the client for that function only")
  func tweaks() async throws {
    try await serve { (client) async throws in
      let accounts = Accounts(client.auth(.bearer("t")))
      #expect(try await accounts.list() == [])
      #expect(arrivals["X-Page"] == nil && arrivals["Authorization"] == "Bearer t")
      #expect(try await accounts.page(number: 3) == [])
      #expect(arrivals.line == "GET /accounts/page?number=3" && arrivals["X-Page"] == "3")
      #expect(try await accounts.anonymous() == "anonymous")
      #expect(arrivals["Authorization"] == nil)
      try await accounts.remove(id: 7)
      #expect(arrivals.line == "DELETE /accounts/7" && arrivals["X-Large"] == "yes")
      try await accounts.remove(id: 3)
      #expect(arrivals["X-Large"] == nil)
    }
    let mock = MockCaller()
    mock.on(Accounts.Endpoints.anonymous) { _ in "mocked" }
    #expect(try await Accounts(mock).anonymous() == "mocked")
  }
}
