import Contract
import FoundationEssentials

/// The examples of Papyrus' protocols, in the spelling of this package.
enum Papyrus {
  struct User: Codable, Equatable, Sendable {
    var email: String
    var signedUp: Date?
  }

  struct Todo: Codable, Equatable, Sendable {
    var name: String
    var isDone: Bool
    var tags: [String]
  }

  struct Repository: Codable, Equatable, Sendable { var name: String }
  struct Transaction: Codable, Equatable, Sendable { var merchant: String }
  struct Post: Codable, Equatable, Sendable { var postID: Int }

  /// Annotations on the protocol and on its functions.
  @API
  @Authorization(.bearer("<my-auth-token>"))
  @Headers(["X-Client-Version": "1.2.3"])
  protocol Users: Sendable {
    @GET("/user")
    func getUser() async throws -> User

    @POST("/user")
    func createUser(email: String, password: String) async throws -> User

    @GET("/users/:username/todos")
    func getTodos(username: String) async throws -> [Todo]

    @GET("/user/cached") @Headers(["Cache-Control": "max-age=86400", "X-Client-Version": "2"])
    func getCached() async throws -> User

    @PATCH("/user/:id") @Authorization(.basic(username: "joshuawright11", password: "P@ssw0rd"))
    func updateUser(id: Int, name: String) async throws

    @DELETE("/logout")
    func logout() async throws

    @GET("/accounts")
    func getRepository(customHeader: Header<String>) async throws

    @GET("/user/raw")
    func getRaw() async throws -> HTTPResponse

    @GET("/user/both")
    func getBoth() async throws -> (user: User, res: HTTPResponse)

    @GET("/user/callback")
    func getUser(callback: @escaping @Sendable (Result<User, any Error>) -> Void)

    @POST("/user/callback")
    func createUser(
      email: String, password: String, completion: @escaping @Sendable (Result<Void, any Error>) -> Void)

    @GET("/response")
    func getResponse(completion: @escaping @Sendable (Result<HTTPResponse, any Error>) -> Void)
  }

  /// Locations of parameters, explicit and inferred.
  @API
  @Mock
  protocol GitHub: Sendable {
    @DELETE("/transfers/:id")
    func deleteTransfer(id: Path<Int>) async throws

    @GET("/users/:username/repos/:id")
    func getRepository(username: String, id: Int) async throws -> [Repository]

    @GET("/transactions")
    func getTransactions(merchant: Query<String>) async throws -> [Transaction]

    @GET("/apples?merchant=Apple")
    func getApples(page: Int?) async throws -> [Transaction]

    @GET("/posts/:postId")
    func getPost(id postId: Int) async throws -> Post

    @HTTP("/cache/:key", method: "PURGE")
    func purge(_ key: String) async throws

    @GET("/users/:username/repos")
    func getRepositories(username: String, specialHeader: Header<String>) async throws -> [Repository]
  }

  /// Bodies and fields, and how they are encoded.
  @API
  protocol Todos: Sendable {
    @POST("/todo/body")
    func createTodo(todo: Body<Todo>) async throws

    @POST("/todo/fields")
    func createTodo(name: Field<String>, isDone: Field<Bool>, tags: Field<[String]>) async throws -> Todo

    @POST("/todo/form") @URLForm
    func createForm(name: String, isDone: Bool, tags: [String]) async throws

    @POST("/attachments") @Multipart
    func uploadAttachments(file1: Part, file2: Part) async throws

    @POST("/vector") @Multipart(boundary: "5C66A9A3-8B3C-4E5A-9D0A-7F7C0F1E2D3B")
    func vector(a: Part, b: Part) async throws
  }

  /// A form for every function of a protocol.
  @API
  @URLForm
  protocol FormTodos: Sendable {
    @POST("/todo")
    func createTodo(name: String, isDone: Bool, tags: [String]) async throws

    @PATCH("/todo/:id")
    func updateTodo(id: Int, name: String, isDone: Bool, tags: [String]) async throws
  }

  /// Names in another case, on both ends.
  @API
  @KeyMapping(.snakeCase)
  protocol Snakes: Sendable {
    @POST("/snakes")
    func create(firstName: String, livesIn: Home, pageSize: Query<Int>) async throws -> Snake
  }

  struct Home: Codable, Equatable, Sendable { var zipCode: Int }
  struct Snake: Codable, Equatable, Sendable {
    var firstName: String
    var livesIn: Home
  }

  /// Custom coders.
  @API
  @JSON(encoder: .iso8601, decoder: .iso8601)
  protocol Dates: Sendable {
    @POST("/dates")
    func echo(signedUp: Date) async throws -> User
  }
}

extension JSONEncoder {
  static var iso8601: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    return encoder
  }
}

extension JSONDecoder {
  static var iso8601: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return decoder
  }
}
