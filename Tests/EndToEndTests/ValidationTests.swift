import ContractTestSupport
import ContractTesting
import Testing

@API
private protocol Checked: Sendable {
  @GET("/lists/:name") @KeyMapping(.snakeCase)
  @Validate("name", .pattern("[a-z-]+", limit: 20))
  @Validate("pageSize", .range(1...100), .custom("must be even") { $0 % 2 == 0 })
  @Validate("tags", .count(...2), .each(.length(1...5)))
  @Validate("requestSource", .length(1...5))
  @Default("pageSize", 20)
  func list(name: String, pageSize: UInt8, tags: [String], requestSource: Header<String?>) async throws -> String

  @POST("/items") @Validate("title", .length(1...5)) @Validate("counts", .each(.range(1...)))
  func create(title: String?, counts: [Int]) async throws -> String

  @PUT("/note") @Validate("note", .length(...5))
  func write(note: Body<String>) async throws -> String
}

private struct CheckedService: Checked {
  func list(name: String, pageSize: UInt8, tags: [String], requestSource: String?) async throws -> String {
    "\(name) \(pageSize) \(tags) \(requestSource ?? "-")"
  }
  func create(title: String?, counts: [Int]) async throws -> String { "\(title ?? "-") \(counts)" }
  func write(note: String) async throws -> String { note }
}

@Request struct Photos {
  @Path @Validate(.range(1...)) var album: Int
  @Part @Validate(.count(1...2)) var files: [Part]
  @Field @Validate(.length(...3)) var caption: String?
}

@Request struct Tagged<Tag: Codable & Equatable & Sendable> {
  @Query @Validate(.pattern("[a-z]+")) var name: String = "x"
  @Field @Validate(.count(...1)) var tags: [Tag]
}

@API(prefix: "/scoped")
struct Scoped {
  @Path("{shelf: Int}") struct Shelf {
    @GET("/") @Security(.bearer) @Validate("shelf", .range(1...9)) @Validate("text", .length(...3))
    func find(@Query _ text: String) -> String {}
  }
}

/// Rules of contracts on both ends, over sockets.
@Suite("Validated inputs", .ownThreads)
struct ValidatedInputTests {
  private static let photos = Endpoint<Photos, String>(.post, "/albums/{album}")
  private static let tagged = Endpoint<Tagged<Int>, String>(.post, "/tagged")

  private static func server() -> Server {
    var router = Router()
    router.add(CheckedRoutes(CheckedService()))
    router.on(photos) { _, input in "\(input.album) \(input.files.count) \(input.caption ?? "-")" }
    router.on(tagged) { _, input in "\(input.name) \(input.tags)" }
    return Server(port: 0, threads: 1, router: router)
  }

  @Test("Valid inputs are accepted")
  func allows() async throws {
    try await withServer(Self.server()) { client in try await Self.expectAllowed(client) }
  }

  private static func expectAllowed(_ client: APIClient) async throws {
    let api = CheckedAPI(client)
    #expect(try await api.list(name: "a-b", tags: ["x"], requestSource: "web") == #"a-b 20 ["x"] web"#)
    #expect(try await api.create(title: nil, counts: []) == "- []")
    #expect(try await api.write(note: "short") == "short")
    let part = Part(text: "1", name: "files")
    #expect(try await client.call(photos, Photos(album: 1, files: [part])) == "1 1 -")
    #expect(try await client.call(tagged, Tagged(tags: [1])) == "x [1]")
  }

