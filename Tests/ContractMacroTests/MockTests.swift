import Contract
import ContractMacroFixtures
import ContractTesting
import Testing

@Suite("Generated mocks")
struct MockTests {
  @Test("A mock runs its closures and records its calls")
  func records() async throws {
    let mock = TodosMock()
    mock.mockList { limit, done, tags in
      [Todo(id: limit, title: "\(done.map(String.init) ?? "any") \(tags)")]
    }
    mock.mockRemove { _ in throw TodoError.notFound }
    let todos: any Todos = mock
    #expect(try await todos.list(tags: ["a"]) == [Todo(id: 20, title: "any [\"a\"]")])
    #expect(try await todos.list(limit: 1, done: true, tags: []) == [Todo(id: 1, title: "true []")])
    await #expect(throws: TodoError.notFound) { try await todos.remove(9) }
    #expect(mock.listCalls.map(\.limit) == [20, 1])
    #expect(mock.listCalls.map(\.done) == [nil, true])
    #expect(mock.removeCalls.map(\.id) == [9])
    #expect(mock.purgeCalls.isEmpty)
  }

  @Test("An unmocked function throws an error with its name")
  func namesUnset() async throws {
    let mock = TodosMock()
    let error = await #expect(throws: MockError.self) { try await mock.purge() }
    #expect(error == MockError(function: "TodosMock.purge", setter: "mockPurge"))
    #expect(mock.purgeCalls.count == 1)
  }

  @Test("Setting a mocked closure to nil restores the policy and keeps the recorded calls")
  func restoresPolicy() async throws {
    let mock = TodosMock()
    mock.mockPurge {}
    try await mock.purge()
    mock.mockPurge(nil)
    await #expect(throws: MockError(function: "TodosMock.purge", setter: "mockPurge")) { try await mock.purge() }
    #expect(mock.purgeCalls.count == 2)
  }

  @Test("Resetting calls keeps the mocked closures")
  func resets() async throws {
    let mock = TodosMock()
    mock.mockTodo { id in Todo(id: id, title: "a") }
    _ = try await mock.todo(id: 1)
    _ = try? await mock.purge()
    mock.resetCalls()
    #expect(mock.todoCalls.isEmpty)
    #expect(mock.purgeCalls.isEmpty)
    #expect(try await mock.todo(id: 2).title == "a")
    #expect(mock.todoCalls.map(\.id) == [2])
  }

  @Test("A mock returns examples of result types and names a type without an example")
  func examples() async throws {
    let mock = ProfilesMock(policy: .examples)
    #expect(try await mock.user() == .mock)
    #expect(try await mock.user(id: 1, verbose: true) == .mock)
    #expect(try await mock.user("a") == [.mock])
    let (profile, response) = try await mock.profile(id: 7)
    #expect(profile == .mock)
    #expect(response.status == .ok)
    #expect(try await mock.create(name: "a").0 == .mock)
    try await Completion.value { mock.remove(1, $0) }
    let later: Profile = try await Completion.value { mock.later(id: 1, limit: 2, note: nil, completion: $0) }
    #expect(later == .mock)
    let error = await #expect(throws: MockError.self) {
      try await mock.upload(file: Contract::Part(text: ""), others: [], cover: nil, title: "")
    }
    #expect(
      error?.description
        == "ProfilesMock.upload was called without an implementation, and Int has no example; "
        + "set one with mockUpload { … } first, or conform the type to Mockable")
    #expect(mock.userIdVerboseCalls.map(\.id) == [1])
    #expect(mock.removeCalls.count == 1)
    mock.mockUser { nil }
    #expect(try await mock.user() == nil)
  }

  @Test("A mock finds examples declared in another module")
  func examplesOfTests() async throws {
    let mock = TodosMock(policy: .examples)
    #expect(try await mock.todo(id: 1) == .mock)
    #expect(try await mock.list(tags: []) == [.mock])
  }

  @Test("A mock passes calls through and records them")
  func passesThrough() async throws {
    let store = await TodoStore()
    let mock = TodosMock(policy: .passThrough(to: TodosAPI(TodosRoutes(store).inProcess)))
    #expect(try await mock.todo(id: 5) == Todo(id: 5, title: "todo"))
    await #expect(throws: TodoError.notFound) { try await mock.todo(id: 0) }
    let todo = try await mock.replace(id: 1, with: Todo(id: 9, title: "a"), requestSource: "me")
    #expect(todo == Todo(id: 1, title: "ame"))
    try await mock.purge()
    #expect(mock.todoCalls.map(\.id) == [5, 0])
    #expect(mock.replaceCalls.map(\.todo.title) == ["a"])
    mock.mockTodo { id in Todo(id: id, title: "set") }
    #expect(try await mock.todo(id: 0).title == "set")
  }
}
