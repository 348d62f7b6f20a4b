import Contract
import ContractClient
import ContractHTTP
import ContractTesting
import Testing

@Suite("Environments")
struct EnvironmentTests {
  struct User: Codable, Sendable, Equatable, Mockable {
    var id: Int
    static let mock = User(id: 7)
  }

  /// A type without an example.
  struct Note: Codable, Sendable, Equatable { var id: Int }

  static let rows = Endpoint<Empty, JSONLines<Note>>(.get, "/rows")
  static let either = Endpoint<Empty, Either<User, Note>>(.get, "/rows")

  @Test("An environment decides whether mocks respond, and the last setting wins")
  func mocks() async throws {
    let transport = AnsweringTransport(.json(#"{"id":1}"#))
    let client = APIClient(transport)
    let mocked = client("users").mock(User.self)
    func id(_ client: APIClient) async throws -> Int { (try await client.call() as User).id }
    #expect(try await id(mocked) == 1)
    #expect(try await id(mocked.environment(.mocks())) == 7)
    #expect(try await id(mocked.environment(.mocks(.ifSpecified))) == 7)
    #expect(try await id(mocked.environment(.mocks()).environment(.live)) == 1)
    #expect(try await id(mocked.environment(.mocks()).mock(User(id: 8))) == 8)
    #expect(try await (client.environment(.mocks(.ifSpecified)).call() as Note).id == 1)
    #expect(try await id(mocked.environment(.transport(AnsweringTransport(.json(#"{"id":3}"#))))) == 3)
    let sent = transport.requests.count
    let error = await #expect(throws: ClientError.self) {
      let _: Note = try await client("notes").environment(.mocks()).call()
    }
    #expect(error?.code == .transport)
    #expect(
      error?.message
        == "GET /v1/notes has no mock; set one with .mock(…), make `Note` Mockable and Encodable, or use"
        + " .environment(.live)")
    for endpoint in [Self.rows.operation, Self.either.operation] {
      let error = await #expect(throws: ClientError.self) {
        try await client.environment(.mocks()).send(HTTPRequest(.get, "/rows"), for: endpoint)
      }
      #expect(
        error?.message.contains("has no mock; set one with .mock(HTTPResponse(…)) or use .environment(.live)") == true,
        "\(String(describing: error))")
    }
    #expect(transport.requests.count == sent)
    let viaTask = try await withClientModifiers({ $0.environment(.mocks()) }) { try await id(mocked) }
    #expect(viaTask == 7)
  }

  @Test("Each call gets the whole streamed body of a mocked response")
  func streams() async throws {
    let bytes = Array("0123456789".utf8)
    let client = APIClient(baseURL: "http://nowhere.invalid").environment(.mocks())
      .mock(HTTPResponse(.ok, body: .stream(ByteStream(bytes))))
    for _ in 0..<2 {
      #expect(try await client.response().bytes == bytes)
      var read: [UInt8] = []
      for try await piece in try await client.stream().bytes { read += piece }
      #expect(read == bytes)
    }
  }

  @Test("Logs, retries and validation apply to mocks")
  func around() async throws {
    let keeper = LogKeeper()
    let count = EventCounter()
    let client = APIClient(baseURL: "http://nowhere.invalid").clock(TestClock()).retry().environment(.mocks())
      .mock { _ in count.add() == 1 ? HTTPResponse(.badGateway) : .json(#"{"id":2}"#) }
      .logging(to: keeper, components: .basic)
    let user: User = try await client.get()
    #expect(user.id == 2 && keeper.text.hasPrefix("<-- ✅ GET / 200 OK"))
    let refused = client.mock(User.mock, status: .notFound)
    await #expect(throws: ClientError.self) { let _: User = try await refused.get() }
  }

  @Test("A fluent call finds its mock by the result type", arguments: [false, true])
  func examples(isPlain: Bool) async throws {
    let transport = AnsweringTransport(.json(#"{"id":1}"#))
    var client = APIClient(transport)("users").environment(.mocks())
    // A call with other modifiers takes another code path.
    if !isPlain { client = client.clock(TestClock()).retry().logging(to: LogKeeper()) }
    let user: User = try await client(7).get()
    let users: [User] = try await client.get()
    let optional: User? = try await client(7).get()
    #expect(user == .mock && users == [.mock] && optional == .mock)
    #expect(try await client.call(.http, as: .decodable(User.self, \.id)) == 7)
    #expect(try await client.call(.http, as: ResponseReader<HTTPResponse, User>.decodable.map(\.id)) == 7)
    let (value, response) = try await client.call(.http, as: .decodableWithResponse(User.self))
    #expect(value == .mock && response.status == .ok)
    try await client(7).delete()
    #expect(try await (client.mock(User(id: 9)).get() as User).id == 9)
    #expect(try await (client.environment(.mocks(.ifSpecified)).get() as User).id == 7)
    #expect(transport.requests.isEmpty)
    #expect(try await (client.environment(.mocks(.ifSpecified)).get() as Note).id == 1)
    #expect(try await (client.environment(.live).get() as User).id == 1)
    await #expect(throws: ClientError.self) { try await client.response() }
    await #expect(throws: ClientError.self) { try await client.call(.http, as: .string) }
    #expect(transport.requests.count == 2)
    // With `.ifSpecified`, a call without a result type is not mocked, so its request is sent.
    try await client.environment(.mocks(.ifSpecified))(7).delete()
    #expect(transport.requests.count == 3)
  }

  @Test(
    "An endpoint finds its mock by the result type and encodes the mock in the endpoint's format",
    arguments: [false, true])
  func endpointExamples(isPlain: Bool) async throws {
    struct Named: Codable, Equatable, Mockable {
      var firstName: String
      static let mock = Named(firstName: "Jo")
    }
    let transport = AnsweringTransport(.json(#"{"id":1}"#))
    var client = APIClient(transport).environment(.mocks())
    if !isPlain { client = client.clock(TestClock()).retry() }
    let snake = Endpoint<Empty, Named>(.get, "/a", .keys(.snakeCase))
    #expect(try await client.call(snake) == .mock)
    #expect(try await client.call(Endpoint<Empty, [User]>(.get, "/b")) == [.mock])
    #expect(try await client.call(Endpoint<Empty, User?>(.get, "/c")) == .mock)
    #expect(try await client.call(Endpoint<Empty, Empty>(.delete, "/d")) == Empty())
    try await client.call(Endpoint<Empty, Void>(.delete, "/e"))
    let pair = Endpoint<Empty, (User, HTTPResponse)>(.get, "/f", status: .created, result: .withResponse(.json))
    let (value, response) = try await client.call(pair)
    #expect(value == .mock && response.status == .created)
    #expect(transport.requests.isEmpty)
    let error = await #expect(throws: ClientError.self) { try await client.call(Endpoint<Empty, Note>(.get, "/g")) }
    #expect(error?.code == .transport && error?.message.contains("make `Note` Mockable") == true)
    #expect(try await client.environment(.mocks(.ifSpecified)).call(Endpoint<Empty, Note>(.get, "/g")).id == 1)
    #expect(transport.requests.count == 1)
    try await client.environment(.mocks(.ifSpecified)).call(Endpoint<Empty, Void>(.delete, "/e"))
    #expect(transport.requests.count == 2)
  }

  @Test("A mock is returned through faulty and recording transports")
  func wrappedExamples() async throws {
    let mocked = APIClient(AnsweringTransport(.json(#"{"id":1}"#)))("users").environment(.mocks())
    let faulty = mocked.faults(seed: 1, FaultRule(.status(503)) { $0.method == .put })
    let user: User = try await faulty.get()
    #expect(user == .mock)
    #expect(try await faulty.put.response().status == 503)
    try await withFixtureFolder { folder in
      let recorder = try RecordingTransport(to: folder, over: faulty.configuration.transport)
      let user: User = try await mocked.transport(recorder).get()
      #expect(user == .mock && recorder.recorded.count == 1)
    }
  }

  @Test("A mock and an environment apply when they are set after a transport that wraps others")
  func laterSettings() async throws {
    let live = AnsweringTransport(.json(#"{"id":1}"#))
    let client = APIClient(live)("users")
    let rule = FaultRule(.status(503), share: 0)
    func id(_ client: APIClient) async throws -> Int { (try await client.get() as User).id }
    let mocked = client.environment(.mocks()).faults(seed: 1, rule)
    #expect(try await id(mocked) == 7)
    #expect(try await id(mocked.mock(User(id: 9))) == 9)
    #expect(try await id(mocked.mock(User(id: 9)).faults(seed: 2, rule).mock(User(id: 10))) == 10)
    #expect(try await id(client.mock(User(id: 9)).faults(seed: 1, rule).environment(.mocks())) == 9)
    #expect(try await id(client.mock(User(id: 8)).environment(.mocks()).faults(seed: 1, rule).mock(User(id: 9))) == 9)
    // Faults set after the environment apply to mocks.
    let faulty = client.environment(.mocks()).faults(seed: 1, FaultRule(.status(503))).mock(User(id: 9))
    #expect(try await faulty.response().status == 503)
    #expect(live.requests.isEmpty)
    #expect(try await id(client.mock(User(id: 9)).faults(seed: 1, rule)) == 1)
    #expect(try await id(mocked.mock(User(id: 9)).environment(.live)) == 1)
    // A transport of another client has its own mock.
    let other = APIClient(live).environment(.mocks()).mock(User(id: 5)).configuration.transport
    #expect(try await id(client.mock(User(id: 9)).environment(.transport(other))) == 5)
    try await withFixtureFolder { folder in
      let recording = try ClientEnvironment.recording(to: folder)
      #expect(try await id(mocked.mock(User(id: 9)).environment(recording)) == 1)
    }
    #expect(live.requests.count == 3)
  }
}
