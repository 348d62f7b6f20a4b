import ContractOpenAPI
import ContractTestSupport
import ContractTesting
import Testing

// Paged endpoints in the forms other than a protocol at file scope.

@Schema struct NumberPage: Equatable, Sendable {
  var items: [Int]
  var next: String?
}

@Request(.get, "/request") @Paged(items: \.items, next: \.next, cursor: "after")
struct ListNumbers {
  typealias Response = NumberPage
  @Query("from") var after: String?
  @Query var step: Int = 1
}

@Request(.get, "/request/links") @Paged(.link, cursor: "page")
struct LinkNumbers {
  typealias Response = ([Int], HTTPResponse)
  @Query var page: Int = 1
}

@Request struct NumbersInput {
  @Query var after: String?
  @Query var step: Int = 1
}

@Request struct LinkedInput { @Query var page: Int? }

@API(prefix: "/group") final class NumberGroup: EndpointGroup {
  @GET("/value") @Paged(items: \.items, next: \.next, cursor: "after") var list: Endpoint<NumbersInput, NumberPage>
  @GET("/closure") @Paged(items: \.items, next: \.next, cursor: "after")
  var numbers: (NumbersInput) async throws -> NumberPage
  @GET("/links") @Paged(.link, cursor: "page") var links: Endpoint<LinkedInput, ([Int], HTTPResponse)>
  @GET("/few") @Paged(items: \.items, next: \.next, cursor: "after", maxPages: 2)
  var few: (NumbersInput) async throws -> NumberPage
}

@API(prefix: "/scope") struct NumberScope {
  @GET @Paged(items: \.items, next: \.next, cursor: "after")
  func list(@Query("from") after: String? = nil, @Query step: Int = 1) -> NumberPage {}

  @Path("{id: Int}") struct One {
    @GET @Paged(.link, cursor: "page") func links(@Query page: Int = 1) -> ([Int], HTTPResponse) {}
    @GET("{kind}/parts") @Paged(items: \.items, next: \.next, cursor: "after")
    func parts(@Query _ step: Int, @Query after: String?) -> (items: [Int], next: String?) {
      client.header("X-Kind", kind)
    }
  }
}

enum NumberNamespace {
  @API(prefix: "/nested") @Mock protocol Numbers: Sendable {
    @GET("/list") @Default("step", 1) @Paged(items: \.items, next: \.next, cursor: "after")
    func list(after: String?, step: Int) async throws -> NumberPage
  }
}

/// Returns the pages of 1 to 6, with two elements each and the last one as the cursor.
private func page(after: String?, step: Int) -> NumberPage {
  let start = after.flatMap { Int($0) } ?? 0
  let items = Array([start + step, start + 2 * step].prefix { $0 <= 6 })
  return NumberPage(items: items, next: items.last.flatMap { $0 < 6 ? "\($0)" : nil })
}

/// Returns the pages 10, 20 and 30, with links.
private func linked(_ page: Int) -> ([Int], HTTPResponse) {
  var response = HTTPResponse(.ok)
  if page < 3 { response.fields["Link"] = HTTPFieldValue("</elsewhere?page=\(page + 1)>; rel=\"next\"") }
  return ([page * 10], response)
}

private struct NumberService: NumberNamespace.Numbers {
  func list(after: String?, step: Int) async throws -> NumberPage { page(after: after, step: step) }
}

@Suite("Paged endpoints in every shape of contract")
struct PagedShapesTests {
  private static let kinds = Lock<[String]>([])
  private static let routes: [Route] =
    [
      Route(ListNumbers.endpoint) { page(after: $0.after, step: $0.step) },
      Route(LinkNumbers.endpoint) { linked($0.page) },
      Route(NumberGroup.Endpoints.list) { page(after: $0.after, step: $0.step) },
      Route(NumberGroup.Endpoints.numbers) { page(after: $0.after, step: $0.step) },
      Route(NumberGroup.Endpoints.links) { linked($0.page ?? 1) },
      Route(NumberGroup.Endpoints.few) { page(after: $0.after, step: $0.step) },
      Route(NumberScope.Endpoints.list) { page(after: $0.after, step: $0.step) },
      Route(NumberScope.Endpoints.oneLinks) { linked($0.page) },
      Route(NumberScope.Endpoints.oneParts) { request, input in
        kinds.withLock { $0.append("\(input.id) \(request.head.fields["X-Kind"]?.rawValue ?? "-")") }
        let found = page(after: input.after, step: input.step)
        return .init(items: found.items, next: found.next)
      },
    ] + NumberNamespace.NumbersRoutes(NumberService()).routes

