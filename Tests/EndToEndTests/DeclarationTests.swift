import ContractTesting
import FoundationEssentials
import Testing

/// The request received by a service: on the wire, and as decoded values.
struct Arrival: Codable, Equatable, Sendable {
  var request: String
  var contentType: String?
  var body: String
  var values: [String]

  /// The request that the calling task handles.
  static func of(_ values: Any?...) throws -> Arrival {
    let request = try #require(ServerRequest.current)
    let query = request.head.query.map { "?" + $0 } ?? ""
    return Arrival(
      request: "\(request.head.method) \(request.head.path)\(query)",
      contentType: request.head.text(of: .contentType), body: String(decoding: request.body, as: UTF8.self),
      values: values.map { value in value.map { "\($0)" } ?? "nil" })
  }

  /// A field of the request.
  static func field(_ name: HTTPFieldName) -> String? { ServerRequest.current?.head.text(of: name) }
}

/// Every way to declare a location, a name, a format and a constant, at both scopes.
@API
@Headers(["X-Client-Version": "1.2.3", "X-Scope": "protocol"])
@Authorization(.basic(username: "ann", password: "pw"))
@KeyMapping(.snakeCase)
protocol Declarations: Sendable {
  @GET("/users/:userName/repos/{repoID}")
  func repository(userName: Path<String>, repoID: Int) async throws -> Arrival
  @GET("/transactions?merchant=Apple")
  func transactions(minAmount: Int?, suitKinds: [Suit]) async throws -> Arrival
  @GET("/headers")
  func headers(customHeader: Header<String>, xAPIKey: Header<Int?>) async throws -> Arrival

  @GET("/posts/:postId")
  func post(id postId: Int, _ pageSize: Int, in sinceFolder: Header<String?>, `where` `inPlace`: Bool) async throws
    -> Arrival
  @POST("/posts")
  func create(with firstTitle: String, _ `default`: Bool, note lastNote: Query<String>) async throws -> Arrival

  @GET("/constants") func constants() async throws -> Arrival
  @Headers(["X-Scope": "function", "X-Extra": "1"]) @Authorization(.bearer("t"))
  @GET("/constants/own") func ownConstants(xClientVersion: Header<String?>) async throws -> Arrival

  @POST("/keys") func mappedKeys(firstName: String, isDone: Bool, lastNote: String?) async throws -> Arrival
  @KeyMapping(.useDefaultKeys)
  @POST("/keys/own") func plainKeys(firstName: String) async throws -> Arrival

  @GET("/search") func search(filterText: Field<String>, pageSize: Int) async throws -> Arrival
  @DELETE("/search") func clear(filterText: Field<String?>) async throws -> Arrival
  @HTTP("/caches/:key", method: "PURGE") func purge(key: String, isDeep: Bool) async throws -> Arrival

  @Wire(.papyrus) @KeyMapping(.snakeCase)
  @POST("/nils") func nils(lastNote: String?, wasSeen: Query<Bool?>) async throws -> Arrival

  @URLForm @POST("/form")
  func form(firstName: String, tags: [String], lastNote: String?) async throws -> Arrival
  @Multipart(boundary: "b") @POST("/files/:folder")
  func upload(folder: String, coverPhoto: Part, pages: [Part], extra: Part?, pageTitle: String) async throws -> Arrival
}

