import ContractTesting
import Testing

private struct Item: Codable, Sendable, Equatable {
  var id: Int
  var name: String
}

@API
private protocol Items: Sendable {
  @GET("/items/:id") func item(id: Int) async throws -> Item
  @PUT("/items/:id") func rename(id: Int, name: String) async throws
  @GET("/mine") @Security(.bearer) func mine() async throws -> String
}

private final class ItemStore: Items {
  private let names = Lock<[Int: String]>([7: "old"])

  func item(id: Int) async throws -> Item { Item(id: id, name: names.withLock { $0[id] ?? "" }) }
  func rename(id: Int, name: String) async throws { names.withLock { $0[id] = name } }
  func mine() async throws -> String { ServerRequest.current?.principal(String.self) ?? "nobody" }
}

/// Records the exchange, and sets its freshness lifetime.
private final class Watching: Middleware {
  private let log = Lock<[String]>([])
  private let cacheControl: HTTPFieldValue

  init(_ cacheControl: HTTPFieldValue) { self.cacheControl = cacheControl }

  /// The requests and responses since the last call.
  func take() -> [String] {
    log.withLock { log in
      defer { log = [] }
      return log
    }
  }

  func handle(
    _ request: HTTPRequest, for operation: APIOperation?, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    var response = try await next(request)
    log.withLock { $0.append("\(request.method) \(request.target) \(response.status.code)") }
    response.fields["Cache-Control"] = cacheControl
    return response
  }
}

@Suite("A client's cache against a server", .timeLimit(.minutes(2)))
struct CachedCallsTests {
  private static func server(_ watching: Watching) -> Server {
    Server(port: 0, threads: 1, middleware: [watching, ConditionalRequests()]) { ItemsRoutes(ItemStore()) }
      .authenticating(.bearer, as: String.self) { credentials in
        guard case .bearer(let token) = credentials else { return nil }
        return Authenticated(token)
      }
  }

  @Test("A cached response is revalidated by its ETag for contracts and fluent calls")
  func revalidation() async throws {
    let watching = Watching("no-cache")
    try await withServer(Self.server(watching)) { client in
      let client = client.timeout(.seconds(600)).cache()
      let items = ItemsAPI(client)
      for _ in 0..<2 { #expect(try await items.item(id: 7) == Item(id: 7, name: "old")) }
      let fluent: Item = try await client("items")(7).get()
      #expect(fluent == Item(id: 7, name: "old"))
      #expect(watching.take() == ["GET /items/7 200", "GET /items/7 304", "GET /items/7 304"])
      // Another client changes the item.
      try await ItemsAPI(client.cache(nil)).rename(id: 7, name: "new")
      #expect(try await items.item(id: 7).name == "new")
      #expect(try await items.item(id: 7).name == "new")
      #expect(watching.take() == ["PUT /items/7 204", "GET /items/7 200", "GET /items/7 304"])
    }
  }

  @Test("A fresh response is served from the cache until the client itself writes to the resource")
  func freshness() async throws {
    let watching = Watching("max-age=3600")
    try await withServer(Self.server(watching)) { client in
      let items = ItemsAPI(client.timeout(.seconds(600)).cache())
      for _ in 0..<3 { #expect(try await items.item(id: 7).name == "old") }
      #expect(watching.take() == ["GET /items/7 200"])
      try await items.rename(id: 7, name: "new")
      for _ in 0..<3 { #expect(try await items.item(id: 7).name == "new") }
      #expect(watching.take() == ["PUT /items/7 204", "GET /items/7 200"])
    }
  }

  @Test("Concurrent users of one cache get only their own responses")
  func users() async throws {
    let watching = Watching("max-age=3600")
    try await withServer(Self.server(watching)) { client in
      let shared = client.timeout(.seconds(600)).cache()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<200 {
          group.addTask {
            let user = "user\(number % 10)"
            let mine = try await ItemsAPI(shared.credentials(.bearer(user))).mine()
            #expect(mine == user)
          }
        }
        try await group.waitForAll()
      }
      _ = watching.take()
      for number in 0..<10 {
        #expect(try await ItemsAPI(shared.credentials(.bearer("user\(number)"))).mine() == "user\(number)")
      }
      #expect(watching.take() == [])
    }
  }
}
