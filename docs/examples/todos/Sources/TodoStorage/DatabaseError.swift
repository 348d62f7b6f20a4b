/// SQLite refused something.
public struct DatabaseError: Error, Hashable, CustomStringConvertible {
  /// What was attempted, such as `open /var/lib/todos.sqlite` or a statement.
  public let action: String
  /// SQLite's extended result code.
  public let code: Int32
  /// SQLite's message.
  public let message: String

  /// Says what was attempted and what SQLite said.
  public var description: String {
    "cannot \(action): \(message) (SQLite code \(code))"
  }
}
