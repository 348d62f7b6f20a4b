import ContractTestSupport
import ContractTesting
import Testing

/// Functions whose result is passed to a completion handler.
@API @Mock
protocol Callbacks: Sendable {
  @GET("/todos/:id") @Throws(TodoError.self) @Default("limit", 20)
  func todo(id: Int, limit: Int, completion: @escaping @Sendable (Result<Todo, any Error>) -> Void)
  @POST("/todos")
  func create(title: String, tags: [String], _ done: @escaping @Sendable (Result<Void, any Error>) -> Void)
  @GET("/raw")
  func raw(completion: @escaping @Sendable (Result<HTTPResponse, any Error>) -> Void)
  @GET("/both")
  func both(completion: @escaping @Sendable (_ result: Result<(Todo, HTTPResponse), any Error>) -> Void)
}

/// A service whose callbacks a test controls.
struct CallbackService: Callbacks {
  var onTodo: @Sendable (@escaping @Sendable (Result<Todo, any Error>) -> Void) -> Void = { _ in }
  var created = Lock<[String]>([])

  func todo(id: Int, limit: Int, completion: @escaping @Sendable (Result<Todo, any Error>) -> Void) {
    if id == 0 { return onTodo(completion) }
    Task { completion(.success(Todo(id: id, title: "limit \(limit)"))) }
  }
  func create(title: String, tags: [String], _ done: @escaping @Sendable (Result<Void, any Error>) -> Void) {
    created.withLock { $0.append("\(title) \(tags)") }
    done(.success(()))
  }
  func raw(completion: @escaping @Sendable (Result<HTTPResponse, any Error>) -> Void) {
    completion(.success(.text("gone", status: .gone)))
  }
  func both(completion: @escaping @Sendable (Result<(Todo, HTTPResponse), any Error>) -> Void) {
    completion(.success((Todo(id: 5, title: "both"), HTTPResponse(.accepted))))
  }
}

/// Waits for a completion handler and counts how often it is called.
func completed<T: Sendable>(
  _ start: (@escaping @Sendable (Result<T, any Error>) -> Void) -> Void
) async throws -> T {
  let calls = Lock(0)
  let (results, continuation) = AsyncStream.makeStream(of: Result<T, any Error>.self)
  start { result in
    calls.withLock { $0 += 1 }
    continuation.yield(result)
  }
  var iterator = results.makeAsyncIterator()
  let result = try #require(await iterator.next())
  #expect(calls.withLock { $0 } == 1)
  return try result.get()
}

@Suite("Completion handlers")
struct CompletionTests {
  @Test("A completion handler receives the result of the call on both ends")
  func succeeds() async throws {
    let service = CallbackService()
    try await withServer(CallbacksRoutes(service)) { client in
      let callbacks = CallbacksAPI(client)
      #expect(try await completed { callbacks.todo(id: 7, completion: $0) } == Todo(id: 7, title: "limit 20"))
      #expect(try await completed { callbacks.todo(id: 7, limit: 3, completion: $0) }.title == "limit 3")
      let any: any Callbacks = callbacks
      #expect(try await completed { any.todo(id: 8, completion: $0) }.title == "limit 20")
      try await completed { callbacks.create(title: "a", tags: ["b"], $0) }
      #expect(service.created.withLock { $0 } == [#"a ["b"]"#])
      #expect(try await completed { callbacks.raw(completion: $0) }.status == .gone)
      let (todo, response) = try await completed { callbacks.both(completion: $0) }
      #expect(todo.title == "both")
      #expect(response.status == .accepted)
    }
  }

  @Test("A completion handler receives the failure of the call")
  func fails() async throws {
    let service = CallbackService(onTodo: { $0(.failure(TodoError.taken(name: "a", by: 2))) })
    try await withServer(CallbacksRoutes(service)) { client in
      let callbacks = CallbacksAPI(client)
      await #expect(throws: TodoError.taken(name: "a", by: 2)) {
        try await completed { callbacks.todo(id: 0, completion: $0) }
      }
    }
    let transport = ScriptedTransport([])
    let client = APIClient(baseURL: "http://example.com", transport: transport)
    let error = await #expect(throws: ClientError.self) {
      try await completed { CallbacksAPI(client).raw(completion: $0) }
    }
    #expect(error?.code == .transport)
  }

  @Test("Only the first call of a completion handler by a service has an effect")
  func callsTwice() async throws {
    let service = CallbackService(onTodo: { completion in
      completion(.success(Todo(id: 1, title: "first")))
      completion(.success(Todo(id: 2, title: "second")))
    })
    try await withServer(CallbacksRoutes(service)) { client in
      let todo = try await completed { CallbacksAPI(client).todo(id: 0, completion: $0) }
      #expect(todo.title == "first")
    }
  }

  @Test("A completion handler dropped by a service becomes an internal server error")
  func drops() async throws {
    let errors = Lock<[String]>([])
    let server = Server(port: 0, threads: 1, onError: { error, _ in errors.withLock { $0.append("\(error)") } }) {
      CallbacksRoutes(CallbackService(onTodo: { _ in }))
    }
    try await withServer(server) { client in
      let error = await #expect(throws: ClientError.self) {
        try await completed { CallbacksAPI(client).todo(id: 0, completion: $0) }
      }
      #expect(error?.response?.status == .internalServerError)
    }
    #expect(errors.withLock { $0 } == [CompletionError().description])
  }

  @Test("A cancelled task does not wait for a completion handler that is never called")
  func cancels() async throws {
    let kept = Lock<[@Sendable (Result<Int, any Error>) -> Void]>([])
    let started = Gate()
    let task = Task {
      try await Completion.value { (completion: @escaping @Sendable (Result<Int, any Error>) -> Void) in
        kept.withLock { $0.append(completion) }
        started.open()
      }
    }
    await started.wait()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    // These calls are too late, and have no effect.
    for completion in kept.withLock({ $0 }) { completion(.success(1)) }
  }

  @Test("A mocked function with a completion handler records the call and passes on the mock's error")
  func mocks() async throws {
    let mock = CallbacksMock()
    mock.mockTodo { id, limit in Todo(id: id, title: "mock \(limit)") }
    let todo: Todo = try await completed { completion in
      mock.todo(id: 1, limit: 2, completion: completion)
      #expect(mock.todoCalls.map(\.limit) == [2])
    }
    #expect(todo.title == "mock 2")
    await #expect(throws: MockError(function: "CallbacksMock.create", setter: "mockCreate")) {
      try await completed { mock.create(title: "", tags: [], $0) }
    }
    let passing = CallbacksMock(policy: .passThrough(to: CallbackService()))
    #expect(try await completed { passing.todo(id: 3, limit: 4, completion: $0) }.title == "limit 4")
  }
}
