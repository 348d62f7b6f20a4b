internal import Contract
public import TodoContract

/// The todos of an SQLite database.
///
/// One connection is protected by a short lock. Every call is a few statements that SQLite executes in memory, which
/// takes less time than a switch to another thread.
public final class TodoStore: Sendable {
  private let database: Lock<Database>

  /// Opens a database file, creates it if it does not exist, and migrates its tables.
  ///
  /// - Parameter path: the file; `:memory:` for a temporary database.
  /// - Throws: ``DatabaseError``.
  public init(path: String) throws {
    let database = try Database(path: path)
    try Migrations.run(on: database)
    self.database = Lock(database)
  }
}

extension TodoStore: Todos {
  /// Returns the matching todos in the order of creation.
  public func list(done: Bool?, tags: [String], limit: Int) async throws -> [Todo] {
    try TodoRules.check(tags: tags, limit: limit)
    let tags = String(decoding: try JSONWriter.bytes(of: tags), as: UTF8.self)
    return try database.withLock { database in
      try database.todos(
        """
        SELECT todos.id, title, done, tag
        FROM (
          SELECT * FROM todos
          WHERE (?1 IS NULL OR done = ?1)
            AND NOT EXISTS (
              SELECT value FROM json_each(?2) EXCEPT SELECT tag FROM tags WHERE todo = todos.id)
          ORDER BY id LIMIT ?3
        ) AS todos
        LEFT JOIN tags ON todo = todos.id
        ORDER BY todos.id, position
        """, [SQLValue(done), .text(tags), .integer(limit)])
    }
  }

  /// Returns the todo with a number.
  public func todo(id: Int) async throws -> Todo {
    try database.withLock { try $0.todo(id: id) }
  }

  /// Adds a todo.
  public func create(title: String, tags: [String]) async throws -> Todo {
    try TodoRules.check(title: title, tags: tags)
    return try database.withLock { database in
      try database.transaction {
        let ids = try database.rows("INSERT INTO todos (title) VALUES (?1) RETURNING id", [.text(title)]) {
          $0.integer(0)
        }
        try database.insert(tags: tags, of: ids[0])
        return try database.todo(id: ids[0])
      }
    }
  }

  /// Changes the given members of a todo.
  public func update(id: Int, title: String?, tags: [String]?, done: Bool?) async throws -> Todo {
    try TodoRules.check(title: title, tags: tags)
    return try database.withLock { database in
      try database.transaction {
        try database.run(
          "UPDATE todos SET title = coalesce(?2, title), done = coalesce(?3, done) WHERE id = ?1",
          [.integer(id), SQLValue(title), SQLValue(done)])
        guard database.changedRows > 0 else { throw TodoError.notFound(id: id) }
        if let tags {
          try database.run("DELETE FROM tags WHERE todo = ?1", [.integer(id)])
          try database.insert(tags: tags, of: id)
        }
        return try database.todo(id: id)
      }
    }
  }

  /// Marks a todo as done.
  public func finish(id: Int) async throws -> Todo {
    try await update(id: id, title: nil, tags: nil, done: true)
  }

  /// Deletes a todo.
  public func remove(id: Int) async throws {
    try database.withLock { database in
      try database.run("DELETE FROM todos WHERE id = ?1", [.integer(id)])
      guard database.changedRows > 0 else { throw TodoError.notFound(id: id) }
    }
  }
}
