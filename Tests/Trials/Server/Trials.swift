import ContractServer

/// The API that clients, load tools and proxies call in trials.
@API
protocol Trials: Sendable {
  @GET("/items/:id")
  func item(id: Int) async throws -> Item

  @POST("/items")
  func add(title: String, tags: [String]) async throws -> Item

  @POST("/form") @URLForm
  func form(title: String, tags: [String]) async throws -> Item

  @PUT("/items/:id")
  func replace(id: Int, title: String) async throws -> Item

  @DELETE("/items/:id")
  func remove(id: Int) async throws

  @GET("/slow/:milliseconds")
  func slow(milliseconds: Int) async throws -> Item
}

struct Item: Codable, Equatable, Sendable {
  var id: Int
  var title: String
  var tags: [String]
}

/// Stores nothing, so that any of several servers can respond.
struct TrialService: Trials {
  func item(id: Int) -> Item { Item(id: id, title: "item \(id)", tags: []) }
  func add(title: String, tags: [String]) -> Item { Item(id: 1, title: title, tags: tags) }
  func form(title: String, tags: [String]) -> Item { Item(id: 2, title: title, tags: tags) }
  func replace(id: Int, title: String) -> Item { Item(id: id, title: title, tags: []) }
  func remove(id: Int) {}

  func slow(milliseconds: Int) async throws -> Item {
    try await Task.sleep(for: .milliseconds(max(0, min(milliseconds, 60_000))))
    return Item(id: milliseconds, title: "slow", tags: [])
  }
}
