import ContractTesting
import FoundationEssentials
import Testing

/// Every example of Papyrus' protocols, over real sockets.
@Suite("Papyrus protocols")
struct PapyrusProtocolsTests {
  @Test("Protocol and function annotations are applied to requests")
  func annotations() async throws {
    let service = Papyrus.UserService()
    try await withServer(Papyrus.UsersRoutes(service)) { client in
      let users: any Papyrus.Users = Papyrus.UsersAPI(client)
      let arrivals = service.arrivals

      #expect(try await users.getUser() == service.user)
      #expect(arrivals.line == "GET /user")
      #expect(arrivals["Authorization"] == "Bearer <my-auth-token>")
      #expect(arrivals["X-Client-Version"] == "1.2.3")
      #expect(arrivals["Content-Type"] == nil)

      #expect(try await users.createUser(email: "x@y.z", password: "secret").email == "x@y.z")
      #expect(arrivals.line == "POST /user")
      #expect(arrivals.body == #"{"email":"x@y.z","password":"secret"}"#)
      #expect(arrivals["Content-Type"] == "application/json")

      #expect(try await users.getTodos(username: "joshua/wright").map(\.name) == ["joshua/wright"])
      #expect(arrivals.line == "GET /users/joshua%2Fwright/todos")

      _ = try await users.getCached()
      #expect(arrivals["Cache-Control"] == "max-age=86400")
      #expect(arrivals["X-Client-Version"] == "2")

      try await users.updateUser(id: 7, name: "n")
      #expect(arrivals.line == "PATCH /user/7")
      #expect(arrivals["Authorization"] == "Basic am9zaHVhd3JpZ2h0MTE6UEBzc3cwcmQ=")

      try await users.logout()
      #expect(arrivals.line == "DELETE /logout")

      try await users.getRepository(customHeader: "value")
      #expect(arrivals["Custom-Header"] == "value")

      let raw = try await users.getRaw()
      #expect(raw.status == .serviceUnavailable)
    }
  }

  @Test("A function returns a value with its response or through a completion handler")
  func responses() async throws {
    let service = Papyrus.UserService()
    try await withServer(Papyrus.UsersRoutes(service)) { client in
      let users: any Papyrus.Users = Papyrus.UsersAPI(client)
      let (user, res) = try await users.getBoth()
      #expect(user == service.user)
      #expect(res.status == .accepted)
      #expect(res.fields["X-Total"] == "1")

      let called = await withCheckedContinuation { continuation in
        users.getUser { continuation.resume(returning: $0) }
      }
      let user2 = try called.get()
      #expect(user2 == service.user)
      let created = await withCheckedContinuation { continuation in
        users.createUser(email: "a", password: "b") { continuation.resume(returning: $0) }
      }
      try created.get()
      #expect(service.arrivals.body == #"{"email":"a","password":"b"}"#)
      let response = await withCheckedContinuation { continuation in
        users.getResponse { continuation.resume(returning: $0) }
      }
      let status = try response.get().status
      #expect(status == .notFound)
    }
  }

  @Test("A parameter's location follows from its type, its name or the HTTP method")
  func places() async throws {
    let service = Papyrus.GitHubService()
    try await withServer(Papyrus.GitHubRoutes(service)) { client in
      let github = Papyrus.GitHubAPI(client)
      let arrivals = service.arrivals

      try await github.deleteTransfer(id: 7)
      #expect(arrivals.line == "DELETE /transfers/7")
      #expect(try await github.getRepository(username: "ann", id: 3) == [Papyrus.Repository(name: "ann 3")])
      #expect(arrivals.line == "GET /users/ann/repos/3")
      #expect(try await github.getTransactions(merchant: "Apple & co").map(\.merchant) == ["Apple & co"])
      #expect(arrivals.line == "GET /transactions?merchant=Apple%20%26%20co")
      _ = try await github.getApples(page: 2)
      #expect(arrivals.line == "GET /apples?merchant=Apple&page=2")
      _ = try await github.getApples(page: nil)
      #expect(arrivals.line == "GET /apples?merchant=Apple")
      #expect(try await github.getPost(id: 5) == Papyrus.Post(postID: 5))
      #expect(arrivals.line == "GET /posts/5")
      try await github.purge("k")
      #expect(arrivals.line == "PURGE /cache/k")
      let repositories = try await github.getRepositories(username: "u", specialHeader: "special")
      #expect(repositories == [Papyrus.Repository(name: "special")])
      #expect(arrivals["Special-Header"] == "special")
    }
  }

