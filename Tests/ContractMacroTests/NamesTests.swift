import Contract
import ContractMacroFixtures
import ContractTesting
import Testing

/// Under `NonisolatedNonsendingByDefault`, Swift 6.3 warns about every call of a function with this name.
@API @Mock
private protocol Selfish: Sendable {
  @GET("/self") func `self`(await: Int) async throws -> String
}

@Suite("Contracts with awkward names")
struct NamesTests {
  @Test("A contract may use types named like the toolkit's own")
  func namesLikeOurs() async throws {
    let mock = CollidingMock()
    mock.mockEndpoint { _, _, _, _ in ContractMacroFixtures::Endpoint() }
    mock.mockReplace { _, source in
      if source == "some" { throw CollidingError.some(1, "two") }
      if source == "default" { throw CollidingError.default(in: nil, contract: .init()) }
      throw CollidingError.none
    }
    let api = CollidingAPI(CollidingRoutes(mock).inProcess)
    #expect(try await api.endpoint(route: .init(), query: .init(), empty: .init(), result: nil) == .init())
    await #expect(throws: CollidingError.none) { try await api.replace(contract: .init()) }
    await #expect(throws: CollidingError.some(1, "two")) { try await api.replace(contract: .init(), request: "some") }
    await #expect(throws: CollidingError.default(in: nil, contract: .init())) {
      try await api.replace(contract: .init(), request: "default")
    }
  }

  @Test("A failure nested in a type may use that type's members")
  func nestedFailure() async throws {
    struct Store: Shopping {
      func buy(id: Int, note: String?) throws -> String {
        if id == 0 { throw Shop.Failure.gone(note.map { _ in Shop.Item(id: 7) }) }
        throw Shop.Failure.taken(Shop.Item(id: id), note: note)
      }
    }
    let api = ShoppingAPI(ShoppingRoutes(Store()).inProcess)
    let rows: [(Int, String?, Shop.Failure)] = [
      (1, nil, .taken(.init(id: 1), note: nil)), (2, "n", .taken(.init(id: 2), note: "n")), (0, nil, .gone(nil)),
      (0, "n", .gone(.init(id: 7))),
    ]
    for (id, note, failure) in rows {
      await #expect(throws: failure) { try await api.buy(id: id, note: note) }
    }
  }

  @Test("A parameter may be named like a keyword or generated code")
  func words() async throws {
    let mock = WordsMock()
    mock.mockIn { first, second, third in "\(first) \(second) \(third as Any)" }
    mock.mockDefault { "\($0) \($1) \($2) \($3) \($4)" }
    mock.mockNames { "\($0) \($1) \($2 ?? "-") \($3 ?? 0) \($4) \($5) \($6) \($7)" }
    mock.mockLabels { "\($0) \($1) \($2 ?? "-")" }
    mock.mockPlain { $0 }
    let api = WordsAPI(WordsRoutes(mock).inProcess)
    #expect(try await api.in(in: "a/b", for: 2, switch: true) == "a/b 2 Optional(true)")
    #expect(
      try await api.default(self: 1, encoder: "e", decoder: "d", caller: 2, service: "s") == "1 e d 2 s")
    #expect(
      try await api.names(inputs: ["i"], decode: 3, type: true, body: 4, input: 5) == "1 [\"i\"] - 0 3 true 4 5")
    #expect(try await api.labels(id: 1, 2, where: "w") == "1 2 w")
    #expect(WordsEndpoints.LabelsInput.inputs.map(\.name) == ["postId", "other", "Place"])
    #expect(try await api.plain(`raw name`: "r") == "r")
  }

  @Test("Functions and parameters may be called self, init, Type, Protocol, Self and await")
  func moreWords() async throws {
    let mock = MoreWordsMock()
    mock.mockWords { "\($0) \($1)" }
    mock.mockInit { "\($0) \($1) \($2)" }
    mock.mockType { "\($0) \($1)" }
    mock.mockProtocol { "\($0) \($1)" }
    mock.mockAwait { "\($0) \($1)" }
    let client = MoreWordsRoutes(mock).inProcess
    let api: any MoreWords = MoreWordsAPI(client)
    #expect(try await api.words(Self: 3) == "1 3")
    #expect(try await api.`init`(init: 1, unsafe: 2, any: 3) == "1 2 3")
    #expect(try await api.`Type`(Type: 1, Protocol: 2) == "1 2")
    #expect(try await api.`Protocol`(self: 1, each: 2) == "1 2")
    #expect(try await api.`await`(consume: 1, async: 2) == "1 2")
    #expect(try await client.call(MoreWordsEndpoints.Type_, .init(Type: 3, Protocol: 4)) == "3 4")
    #expect(mock.wordsCalls.map(\.await) == [1])
    let selfish = SelfishMock()
    selfish.mockSelf { "\($0)" }
    // The endpoint is called instead of the function, because the compiler warns about calls of functions named `self`.
    let selfishClient = SelfishRoutes(selfish).inProcess
    #expect(try await selfishClient.call(SelfishEndpoints.self_, .init(await: 2)) == "2")
    #expect(selfish.selfCalls.map(\.await) == [2] && SelfishEndpoints.self_.operation.id == "Selfish.self")
  }

  @Test("Members of groups, requests and scopes may be called self, init, Type, Protocol, Self and await")
  func moreWordsElsewhere() async throws {
    let mock = MockCaller()
    mock.on(WordGroup.Endpoints.self_) { "\($0.`self`) \($0.`Self`) \($0.await) \($0.`Type`) \($0.`init`)" }
    mock.on(WordGroup.Endpoints.Type_) { _ in "type" }
    mock.on(WordScope.Endpoints.self_) { "\($0.await)" }
    mock.on(WordScope.Endpoints.Type_) { "\($0.`Self`)" }
    mock.on(WordScope.Endpoints.Protocol_) { "\($0.`init`)" }
    mock.on(WordScope.Endpoints.await) { "\($0.`self`)" }
    let group = WordGroup(mock)
    #expect(try await group.`self`(WordRequest(self: 1, Self: 2, await: 3, Type: 4, init: 5)) == "1 2 3 4 5")
    #expect(try await group.`Type`() == "type")
    let scope = WordScope(mock)
    #expect(try await mock.call(WordScope.Endpoints.self_, .init(await: 1)) == "1")
    #expect(try await scope.`Type`(Self: 2) == "2")
    #expect(try await scope.`Protocol`(init: 3) == "3")
    #expect(try await scope.`await`(self: 4) == "4")
  }

  @Test("A contract may have any access level and be nested in a type")
  func accessLevels() async throws {
    #expect(PackageContractEndpoints.all.map(\.id) == ["PackageContract.list"])
    #expect(
      narrowOperations() == ["InternalContract.list", "FileprivateContract.list", "PrivateContract.list"])
    #expect(try await narrowMock() == [20, 0])
    #expect(Namespace.hiddenOperations() == ["Hidden.list"])
    let mock = Namespace.NestedMock()
    mock.mockStore { _, _, item, _ in item }
    mock.mockRoot { _ in [] }
    let api = Namespace.NestedAPI(Namespace.NestedRoutes(mock).inProcess)
    let item = Namespace.Item(name: "n")
    #expect(try await api.store(tenant: "t", name: "n", item: item) == item)
    #expect(try await api.root(tenant: "t") == [])
    #expect(
      Namespace.NestedEndpoints.all.map(\.path.description) == ["/v1/{tenant}/items/{name}", "/v1/{tenant}"])
  }
}
