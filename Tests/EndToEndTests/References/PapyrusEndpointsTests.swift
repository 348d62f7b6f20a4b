import ContractTestSupport
import ContractTesting
import Testing

/// The examples of Papyrus' endpoints, which client and server share.
@API
final class PapyrusTodos: EndpointGroup {
  @GET("/todos")
  var getAll: Endpoint<GetTodosRequest, [TodoDTO]>

  @GET("/foo")
  var noRequest: Endpoint<Empty, TodoDTO>

  @POST("/bar")
  var noResponse: Endpoint<QueryRequest, Empty>

  @POST("/some/:someID/value")
  var path: Endpoint<PathRequest, String>

  @POST("/json")
  var json: Endpoint<JSONBody, TodoDTO>

  @GET("/url")
  var url: Endpoint<URLEncodedBody, BodyData>

  @POST("/url")
  var form: Endpoint<URLEncodedBody, BodyData>

  @POST("/header")
  var header: Endpoint<HeaderRequest, Empty>

  @HTTP("/some/path", method: "OPTIONS")
  var custom: Endpoint<Empty, Empty>

  @PUT("/combined/:userID") @Wire(.papyrusEndpoints)
  var combined: Endpoint<MyCustomRequest, [String]>

  @Request
  struct GetTodosRequest {
    @Query var limit: Int
    @Query var incompleteOnly: Bool
  }

  struct TodoDTO: Codable, Equatable, Sendable {
    var name: String
    var isComplete: Bool
  }

  @Request
  struct QueryRequest {
    @Query var query1: String
    @Query var query2: String?
    @Query var query3: Int
  }

  @Request
  struct HeaderRequest { @Header var someHeader: String }

  @Request
  struct PathRequest { @Path var someID: String }

  @Request
  struct JSONBody { @Body var body: BodyData }

  @Request
  @URLForm
  struct URLEncodedBody { @Body var body: BodyData }

  struct BodyData: Codable, Equatable, Sendable {
    var foo: String
    var baz: Int
  }

  @Request
  struct MyCustomRequest {
    @Body var bodyData: BodyData
    @Header var someHeader: String
    @Path var userID: String
    @Query var query1: Int
    @Query var query2: String
    @Query var query3: String?
    @Query var query4: [String]
    @Query var flag: Bool
  }
}

/// Every example of Papyrus' endpoints, over real sockets.
@Suite("Papyrus endpoint groups", .ownThreads)
struct PapyrusEndpointsTests {
  let arrivals = Arrivals()
  let todo = PapyrusTodos.TodoDTO(name: "Do laundry", isComplete: false)

  var router: Router {
    let todos = PapyrusTodos()
    let (arrivals, todo) = (arrivals, todo)
    var router = Router()
    router.on(todos.getAll) { (request: ServerRequest, data: PapyrusTodos.GetTodosRequest) in
      arrivals.note()
      return Array(repeating: todo, count: data.limit)
    }
    router.on(todos.noRequest) { request in todo }
    router.on(todos.noResponse) { _, _ in
      arrivals.note()
      return Empty()
    }
    router.on(todos.path) { _, data in data.someID }
    router.on(todos.json) { _, data in
      arrivals.note()
      return PapyrusTodos.TodoDTO(name: data.body.foo, isComplete: data.body.baz > 0)
    }
    router.on(todos.url) { _, data in
      arrivals.note()
      return data.body
    }
    router.on(todos.form) { _, data in
      arrivals.note()
      return data.body
    }
    router.on(todos.header) { _, _ in
      arrivals.note()
      return Empty()
    }
    router.on(todos.custom) { _ in Empty() }
    router.on(todos.combined) { _, data in
      arrivals.note()
      return [data.bodyData.foo, data.someHeader, data.userID, "\(data.query1)", data.query2] + data.query4
    }
    return router
  }

  @Test("A Papyrus endpoint is called and served with the same values")
  func requests() async throws {
    try await withServer(router.routes) { client in
      let todos = PapyrusTodos(client)
      #expect(try await todos.getAll.request(.init(limit: 2, incompleteOnly: false)) == [todo, todo])
      #expect(arrivals.line == "GET /todos?limit=2&incompleteOnly=false")
      #expect(try await todos.noRequest.request() == todo)
      _ = try await todos.noResponse.request(.init(query1: "a", query3: 3))
      #expect(arrivals.line == "POST /bar?query1=a&query3=3")
      #expect(try await todos.path.request(.init(someID: "x/y")) == "x/y")
      let body = PapyrusTodos.BodyData(foo: "f & g", baz: 1)
      #expect(try await todos.json.request(.init(body: body)).name == "f & g")
      #expect(arrivals.body == #"{"foo":"f & g","baz":1}"#)
      #expect(try await todos.url.request(.init(body: body)) == body)
      #expect(arrivals.line == "GET /url?foo=f%20%26%20g&baz=1")
      #expect(arrivals.body.isEmpty)
      #expect(try await todos.form.request(.init(body: body)) == body)
      #expect(arrivals.line == "POST /url")
      #expect(arrivals.body == "foo=f%20%26%20g&baz=1")
      _ = try await todos.header.request(.init(someHeader: "h"))
      #expect(arrivals.line == "POST /header" && arrivals["someHeader"] == "h")
      _ = try await todos.custom.request()
    }
  }

  @Test("A Papyrus endpoint keeps its wire format for Bool, arrays and order of names")
  func wire() async throws {
    try await withServer(router.routes) { client in
      let answer = try await PapyrusTodos(client).combined.request(
        .init(
          bodyData: .init(foo: "f", baz: 1), someHeader: "h", userID: "u", query1: 1, query2: "a/b?c",
          query4: ["x", "y"], flag: true))
      #expect(answer == ["f", "h", "u", "1", "a/b?c", "x", "y"])
      #expect(
        arrivals.line == "PUT /combined/u?flag=1&query1=1&query2=a/b?c&query4%5B%5D=x&query4%5B%5D=y")
      #expect(arrivals["someHeader"] == "h")
    }
  }

  @Test("A Papyrus endpoint delivers its result to a completion handler")
  func completion() async throws {
    try await withServer(router.routes) { client in
      let result = await withCheckedContinuation { continuation in
        PapyrusTodos(client).getAll.request(.init(limit: 1, incompleteOnly: true)) {
          continuation.resume(returning: $0)
        }
      }
      let all = try result.get()
      #expect(all == [todo])
    }
  }

  @Test(
    "A 400 response lists all input errors, with the reference's messages",
    arguments: [
      ("/todos?incompleteOnly=0", "expected query value `limit`"),
      ("/todos?limit=abc&incompleteOnly=0", "`limit` was `abc`. It must be an `Int`."),
      ("/todos", "expected query value `limit`"),
    ])
  func mistakes(target: String, message: String) async throws {
    try await serve(Server(port: 0, threads: 1) { router.routes }) { port, _ in
      let answer = try RawConnection(port: port).exchange("GET", target)
      #expect(answer.status == 400)
      #expect(answer.text.contains("\"message\":\"\(message)\""), "\(answer.text)")
      if target == "/todos" { #expect(answer.text.contains("expected query value `incompleteOnly`")) }
    }
  }
}
