import ContractTesting
import Testing

@Schema struct Renaming: Equatable, Sendable {
  @Validate(.length(1...5)) var from: String
  var to: String?
}

@Schema @Tagged("type") enum IssueEvent: Equatable, Sendable {
  case labeled(label: String, by: Int?)
  case renamed(Renaming)
  case closed
  case unknown(JSONValue)

  enum CodingKeys: String, CodingKey { case labeled, renamed = "issue.renamed", closed }
}

@Schema @Tagged("kind", content: "value") enum Outline: Equatable, Sendable {
  case circle(Double)
  case line(from: Int, to: Int)
}

/// The client's contract, whose requests a plain route returns as on the wire.
@API @Mock protocol IssueEvents: Sendable {
  @POST("/events/add") func add(event: Body<IssueEvent>) async throws -> String
  @POST("/events/draw") func draw(outline: Outline, event: IssueEvent?) async throws -> String
}

/// The service's contract, which raw requests reach.
@API protocol IssueEventStore: Sendable {
  @POST("/store/event") func event(event: Body<IssueEvent>) async throws -> IssueEvent
  @POST("/store/fields") func fields(outline: Outline, event: IssueEvent?) async throws -> [Outline]
}

private struct Store: IssueEventStore {
  func event(event: IssueEvent) async throws -> IssueEvent { event }
  func fields(outline: Outline, event: IssueEvent?) async throws -> [Outline] { [outline] }
}

@Request private struct AnyEvent {
  @Path var verb: String
}

@Suite("Tagged enumerations on the wire")
struct TaggedCallsTests {
  private static let echo = Endpoint<AnyEvent, String>(.post, "/events/:verb")

  private func serve(_ body: (APIClient) async throws -> Void) async throws {
    var router = Router()
    router.on(Self.echo) { request, _ in String(decoding: request.body, as: UTF8.self) }
    router.add(IssueEventStoreRoutes(Store()))
    try await withServer(Server(port: 0, threads: 1, router: router), body)
  }

  @Test("A client writes the tag first")
  func requests() async throws {
    try await serve { (client) async throws in
      let api = IssueEventsAPI(client)
      #expect(try await api.add(event: .closed) == #"{"type":"closed"}"#)
      #expect(try await api.add(event: .labeled(label: "a", by: nil)) == #"{"type":"labeled","label":"a"}"#)
      #expect(
        try await api.add(event: .renamed(Renaming(from: "a", to: "b")))
          == #"{"type":"issue.renamed","from":"a","to":"b"}"#)
      let other: JSONValue = ["n": 1.5, "type": "deleted"]
      #expect(try await api.add(event: .unknown(other)) == #"{"n":1.5,"type":"deleted"}"#)
      #expect(
        try await api.draw(outline: .line(from: 1, to: 2), event: .closed)
          == #"{"outline":{"kind":"line","value":{"from":1,"to":2}},"event":{"type":"closed"}}"#)
    }
  }

  /// A request and its response.
  private static let rows: [(path: RequestPath, body: String, response: String)] = [
    ("/store/event", #"{"label":"a","type":"labeled"}"#, #"{"type":"labeled","label":"a"}"#),
    ("/store/event", #"{"type":"issue.renamed","from":"a"}"#, #"{"type":"issue.renamed","from":"a"}"#),
    ("/store/event", #"{"by":{"id":1e400},"type":"x"}"#, #"{"by":{"id":1e400},"type":"x"}"#),
    (
      "/store/fields", #"{"event":{"type":"y"},"outline":{"value":0.5,"kind":"circle"}}"#,
      #"[{"kind":"circle","value":0.5}]"#
    ),
  ]

  @Test("A server reads the tag wherever it is, and keeps unknown values whole", arguments: rows)
  func responses(path: RequestPath, body: String, response: String) async throws {
    try await serve { (client) async throws in
      let call = client(path).body(bytes: Array(body.utf8), type: .json).method(.post)
      #expect(try await call.call(.http, as: .string) == response)
    }
  }

  @Test("A server names the member at fault, and lists the tags")
  func failures() async throws {
    try await serve { (client) async throws in
      let long = #"{"type":"issue.renamed","from":"too long"}"#
      for (path, body, message) in [
        ("/store/event" as RequestPath, long, "body value `from` must be 1 to 5 characters long"),
        ("/store/fields", #"{"outline":{"kind":"square"}}"#, #"one of \"circle\", \"line\""#),
      ] {
        let call = client(path).body(bytes: Array(body.utf8), type: .json).method(.post)
        let error = await #expect(throws: ClientError.self) { try await call.call(.http, as: .string) }
        let response = try #require(error?.response)
        #expect(response.status == .badRequest)
        let text = String(decoding: try await response.body.collect(upTo: 10_000), as: UTF8.self)
        #expect(text.contains(message))
      }
    }
  }

  @Test("A mock receives and returns tagged values")
  func mocks() async throws {
    let mock = IssueEventsMock()
    mock.mockAdd { "\($0)" }
    #expect(try await mock.add(event: .closed) == "closed")
  }
}