/// Responds with the received values.
struct DeclarationService: Declarations {
  func repository(userName: String, repoID: Int) async throws -> Arrival { try .of(userName, repoID) }
  func transactions(minAmount: Int?, suitKinds: [Suit]) async throws -> Arrival { try .of(minAmount, suitKinds.count) }
  func headers(customHeader: String, xAPIKey: Int?) async throws -> Arrival {
    try .of(customHeader, xAPIKey, Arrival.field("Custom-Header"), Arrival.field("X-Api-Key"))
  }
  func post(id postId: Int, _ pageSize: Int, in sinceFolder: String?, `where` inPlace: Bool) async throws -> Arrival {
    try .of(postId, pageSize, sinceFolder, inPlace, Arrival.field("Since-Folder"))
  }
  func create(with firstTitle: String, _ `default`: Bool, note lastNote: String) async throws -> Arrival {
    try .of(firstTitle, `default`, lastNote)
  }
  private func allConstants() throws -> Arrival {
    try .of(
      Arrival.field("X-Client-Version"), Arrival.field("X-Scope"), Arrival.field("X-Extra"),
      Arrival.field(.authorization))
  }
  func constants() async throws -> Arrival { try allConstants() }
  func ownConstants(xClientVersion: String?) async throws -> Arrival { try allConstants() }
  func mappedKeys(firstName: String, isDone: Bool, lastNote: String?) async throws -> Arrival {
    try .of(firstName, isDone, lastNote)
  }
  func plainKeys(firstName: String) async throws -> Arrival { try .of(firstName) }
  func search(filterText: String, pageSize: Int) async throws -> Arrival { try .of(filterText, pageSize) }
  func clear(filterText: String?) async throws -> Arrival { try .of(filterText) }
  func purge(key: String, isDeep: Bool) async throws -> Arrival { try .of(key, isDeep) }
  func nils(lastNote: String?, wasSeen: Bool?) async throws -> Arrival { try .of(lastNote, wasSeen) }
  func form(firstName: String, tags: [String], lastNote: String?) async throws -> Arrival {
    try .of(firstName, tags.joined(separator: "+"), lastNote)
  }
  func upload(
    folder: String, coverPhoto: Part, pages: [Part], extra: Part?, pageTitle: String
  ) async throws -> Arrival {
    try .of(folder, coverPhoto.fileName, pages.compactMap(\.text).joined(separator: "+"), extra?.text, pageTitle)
  }
}

@Suite("Parameter declarations in a protocol")
struct DeclarationTests {
  /// A call and the received request.
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let call: @Sendable (any Declarations) async throws -> Arrival
    let arrival: Arrival

