internal import CSQLite

/// One connection to an SQLite database.
///
/// It is not `Sendable`; put it into a `Lock` to share it.
final class Database {
  private let handle: OpaquePointer
  private var statements: [String: Statement] = [:]

  /// Opens a database file, and creates it if it does not exist. `:memory:` is a database without a file.
  ///
  /// - Throws: ``DatabaseError`` if the file cannot be opened or is not a database.
  init(path: String) throws(DatabaseError) {
    var opened: OpaquePointer?
    // One thread at a time uses the connection, so SQLite's own mutex is not needed.
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    let code = sqlite3_open_v2(path, &opened, flags, nil)
    guard let opened else {
      throw DatabaseError(action: "open \(path)", code: code, message: String(cString: sqlite3_errstr(code)))
    }
    handle = opened
    guard code == SQLITE_OK else { throw error(in: "open \(path)") }

    sqlite3_busy_timeout(handle, 1000)
    do throws(DatabaseError) {
      // Readers and a writer do not wait for each other, and a commit does not wait for the disk.
      try execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON")
    } catch {
      throw DatabaseError(action: "open \(path)", code: error.code, message: error.message)
    }
  }

  deinit {
    statements.removeAll()
    sqlite3_close_v2(handle)
  }

  /// Runs statements that have no parameters, separated by semicolons.
  func execute(_ sql: String) throws(DatabaseError) {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw error(in: "run `\(sql)`") }
  }

  /// Runs one statement and returns the result of `read` for each row.
  ///
  /// The statement is prepared once and cached. Values are bound to parameters and never part of the text: `?1` is the
  /// first of `values`.
  func rows<Result>(
    _ sql: String, _ values: [SQLValue] = [], read: (Row) -> Result
  ) throws(DatabaseError) -> [Result] {
    let statement = try statement(sql)
    defer { statement.reset() }
    guard statement.bind(values) else { throw error(in: "run `\(sql)`") }
    var results: [Result] = []
    while true {
      switch statement.step() {
      case SQLITE_ROW: results.append(read(Row(statement)))
      case SQLITE_DONE: return results
      default: throw error(in: "run `\(sql)`")
      }
    }
  }

  /// Runs one statement without results.
  func run(_ sql: String, _ values: [SQLValue]) throws(DatabaseError) {
    _ = try rows(sql, values) { _ in }
  }

  /// The number of rows that the last INSERT, UPDATE or DELETE changed.
  var changedRows: Int { Int(sqlite3_changes64(handle)) }

  /// Runs `body` in a transaction, which is rolled back if it throws.
  func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    try execute("BEGIN IMMEDIATE")
    do {
      let result = try body()
      try execute("COMMIT")
      return result
    } catch {
      try? execute("ROLLBACK")
      throw error
    }
  }

  private func statement(_ sql: String) throws(DatabaseError) -> Statement {
    if let known = statements[sql] { return known }
    var prepared: OpaquePointer?
    let code = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
    guard code == SQLITE_OK, let prepared else { throw error(in: "prepare `\(sql)`") }
    let statement = Statement(prepared)
    statements[sql] = statement
    return statement
  }

  private func error(in action: String) -> DatabaseError {
    DatabaseError(
      action: action, code: sqlite3_extended_errcode(handle), message: String(cString: sqlite3_errmsg(handle)))
  }
}
