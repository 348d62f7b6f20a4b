import Contract
import ContractMacroFixtures
import Testing

@Suite("A generated mock")
struct MockTests {
  @Test("does what it was told and records its calls")
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

  @Test("names the function that was not set")
  func namesUnset() async throws {
    let mock = TodosMock()
    let error = await #expect(throws: MockError.self) { try await mock.purge() }
    #expect(error == MockError(function: "TodosMock.purge", setter: "mockPurge"))
    #expect(mock.purgeCalls.count == 1)
  }
}
