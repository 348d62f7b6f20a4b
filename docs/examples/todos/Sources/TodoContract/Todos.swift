public import Contract

/// A list of things to do: what `todo-server` serves and `todo` calls.
@API @Mock @Throws(TodoError.self)
public protocol Todos: Sendable {
  /// Lists todos in the order they were added: only done or only open ones, only ones that have all the tags, at most
  /// `limit`.
  @GET("/todos") @Default("limit", 50)
  func list(done: Bool?, tags: [String], limit: Int) async throws -> [Todo]

  /// The todo with a number.
  @GET("/todos/:id")
  func todo(id: Int) async throws -> Todo

  /// Adds a todo.
  @POST("/todos") @Status(201)
  func create(title: String, tags: [String]) async throws -> Todo

  /// Changes what is given of a todo and keeps the rest.
  @PATCH("/todos/:id")
  func update(id: Int, title: String?, tags: [String]?, done: Bool?) async throws -> Todo

  /// Marks a todo as done. Doing so again changes nothing.
  @PUT("/todos/:id/done")
  func finish(id: Int) async throws -> Todo

  /// Deletes a todo.
  @DELETE("/todos/:id")
  func remove(id: Int) async throws
}
