import Contract
import ContractMacroFixtures
import ContractTesting
import Testing

@Suite("Contracts under main actor isolation")
struct ProtocolTests {
  private let api: TodosAPI

  init() async {
    api = TodosAPI(TodosRoutes(await TodoStore()).inProcess)
  }

  @Test("A contract is called through its client and served by its routes")
  func callsService() async throws {
    #expect(try await api.list(tags: ["a", "b"]).count == 20)
    #expect(try await api.list(limit: 2, tags: []).map(\.id) == [0, 1])
    #expect(try await api.todo(id: 7) == Todo(id: 7, title: "todo"))
    #expect(try await api.create(title: "milk", tags: ["a", "b"]) == Todo(id: 2, title: "milk"))
    try await api.remove(3)
    #expect(
      try await api.replace(id: 4, with: Todo(id: 0, title: "by "), requestSource: "Ann")
        == Todo(id: 4, title: "by Ann"))
    try await api.purge()
  }

  @Test("A contract is served by a main actor type")
  func servesMainActor() async throws {
    let api = TodosAPI(TodosRoutes(await MainActorStore()).inProcess)
    #expect(try await api.todo(id: 7) == Todo(id: 7, title: "main"))
  }

  @Test("A declared failure is thrown with its values")
  func throwsFailures() async throws {
    await #expect(throws: TodoError.notFound) { try await api.todo(id: 0) }
    await #expect(throws: TodoError.taken(name: "Ann", by: 7)) { try await api.todo(id: 1) }
    await #expect(throws: LocalError.gone) { try await api.todo(id: 2) }
  }

  @Test("Default arguments work through an existential")
  func defaultsOfExistential() async throws {
    let todos: any Todos = await TodoStore()
    #expect(try await todos.list(tags: []).count == 20)
    #expect(try await todos.list(limit: 3, tags: []).count == 3)
    #expect(try await todos.list(done: true, tags: []).count == 20)
    #expect(
      try await todos.replace(id: 4, with: Todo(id: 0, title: "by ")) == Todo(id: 4, title: "by nobody"))
  }

  @Test("A contract lists its operations in order")
  func listsOperations() {
    #expect(
      TodosEndpoints.all.map(\.description) == [
        "GET /todos (Todos.list)", "GET /todos/{id} (Todos.todo)", "POST /todos (Todos.create)",
        "DELETE /todos/{id} (Todos.remove)", "PUT /todos/{id} (Todos.replace)", "PURGE /cache (Todos.purge)",
      ])
    #expect(TodosEndpoints.all.map(\.successStatus.code) == [200, 200, 201, 204, 200, 204])
    #expect(TodosEndpoints.list.operation.summary == "Lists todos.")
    #expect(
      TodosEndpoints.todo.operation.failures.map { "\($0)" } == ["TodoError", "LocalError"])
  }

  @Test("A contract describes its inputs")
  func describesInputs() {
    #expect(
      TodosEndpoints.ListInput.inputs == [
        Contract::InputDescription(.query, "limit", type: "Int", isRequired: false),
        Contract::InputDescription(.query, "done", type: "Bool?", isRequired: false),
        Contract::InputDescription(.query, "tags", type: "[String]", isRequired: false),
      ])
    #expect(
      TodosEndpoints.ReplaceInput.inputs == [
        Contract::InputDescription(.path, "id", type: "Int", isRequired: true),
        Contract::InputDescription(.body, "body", type: "Todo", isRequired: true),
        Contract::InputDescription(.header, "Request-Source", type: "String?", isRequired: false),
      ])
    #expect(
      TodosEndpoints.CreateInput.inputs == [
        Contract::InputDescription(.body, "title", type: "String", isRequired: true),
        Contract::InputDescription(.body, "tags", type: "[String]", isRequired: true),
      ])
  }
}
