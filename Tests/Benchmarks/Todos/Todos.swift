public import Contract

/// The contract that is measured: (a) ``plaintext()``, (b) ``list(user:limit:done:)`` and
/// (c) ``create(title:done:tags:owner:)``.
@API
public protocol Todos: Sendable {
  /// 13 bytes of text.
  @GET("/plaintext")
  func plaintext() async throws -> String

  /// The user's todos: 20 of them are 1.4 kB of JSON.
  @GET("/users/:user/todos") @Default("limit", 20)
  func list(user: Int, limit: Int, done: Bool?) async throws -> [Todo]

  /// The new todo with its id.
  @POST("/todos") @Status(201) @Validate("title", .length(1...200)) @Validate("tags", .count(...10))
  func create(title: String, done: Bool, tags: [String], owner: Owner) async throws -> CreatedTodo
}
