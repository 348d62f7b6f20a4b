import ContractTesting
import Testing

typealias LaterCrate = Crated?

struct Crated: Codable, Equatable, Sendable { var id: Int }

/// Labelled tuples whose members are not known to be Codable.
@API struct CrateStore {
  @GET func full() -> (first: Crated, next: Crated?, later: LaterCrate, `self`: [Crated], count: Int?) {}
  @GET func empty() -> (first: Crated, next: Crated?, later: LaterCrate, `self`: [Crated], count: Int?) {}
}

@Suite("Labelled tuples of scopes")
struct ScopeTupleTests {
  private static var router: Router {
    var router = Router()
    router.on(CrateStore.Endpoints.full) { _, _ in
      .init(first: Crated(id: 1), next: Crated(id: 2), later: Crated(id: 3), self: [Crated(id: 4)], count: 5)
    }
    router.on(CrateStore.Endpoints.empty) { _, _ in
      .init(first: Crated(id: 1), next: nil, later: nil, self: [], count: nil)
    }
    return router
  }

  @Test("The members of a labelled tuple are the members of a JSON object, and nil is absent")
  func bytes() async throws {
    try await withServer(Server(port: 0, threads: 1, router: Self.router)) { client in
      for (path, body) in [
        ("full", #"{"first":{"id":1},"next":{"id":2},"later":{"id":3},"self":[{"id":4}],"count":5}"#),
        ("empty", #"{"first":{"id":1},"self":[]}"#),
      ] {
        let text: String = try await client(path).call(.http, as: .string)
        #expect(text == body)
      }
    }
  }

  @Test("A client receives the members of a labelled tuple, and absent members are nil")
  func values() async throws {
    try await withServer(Server(port: 0, threads: 1, router: Self.router)) { client in
      let full = try await CrateStore(client).full()
      #expect(full.next == Crated(id: 2) && full.later == Crated(id: 3) && full.`self` == [Crated(id: 4)])
      #expect(full.first == Crated(id: 1) && full.count == 5)
      let empty = try await CrateStore(client).empty()
      #expect(empty.next == nil && empty.later == nil && empty.`self`.isEmpty && empty.count == nil)
    }
  }
}
