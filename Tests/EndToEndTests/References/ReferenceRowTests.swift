import ContractTesting
import FoundationEssentials
import Testing

private struct Item: Codable, Equatable, Sendable { var name: String }

/// JSON of another media type.
private struct Marked: ContentEncoder, ContentDecoder {
  let mediaType = MediaType("application/marked+json") ?? .json

  func encode<T: Encodable>(content value: T) throws -> [UInt8] { Array(try JSONEncoder().encode(value)) }
  func decode<T: Decodable>(_ type: T.Type, content bytes: [UInt8]) throws -> T {
    try JSONDecoder().decode(type, from: Data(bytes))
  }
}

@API
private protocol Shelves: Sendable {
  @GET("/dotted") @URLForm(URLFormOptions(arrays: .brackets, nesting: .dots))
  func dotted(tags: Query<[String]>, item: Query<Item?>) async throws -> [String]

  @POST("/mapped") @KeyMapping(.custom(to: { $0.uppercased() }, from: { $0.lowercased() }))
  func mapped(title: String, count: Query<Int>) async throws -> Item
}

private struct ShelvesService: Shelves {
  let arrivals: Arrivals

  func dotted(tags: [String], item: Item?) async throws -> [String] {
    arrivals.note()
    return tags + [item?.name ?? "none"]
  }

  func mapped(title: String, count: Int) async throws -> Item {
    arrivals.note()
    return Item(name: "\(title) \(count)")
  }
}

/// Keeps the records of a log.
private final class LogKeeper: ClientLogSink {
  private let messages = Lock<[String]>([])

  var text: String { messages.withLock { $0.joined(separator: "\n") } }

  func takes(_ level: ClientLogLevel) -> Bool { true }
  func log(_ record: ClientLogRecord) { messages.withLock { $0.append(record.message) } }
}

/// Rows of docs/references.md that no other test of this folder uses.
@Suite("Rows of the references")
struct ReferenceRowTests {
  private let arrivals = Arrivals()

  private func serve(_ body: (APIClient) async throws -> Void) async throws {
    let arrivals = arrivals
    let router = Router().add(ShelvesRoutes(ShelvesService(arrivals: arrivals)))
      .on(nil, "/echo") { request in
        arrivals.note()
        return HTTPResponse(.ok, fields: [.contentType: "application/json"], body: .bytes(request.body))
      }
      .on(.get, "/status/{code}") { request in
        let code = request.head.path.split(separator: "/").last.flatMap { Int($0) } ?? 500
        var response = HTTPResponse(HTTPStatus(code) ?? .internalServerError, body: .bytes(Array("1".utf8)))
        response.fields["X-Code"] = HTTPFieldValue("\(code)")
        return response
      }
    try await withServer(Server(port: 0, threads: 1, router: router), body)
  }

  @Test("A custom response validator decides success, and the last validator wins")
  func validators() async throws {
    try await serve { (client) async throws in
      let coded = ResponseValidator { $0.fields["X-Code"] == "404" }
      let strict = client.validator(.always).validator(coded)
      #expect(try await strict("status/404").call(.http, as: .string) == "1")
      let refused = await #expect(throws: ClientError.self) {
        try await strict("status/200").call(.http, as: .string)
      }
      #expect(refused?.code == .unexpected)
      #expect(try await strict.validator(.success)("status/200").call(.http, as: .string) == "1")
      await #expect(throws: ClientError.self) { try await strict.validator(.success)("status/404").get() }
      try await client.validator(.status(300..<500))("status/404").get()
      try await client.validator(.statuses(404, 410))("status/410").get()
    }
  }

  @Test("The `map` function of a caller transforms its result")
  func mappedCaller() async throws {
    try await serve { (client) async throws in
      let code = ClientCaller<HTTPResponse>.http.map { $0.fields["X-Code"]?.rawValue ?? "none" }
      #expect(try await client("status/200").call(code, as: .instance) == "200")
    }
  }

  @Test("`modified` applies a modifier for an optional value")
  func modified() async throws {
    try await serve { (client) async throws in
      for value in ["x", nil] {
        try await client("echo").modified { client in value.map { client.header("X-A", $0) } ?? client }.post()
        #expect(arrivals["X-A"] == value)
      }
    }
  }

  @Test("A fluent call encodes its body with custom coders")
  func coders() async throws {
    try await serve { (client) async throws in
      let marked = client("echo").bodyFormat(.coder(encoder: Marked(), decoder: Marked())).body(Item(name: "a"))
      try await marked.post()
      #expect(arrivals["Content-Type"] == "application/marked+json")
      #expect(arrivals.body == #"{"name":"a"}"#)
      let single = client("echo").body(Item(name: "b"), as: .coder(encoder: Marked(), decoder: Marked()))
      try await single.post()
      #expect(arrivals["Content-Type"] == "application/marked+json")
    }
  }

  @Test("The curl component logs each request as a command")
  func cURLLog() async throws {
    try await serve { (client) async throws in
      let log = LogKeeper()
      try await client.logging(to: log).loggingComponents(.cURL)("status/200").get()
      #expect(log.text.contains("curl ") && log.text.contains("/status/200"))
    }
  }

  @Test("Removing the listeners removes metrics and log")
  func listeners() async throws {
    try await serve { (client) async throws in
      let log = LogKeeper()
      let metrics = ClientMetrics()
      let observed = client.metrics(metrics).logging(to: log)
      try await observed.configured { $0.listeners = [] }("status/200").get()
      #expect(metrics.snapshot().figures.isEmpty)
      #expect(log.text == "")
    }
  }

  @Test("A call without a mock fails where mocks are required")
  func requiredMocks() async throws {
    let client = APIClient(baseURL: "http://nowhere.invalid")("notes").environment(.mocks(.required))
    let error = await #expect(throws: ClientError.self) { let _: Item = try await client.get() }
    #expect(error?.code == .transport)
  }

  @Test("An endpoint is called through `with(client)`")
  func endpointWithClient() async throws {
    try await serve { (client) async throws in
      let endpoint = Endpoint<Empty, String>(.get, "/status/200")
      #expect(try await endpoint.with(client).request() == "1")
    }
  }

  @Test("Form options apply to the query of a contract call")
  func formOptions() async throws {
    try await serve { (client) async throws in
      let shelves = ShelvesAPI(client)
      #expect(try await shelves.dotted(tags: ["a", "b"], item: Item(name: "c")) == ["a", "b", "c"])
      #expect(arrivals.line == "GET /dotted?tags%5B%5D=a&tags%5B%5D=b&item.name=c")
    }
  }

  @Test("A custom key mapping applies to inputs and results on both ends")
  func customMapping() async throws {
    try await serve { (client) async throws in
      #expect(try await ShelvesAPI(client).mapped(title: "a", count: 2) == Item(name: "a 2"))
      #expect(arrivals.line == "POST /mapped?COUNT=2" && arrivals.body == #"{"TITLE":"a"}"#)
      let text = try await client("mapped").query("COUNT", 2).body(["TITLE": "a"]).method(.post)
        .call(.http, as: .string)
      #expect(text == #"{"NAME":"a 2"}"#)
    }
  }
}
