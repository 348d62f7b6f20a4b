internal import CSQLite

/// A value that is bound to a parameter of a statement.
enum SQLValue {
  case null
  case integer(Int)
  case text(String)

  /// Creates an integer, or NULL.
  init(_ value: Int?) {
    self = value.map { .integer($0) } ?? .null
  }

  /// Creates a string, or NULL.
  init(_ value: String?) {
    self = value.map { .text($0) } ?? .null
  }

  /// Creates 1 or 0, or NULL.
  init(_ value: Bool?) {
    self = value.map { .integer($0 ? 1 : 0) } ?? .null
  }
}

/// A prepared statement, finalized when it is released.
final class Statement {
  fileprivate let handle: OpaquePointer

  init(_ handle: OpaquePointer) {
    self.handle = handle
  }

  deinit {
    sqlite3_finalize(handle)
  }

  /// Binds values to the parameters `?1`, `?2`, …; false when SQLite refuses a value.
  func bind(_ values: [SQLValue]) -> Bool {
    for (index, value) in zip(Int32(1)..., values) {
      let code =
        switch value {
        case .null: sqlite3_bind_null(handle, index)
        case .integer(let integer): sqlite3_bind_int64(handle, index, Int64(integer))
        case .text(let text): csqlite_bind_text(handle, index, text, UInt64(text.utf8.count))
        }
      guard code == SQLITE_OK else { return false }
    }
    return true
  }

  /// Runs to the next row: `SQLITE_ROW`, `SQLITE_DONE`, or an error's code.
  func step() -> Int32 {
    sqlite3_step(handle)
  }

  /// Prepares the statement for the next execution and releases its values.
  func reset() {
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
  }
}

/// The current row of a statement. Columns count from 0.
struct Row {
  private let handle: OpaquePointer

  init(_ statement: Statement) {
    handle = statement.handle
  }

  /// Returns an integer; 0 for NULL.
  func integer(_ column: Int32) -> Int {
    Int(sqlite3_column_int64(handle, column))
  }

  /// Returns true for an integer other than 0.
  func bool(_ column: Int32) -> Bool {
    integer(column) != 0
  }

  /// Returns a string; nil for NULL.
  func text(_ column: Int32) -> String? {
    guard let start = sqlite3_column_text(handle, column) else { return nil }
    let count = Int(sqlite3_column_bytes(handle, column))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }
}
