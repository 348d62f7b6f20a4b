import Contract
import FoundationEssentials

extension Papyrus {
  struct UserService: Users {
    let arrivals = Arrivals()
    let user = User(email: "a@b.c")

    func getUser() async throws -> User { arrivals.note(); return user }
    func createUser(email: String, password: String) async throws -> User {
      arrivals.note()
      return User(email: email)
    }
    func getTodos(username: String) async throws -> [Todo] {
      arrivals.note()
      return [Todo(name: username, isDone: true, tags: [])]
    }
    func getCached() async throws -> User { arrivals.note(); return user }
    func updateUser(id: Int, name: String) async throws { arrivals.note() }
    func logout() async throws { arrivals.note() }
    func getRepository(customHeader: String) async throws { arrivals.note() }
    func getRaw() async throws -> HTTPResponse { HTTPResponse(.serviceUnavailable, body: .bytes(Array("short".utf8))) }
    func getBoth() async throws -> (user: User, res: HTTPResponse) {
      (user, HTTPResponse(.accepted, fields: ["X-Total": "1"]))
    }
    func getUser(callback: @escaping @Sendable (Result<User, any Error>) -> Void) { callback(.success(user)) }
    func createUser(
      email: String, password: String, completion: @escaping @Sendable (Result<Void, any Error>) -> Void
    ) {
      arrivals.note()
      completion(.success(()))
    }
    func getResponse(completion: @escaping @Sendable (Result<HTTPResponse, any Error>) -> Void) {
      completion(.success(HTTPResponse(.notFound)))
    }
  }

  struct GitHubService: GitHub {
    let arrivals = Arrivals()

    func deleteTransfer(id: Int) async throws { arrivals.note() }
    func getRepository(username: String, id: Int) async throws -> [Repository] {
      arrivals.note()
      return [Repository(name: "\(username) \(id)")]
    }
    func getTransactions(merchant: String) async throws -> [Transaction] {
      arrivals.note()
      return [Transaction(merchant: merchant)]
    }
    func getApples(page: Int?) async throws -> [Transaction] { arrivals.note(); return [] }
    func getPost(id postId: Int) async throws -> Post { arrivals.note(); return Post(postID: postId) }
    func purge(_ key: String) async throws { arrivals.note() }
    func getRepositories(username: String, specialHeader: String) async throws -> [Repository] {
      arrivals.note()
      return [Repository(name: specialHeader)]
    }
  }

  struct TodoService: Todos {
    let arrivals = Arrivals()
    let parts = Lock<[Part]>([])

    func createTodo(todo: Todo) async throws { arrivals.note() }
    func createTodo(name: String, isDone: Bool, tags: [String]) async throws -> Todo {
      arrivals.note()
      return Todo(name: name, isDone: isDone, tags: tags)
    }
    func createForm(name: String, isDone: Bool, tags: [String]) async throws { arrivals.note() }
    func uploadAttachments(file1: Part, file2: Part) async throws {
      arrivals.note()
      parts.withLock { $0 = [file1, file2] }
    }
    func vector(a: Part, b: Part) async throws {
      arrivals.note()
      parts.withLock { $0 = [a, b] }
    }
  }

  struct FormTodoService: FormTodos {
    let arrivals = Arrivals()
    func createTodo(name: String, isDone: Bool, tags: [String]) async throws { arrivals.note() }
    func updateTodo(id: Int, name: String, isDone: Bool, tags: [String]) async throws { arrivals.note() }
  }

  struct SnakeService: Snakes {
    let arrivals = Arrivals()
    func create(firstName: String, livesIn: Home, pageSize: Int) async throws -> Snake {
      arrivals.note()
      return Snake(firstName: firstName, livesIn: livesIn)
    }
  }

  struct DateService: Dates {
    let arrivals = Arrivals()
    func echo(signedUp: Date) async throws -> User {
      arrivals.note()
      return User(email: "a@b.c", signedUp: signedUp)
    }
  }
}
