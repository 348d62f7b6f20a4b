import ContractServer
import ContractTestSupport
import ContractTesting
import Testing

private struct User: Sendable, Equatable { var name: String }
private struct Locale: Sendable { var code: String }
private enum Zone: String, CaseIterable, Sendable { case north, south }

@API @Mock @Security(.bearer)
private protocol Diary: Sendable {
  @GET("/entries/:id") func entry(id: Int) async throws -> String
  @POST("/entries") func add(text: String) async throws -> String
  @GET("/words") func words() async throws -> [String]
}

@APIError private enum DiaryError: Equatable {
  @Status(403) case closed
}

/// A service with values of the request as properties.
private struct DiaryService: Diary {
  var owner: User
  var note = ""
  func entry(id: Int) async throws -> String { "\(owner.name)\(note) \(id)" }
  func add(text: String) async throws -> String { "\(owner.name)\(note): \(text)" }
  func words() async throws -> [String] { [owner.name + note] }
}

/// Stores a locale for every request.
private struct Localization: ServerMiddleware {
  var provides: [any Sendable.Type] { [Locale.self] }
  func handle(
    _ request: HTTPRequest, in exchange: Exchange, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    exchange[Locale.self] = Locale(code: request.fields["Accept-Language"]?.rawValue ?? "en")
    return try await next(request)
  }
}

// Classes of an actor are `Sendable` and may have subclasses.
@MainActor private class Account {}
@MainActor private final class AdminAccount: Account {}

/// Provides a subclass of an account.
private struct AdminAccounts: ServerMiddleware {
  var provides: [any Sendable.Type] { [AdminAccount.self] }
  func handle(
    _ request: HTTPRequest, in exchange: Exchange, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
  ) async throws -> HTTPResponse { try await next(request) }
}

extension Server {
  /// Accepts each token as the name of a user.
  fileprivate func acceptingNames() -> Server {
    authenticating(.bearer, as: User.self) { credentials in
      guard case .bearer(let name) = credentials else { return nil }
      return Authenticated(User(name: name))
    }
  }
}

/// Services that are created for each request.
@API protocol ScannedDiary: Sendable {
  @POST("/scans") func scan(data: Body<ByteStream>) async throws -> Int
}

private struct ScannedDiaryService: ScannedDiary {
  func scan(data: Body<ByteStream>) async throws -> Int { 0 }
}

@Suite("A service for each request", .ownThreads)
struct ServicePerRequestTests {
  private static func client(
    _ middleware: [any Middleware] = [], @RoutesBuilder routes: () -> [Route]
  ) -> APIClient {
    Server(port: 0, middleware: middleware, routes: routes).acceptingNames().inProcess.credentials(.bearer("Ann"))
  }

  /// The member `detail` of the problem that an error carries.
  private static func detail(of error: ClientError?) async throws -> String? {
    struct Body: Decodable { var detail: String }
    let bytes = try await #require(error?.response).body.collect(upTo: 1000)
    return try JSONReader().decode(Body.self, from: bytes).detail
  }

  @Test("The principal is a property of the service, over a socket and in process")
  func principal() async throws {
    let server = Server(port: 0, threads: 1) {
      DiaryRoutes(.principal(User.self)) { user in DiaryService(owner: user) }
    }.acceptingNames()
    func expectAll(_ client: APIClient) async throws {
      for name in ["Ann", "Bob"] {
        let diary = DiaryAPI(client.credentials(.bearer(name)))
        #expect(try await diary.entry(id: 7) == "\(name) 7")
        #expect(try await diary.add(text: "x") == "\(name): x")
        #expect(try await diary.words() == [name])
      }
      let refused = await #expect(throws: ClientError.self) { try await DiaryAPI(client).words() }
      #expect(refused?.response?.status == .unauthorized)
    }
    try await expectAll(server.inProcess)
    try await withServer(server) { client in try await expectAll(client) }
  }

  @Test("Invalid inputs are refused as for a shared service")
  func inputs() async throws {
    let client = Self.client { DiaryRoutes(.principal(User.self)) { DiaryService(owner: $0) } }
    let error = await #expect(throws: ClientError.self) { try await client("entries/x").auth(.bearer("Ann")).get() }
    #expect(error?.response?.status == .badRequest)
    #expect(try await Self.detail(of: error) == "`id` was `x`. It must be an `Int`.")
  }

