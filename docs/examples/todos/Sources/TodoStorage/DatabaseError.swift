/// SQLite refused something.
public struct DatabaseError: Error, Hashable, CustomStringConvertible {
  /// What was attempted, such as `open /var/lib/todos.sqlite` or a statement.
  public let action: String
  /// SQLite's extended result code; 0 when SQLite itself had no objection.
  public let code: Int32
  /// SQLite's message.
  public let message: String

  /// Says what was attempted and what SQLite said.
  public var description: String {
    code == 0 ? "cannot \(action): \(message)" : "cannot \(action): \(message) (SQLite code \(code))"
  }
}
