// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// What (b) lists.
public struct Todo: Codable, Equatable, Sendable {
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

/// Whose a new todo is.
public struct Owner: Codable, Equatable, Sendable {
  public var id: Int
  public var name: String

  public init(id: Int, name: String) {
    self.id = id
    self.name = name
  }
}

/// What (c) sends, as one value.
public struct NewTodo: Codable, Equatable, Sendable {
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

/// What (c) answers.
public struct CreatedTodo: Codable, Equatable, Sendable {
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
