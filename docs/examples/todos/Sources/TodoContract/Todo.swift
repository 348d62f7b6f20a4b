/// Something to do.
public struct Todo: Codable, Hashable, Sendable {
  /// Its number, given by the server and never used again.
  public var id: Int
  /// What is to be done.
  public var title: String
  /// Words to find it by, in the order they were given.
  public var tags: [String]
  /// Whether it is done.
  public var done: Bool

  /// A todo with these parts.
  public init(id: Int, title: String, tags: [String] = [], done: Bool = false) {
    self.id = id
    self.title = title
    self.tags = tags
    self.done = done
  }
}
