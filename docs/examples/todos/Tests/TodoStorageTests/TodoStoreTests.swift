import Testing
import TodoContract
import TodoStorage

@Suite("Todo store")
struct TodoStoreTests {
  let store: TodoStore

  init() throws {
    store = try TodoStore(path: ":memory:")
  }

  @Test("New todos are numbered from 1 and stored unchanged")
  func create() async throws {
    let milk = try await store.create(title: "Buy milk 🥛", tags: ["shop", "home", "shop"])
    let run = try await store.create(title: "Run", tags: [])
    #expect(milk == Todo(id: 1, title: "Buy milk 🥛", tags: ["shop", "home"]))
    #expect(run == Todo(id: 2, title: "Run"))
    #expect(try await store.todo(id: 1) == milk)
    #expect(try await store.todo(id: 2) == run)
  }

  @Test("The number of a deleted todo is not reused")
  func numbers() async throws {
    _ = try await store.create(title: "a", tags: ["x"])
    try await store.remove(id: 1)
    #expect(try await store.create(title: "b", tags: []) == Todo(id: 2, title: "b"))
  }

  @Test("A list is filtered by state and all tags, limited, and in order of creation")
  func list() async throws {
    for (title, tags) in [("a", ["x"]), ("b", ["x", "y"]), ("c", []), ("d", ["y", "x", "z"])] {
      _ = try await store.create(title: title, tags: tags)
    }
    _ = try await store.finish(id: 2)

    func titles(done: Bool? = nil, tags: [String] = [], limit: Int = 50) async throws -> [String] {
      try await store.list(done: done, tags: tags, limit: limit).map(\.title)
    }
    #expect(try await titles() == ["a", "b", "c", "d"])
    #expect(try await titles(done: true) == ["b"])
    #expect(try await titles(done: false) == ["a", "c", "d"])
    #expect(try await titles(tags: ["x"]) == ["a", "b", "d"])
    #expect(try await titles(tags: ["x", "y"]) == ["b", "d"])
    #expect(try await titles(done: false, tags: ["x", "y"]) == ["d"])
    #expect(try await titles(tags: ["none"]) == [])
    #expect(try await titles(limit: 2) == ["a", "b"])
    #expect(try await store.list(done: nil, tags: ["z"], limit: 1).map(\.tags) == [["y", "x", "z"]])
  }

  @Test("An update changes only the given members")
  func update() async throws {
    _ = try await store.create(title: "a", tags: ["x", "y"])
    #expect(
      try await store.update(id: 1, title: "b", tags: nil, done: nil) == Todo(id: 1, title: "b", tags: ["x", "y"]))
    #expect(
      try await store.update(id: 1, title: nil, tags: ["z"], done: true)
        == Todo(id: 1, title: "b", tags: ["z"], done: true))
    #expect(try await store.update(id: 1, title: nil, tags: [], done: false) == Todo(id: 1, title: "b"))
    #expect(try await store.update(id: 1, title: nil, tags: nil, done: nil) == Todo(id: 1, title: "b"))
  }

  @Test("A todo can be marked as done repeatedly")
  func finish() async throws {
    _ = try await store.create(title: "a", tags: [])
    let done = Todo(id: 1, title: "a", done: true)
    #expect(try await store.finish(id: 1) == done)
    #expect(try await store.finish(id: 1) == done)
  }

  @Test("An unknown number is refused and named")
  func notFound() async throws {
    let missing = TodoError.notFound(id: 7)
    await #expect(throws: missing) { try await store.todo(id: 7) }
    await #expect(throws: missing) { try await store.update(id: 7, title: "a", tags: ["b"], done: nil) }
    await #expect(throws: missing) { try await store.finish(id: 7) }
    await #expect(throws: missing) { try await store.remove(id: 7) }
    await #expect(throws: TodoError.notFound(id: .min)) { try await store.todo(id: .min) }
  }

  @Test("Strings with SQL or patterns are stored as they are")
  func injection() async throws {
    let texts = ["'; DROP TABLE todos; --", "\" OR 1=1", "?1", "%_", "[1]", "\\", "{}", "e\u{301}"]
    for text in texts { _ = try await store.create(title: text, tags: [text]) }
    for (index, text) in texts.enumerated() {
      let expected = Todo(id: index + 1, title: text, tags: [text])
      let found = try await store.todo(id: index + 1)
      #expect(Array(found.title.utf8) == Array(text.utf8))
      #expect(try await store.list(done: nil, tags: [text], limit: 50) == [expected])
    }
    #expect(try await store.list(done: nil, tags: ["' OR ''='"], limit: 50) == [])
  }

  @Test("All broken rules are reported at once")
  func rules() async throws {
    let long = String(repeating: "ä", count: 201)
    await #expect(
      throws: TodoError.invalid(problems: [
        InvalidValue("title", "must not be empty"), InvalidValue("tags[1]", "must not be empty"),
      ])
    ) {
      try await store.create(title: " \t", tags: ["home", ""])
    }
    await #expect(
      throws: TodoError.invalid(problems: [
        InvalidValue("title", "must not be longer than 200 characters"),
        InvalidValue("tags", "must not be more than 20"),
      ])
    ) {
      try await store.update(id: 1, title: long, tags: (0...20).map { "t\($0)" }, done: nil)
    }
    await #expect(
      throws: TodoError.invalid(problems: [
        InvalidValue("title", "must not have control characters"),
        InvalidValue("tags[0]", "must not have control characters"),
      ])
    ) {
      try await store.create(title: "a\u{0}b", tags: ["\u{1B}[2J"])
    }
    await #expect(throws: TodoError.invalid(problems: [InvalidValue("tags[0]", "must not be empty")])) {
      try await store.list(done: nil, tags: [""], limit: 50)
    }
    for limit in [0, -1, 1001] {
      await #expect(throws: TodoError.invalid(problems: [InvalidValue("limit", "must be from 1 to 1000")])) {
        try await store.list(done: nil, tags: [], limit: limit)
      }
    }
    #expect(try await store.list(done: nil, tags: [], limit: 1000) == [])
  }

  @Test("Concurrent tasks lose no todo")
  func concurrency() async throws {
    let store = store
    let ids = try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<200 {
        group.addTask { try await store.create(title: "\(number)", tags: ["n\(number % 2)"]).id }
      }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(ids == Set(1...200))
    #expect(try await store.list(done: nil, tags: ["n1"], limit: 1000).count == 100)
  }
}