  @Test("Bodies and fields are encoded as JSON, forms and multipart")
  func bodies() async throws {
    let service = Papyrus.TodoService()
    let todo = Papyrus.Todo(name: "Milk & eggs", isDone: false, tags: ["a", "b"])
    try await withServer(Papyrus.TodosRoutes(service)) { client in
      let todos = Papyrus.TodosAPI(client)
      let arrivals = service.arrivals

      try await todos.createTodo(todo: todo)
      #expect(arrivals.body == #"{"name":"Milk & eggs","isDone":false,"tags":["a","b"]}"#)
      #expect(try await todos.createTodo(name: todo.name, isDone: false, tags: todo.tags) == todo)
      #expect(arrivals.body == #"{"name":"Milk & eggs","isDone":false,"tags":["a","b"]}"#)
      try await todos.createForm(name: todo.name, isDone: false, tags: todo.tags)
      #expect(arrivals["Content-Type"] == "application/x-www-form-urlencoded")
      #expect(arrivals.body == "name=Milk%20%26%20eggs&isDone=false&tags=a&tags=b")

      let first = Part(data: Data("one".utf8), fileName: "one.txt", mimeType: "text/plain")
      let second = Part(data: Data("two".utf8))
      try await todos.uploadAttachments(file1: first, file2: second)
      let boundary = try #require(arrivals["Content-Type"]?.split(separator: "boundary=").last)
      #expect(
        arrivals.body == """
          --\(boundary)\r
          Content-Disposition: form-data; name="file1"; filename="one.txt"\r
          Content-Type: text/plain\r
          \r
          one\r
          --\(boundary)\r
          Content-Disposition: form-data; name="file2"\r
          \r
          two\r
          --\(boundary)--\r

          """)
      let parts = service.parts.withLock { $0 }
      #expect(parts.map(\.name) == ["file1", "file2"])
      #expect(parts.map(\.text) == ["one", "two"])
      #expect(parts.first?.fileName == "one.txt")
    }
  }

  /// The two parts of `RequestBuilderTests` of joshuawright11/papyrus, whose body has 266 bytes.
  @Test("Multipart bodies match the reference byte for byte and are decoded")
  func partsVector() async throws {
    let service = Papyrus.TodoService()
    try await withServer(Papyrus.TodosRoutes(service)) { client in
      try await Papyrus.TodosAPI(client).vector(
        a: Part(data: Data("one".utf8), fileName: "one.txt", mimeType: "text/plain"), b: Part(data: Data("two".utf8)))
      let mark = "--5C66A9A3-8B3C-4E5A-9D0A-7F7C0F1E2D3B"
      let lines = [
        mark, #"Content-Disposition: form-data; name="a"; filename="one.txt""#, "Content-Type: text/plain", "", "one",
        mark, #"Content-Disposition: form-data; name="b""#, "", "two", "\(mark)--", "",
      ]
      #expect(service.arrivals.body == lines.joined(separator: "\r\n"))
      #expect(service.arrivals.body.utf8.count == 266)
      let parts = service.parts.withLock { $0 }
      #expect(parts.map(\.text) == ["one", "two"])
      #expect(parts.map(\.fileName) == ["one.txt", nil])
    }
  }

  @Test("A protocol declares the body format of all its functions")
  func protocolEncoding() async throws {
    let service = Papyrus.FormTodoService()
    try await withServer(Papyrus.FormTodosRoutes(service)) { client in
      let todos = Papyrus.FormTodosAPI(client)
      try await todos.createTodo(name: "n", isDone: true, tags: [])
      #expect(service.arrivals.body == "name=n&isDone=true")
      try await todos.updateTodo(id: 3, name: "n", isDone: true, tags: ["t"])
      #expect(service.arrivals.line == "PATCH /todo/3")
      #expect(service.arrivals.body == "name=n&isDone=true&tags=t")
    }
  }

  @Test("Key mapping applies to queries, fields, nested values and results on both ends")
  func keyMapping() async throws {
    let service = Papyrus.SnakeService()
    try await withServer(Papyrus.SnakesRoutes(service)) { client in
      let seen = Lock("")
      let watched = client.middleware(Watching { response in seen.withLock { $0 = response.text } })
      let home = Papyrus.Home(zipCode: 8000)
      let snake = try await Papyrus.SnakesAPI(watched).create(firstName: "Kaa", livesIn: home, pageSize: 5)
      #expect(service.arrivals.line == "POST /snakes?page_size=5")
      #expect(service.arrivals.body == #"{"first_name":"Kaa","lives_in":{"zip_code":8000}}"#)
      #expect(seen.withLock { $0 } == #"{"first_name":"Kaa","lives_in":{"zip_code":8000}}"#)
      #expect(snake == Papyrus.Snake(firstName: "Kaa", livesIn: home))
    }
  }

  @Test("Custom coders are used on both ends")
  func coders() async throws {
    let service = Papyrus.DateService()
    try await withServer(Papyrus.DatesRoutes(service)) { client in
      let seen = Lock("")
      let watched = client.middleware(Watching { response in seen.withLock { $0 = response.text } })
      let date = Date(timeIntervalSince1970: 1_700_000_000)
      let user = try await Papyrus.DatesAPI(watched).echo(signedUp: date)
      #expect(user.signedUp == date)
      #expect(service.arrivals.body == #"{"signedUp":"2023-11-14T22:13:20Z"}"#)
      #expect(seen.withLock { $0 }.contains(#""signedUp":"2023-11-14T22:13:20Z""#))
    }
  }

  @Test("A client adds members to every body and wraps calls in a closure")
  func modifiers() async throws {
    let service = Papyrus.UserService()
    try await withServer(Papyrus.UsersRoutes(service)) { client in
      let lines = Lock<[String]>([])
      let plaid = client.bodyFields(["client_id": "<client-id>", "secret": "<secret>"])
        .middleware { request, next in
          let start = ContinuousClock.now
          let response = try await next(request)
          let isTimed = ContinuousClock.now - start > .zero
          lines.withLock { $0.append("\(response.status.code) \(request.method) \(request.target) \(isTimed)") }
          return response
        }
      let users = Papyrus.UsersAPI(plaid)
      _ = try await users.createUser(email: "x@y.z", password: "p")
      #expect(
        service.arrivals.body == #"{"email":"x@y.z","password":"p","client_id":"<client-id>","secret":"<secret>"}"#)
      try await users.logout()
      #expect(service.arrivals.body.isEmpty)
      #expect(lines.withLock { $0 } == ["200 POST /user true", "204 DELETE /logout true"])
    }
  }

  @Test("A protocol is mocked by hand and by the generated mock")
  func mocks() async throws {
    struct CounterService {
      let github: any Papyrus.GitHub
      func countRepositories(of username: String) async throws -> Int {
        try await github.getRepositories(username: username, specialHeader: "h").count
      }
    }
    #expect(try await CounterService(github: Papyrus.GitHubService()).countRepositories(of: "a") == 1)

    let mock = Papyrus.GitHubMock()
    mock.mockGetRepositories { username, specialHeader in
      #expect(username == "joshuawright11")
      return [Papyrus.Repository(name: "papyrus"), Papyrus.Repository(name: "alchemy")]
    }
    #expect(try await CounterService(github: mock).countRepositories(of: "joshuawright11") == 2)
    await #expect(throws: (any Error).self) {
      let post = try await mock.getPost(id: 1)
      Issue.record("expected a MockError, got \(post)")
    }
  }
}

/// Shows every response to a closure.
private struct Watching: Middleware {
  let watch: @Sendable (HTTPResponse) -> Void

  func handle(
    _ request: HTTPRequest, for operation: APIOperation?,
    next: @Sendable (HTTPRequest) async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    let response = try await next(request)
    watch(response)
    return response
  }
}

extension HTTPResponse {
  /// The content as text, when it is in memory.
  fileprivate var text: String {
    if case .bytes(let bytes) = body { String(decoding: bytes, as: UTF8.self) } else { "" }
  }
}
