import Contract
import ContractClient
import ContractHTTP
import ContractTesting
import Testing

@Suite("An environment")
struct EnvironmentTests {
  struct User: Codable, Sendable, Equatable, Mockable {
    var id: Int
    static let mock = User(id: 7)
  }

  @Test("decides whether mocks answer, and the last one counts")
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
    #expect(try await id(client.environment(.mocks(.ifSpecified))) == 1)
    #expect(try await id(mocked.environment(.transport(AnsweringTransport(.json(#"{"id":3}"#))))) == 3)
    let sent = transport.requests.count
    let error = await #expect(throws: ClientError.self) { try await id(client("users").environment(.mocks())) }
    #expect(error?.code == .transport && error?.message.contains("there is no mock for GET /v1/users") == true)
    #expect(transport.requests.count == sent)
    let viaTask = try await withClientModifiers({ $0.environment(.mocks()) }) { try await id(mocked) }
    #expect(viaTask == 7)
  }

  @Test("keeps logs, retries and validation around mocks")
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
}