    init(
      _ name: String, _ request: String, contentType: String? = nil, body: String = "", values: [String],
      _ call: @escaping @Sendable (any Declarations) async throws -> Arrival
    ) {
      self.testDescription = name
      self.call = call
      self.arrival = Arrival(request: request, contentType: contentType, body: body, values: values)
    }
  }

  static let rows: [Row] = [
    Row("puts :name and {name} into the path, unmapped", "GET /users/a%2Fb%20c/repos/7", values: ["a/b c", "7"]) {
      try await $0.repository(userName: "a/b c", repoID: 7)
    },
    Row(
      "keeps a static query and omits nil", "GET /transactions?merchant=Apple&suit_kinds=clubs&suit_kinds=diamonds",
      values: ["nil", "2"]
    ) { try await $0.transactions(minAmount: nil, suitKinds: [.clubs, .diamonds]) },
    Row("names headers with uppercase letters and hyphens", "GET /headers", values: ["a", "5", "a", "5"]) {
      try await $0.headers(customHeader: "a", xAPIKey: 5)
    },
    Row("omits a header that is nil", "GET /headers", values: ["", "nil", "", "nil"]) {
      try await $0.headers(customHeader: "", xAPIKey: nil)
    },
    Row(
      "uses the parameter name, not the argument label, as the key", "GET /posts/4?page_size=10&in_place=true",
      values: ["4", "10", "x", "true", "x"]
    ) { try await $0.post(id: 4, 10, in: "x", where: true) },
    Row(
      "uses the parameter name for body fields and Swift keywords, too", "POST /posts?last_note=n",
      contentType: "application/json",
      body: #"{"first_title":"t","default":true}"#, values: ["t", "true", "n"]
    ) { try await $0.create(with: "t", true, note: "n") },
    Row("has the constants of its protocol", "GET /constants", values: ["1.2.3", "protocol", "nil", "Basic YW5uOnB3"]) {
      try await $0.constants()
    },
    Row(
      "overrides the constants of its protocol with those of the function", "GET /constants/own",
      values: ["1.2.3", "function", "1", "Bearer t"]
    ) {
      try await $0.ownConstants(xClientVersion: nil)
    },
    Row("overrides constants with values", "GET /constants/own", values: ["2", "function", "1", "Bearer t"]) {
      try await $0.ownConstants(xClientVersion: "2")
    },
    Row(
      "maps the names of fields and omits nil", "POST /keys", contentType: "application/json",
      body: #"{"first_name":"Ann","is_done":false}"#, values: ["Ann", "false", "nil"]
    ) { try await $0.mappedKeys(firstName: "Ann", isDone: false, lastNote: nil) },
    Row(
      "has its own key mapping instead of the protocol's", "POST /keys/own", contentType: "application/json",
      body: #"{"firstName":"Ann"}"#, values: ["Ann"]
    ) { try await $0.plainKeys(firstName: "Ann") },
    Row(
      "sends a body field with GET if declared", "GET /search?page_size=3", contentType: "application/json",
      body: #"{"filter_text":"x"}"#, values: ["x", "3"]
    ) { try await $0.search(filterText: "x", pageSize: 3) },
    Row("sends a field with DELETE", "DELETE /search", contentType: "application/json", body: "{}", values: ["nil"]) {
      try await $0.clear(filterText: nil)
    },
    Row(
      "has any method", "PURGE /caches/k", contentType: "application/json", body: #"{"is_deep":true}"#,
      values: ["k", "true"]
    ) { try await $0.purge(key: "k", isDeep: true) },
    Row(
      "sends nil body fields as configured, and omits nil elsewhere", "POST /nils", contentType: "application/json",
      body: #"{"last_note":null}"#, values: ["nil", "nil"]
    ) { try await $0.nils(lastNote: nil, wasSeen: nil) },
    Row(
      "sends a form", "POST /form", contentType: "application/x-www-form-urlencoded",
      body: "first_name=a%20b&tags=%26&tags=%C3%A9", values: ["a b", "&+é", "nil"]
    ) { try await $0.form(firstName: "a b", tags: ["&", "é"], lastNote: nil) },
    Row(
      "sends parts and strings", "POST /files/f", contentType: #"multipart/form-data; boundary=b"#,
      body: [
        "--b", #"Content-Disposition: form-data; name="cover_photo"; filename="c.png""#, "Content-Type: image/png", "",
        "c", "--b", #"Content-Disposition: form-data; name="pages""#, "", "1",
        "--b", #"Content-Disposition: form-data; name="pages""#, "", "2",
        "--b", #"Content-Disposition: form-data; name="page_title""#, "", "T", "--b--", "",
      ].joined(separator: "\r\n"), values: ["f", "c.png", "1+2", "nil", "T"]
    ) {
      try await $0.upload(
        folder: "f", coverPhoto: Part(data: Data("c".utf8), fileName: "c.png", mimeType: "image/png"),
        pages: [Part(text: "1"), Part(text: "2")], extra: nil, pageTitle: "T")
    },
  ]

  @Test("A parameter is sent in the location and encoding its declaration names", arguments: rows)
  func travels(_ row: Row) async throws {
    try await withServer(DeclarationsRoutes(DeclarationService())) { client in
      let arrival = try await row.call(DeclarationsAPI(client))
      #expect(arrival == row.arrival)
    }
  }

  @Test("Missing multipart parts are reported by their names on the wire")
  func missingParts() async throws {
    struct Nothing: BodyRequest {}
    let upload = Endpoint<Nothing, Arrival>(.post, "/files/f", .content(.multipart(boundary: "b")))
    try await withServer(DeclarationsRoutes(DeclarationService())) { client in
      let error = await #expect(throws: ClientError.self) { try await client.call(upload, Nothing()) }
      let body = try await #require(error?.response).body.collect(upTo: 10_000)
      let text = String(decoding: body, as: UTF8.self)
      #expect(error?.response?.status == .badRequest)
      #expect(text.contains(#""pointer":"/cover_photo""#))
      #expect(text.contains(#""pointer":"/page_title""#))
      #expect(!text.contains("extra"))
    }
  }
}
