import Testing

@testable import TodoStorage

@Suite("Database")
struct DatabaseTests {
  @Test("The error of a statement contains its SQL and SQLite's message")
  func errors() throws {
    let database = try Database(path: ":memory:")
    let unknown = #expect(throws: DatabaseError.self) { try database.run("SELECT * FROM absent", []) }
    #expect(unknown?.description == "cannot prepare `SELECT * FROM absent`: no such table: absent (SQLite code 1)")
    try database.execute("CREATE TABLE t (x INTEGER UNIQUE)")
    try database.run("INSERT INTO t VALUES (?1)", [.integer(1)])
    let twice = #expect(throws: DatabaseError.self) { try database.run("INSERT INTO t VALUES (?1)", [.integer(1)]) }
    #expect(twice?.message == "UNIQUE constraint failed: t.x")
    #expect(throws: DatabaseError.self) { try database.run("INSERT INTO t VALUES (?1)", [.integer(2), .integer(3)]) }
  }

  @Test("A statement binds integers, strings and NULL, and can be reused")
  func values() throws {
    let database = try Database(path: ":memory:")
    let texts: [String?] = ["", "a", nil, "ä\u{0}b"]
    for text in texts {
      #expect(try database.rows("SELECT ?1, typeof(?1)", [SQLValue(text)]) { $0.text(0) } == [text])
    }
    for integer in [Int.min, 0, Int.max] {
      #expect(try database.rows("SELECT ?1", [.integer(integer)]) { $0.integer(0) } == [integer])
    }
    #expect(try database.rows("SELECT ?1 IS NULL", [SQLValue(nil as Bool?)]) { $0.bool(0) } == [true])
  }

  @Test("A failed transaction is rolled back")
  func rollback() throws {
    struct Failure: Error {}
    let database = try Database(path: ":memory:")
    try database.execute("CREATE TABLE t (x INTEGER)")
    #expect(throws: Failure.self) {
      try database.transaction {
        try database.run("INSERT INTO t VALUES (?1)", [.integer(1)])
        throw Failure()
      }
    }
    #expect(try database.rows("SELECT count(*) FROM t") { $0.integer(0) } == [0])
    try database.transaction { try database.run("INSERT INTO t VALUES (?1)", [.integer(2)]) }
    #expect(try database.rows("SELECT x FROM t") { $0.integer(0) } == [2])
  }
}