  @Test("A service closure receives the requested values in the order in which they are listed")
  func several() async throws {
    let client = Self.client([Localization()]) {
      DiaryRoutes(.principal(User.self), .value(Locale.self), .content, .request) { user, locale, content, request in
        DiaryService(
          owner: user, note: " \(locale.code) \(String(decoding: content, as: UTF8.self)) \(request.head.method)")
      }
    }
    #expect(
      try await DiaryAPI(client.header("Accept-Language", "de")).add(text: "x") == #"Ann de {"text":"x"} POST: x"#)
  }

  @Test("An error of a service closure is treated like an error of the handler")
  func failing() async throws {
    let client = Self.client {
      DiaryRoutes(.principal(User.self)) { user in
        guard user.name != "Ann" else { throw DiaryError.closed }
        return DiaryService(owner: user)
      }
    }
    let error = await #expect(throws: ClientError.self) { try await DiaryAPI(client).words() }
    #expect(error?.response?.status == .internalServerError)
  }

  @Test("Routes are mounted below a path with further inputs")
  func mounted() async throws {
    let client = Self.client {
      DiaryRoutes(.path("tenant", as: Int.self), .path("region", as: Zone.self)) { tenant, region in
        DiaryService(owner: User(name: "\(tenant)"), note: " \(region)")
      }
      .mounted(at: "/tenants/:tenant/:region")
      DiaryRoutes(DiaryService(owner: User(name: "nobody"))).mounted(at: "/old", named: "old")
    }
    #expect(try await DiaryAPI(client("tenants/5/north")).entry(id: 7) == "5 north 7")
    #expect(try await DiaryAPI(client("tenants/6/south")).add(text: "x") == "6 south: x")
    #expect(try await DiaryAPI(client("old")).words() == ["nobody"])
    let error = await #expect(throws: ClientError.self) { try await DiaryAPI(client("tenants/x/north")).words() }
    #expect(try await Self.detail(of: error) == "`tenant` was `x`. It must be an `Int`.")
    let other = await #expect(throws: ClientError.self) { try await DiaryAPI(client("tenants/5/west")).words() }
    #expect(other?.response?.status == .badRequest)
  }

