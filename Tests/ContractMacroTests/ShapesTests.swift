import Contract
import ContractMacroFixtures
import ContractTesting
import Testing

@Suite("Requests and groups")
struct ShapesTests {
  private func routes() -> [Contract::Route] {
    [
      Contract::Route(CollidingGroup.Endpoints.value) { .init(text: "\($0.route) \($0.`self`) \($0.decode)") },
      Contract::Route(CollidingGroup.Endpoints.operation) {
        #expect(
          $0
            == FindColliding(
              route: "r", query: "q", request: "h", in: true, contract: .init(), self: 9, encode: 8, inputs: [],
              decode: ["k": "v"]))
        return .init()
      },
      Contract::Route(CollidingGroup.Endpoints.default) { _ in .init() },
      Contract::Route(PutEmpty.endpoint) {
        #expect($0.id == 4)
        return .init()
      },
    ]
  }

  @Test("Requests and groups may use types named like the toolkit's own, under main actor isolation")
  func namesLikeOurs() async throws {
    let client = routes().inProcess
    let group = CollidingGroup(client)
    let answer = try await group.value.request(FindColliding(route: "a", decode: ["x": "y"]))
    #expect(answer.text == #"a 1 ["x": "y"]"#)
    #expect(
      try await group.operation(
        FindColliding(
          route: "r", query: "q", request: "h", in: true, contract: .init(), self: 9, encode: 8, inputs: [],
          decode: ["k": "v"])) == .init())
    #expect(try await group.default() == .init())
    #expect(try await PutEmpty(id: 4, result: .init()).perform(with: client) == .init())
    #expect(try await isolatedRequest() == "t 20")
  }

  @Test("A scope may use types named like the toolkit's own")
  func scopes() async throws {
    typealias Endpoints = CollidingStore.Endpoints
    let routes = [
      Contract::Route(Endpoints.response) {
        #expect($0.operation == 3 && $0.contract == nil)
        return ContractMacroFixtures::Response()
      },
      Contract::Route(Endpoints.emptyRouteDefault) {
        #expect($0.route == "a" && $0.int == 5 && $0.encode == 1 && $0.`self` == 2 && $0.caller == [])
        return ContractMacroFixtures::Response()
      },
    ]
    let store = CollidingStore(routes.inProcess)
    #expect(try await store.response() == .init())
    #expect(try await store.empty("a", int: 5).default(encode: 1, self: 2) == .init())
    #expect(Endpoints.all.map(\.id).first == "CollidingStore.response")
  }

  @Test("`Self` in defaults, rules and attributes means the declaring type")
  func selfName() async throws {
    let client = [
      Contract::Route(LimitedStore.Endpoints.list) { $0.size },
      Contract::Route(LimitedGroup.Endpoints.size) { $0.size },
    ].inProcess
    #expect(try await LimitedStore(client).list() == 50)
    #expect(try await LimitedGroup(client).size(FindLimited()) == 50)
    #expect(try await client("limits/list").call(.http, as: .decodable(Int.self)) == 50)
    #expect(try await client("limited/size").call(.http, as: .decodable(Int.self)) == 50)
    await #expect(throws: (any Error).self) { _ = try await LimitedStore(client).list(size: 51) }
    await #expect(throws: (any Error).self) { _ = try await LimitedGroup(client).size(FindLimited(size: 51)) }
    #expect(LimitedStore.Endpoints.list.operation.timeout == .seconds(50))
    #expect(LimitedGroup.Endpoints.size.operation.timeout == .seconds(40))
  }

  @Test("A request isolated to the main actor is sent")
  func isolated() async throws {
    var router = Router()
    router.on(.get, "/v1/isolated") { request in
      .text("\(request.head.text(of: "TOKEN") ?? "-") \(request.head.query ?? "-")")
    }
    let client = Server(port: 0, router: router).inProcess
    #expect(try await callIsolated(client) == "t limit=5")
  }

  @Test("A group is called and mocked on the main actor")
  @MainActor func mainActor() async throws {
    let group = CollidingGroup()
    var count = 0
    group.default = { @MainActor in
      count += 1
      return .init()
    }
    _ = try await group.default()
    group.operation = { _ in
      count += 1
      return .init()
    }
    _ = try await group.operation(FindColliding(route: "r"))
    #expect(count == 2)
  }
}
