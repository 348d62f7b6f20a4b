internal import TodoContract

/// The statements that several calls need.
extension Database {
  /// Returns the todo with a number.
  ///
  /// - Throws: ``TodoError/notFound(id:)`` or ``DatabaseError``.
  func todo(id: Int) throws -> Todo {
    let found = try todos(
      """
      SELECT id, title, done, tag FROM todos LEFT JOIN tags ON todo = id
      WHERE id = ?1 ORDER BY position
      """, [.integer(id)])
    guard let todo = found.first else { throw TodoError.notFound(id: id) }
    return todo
  }

  /// Returns the todos of a statement whose columns are id, title, done and tag, with one row for each tag.
  func todos(_ sql: String, _ values: [SQLValue]) throws(DatabaseError) -> [Todo] {
    let rows = try rows(sql, values) { row in
      (id: row.integer(0), title: row.text(1) ?? "", done: row.bool(2), tag: row.text(3))
    }
    var todos: [Todo] = []
    for row in rows {
      if todos.last?.id != row.id { todos.append(Todo(id: row.id, title: row.title, done: row.done)) }
      if let tag = row.tag { todos[todos.count - 1].tags.append(tag) }
    }
    return todos
  }

  /// Adds tags to a todo without tags, each once, in the given order.
  func insert(tags: [String], of id: Int) throws(DatabaseError) {
    for (position, tag) in tags.enumerated() {
      try run(
        "INSERT INTO tags (todo, position, tag) VALUES (?1, ?2, ?3) ON CONFLICT (todo, tag) DO NOTHING",
        [.integer(id), .integer(position), .text(tag)])
    }
  }
}
