import ContractTesting
import FoundationEssentials
import Testing

/// Contracts written as values, as docs/declarations.md shows them.
@Suite("Endpoints without macros")
struct PlainEndpointTests {
  static let version = Endpoint<Empty, String>(.get, "/version")

  struct NewTodo: BodyRequest { var title: String }
  static let create = Endpoint<NewTodo, Todo>(.post, "/todos", status: 201, throws: [TodoError.self])

  struct Search: EndpointRequest {
    let text: String
    static var inputs: [InputDescription] { [.init(.query, "text", type: "String", isRequired: true)] }
    func encode(into encoder: inout RequestEncoder) throws { try encoder.value(.query, "text", text) }
    static func decode(from decoder: inout RequestDecoder) -> Search? {
      decoder.value(.query, "text", as: String.self).map(Search.init)
    }
  }
  static let search = Endpoint<Search, [Todo]>(.get, "/search")

  struct Wish: EndpointRequest {
    let value: String
    static var inputs: [InputDescription] { [.init(.path, "value", type: "String", isRequired: true)] }
    func encode(into encoder: inout RequestEncoder) throws { try encoder.value(.path, "value", value) }
    static func decode(from decoder: inout RequestDecoder) -> Wish? {
      decoder.value(.path, "value", as: String.self).map(Wish.init)
    }
  }
  static let bytes = Endpoint<Wish, [UInt8]>(.get, "/bytes/{value}")
  static let data = Endpoint<Wish, Data?>(.get, "/data/{value}")
  static let raw = Endpoint<Wish, HTTPResponse>(.get, "/raw/{value}")
  static let nothing = Endpoint<Wish, Empty>(.delete, "/nothing/{value}")
  static let maybe = Endpoint<Wish, Todo?>(.get, "/maybe/{value}")

  static func router() -> Router {
    var router = Router()
    router.add(TodosRoutes(TodoService()))
    router.on(version) { request, _ in "1.4 for \(request.remoteAddress == nil ? "this process" : "a peer")" }
    router.on(Endpoint<NewTodo, Todo>(.post, "/plain", status: 201, throws: [TodoError.self], summary: "Creates.")) {
      _, input in
      if input.title.isEmpty { throw TodoError.notFound }
      return Todo(id: 1, title: input.title)
    }
    router.on(search) { _, input in [Todo(id: 1, title: input.text)] }
    router.on(bytes) { _, input in Array(input.value.utf8) }
    router.on(data) { _, input in input.value == "none" ? nil : Data(input.value.utf8) }
    router.on(raw) { _, input in
      HTTPResponse(.seeOther, fields: [.location: "/x"], body: .bytes(Array(input.value.utf8)))
    }
    router.on(nothing) { _, _ in Empty() }
    router.on(maybe) { _, input in Int(input.value).map { Todo(id: $0, title: "t") } }
    router.on(nil, "/{path...}", id: "fallback") { request in
      .text("nothing at \(request.head.path)", status: .notFound)
    }
    return router
  }

  @Test(
    "A plain endpoint is called and served like an endpoint of a protocol",
    arguments: [TodosTests.Way.inProcess, .sockets])
  func calls(way: TodosTests.Way) async throws {
    let server = Server(port: 0, threads: 1, router: Self.router())
    let check: (APIClient) async throws -> Void = { client in
      #expect(try await client.call(Self.version) == "1.4 for \(way == .inProcess ? "this process" : "a peer")")
      #expect(try await client.call(Self.search, .init(text: "a&b")) == [Todo(id: 1, title: "a&b")])
      #expect(try await client.call(Self.bytes, .init(value: "a/b c")) == Array("a/b c".utf8))
      #expect(try await client.call(Self.data, .init(value: "x")) == Data("x".utf8))
      #expect(try await client.call(Self.data, .init(value: "none")) == nil)
      #expect(try await client.call(Self.nothing, .init(value: "x")) == Empty())
      #expect(try await client.call(Self.maybe, .init(value: "8")) == Todo(id: 8, title: "t"))
      #expect(try await client.call(Self.maybe, .init(value: "x")) == nil)
      let response = try await client.redirects(.none).call(Self.raw, .init(value: "whole"))
      #expect(response.status == .seeOther)
      #expect(response.fields[.location] == "/x")
      #expect(try await response.body.collect(upTo: 100) == Array("whole".utf8))
      // The in-process transport follows no redirects, because it cannot reach other hosts.
      let target = try await client.call(Self.raw, .init(value: "whole"))
      #expect(target.status == (way == .inProcess ? .seeOther : .notFound))
      let lost = try await client.call(Endpoint<Empty, HTTPResponse>(.put, "/no/where"))
      #expect(lost.status == .notFound)
      #expect(try await lost.body.collect(upTo: 100) == Array("nothing at /no/where".utf8))
    }
    switch way {
    case .inProcess: try await check(server.inProcess)
    case .sockets: try await withServer(server, check)
    }
  }

  @Test(
    "A raw route that reads inputs responds to invalid inputs with 400, and to a declared error with its status",
    arguments: HandlerExecution.allCases, [[], [PassingMiddleware()]] as [[any Middleware]])
  func rawRoutes(execution: HandlerExecution, middleware: [any Middleware]) async throws {
    let operation = APIOperation(id: "raw", method: .get, path: "/search", failures: [TodoError.self])
    let route = Route(operation: operation) { request in
      let search = try request.input(Search.self)
      if search.text == "none" { throw TodoError.notFound }
      return .text(search.text)
    }
    let server = Server(port: 0, threads: 1, middleware: middleware) { route.on(execution) }
    let check: (APIClient) async throws -> Void = { client in
      for (text, status) in [("a", 200), ("none", 404), (nil, 400)] as [(String?, UInt16)] {
        let response = try await client("search").query("text", text).response()
        #expect(response.status.code == status, "for \(text ?? "nothing")")
      }
    }
    try await withServer(server, check)
    try await check(server.inProcess)
  }

  private struct PassingMiddleware: Middleware {
    func handle(
      _ request: HTTPRequest, for operation: APIOperation?, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
    ) async throws -> HTTPResponse { try await next(request) }
  }

  @Test("A plain endpoint is listed with its metadata")
  func operations() {
    #expect(
      TodosEndpoints.all.map(\.description) == [
        "GET /todos (Todos.list)", "GET /todos/{id} (Todos.todo)", "POST /todos (Todos.create)",
        "PUT /todos/{id} (Todos.replace)", "DELETE /todos/{id} (Todos.remove)", "GET /note (Todos.note)",
        "PURGE /caches (Todos.purge)",
      ])
    let create = TodosEndpoints.create.operation
    #expect(
      create.inputs.map { "\($0.location) \($0.name) \($0.type) \($0.isRequired)" } == [
        "body title String true", "body tags [String] true",
      ])
    #expect(create.successStatus == .created)
    #expect(TodosEndpoints.list.operation.summary == "Lists todos.")
    #expect(TodosEndpoints.list.operation.inputs.map(\.isRequired) == [false, false, false])
  }
}
