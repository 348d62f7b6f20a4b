import ContractTesting
import FoundationEssentials
import Testing

/// One contract, called through its generated client: in process and over sockets.
@Suite("Contract calls")
struct TodosTests {
  enum Way: CaseIterable, CustomStringConvertible {
    case inProcess, sockets
    var description: String { self == .inProcess ? "in process" : "over sockets" }
  }

  static func with<T>(_ way: Way, _ service: TodoService, _ body: (TodosAPI) async throws -> T) async throws -> T {
    switch way {
    case .inProcess: try await body(TodosAPI(TodosRoutes(service).inProcess))
    case .sockets: try await withServer(TodosRoutes(service)) { try await body(TodosAPI($0)) }
    }
  }

  @Test("Contract calls transmit inputs and results", arguments: Way.allCases)
  func calls(way: Way) async throws {
    try await Self.with(way, TodoService()) { todos in
      #expect(
        try await todos.list(done: true, tags: ["a", "b&c"]) == [
          Todo(id: 20, title: "listed", done: true, tags: ["a", "b&c"])
        ])
      #expect(try await todos.list(limit: -3, tags: []) == [Todo(id: -3, title: "listed")])
      #expect(try await todos.todo(id: 9) == Todo(id: 9, title: "todo 9"))
      #expect(try await todos.create(title: "ü", tags: ["x"]) == Todo(id: 1, title: "ü", tags: ["x"]))
      #expect(
        try await todos.replace(id: 4, with: Todo(id: 0, title: "t"), requestSource: "100% me%20")
          == Todo(id: 4, title: "t100% me%20"))
      try await todos.remove(3)
      #expect(try await todos.note() == nil)
      _ = try await todos.purge()
    }
  }

  @Test("A contract call throws the failures that its contract declares", arguments: Way.allCases)
  func declaredFailures(way: Way) async throws {
    let service = TodoService(onTodo: { _ in throw TodoError.notFound })
    try await Self.with(way, service) { todos in
      await #expect(throws: TodoError.notFound) { try await todos.todo(id: 1) }
      await #expect(throws: TodoError.taken(name: "taken", by: 7)) { try await todos.create(title: "taken", tags: []) }
    }
  }

  @Test("An undeclared error becomes a 500 with a request ID and no details", arguments: Way.allCases)
  func undeclaredFailures(way: Way) async throws {
    struct Secret: Error, CustomStringConvertible { let description = "password=hunter2" }
    for error in [
      Secret() as any Error, OtherError.teapot,
      DecodingError.valueNotFound(Int.self, .init(codingPath: [], debugDescription: "secret")),
    ] {
      let reports = Lock<[String]>([])
      let server = Server(
        port: 0, threads: 1, onError: { error, request in reports.withLock { $0.append("\(request.id) \(error)") } }
      ) {
        TodosRoutes(TodoService(onTodo: { _ in throw error }))
      }
      let call: (APIClient) async throws -> Void = { client in
        do {
          _ = try await TodosAPI(client).todo(id: 1)
          Issue.record("the call should have failed")
        } catch let failure as ClientError {
          #expect(failure.code == .unexpected)
          #expect(failure.response?.status == .internalServerError)
          let body = try #require(failure.response).body
          let text = String(decoding: try await body.collect(upTo: 1000), as: UTF8.self)
          let id = try #require(failure.requestID)
          #expect(text == #"{"title":"Internal Server Error","status":500,"requestID":"\#(id)"}"#)
          #expect(reports.withLock { $0 }.first?.hasPrefix(id) == true)
        }
      }
      switch way {
      case .inProcess: try await call(server.inProcess)
      case .sockets: try await withServer(server, call)
      }
    }
  }

  @Test("A handler can access the current request")
  func currentRequest() async throws {
    let service = TodoService(onTodo: { id in
      let request = try #require(ServerRequest.current)
      #expect(request.remoteAddress?.hasPrefix("127.0.0.1:") == true)
      return Todo(
        id: id,
        title: "\(request.operation.id) \(request.pathValue("id") ?? "") \(request.head.text(of: "X-Who") ?? "")")
    })
    try await withServer(TodosRoutes(service)) { client in
      let todo = try await TodosAPI(client.header("X-Who", "me")).todo(id: 5)
      #expect(todo.title == "Todos.todo 5 me")
    }
    #expect(ServerRequest.current == nil)
  }

  @Test("Middleware runs on both ends, the first one outermost")
  func middleware() async throws {
    struct Mark: Middleware {
      let name: String
      func handle(
        _ request: HTTPRequest, for operation: APIOperation?, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
      ) async throws -> HTTPResponse {
        var request = request
        let before = request.fields["X-Way"]?.rawValue ?? ""
        request.fields["X-Way"] = HTTPFieldValue("\(before)\(name)")
        var response = try await next(request)
        let after = response.fields["X-Back"]?.rawValue ?? ""
        response.fields["X-Back"] = HTTPFieldValue("\(after)\(name)\(operation?.id ?? "?") ")
        return response
      }
    }
    let service = TodoService(onTodo: { Todo(id: $0, title: ServerRequest.current?.head.text(of: "X-Way") ?? "") })
    let server = Server(port: 0, threads: 1, middleware: [Mark(name: "c"), Mark(name: "d")]) { TodosRoutes(service) }
    try await withServer(server) { client in
      let client = client.middleware(Mark(name: "a")).middleware(Mark(name: "b"))
      let todo = try await TodosAPI(client).todo(id: 1)
      #expect(todo.title == "abcd")
    }
  }

  @Test("Mocked calls are recorded, and unmocked calls are refused")
  func mocks() async throws {
    let mock = TodosMock()
    mock.mockList { limit, done, tags in [Todo(id: limit, title: "\(done as Any)", tags: tags)] }
    let todos: any Todos = mock
    #expect(try await todos.list(limit: 3, done: nil, tags: ["x"]) == [Todo(id: 3, title: "nil", tags: ["x"])])
    #expect(mock.listCalls.map(\.limit) == [3])
    await #expect(throws: MockError(function: "TodosMock.remove", setter: "mockRemove")) { try await todos.remove(1) }
    try await withServer(TodosRoutes(mock)) { client in
      let list = try await TodosAPI(client).list(tags: [])
      #expect(list.count == 1)
    }
    #expect(mock.listCalls.count == 2)
  }

  @Test("Contract calls run against a scripted transport without a server")
  func script() async throws {
    let transport = ScriptedTransport([
      HTTPResponse(.ok, fields: [.contentType: "application/json"], body: .bytes(Array("[]".utf8))),
      HTTPResponse(.badGateway, fields: [.contentType: "text/html"], body: .bytes(Array("<h1>".utf8))),
      HTTPResponse(.ok, fields: [.contentType: "text/html"], body: .bytes(Array("<h1>".utf8))),
      HTTPResponse(
        .ok, fields: [.contentType: "application/json"], body: .bytes(Array(#"[{"id":"x","title":1}]"#.utf8))),
      HTTPResponse(.ok, fields: [.contentType: "application/json"], body: .bytes(Array(#"[{"id":-1e99}]"#.utf8))),
      HTTPResponse(.noContent),
    ])
    let todos = TodosAPI(APIClient(baseURL: "http://example.com/v1/", transport: transport))
    #expect(try await todos.list(tags: []) == [])
    #expect(transport.requests.map(\.url) == ["http://example.com/v1/todos?limit=20"])
    let messages = try await [1, 2, 3, 4, 5, 6].asyncMap { _ in
      do {
        _ = try await todos.list(tags: [])
        return "no error"
      } catch let error as ClientError {
        return error.description
      }
    }
    #expect(
      messages == [
        "Todos.list: the server responded with 502 Bad Gateway [unexpected]",
        "Todos.list: expected JSON, got text/html [unexpected]",
        "Todos.list: the response could not be decoded: `0.id` has the wrong type. It must be an `Int`. [decoding]",
        "Todos.list: the response could not be decoded: `0.id` is not valid. It must be an `Int`. [decoding]",
        "Todos.list: the response could not be decoded: the body is empty; declare an optional result if that is allowed "
          + "[decoding]",
        "Todos.list: the script has no response left for GET /v1/todos?limit=20; add one to the ScriptedTransport [transport]",
      ])
  }
}

extension Array {
  /// The results of `body` in order, one after another.
  func asyncMap<T>(_ body: (Element) async throws -> T) async throws -> [T] {
    var results: [T] = []
    for element in self { results.append(try await body(element)) }
    return results
  }
}
