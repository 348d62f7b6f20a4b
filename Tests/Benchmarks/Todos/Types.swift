/// What (b) lists.
package struct Todo: Codable, Equatable, Sendable {
  package var id: Int
  package var title: String
  package var done: Bool
  package var tags: [String]

  package init(id: Int, title: String, done: Bool, tags: [String]) {
    self.id = id
    self.title = title
    self.done = done
    self.tags = tags
  }
}

/// Whose a new todo is.
package struct Owner: Codable, Equatable, Sendable {
  package var id: Int
  package var name: String

  package init(id: Int, name: String) {
    self.id = id
    self.name = name
  }
}

/// What (c) sends, as one value.
package struct NewTodo: Codable, Equatable, Sendable {
  package var title: String
  package var done: Bool
  package var tags: [String]
  package var owner: Owner

  package init(title: String, done: Bool, tags: [String], owner: Owner) {
    self.title = title
    self.done = done
    self.tags = tags
    self.owner = owner
  }
}

/// What (c) answers.
package struct CreatedTodo: Codable, Equatable, Sendable {
  package var id: Int
  package var title: String
  package var done: Bool
  package var tags: [String]
  package var owner: Owner

  package init(id: Int, title: String, done: Bool, tags: [String], owner: Owner) {
    self.id = id
    self.title = title
    self.done = done
    self.tags = tags
    self.owner = owner
  }
}
