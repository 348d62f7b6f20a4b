import Contract
import ContractMacroFixtures
import ContractTesting
import Testing

/// A service of all functions of `Tracker`, whose pages have two issues.
private struct Desk: Tracker {
  let asked = Lock<[String]>([])

  func list(after: String?, limit: Int) async throws -> Batch<Int> {
    asked.withLock { $0.append("list \(after ?? "-") \(limit)") }
    let start = after.flatMap { Int($0) } ?? 1
    return Batch(items: [start, start + 1], next: start < 5 ? "\(start + 2)" : nil)
  }

  func old() async throws -> [Int] { [1] }

  func search(text: String, page: Int) async throws -> ([Int], HTTPResponse) {
    asked.withLock { $0.append("search \(text) \(page)") }
    var response = HTTPResponse(.ok)
    if page < 3 {
      response.fields["Link"] = HTTPFieldValue(
        "</search/issues?text=a%20b&page=1>; rel=\"first\", <https://other.example/x?page=\(page + 1)#end>; rel=\"next\""
      )
    }
    if text == "fragment" { response.fields["Link"] = "</search/issues#a?page=2>; rel=next" }
    if text == "broken" { response.fields["Link"] = "</search/issues?page=many>; rel=next" }
    return ([page * 10], response)
  }

  func create(title: String) async throws -> Int { title.utf8.count }

  func users(after: String?) async throws -> [String] {
    ["": ["a", "b"], "b": ["c"], "c": []][after ?? ""] ?? []
  }
}

@API
private protocol Everything: Sendable {
  @GET("/all") func find() async throws -> String
}

/// A contract whose function has the signature of the refined contract's function if its parameter is omitted.
@API
private protocol Named: Everything {
  @GET("/one") func find(name: String?) async throws -> String
}

@Suite("Contracts that refine others")
struct RefinedContractsTests {
  @Test("The operations of all parents are listed once, before those of the contract")
  func operations() {
    #expect(
      TrackerEndpoints.all.map(\.id) == [
        "ReadOnlyIssues.list", "ReadOnlyIssues.old", "Searchable.search", "Issues.create", "Users.users",
      ])
    #expect(TrackerRoutes(Desk()).routes.map(\.operation.id) == TrackerEndpoints.all.map(\.id))
    #expect(TrackerEndpoints.all.verify().filter { $0.severity == .error }.isEmpty)
  }

  @Test("The client of a group calls the functions of every contract in it")
  func client() async throws {
    let server = Server(port: 0, threads: 1) { TrackerRoutes(Desk()) }
    try await withServer(server) { client in
      for caller in [client, server.inProcess] {
        let tracker = TrackerAPI(caller)
        #expect(try await tracker.list(after: nil, limit: 3).items == [1, 2])
        #expect(try await tracker.list().items == [1, 2])
        #expect(try await tracker.create(title: "abc") == 3)
        #expect(try await tracker.users(after: "b") == ["c"])
        #expect(try await tracker.search(text: "x").0 == [10])
      }
      let (_, response) = try await client("issues/all").call(.http, as: .decodableWithResponse([Int].self))
      #expect(response.fields["Deprecation"] == "@1788220800")
      #expect(response.fields["Sunset"] == "Sun, 31 Jan 2027 00:00:00 GMT")
    }
  }

  @Test("A client with a path serves a contract below it")
  func mounted() async throws {
    let transport = ScriptedTransport { request in
      HTTPResponse(.ok, fields: [.contentType: "application/json"], body: .bytes(Array("[\"\(request.target)\"]".utf8)))
    }
    let client = APIClient(baseURL: "http://localhost", transport: transport)
    let tenant = "a/c"
    #expect(try await TrackerAPI(client("tenants")(tenant)).users(after: "b") == ["/tenants/a%2Fc/users?after=b"])
  }

  @Test("A call without arguments calls the refined contract's function without parameters")
  func omittedParameters() async throws {
    let transport = ScriptedTransport { request in
      .text(request.target)
    }
    let api = NamedAPI(APIClient(baseURL: "http://localhost", transport: transport))
    #expect(try await api.find() == "/all")
    #expect(try await (api as any Everything).find() == "/all")
    #expect(try await (api as any Named).find() == "/all")
    #expect(try await api.find(name: nil) == "/one")
    #expect(try await (api as any Named).find(name: "a") == "/one?name=a")
  }

  @Test("A mock contains one mock for each parent, even if several contracts refine the parent")
  func mock() async throws {
    let mock = TrackerMock()
    mock.issues.readOnlyIssues.mockList { after, limit in Batch(items: [limit]) }
    mock.users.mockUsers { _ in ["a"] }
    let tracker: any Tracker = mock
    #expect(try await tracker.list(after: nil, limit: 7).items == [7])
    #expect(try await tracker.users(after: nil) == ["a"])
    #expect(mock.issues.searchable.readOnlyIssues === mock.issues.readOnlyIssues)
    #expect(mock.issues.readOnlyIssues.listCalls.map(\.limit) == [7])
    let error = await #expect(throws: MockError.self) { _ = try await tracker.create(title: "a") }
    #expect(error?.function == "IssuesMock.create")
    mock.resetCalls()
    #expect(mock.issues.readOnlyIssues.listCalls.isEmpty && mock.issues.createCalls.isEmpty)
  }

  @Test("The policy of a mock applies to its parents")
  func policy() async throws {
    let mock = TrackerMock(policy: .passThrough(to: Desk()))
    #expect(try await mock.create(title: "abc") == 3)
    #expect(try await mock.list(after: "3", limit: 1).items == [3, 4])
    #expect(mock.issues.readOnlyIssues.listCalls.map(\.after) == ["3"])
  }
}

