/// The transferred values. Every server of a run responds with them, whatever its language.
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

  /// The response to (c).
  public static let createdTodo = CreatedTodo(
    id: 4711, title: newTodo.title, done: newTodo.done, tags: newTodo.tags, owner: newTodo.owner)
}
