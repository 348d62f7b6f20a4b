public import Contract

/// A todo list, served by `todo-server` and called by `todo`.
@API @Mock @Throws(TodoError.self)
public protocol Todos: Sendable {
  /// Lists todos in the order of creation: only done or only open ones, only those with all given tags, at most
  /// `limit`.
  @GET("/todos") @Default("limit", 50)
  func list(done: Bool?, tags: [String], limit: Int) async throws -> [Todo]

  /// Returns the todo with a number.
  @GET("/todos/:id")
  func todo(id: Int) async throws -> Todo

  /// Adds a todo.
  @POST("/todos") @Status(201)
  func create(title: String, tags: [String]) async throws -> Todo

  /// Changes the given members of a todo.
  @PATCH("/todos/:id")
  func update(id: Int, title: String?, tags: [String]?, done: Bool?) async throws -> Todo

  /// Marks a todo as done. A repeated call has no effect.
  @PUT("/todos/:id/done")
  func finish(id: Int) async throws -> Todo

  /// Deletes a todo.
  @DELETE("/todos/:id")
  func remove(id: Int) async throws
}
