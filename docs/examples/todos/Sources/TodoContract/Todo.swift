/// Something to do.
public struct Todo: Codable, Hashable, Sendable {
  /// The number, assigned by the server and never reused.
  public var id: Int
  /// The task.
  public var title: String
  /// Tags, in the given order.
  public var tags: [String]
  /// Whether it is done.
  public var done: Bool

  /// Creates a todo.
  public init(id: Int, title: String, tags: [String] = [], done: Bool = false) {
    self.id = id
    self.title = title
    self.tags = tags
    self.done = done
  }
}
