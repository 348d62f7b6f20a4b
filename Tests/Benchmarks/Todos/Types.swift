// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Contract

/// An element of the list of (b).
@Schema
public struct Todo: Equatable, Sendable {
  public var id: Int
  public var title: String
  public var done: Bool
  public var tags: [String]

  public init(id: Int, title: String, done: Bool, tags: [String]) {
    self.id = id
    self.title = title
    self.done = done
    self.tags = tags
  }
}

/// The owner of a new todo.
@Schema
public struct Owner: Equatable, Sendable {
  public var id: Int
  public var name: String

  public init(id: Int, name: String) {
    self.id = id
    self.name = name
  }
}

/// The value that (c) sends.
@Schema
public struct NewTodo: Equatable, Sendable {
  public var title: String
  public var done: Bool
  public var tags: [String]
  public var owner: Owner

  public init(title: String, done: Bool, tags: [String], owner: Owner) {
    self.title = title
    self.done = done
    self.tags = tags
    self.owner = owner
  }
}

/// The response to (c).
@Schema
public struct CreatedTodo: Equatable, Sendable {
  public var id: Int
  public var title: String
  public var done: Bool
  public var tags: [String]
  public var owner: Owner

  public init(id: Int, title: String, done: Bool, tags: [String], owner: Owner) {
    self.id = id
    self.title = title
    self.done = done
    self.tags = tags
    self.owner = owner
  }
}
