import ContractServer
import FoundationEssentials

/// Calls in every form that a contract has, for generated clients.
@API @Throws(NodeError.self)
protocol Nodes: Sendable {
  @GET("/nodes/:id") @Name("trace", "X-Trace")
  func node(
    id: Int, tags: Query<[String]>, since: Query<Date?>, deep: Query<Bool?>, trace: Header<String?>,
    session: Cookie<String?>
  ) async throws -> Node

  @POST("/nodes") @Status(201)
  func create(node: Body<Node>) async throws -> (Node, location: Header<String>, serial: Header<Int>)

  @PATCH("/nodes/:id") @MergePatch
  func edit(id: Int, name: Patch<String>, parent: Patch<Int>) async throws -> String

  @PUT("/nodes/:id") @Security(.apiKey(header: "X-Key")) @Security(.basic)
  func replace(id: Int, name: String, count: Int) async throws -> Node

  @DELETE("/nodes/:id") @Security(.bearer)
  func remove(id: Int) async throws

  @HEAD("/nodes")
  func count() async throws -> (Empty, totalCount: Header<Int>)

  @OPTIONS("/nodes")
  func options() async throws -> [String: Int]

  @GET("/next/:id")
  func next(id: Int) async throws -> Node?

  @GET("/watch/:id")
  func watch(id: Int) async throws -> ServerEvents<String>

  @GET("/export/:id")
  func export(id: Int) async throws -> JSONLines<Node>

  @POST("/inbox")
  func send(title: String) async throws -> Sent

  @POST("/events")
  func echo(events: Body<[Event]>) async throws -> [Event]

  @POST("/form") @URLForm
  func form(title: String, tags: [String], count: Int?) async throws -> String

  @POST("/upload") @Multipart
  func upload(title: String, file: Part, more: [Part]) async throws -> [String]

  @POST("/text")
  func text(_ text: Body<String>) async throws -> String

  @POST("/bytes")
  func bytes(_ bytes: Body<[UInt8]>) async throws -> [UInt8]

  @POST("/load")
  func load(nodes: Body<JSONLines<Node>>) async throws -> JSONLines<String>

  @POST("/relay")
  func relay(_ bytes: Body<ByteStream>, mediaType: Query<String?>) async throws -> ByteStream

  @GET("/search") @URLForm(URLFormOptions(arrays: .separated(by: ",")))
  func search(ids: [Int], filter: Filter?) async throws -> String

  @GET("/key") @Security(.apiKey(query: "key")) @Security(.apiKey(cookie: "key"))
  func key() async throws -> String

  @GET("/slow/:milliseconds")
  func slow(milliseconds: Int) async throws -> String
}

/// A tree.
@Schema struct Node: Sendable, Equatable {
  var id: Int
  @Validate(.length(1...20)) var name: String
  var ratio: Double
  var at: Date
  var data: Data
  var state: Open<State>
  var owner: Patch<Int> = .leave
  var sizes: [String: Int]
  var extra: JSONValue?
  var children: [Node]
}

enum State: String, CaseIterable, Codable, Sendable { case open, closed }

/// A thing that happened to a node.
@Schema @Tagged("type") enum Event: Sendable, Equatable {
  case labeled(label: String, by: Int)
  case moved(Move)
  case closed
  case unknown(JSONValue)
}

@Schema struct Move: Sendable, Equatable { var from: Int, to: Int, at: Date }

@Schema struct Filter: Sendable { var state: String, page: Page }

@Schema struct Page: Sendable { var size: Int32 }

@APIResult enum Sent {
  @Status(200) case existing(Node)
  @Status(201) case created(location: Header<String>)
  @Status(303) case elsewhere(location: Header<String>)
}

@APIError enum NodeError {
  @Status(404) case notFound(id: Int)
  @Status(409) case taken(name: String, by: Int)
  @Status(409) case locked
}