  private static func all<S: AsyncSequence>(_ sequence: S) async throws -> [S.Element] {
    try await sequence.reduce(into: []) { $0.append($1) }
  }

  private func each(_ body: (APIClient) async throws -> Void) async throws {
    try await body(Self.routes.inProcess)
    try await withServer(Server(port: 0, threads: 1) { Self.routes }, body)
  }

  @Test("The elements of all pages arrive over sockets and in process")
  func elements() async throws {
    let numbers = [1, 2, 3, 4, 5, 6]
    try await each { (client) async throws in
      #expect(try await Self.all(ListNumbers().all(with: client)) == numbers)
      #expect(try await Self.all(ListNumbers(after: "4").all(with: client)) == [5, 6])
      #expect(try await Self.all(LinkNumbers().all(with: client)) == [10, 20, 30])
      let group = NumberGroup(client)
      #expect(try await Self.all(group.listAll(NumbersInput())) == numbers)
      #expect(try await Self.all(group.allNumbers(NumbersInput(after: "2", step: 2))) == [4, 6])
      #expect(try await Self.all(group.allLinks(LinkedInput())) == [10, 20, 30])
      let scope = NumberScope(client)
      #expect(try await Self.all(scope.listAll()) == numbers)
      #expect(try await Self.all(scope.listAll(step: 2)) == [2, 4, 6])
      #expect(try await Self.all(scope(7).allLinks()) == [10, 20, 30])
      Self.kinds.withLock { $0 = [] }
      #expect(try await Self.all(scope(7).allParts(kind: "k", 3)) == [3, 6])
      #expect(Self.kinds.withLock { $0 } == ["7 k"])
      #expect(try await Self.all(NumberNamespace.NumbersAPI(client).listAll(step: 3)) == [3, 6])
    }
  }

  @Test("A limit of pages ends the sequence with an error")
  func limit() async throws {
    var iterator = NumberGroup(Self.routes.inProcess).allFew(NumbersInput()).makeAsyncIterator()
    for number in 1...4 { #expect(try await iterator.next() == number) }
    await #expect(throws: PagingError.tooManyPages(limit: 2)) { try await iterator.next() }
  }

  @Test("Assigned closures, mocks and mock callers are called once for each page")
  func mocks() async throws {
    let group = NumberGroup()
    group.numbers = { page(after: $0.after, step: $0.step) }
    #expect(try await Self.all(group.allNumbers(NumbersInput(step: 3))) == [3, 6])

    let mock = NumberNamespace.NumbersMock()
    mock.mockList { page(after: $0, step: $1) }
    #expect(try await Self.all(mock.listAll(step: 2)) == [2, 4, 6])
    #expect(mock.listCalls.map(\.after) == [nil, "4"])

    let caller = MockCaller()
    caller.on(NumberScope.Endpoints.list) { page(after: $0.after, step: $0.step) }
    caller.on(ListNumbers.endpoint) { page(after: $0.after, step: $0.step) }
    caller.on(NumberGroup.Endpoints.list) { page(after: $0.after, step: $0.step) }
    #expect(try await Self.all(NumberScope(caller).listAll(step: 2)) == [2, 4, 6])
    #expect(caller.calls(of: NumberScope.Endpoints.list).map(\.after) == [nil, "4"])
    #expect(try await Self.all(ListNumbers(step: 3).all(with: caller)) == [3, 6])
    #expect(try await Self.all(NumberGroup(caller).listAll(NumbersInput(step: 3))) == [3, 6])
  }

  @Test(
    "Documents describe the pages of every shape",
    arguments: [
      ("/request", #"{"cursor":"from","next":"next","items":"items"}"#),
      ("/request/links", #"{"cursor":"page","link":"next"}"#),
      ("/group/value", #"{"cursor":"after","next":"next","items":"items"}"#),
      ("/group/links", #"{"cursor":"page","link":"next"}"#),
      ("/scope/list", #"{"cursor":"from","next":"next","items":"items"}"#),
      ("/scope/{id}/links", #"{"cursor":"page","link":"next"}"#),
      ("/nested/list", #"{"cursor":"after","next":"next","items":"items"}"#),
    ])
  func documents(_ path: String, _ text: String) throws {
    let document = try OpenAPI(title: "Numbers", version: "1", routes: Self.routes.map { [$0] }).export().document
    #expect(document["paths"]?[path]?["get"]?["x-paging"]?.description == text)
  }
}