  @Test("Operations of mounted routes have the whole path, all inputs and distinct ids")
  func described() {
    let routes = DiaryRoutes(DiaryService(owner: User(name: "a"))).mounted(at: "/tenants/{tenant}", named: "v1")
    #expect(
      routes.map(\.operation.description) == [
        "GET /tenants/{tenant}/entries/{id} (v1.Diary.entry)", "POST /tenants/{tenant}/entries (v1.Diary.add)",
        "GET /tenants/{tenant}/words (v1.Diary.words)",
      ])
    #expect(routes[0].operation.inputs.map(\.name) == ["tenant", "id"])
  }

  @Test("Placeholders of a mounted path are described with the types of the service's values")
  func describedPlaceholders() throws {
    let routes = DiaryRoutes(.path("tenant", as: Int.self), .path("region", as: Zone.self)) { tenant, region in
      DiaryService(owner: User(name: "\(tenant)"), note: " \(region)")
    }
    let operation = routes.mounted(at: "/tenants/:tenant/:region/:shelf")[0].operation
    #expect(operation.inputs.map(\.type) == ["Int", "Zone", "String", "Int"])
    let schemas = operation.described.parameters.map(\.schema)
    #expect(schemas.map(\.resolved.types) == [[.integer], [], [.string], [.integer]])
    var definitions = JSONSchemaDefinitions(at: "#/")
    var writer = JSONWriter()
    definitions.write(schemas[1], to: &writer)
    var all = JSONWriter()
    definitions.writeAll(to: &all)
    #expect(String(decoding: all.bytes, as: UTF8.self).contains(#""enum":["north","south"]"#))
  }

  struct Refusal: CustomTestStringConvertible {
    let name: String
    let routes: [Route]
    let message: String
    var testDescription: String { name }
  }

  static let refusals = [
    Refusal(
      name: "a principal of another type",
      routes: DiaryRoutes(.principal(String.self)) { DiaryService(owner: User(name: $0)) }.routes,
      message: "GET /entries/{id} (Diary.entry) has a service with a principal of type `String`, but an authenticator "
        + "of its schemes returns `User`; return `Authenticated<String>` from all authenticators of its schemes"),
    Refusal(
      name: "an operation without credentials",
      routes: OpenDiaryRoutes(.principal(User.self)) { OpenDiaryService(user: $0) }.routes,
      message: "GET /open (OpenDiary.read) requires no credentials, but its service is created with a principal of "
        + "type `User`; add `@Security`, or use `.principal(ifPresent: User.self)`"),
    Refusal(
      name: "a value without middleware",
      routes: DiaryRoutes(.value(Locale.self)) { DiaryService(owner: User(name: $0.code)) }.routes,
      message: "GET /entries/{id} (Diary.entry) has a service with a value of type `Locale`, which no middleware "
        + "provides; add middleware whose `provides` contains it"),
    Refusal(
      name: "a value of which middleware provides a subclass",
      routes: DiaryRoutes(.value(Account.self)) { _ in DiaryService(owner: User(name: "a")) }
        .middleware([AdminAccounts()]),
      message: "GET /entries/{id} (Diary.entry) has a service with a value of type `Account`, which no middleware "
        + "provides; add middleware whose `provides` contains it"),
    Refusal(
      name: "a path value without a placeholder",
      routes: DiaryRoutes(.path("tenant")) { DiaryService(owner: User(name: $0)) }.routes,
      message: "GET /entries/{id} (Diary.entry) has a service with the path value `tenant`, which its path lacks; "
        + "mount the routes at a path with `:tenant`"),
    Refusal(
      name: "the bytes of a body that is read while it arrives",
      routes: ScannedDiaryRoutes(.content) { _ in ScannedDiaryService() }.routes,
      message: "POST /scans (ScannedDiary.scan) reads its body while it arrives, so its service cannot be created with "
        + "the bytes; use `.request` instead of `.content`"),
  ]

  @Test("A server does not start if a request may lack a value of its service", arguments: refusals)
  func refused(refusal: Refusal) throws {
    let server = Server(port: 0) { refusal.routes }.acceptingNames()
    let error = try #require(throws: RouteConflict.self) { try server.pipeline() }
    #expect(error.description.split(separator: "\n").first.map(String.init) == refusal.message)
  }

  @Test("A handler of an endpoint gets its input first, and then the requested values")
  func handlers() async throws {
    let endpoint = Endpoint<NewEntry, String>(.post, "/new", .security(.bearer))
    var router = Router()
    router.on(endpoint, with: .principal(User.self), .content) { input, user, content in
      "\(user.name) \(content.count) \(input.text)"
    }
    let server = Server(port: 0, router: router).acceptingNames()
    let client = server.inProcess.credentials(.bearer("Ann"))
    #expect(try await client.call(endpoint, NewEntry(text: "x")) == #"Ann 12 x"#)
    let misfit = Route(endpoint, with: .principal(Locale.self)) { $0.text + $1.code }
    #expect(throws: RouteConflict.self) { try Server(port: 0) { misfit }.acceptingNames().pipeline() }
  }

  private struct NewEntry: BodyRequest { var text: String }

  @Test("A principal may be absent where an operation requires no credentials")
  func absent() async throws {
    let client = Self.client { OpenDiaryRoutes(.principal(ifPresent: User.self)) { OpenDiaryService(user: $0) } }
    #expect(try await OpenDiaryAPI(client).read() == "nobody")
  }

  @Test("A service can be created from its values without a server")
  func unit() async throws {
    #expect(try await DiaryService(owner: User(name: "Ann")).words() == ["Ann"])
  }
}

@API private protocol OpenDiary: Sendable {
  @GET("/open") func read() async throws -> String
}

private struct OpenDiaryService: OpenDiary {
  var user: User?
  func read() async throws -> String { user?.name ?? "nobody" }
}