@Suite("Paged functions")
struct PagedFunctionTests {
  private static func all<S: AsyncSequence>(_ sequence: S) async throws -> [S.Element] {
    try await sequence.reduce(into: []) { $0.append($1) }
  }

  @Test("A paged function returns the elements of all pages from a client, a service and a mock")
  func pages() async throws {
    let desk = Desk()
    let server = Server(port: 0, threads: 1) { TrackerRoutes(desk) }
    try await withServer(server) { (client: APIClient) async throws in
      let trackers: [any Tracker] = [
        TrackerAPI(client), TrackerAPI(server.inProcess), desk, TrackerMock(policy: .passThrough(to: desk)),
      ]
      for tracker in trackers {
        #expect(try await Self.all(tracker.listAll()) == [1, 2, 3, 4, 5, 6])
        #expect(try await Self.all(tracker.searchAll(text: "a b")) == [10, 20, 30])
        #expect(try await Self.all(tracker.allUsers()) == ["a", "b", "c"])
      }
    }
    #expect(
      desk.asked.withLock { $0.prefix(6) } == [
        "list - 20", "list 3 20", "list 5 20", "search a b 1", "search a b 2", "search a b 3",
      ])
  }

  @Test(
    "A link without a valid cursor ends the sequence with an error after its page",
    arguments: ["broken", "fragment"])
  func brokenLink(text: String) async throws {
    var iterator = Desk().searchAll(text: text).makeAsyncIterator()
    #expect(try await iterator.next() == 10)
    await #expect(throws: PagingError.unusableLink(parameter: "page")) { try await iterator.next() }
    #expect(try await iterator.next() == nil)
  }

  @Test("A repeated cursor ends the sequence with an error")
  func repeatedCursor() async throws {
    let mock = ReadOnlyIssuesMock()
    mock.mockList { _, _ in Batch(items: [1], next: "a") }
    await #expect(throws: PagingError.repeatedCursor(page: 2)) { _ = try await Self.all(mock.listAll(limit: 5)) }
    #expect(mock.listCalls.map(\.limit) == [5, 5])
  }

  @Test("The operation describes its paging")
  func description() {
    #expect(ReadOnlyIssuesEndpoints.list.operation.paging == Paging(cursor: "after", next: "next", items: "items"))
    #expect(SearchableEndpoints.search.operation.paging == Paging(cursor: "page"))
    #expect(UsersEndpoints.users.operation.paging == Paging(cursor: "after", next: "last"))
    #expect(IssuesEndpoints.create.operation.paging == nil)
  }
}
