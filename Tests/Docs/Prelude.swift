// The declarations assumed by Swift code in docs/*.md: a client, a contract and its service, and simple types.
// `Scripts/check-readme` compiles each block with it. A block's own declarations hide those of the same name here.

import ContractClient
import ContractServer
import ContractTesting
import Foundation

let client = APIClient(baseURL: "http://localhost:8080")
let url = "http://localhost:8080"
let path = "todos.json"
let token = "t"
let key = "k"
let id = UUID()
let text = "curl http://localhost:8080"
let environment: [String: String] = [:]
nonisolated(unsafe) var router = Router()
nonisolated(unsafe) var writer = JSONWriter()

// MARK: The contract of most examples

struct Todo: Codable, Equatable, Sendable {
  var id: Int
  var title: String
}

enum Sort: String, Codable, Sendable { case newest, oldest }

@APIError enum TodoError {
  @Status(403) case forbidden
  @Status(404) case notFound
  @Status(409) case taken(name: String, by: Int)
}

@API @Mock protocol Todos: Sendable {
  @GET("/todos") func list(limit: Int, done: Bool?, tags: [String]) async throws -> [Todo]
  @GET("/todos/:id") @Throws(TodoError.self) func todo(id: Int) async throws -> Todo
}

struct Service: Todos {
  func list(limit: Int, done: Bool?, tags: [String]) async throws -> [Todo] { [] }
  func todo(id: Int) async throws -> Todo { throw TodoError.notFound }
  func todo(_ id: Int, of user: User) throws -> Todo { throw TodoError.notFound }
  func list(_ limit: Int, _ sort: Sort = .newest) -> [Todo] { [] }
  func update(_ change: UpdateTodo) throws -> Todo { throw TodoError.notFound }
}

let service = Service()
let store = Service()
let todos = TodosAPI(client)

struct TenantTodos: Todos {
  let tenant: String
  func list(limit: Int, done: Bool?, tags: [String]) async throws -> [Todo] { [] }
  func todo(id: Int) async throws -> Todo { throw TodoError.notFound }
}

let archive = Service()
let tenant = "acme"

// MARK: Contracts of other shapes

@Request struct ListTodos { @Query var limit: Int = 20 }
@Request struct DeleteTodo { @Path var id: Int }

@Request struct UpdateTodo {
  @Path var id: Int
  @JSON var title: String
}

@API(prefix: "/v1") final class TodoEndpoints: EndpointGroup {
  @GET("/todos") var getAll: Endpoint<ListTodos, [Todo]>
  @POST("/todos/{id}") @Throws(TodoError.self) var update: (UpdateTodo) async throws -> Todo
}

enum Status: String, Codable, Sendable { case open, sold }

struct Animal: Codable, Sendable { var name: String }
let rex = Animal(name: "Rex")

@API struct PetStore {
  @Path("pet") struct Pet {
    @GET func findByStatus(@Query _ status: Status) -> [Animal] {}
  }
}

struct Pet: Codable, Sendable { var name: String }
@APIError enum PetError { @Status(404) case notFound }

struct Shop: Sendable {
  func find(_ status: Status, _ limit: Int) -> [Pet] { [] }
  func pet(_ id: Int) throws -> Pet { throw PetError.notFound }
}

let shop = Shop()

@API protocol Hooks: Sendable {
  @POST("/hooks") func push(event: Body<JSONValue>) async throws
}

struct HooksService: Hooks { func push(event: Body<JSONValue>) async throws {} }

@API protocol Users: Sendable {
  @GET("/users") func list(limit: Int) async throws -> [User]
}

@API protocol Uploads: Sendable {
  @PUT("/uploads/:id") func finish(id: UUID, digest: Query<String>) async throws
}

let link = "/users?after=20"
let location = "/uploads/7"
let digest = "sha256:7"
let chunk: [UInt8] = [1, 2, 3]

// MARK: Others

struct User: Codable, Mockable, Sendable {
  var name: String
  static let mock = User(name: "Jo")
  static let `operator` = User(name: "op")
}

struct Session: Sendable {
  var user: User
  var scopes: Set<String>
}

let sessions: [String: Session] = [:]

struct TokenAnswer: Codable, Sendable {
  var access: String
  var refresh: String
  var expiresIn: Int
}

struct LoginRequired: Error {}
@APIError enum PushError { @Status(400) case badToken }
enum Tenant { static let current = "acme" }

struct Database: Sendable {
  func ping() async throws {}
  func user(of credentials: Credentials) async throws -> Authenticated<User>? { nil }
}

let database = Database()

struct ReportRoutes: RouteCollection {
  init(_ database: Database) {}
  var routes: [Route] { [] }
}

struct ThumbnailRoutes: RouteCollection {
  var routes: [Route] { [] }
}

struct Exporter: ClientSpanSink { func ended(_ span: ClientSpan) {} }
let exporter = Exporter()

struct Screen { func load() async throws {} }
let screen = Screen()

struct Album: Codable, Sendable {}
struct Filter: Codable, Sendable {}
struct Receipt: Codable, Sendable {}
struct Refusal: Codable, Sendable { var reason: String }
func checksum(_ text: String) -> Int { text.utf8.count }

@Schema struct Line { var text: String }
@Schema struct Said { var room: String, text: String }

@API @Mock protocol Chat: Sendable {
  @WebSocket("/rooms/:room") func chat(room: String) async throws -> Channel<Line, Said>
}

struct ChatService: Chat {
  func chat(room: String) async throws -> Channel<Line, Said> { Channel { _ in } }
}
