/// The values that travel. Every server of a run answers with them, whatever it is written in.
public enum Samples {
  /// The text of (a).
  public static let plaintext = "Hello, World!"

  /// The 20 todos of (b).
  public static let todos = (1...20).map { number in
    Todo(id: number, title: "Water plant \(100 + number)", done: true, tags: ["home", "garden"])
  }

  /// The new todo of (c).
  public static let newTodo = NewTodo(
    title: "Buy milk and bread", done: false, tags: ["home", "shopping"], owner: Owner(id: 42, name: "Ada Lovelace"))

  /// The answer to (c).
  public static let createdTodo = CreatedTodo(
    id: 4711, title: newTodo.title, done: newTodo.done, tags: newTodo.tags, owner: newTodo.owner)
}
