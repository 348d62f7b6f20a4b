// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Contract

// This target isolates to the main actor by default, so types that are sent are marked `nonisolated`.

nonisolated public struct Todo: Codable, Equatable, Sendable {
  public var id: Int
  public var title: String
  public init(id: Int, title: String) {
    self.id = id
    self.title = title
  }
}

@APIError
nonisolated public enum TodoError: Equatable {
  @Status(404) case notFound
  @Status(409) case taken(name: String, by: Int)
}

@APIError
public enum LocalError: Equatable {
  @Status(410) case gone
}

@API @Mock
public protocol Todos: Sendable {
  /// Lists todos.
  @GET("/todos") @Default("limit", 20)
  func list(limit: Int, done: Bool?, tags: [String]) async throws -> [Todo]
  @GET("/todos/:id") @Throws(TodoError.self, LocalError.self)
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

/// A service on the main actor.
public final class MainActorStore: Todos {
  public init() {}

  public func list(limit: Int, done: Bool?, tags: [String]) async throws -> [Todo] { [] }
  public func todo(id: Int) async throws -> Todo {
    MainActor.assertIsolated()
    return Todo(id: id, title: "main")
  }
  public func create(title: String, tags: [String]) async throws -> Todo { Todo(id: 1, title: title) }
  public func remove(_ id: Int) async throws {}
  public func replace(id: Int, with todo: Todo, requestSource: String?) async throws -> Todo { todo }
  public func purge() async throws {}
}

/// A service that is an actor.
public actor TodoStore: Todos {
  public init() {}

  public func list(limit: Int, done: Bool?, tags: [String]) async throws -> [Todo] {
    (0..<limit).map { Todo(id: $0, title: tags.joined()) }
  }

  public func todo(id: Int) async throws -> Todo {
    switch id {
    case 0: throw TodoError.notFound
    case 1: throw TodoError.taken(name: "Ann", by: 7)
    case 2: throw LocalError.gone
    default: return Todo(id: id, title: "todo")
    }
  }

  public func create(title: String, tags: [String]) async throws -> Todo { Todo(id: tags.count, title: title) }

  public func remove(_ id: Int) async throws {}

  public func replace(id: Int, with todo: Todo, requestSource: String?) async throws -> Todo {
    Todo(id: id, title: todo.title + (requestSource ?? "nobody"))
  }

  public func purge() async throws {}
}
