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

  @Test("work beside types that are named like the toolkit's own, in modules of the main actor")
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

  @Test("travel when they are isolated to the main actor")
  func isolated() async throws {
    var router = Router()
    router.on(.get, "/v1/isolated") { request in
      .text("\(request.head.text(of: "TOKEN") ?? "-") \(request.head.query ?? "-")")
    }
    let client = Server(port: 0, router: router).inProcess
    #expect(try await callIsolated(client) == "t limit=5")
  }

  @Test("are called from the main actor and mocked there")
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
