import FoundationEssentials
import Testing
import TodoContract

@testable import TodoStorage

@Suite("Database file")
struct DatabaseFileTests {
  @Test("A reopened database still contains the todos")
  func reopening() async throws {
    try await withTemporaryFile { path in
      do {
        let store = try TodoStore(path: path)
        _ = try await store.create(title: "Buy milk", tags: ["home"])
        _ = try await store.finish(id: 1)
      }
      let reopened = try TodoStore(path: path)
      #expect(try await reopened.todo(id: 1) == Todo(id: 1, title: "Buy milk", tags: ["home"], done: true))
      #expect(try await reopened.create(title: "Run", tags: []).id == 2)
    }
  }

  @Test("A database uses a write-ahead log and stores its version")
  func settings() async throws {
    try await withTemporaryFile { path in
      _ = try TodoStore(path: path)
      let database = try Database(path: path)
      #expect(try database.rows("PRAGMA journal_mode") { $0.text(0) } == ["wal"])
      #expect(try database.rows("PRAGMA user_version") { $0.integer(0) } == [Migrations.steps.count])
    }
  }

  @Test("A database of any earlier version is migrated", arguments: 0..<Migrations.steps.count)
  func upgrades(version: Int) async throws {
    try await withTemporaryFile { path in
      do {
        let database = try Database(path: path)
        for step in Migrations.steps.prefix(version) { try database.execute(step) }
        try database.execute("PRAGMA user_version = \(version)")
        if version > 0 { try database.execute("INSERT INTO todos (title) VALUES ('old')") }
      }
      let store = try TodoStore(path: path)
      let expected = version > 0 ? ["old"] : []
      #expect(try await store.list(done: nil, tags: [], limit: 50).map(\.title) == expected)
      let database = try Database(path: path)
      #expect(try database.rows("PRAGMA user_version") { $0.integer(0) } == [Migrations.steps.count])
    }
  }

  @Test("A database of a newer version is refused")
  func newer() async throws {
    try await withTemporaryFile { path in
      try Database(path: path).execute("PRAGMA user_version = 99")
      let error = #expect(throws: DatabaseError.self) { try TodoStore(path: path) }
      #expect(error?.message == "it has version 99 and this program knows only up to 2; use a newer program")
    }
  }

  @Test("An unreadable or foreign file is refused with SQLite's message")
  func unusable() async throws {
    try await withTemporaryFile { path in
      let error = #expect(throws: DatabaseError.self) { try TodoStore(path: path + "/todos.sqlite") }
      #expect(error?.description == "cannot open \(path)/todos.sqlite: unable to open database file (SQLite code 14)")
    }
    try await withTemporaryFile { path in
      try "This is a letter and no database at all, whatever its name says.".write(
        toFile: path, atomically: true, encoding: .utf8)
      let error = #expect(throws: DatabaseError.self) { try TodoStore(path: path) }
      #expect(error?.description == "cannot open \(path): file is not a database (SQLite code 26)")
    }
  }
}
