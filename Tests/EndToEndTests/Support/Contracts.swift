import Contract
import FoundationEssentials

struct Todo: Codable, Equatable, Sendable {
  var id: Int
  var title: String
  var done = false
  var tags: [String] = []
}

@APIError
enum TodoError: Equatable {
  @Status(404) case notFound
  @Status(409) case taken(name: String, by: Int)
}

/// A failure that the contract below does not declare.
@APIError
enum OtherError: Equatable {
  @Status(418) case teapot
}

@API
@Mock
protocol Todos: Sendable {
  /// Lists todos.
  @GET("/todos") @Default("limit", 20)
  func list(limit: Int, done: Bool?, tags: [String]) async throws -> [Todo]

  @GET("/todos/:id") @Throws(TodoError.self)
  func todo(id: Int) async throws -> Todo

  @POST("/todos") @Status(201) @Throws(TodoError.self)
  func create(title: String, tags: [String]) async throws -> Todo

  @PUT("/todos/:id")
  func replace(id: Int, with todo: Body<Todo>, requestSource: Header<String?>) async throws -> Todo

  @DELETE("/todos/:id")
  func remove(_ id: Int) async throws

  @GET("/note")
  func note() async throws -> String?

  @HTTP("/caches", method: "PURGE")
  func purge() async throws -> Empty
}

/// A service whose functions are set by a test.
struct TodoService: Todos {
  var onTodo: @Sendable (Int) async throws -> Todo = { Todo(id: $0, title: "todo \($0)") }

  func list(limit: Int, done: Bool?, tags: [String]) async throws -> [Todo] {
    [Todo(id: limit, title: "listed", done: done ?? false, tags: tags)]
  }
  func todo(id: Int) async throws -> Todo { try await onTodo(id) }
  func create(title: String, tags: [String]) async throws -> Todo {
    if title == "taken" { throw TodoError.taken(name: title, by: 7) }
    return Todo(id: 1, title: title, tags: tags)
  }
  func replace(id: Int, with todo: Todo, requestSource: String?) async throws -> Todo {
    Todo(id: id, title: todo.title + (requestSource ?? ""), done: todo.done, tags: todo.tags)
  }
  func remove(_ id: Int) async throws {}
  func note() async throws -> String? { nil }
  func purge() async throws -> Empty { Empty() }
}
