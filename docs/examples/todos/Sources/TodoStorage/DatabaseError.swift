/// An error of SQLite.
public struct DatabaseError: Error, Hashable, CustomStringConvertible {
  /// The failed action, such as `open /var/lib/todos.sqlite` or a statement.
  public let action: String
  /// SQLite's extended result code; 0 for an error that SQLite did not report.
  public let code: Int32
  /// SQLite's message.
  public let message: String

  /// The failed action and SQLite's message.
  public var description: String {
    code == 0 ? "cannot \(action): \(message)" : "cannot \(action): \(message) (SQLite code \(code))"
  }
}