  @Test("Invalid inputs are refused by the client before anything is sent")
  func refusesToSend() async throws {
    let transport = ScriptedTransport { _ in
      Issue.record("expected no request to be sent")
      return HTTPResponse(.ok)
    }
    let client = APIClient(baseURL: "http://example.com", transport: transport)
    let api = CheckedAPI(client)
    let (photos, tagged) = (Self.photos, Self.tagged)
    let rows: [(String, () async throws -> String)] = [
      ("the path value `name` must match `[a-z-]+`", { try await api.list(name: "A", tags: []) }),
      ("the query value `pageSize` must be even", { try await api.list(name: "a", pageSize: 1, tags: []) }),
      ("the query value `tags[1]` must be 1 to 5 characters long", { try await api.list(name: "a", tags: ["x", ""]) }),
      (
        "the header value `Request-Source` must be 1 to 5 characters long",
        { try await api.list(name: "a", tags: [], requestSource: "") }
      ),
      ("the body value `title` must be 1 to 5 characters long", { try await api.create(title: "", counts: []) }),
      ("the body must be at most 5 characters long", { try await api.write(note: "longer") }),
      (
        "the body value `files` must have 1 to 2 elements",
        { try await client.call(photos, Photos(album: 1, files: [])) }
      ),
      (
        "the query value `name` must match `[a-z]+`",
        { try await client.call(tagged, Tagged(name: "", tags: [1])) }
      ),
    ]
    for (message, call) in rows {
      let error = await #expect(throws: ClientError.self) { _ = try await call() }
      #expect(error?.code == .invalidInput)
      #expect(error?.message == message)
    }
  }

  @Test("The server reports all invalid inputs with their locations")
  func refusesAll() async throws {
    try await serve(Self.server()) { port, _ in
      let connection = try RawConnection(port: port)
      try connection.write(
        "GET /lists/A1?page_size=151&tags=x&tags=toolong&tags=z HTTP/1.1\r\nHost: a\r\nRequest-Source: 123456\r\n\r\n")
      let first = try connection.read()
      #expect(first.status == 400)
      for error in [
        #"{"in":"path","name":"name","code":"invalid","expected":"must match `[a-z-]+`""#,
        #"{"in":"query","name":"page_size","code":"invalid","expected":"from 1 to 100""#,
        #"{"in":"query","name":"page_size","code":"invalid","expected":"even""#,
        #"{"in":"query","name":"tags","code":"invalid","expected":"must have at most 2 elements""#,
        #"{"in":"query","name":"tags[1]","code":"invalid","expected":"1 to 5 characters long""#,
        #"{"in":"header","name":"Request-Source","code":"invalid","expected":"1 to 5 characters long""#,
      ] {
        #expect(first.text.contains(error), "\(error) in \(first.text)")
      }
      let body = #"{"title":"toolong","counts":[0]}"#
      try connection.write(
        "POST /items HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
          + "Content-Length: \(body.utf8.count)\r\n\r\n" + body)
      let second = try connection.read()
      #expect(second.status == 400)
      #expect(second.text.contains(#""pointer":"/title","code":"invalid","expected":"1 to 5 characters long""#))
      #expect(second.text.contains(#""pointer":"/counts/0","code":"invalid","expected":"at least 1""#))
    }
  }

  @Test("Validation applies to a scope's inputs and to the arguments of its path")
  func scopes() async throws {
    var router = Router()
    router.on(Scoped.Endpoints.shelfFind) { _, input in "\(input.shelf) \(input.text)" }
    router.authenticating(.bearer) { $0 == .bearer("t") ? Authenticated("somebody") : nil }
    try await serve(Server(port: 0, threads: 1, router: router)) { port, client in
      let shelf = Scoped(client.credentials(.bearer("t")))
      let found = try await shelf(7).find("abc")
      #expect(found == "7 abc")
      let error = await #expect(throws: ClientError.self) { _ = try await shelf(10).find("abc") }
      #expect(error?.message == "the path value `shelf` must be from 1 to 9")
      let connection = try RawConnection(port: port)
      try connection.write("GET /scoped/0?text=long HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer t\r\n\r\n")
      let response = try connection.read()
      #expect(response.status == 400)
      #expect(response.text.contains(#""in":"path","name":"shelf","code":"invalid""#))
      #expect(response.text.contains(#""in":"query","name":"text","code":"invalid""#))
    }
  }

  @Test("An operation lists its validation rules")
  func describes() {
    let inputs = CheckedEndpoints.list.operation.inputs
    #expect(inputs[0].validation == [.pattern("[a-z-]+"), .maxLength(20)])
    #expect(inputs[1].validation == [.minimum("1"), .maximum("100"), .custom("must be even")])
    #expect(inputs[1].name == "page_size")
    #expect(inputs[2].validation == [.maxItems(2), .items([.minLength(1), .maxLength(5)])])
    #expect(CheckedEndpoints.write.operation.inputs[0].validation == [.maxLength(5)])
    #expect(Self.tagged.operation.inputs[0].validation.first == .pattern("[a-z]+"))
  }
}
