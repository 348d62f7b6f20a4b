internal import BenchmarkTodos
internal import ContractServer

/// Responds with existing values, so that only the server is measured.
struct TodoService: Todos {
  private let todos = Samples.todos
  private let id = Samples.createdTodo.id

  func plaintext() -> String { Samples.plaintext }

  func list(user: Int, limit: Int, done: Bool?) -> [Todo] {
    limit < todos.count ? Array(todos.prefix(max(limit, 0))) : todos
  }

  func create(title: String, done: Bool, tags: [String], owner: Owner) -> CreatedTodo {
    CreatedTodo(id: id, title: title, done: done, tags: tags, owner: owner)
  }
}
