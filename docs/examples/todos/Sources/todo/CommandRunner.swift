internal import Contract
internal import Terminal
internal import TodoContract

/// A runner of commands that formats their results as text or JSON.
///
/// It calls the contract, so it works with a server, with a store in the same process and with a mock.
struct CommandRunner: Sendable {
  let todos: any Todos
  var printsJSON = false

  /// Executes a command and returns the text to print.
  ///
  /// - Throws: the errors of the contract.
  func run(_ command: Command) async throws -> String {
    switch command {
    case .add(let title, let tags):
      try report("added", await todos.create(title: title, tags: tags))
    case .list(let done, let tags, let limit):
      try report(await todos.list(done: done, tags: tags, limit: limit))
    case .show(let id):
      try details(of: await todos.todo(id: id))
    case .finish(let id):
      try report("done", await todos.finish(id: id))
    case .edit(let id, let title, let tags, let done):
      try report("changed", await todos.update(id: id, title: title, tags: tags, done: done))
    case .remove(let id):
      try await remove(id)
    case .help:
      Invocation.help
    }
  }

  private func remove(_ id: Int) async throws -> String {
    try await todos.remove(id: id)
    return try printsJSON ? json(["removed": id]) : "removed \(id)"
  }

  private func report(_ verb: String, _ todo: Todo) throws -> String {
    try printsJSON ? json(todo) : "\(verb) \(todo.id): \(todo.title.displayable)"
  }

  private func report(_ todos: [Todo]) throws -> String {
    if printsJSON { return try json(todos) }
    if todos.isEmpty { return "no todos" }
    var table = Table([.right, .left, .left, .left])
    table.add(["ID", "DONE", "TITLE", "TAGS"])
    for todo in todos {
      table.add(["\(todo.id)", todo.done ? "yes" : "no", todo.title, todo.tags.joined(separator: ", ")])
    }
    return table.lines.joined(separator: "\n")
  }

  private func details(of todo: Todo) throws -> String {
    if printsJSON { return try json(todo) }
    var table = Table([.left, .left])
    table.add(["id", "\(todo.id)"])
    table.add(["title", todo.title])
    table.add(["tags", todo.tags.joined(separator: ", ")])
    table.add(["done", todo.done ? "yes" : "no"])
    return table.lines.joined(separator: "\n")
  }

  private func json(_ value: some Encodable) throws -> String {
    String(decoding: try JSONWriter.bytes(of: value), as: UTF8.self)
  }
}
