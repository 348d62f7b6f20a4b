/// The migrations to the current database schema.
///
/// A database stores the number of executed steps in `user_version`. A released step is never edited; a change is
/// another step at the end.
enum Migrations {
  static let steps = [
    """
    CREATE TABLE todos (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      title TEXT NOT NULL,
      done INTEGER NOT NULL DEFAULT 0 CHECK (done IN (0, 1))
    ) STRICT;
    CREATE TABLE tags (
      todo INTEGER NOT NULL REFERENCES todos (id) ON DELETE CASCADE,
      position INTEGER NOT NULL,
      tag TEXT NOT NULL,
      PRIMARY KEY (todo, position),
      UNIQUE (todo, tag)
    ) STRICT, WITHOUT ROWID;
    """,
    """
    CREATE INDEX todos_by_done ON todos (done);
    """,
  ]

  /// Runs the missing steps of a database: all of them, or none if one fails.
  ///
  /// - Throws: ``DatabaseError``, also for a database of a newer program.
  static func run(on database: Database) throws {
    try database.transaction {
      let version = try database.rows("PRAGMA user_version") { $0.integer(0) }.first ?? 0
      guard version <= steps.count else {
        throw DatabaseError(
          action: "use the database", code: 0,
          message: "it has version \(version) and this program knows only up to \(steps.count); use a newer program")
      }
      for step in steps.dropFirst(version) { try database.execute(step) }
      try database.execute("PRAGMA user_version = \(steps.count)")
    }
  }
}
