import Contract
import ContractTesting
import Testing
import TodoContract
import TodoStorage

@testable import todo

@Suite("End to end")
struct EndToEndTests {
  @Test("Commands, client, sockets, server and store agree")
  func commands() async throws {
    let store = try TodoStore(path: ":memory:")
    try await withServer(TodosRoutes(store)) { client in
      let runner = CommandRunner(todos: TodosAPI(client))
      #expect(try await runner.run(.add(title: "Buy milk & 茶?", tags: ["home", "a b/c"])) == "added 1: Buy milk & 茶?")
      #expect(try await runner.run(.add(title: "Run", tags: [])) == "added 2: Run")
      #expect(try await runner.run(.finish(id: 2)) == "done 2: Run")
      #expect(try await runner.run(.edit(id: 2, title: "Run far", tags: ["sport"], done: nil)) == "changed 2: Run far")
      #expect(
        try await runner.run(.list(done: nil, tags: [], limit: nil)) == """
          ID  DONE  TITLE           TAGS
           1  no    Buy milk & 茶?  home, a b/c
           2  yes   Run far         sport
          """)
      let filtered = try await runner.run(.list(done: false, tags: ["a b/c"], limit: 1))
      #expect(filtered.hasSuffix("\n 1  no    Buy milk & 茶?  home, a b/c"))
      #expect(try await runner.run(.edit(id: 2, title: nil, tags: [], done: false)) == "changed 2: Run far")
      #expect(try await runner.run(.show(id: 2)) == "id     2\ntitle  Run far\ntags\ndone   no")
      #expect(try await runner.run(.remove(id: 1)) == "removed 1")
      #expect(try await store.list(done: nil, tags: [], limit: 50) == [Todo(id: 2, title: "Run far")])
    }
  }

  @Test("A refusal of the store arrives with its values")
  func refusals() async throws {
    try await withServer(TodosRoutes(try TodoStore(path: ":memory:"))) { client in
      let todos = TodosAPI(client)
      await #expect(throws: TodoError.notFound(id: 7)) { try await todos.todo(id: 7) }
      await #expect(throws: TodoError.notFound(id: 7)) { try await todos.remove(id: 7) }
      await #expect(
        throws: TodoError.invalid(problems: [
          InvalidValue("title", "must not be empty"), InvalidValue("tags[0]", "must not be empty"),
        ])
      ) {
        try await todos.create(title: "", tags: [""])
      }
      await #expect(throws: TodoError.invalid(problems: [InvalidValue("limit", "must be from 1 to 1000")])) {
        try await todos.list(tags: [], limit: 0)
      }
    }
  }

  @Test("A failing store is an internal error without details for the client")
  func internalError() async throws {
    struct Secret: Error {}
    let mock = TodosMock()
    mock.mockTodo { _ in throw Secret() }
    let server = Server(port: 0, threads: 1, onError: { _, _ in }) { TodosRoutes(mock) }
    try await withServer(server) { client in
      let error = try #require(
        await #expect(throws: ClientError.self) { try await TodosAPI(client).todo(id: 1) })
      let requestID = try #require(error.requestID)
      #expect(
        Explanation(error, url: "").text == "the server responded with 500 Internal Server Error (request \(requestID))"
      )
    }
  }
}
