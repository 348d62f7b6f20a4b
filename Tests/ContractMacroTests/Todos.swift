import Contract

struct Todo: Codable, Equatable, Sendable {
  var id: Int
  var title: String
}

@APIError
enum TodoError: Equatable {
  @Status(404) case notFound
  @Status(409) case taken(name: String, by: Int)
}

@API @Mock
protocol Todos: Sendable {
  /// Lists todos.
  @GET("/todos") @Default("limit", 20)
  func list(limit: Int, done: Bool?, tags: [String]) async throws -> [Todo]
  @GET("/todos/:id") @Throws(TodoError.self)
  func todo(id: Int) async throws -> Todo
  @POST("/todos") @Status(201)
  func create(title: String, tags: [String]) async throws -> Todo
  @DELETE("/todos/:id")
  func remove(_ id: Int) async throws
  @PUT("/todos/:id")
  func replace(id: Int, with todo: Body<Todo>, requestSource: Header<String?>) async throws -> Todo
  @HTTP("/cache", method: "PURGE")
  func purge() async throws
}
