import ContractTesting
import FoundationEssentials
import Testing

@Schema struct Page7: Equatable, Sendable { var text: String }

/// Results with a tag or the whole response, whose forms depend on the types of their values.
@API protocol ResultForms: Sendable {
  @GET("/text") func text() async throws -> (String, HTTPResponse)
  @GET("/bytes") func bytes() async throws -> ([UInt8], HTTPResponse)
  @GET("/data") func data() async throws -> (Data, HTTPResponse)
  @GET("/empty") func empty() async throws -> (Empty, HTTPResponse)
  @GET("/page") func page() async throws -> (Page7, HTTPResponse)
  @GET("/maybe-text") func maybeText() async throws -> (String?, HTTPResponse)
  @GET("/maybe-page") func maybePage() async throws -> (Page7?, HTTPResponse)
  @GET("/tagged-text") func taggedText(known: IfNoneMatch?) async throws -> Versioned<String>?
  @GET("/tagged-empty") func taggedEmpty(known: IfNoneMatch?) async throws -> Versioned<Empty>?
  @GET("/tagged-bytes") func taggedBytes() async throws -> Versioned<[UInt8]>
  @GET("/tagged-data") func taggedData(known: IfNoneMatch?) async throws -> Versioned<Data>?
}

private struct ResultFormService: ResultForms {
  func text() async throws -> (String, HTTPResponse) { ("t", HTTPResponse(.ok)) }
  func bytes() async throws -> ([UInt8], HTTPResponse) { ([0, 255], HTTPResponse(.ok)) }
  func data() async throws -> (Data, HTTPResponse) { (Data([1, 2]), HTTPResponse(.ok)) }
  func empty() async throws -> (Empty, HTTPResponse) { (Empty(), HTTPResponse(.noContent)) }
  func page() async throws -> (Page7, HTTPResponse) { (Page7(text: "p"), HTTPResponse(.ok)) }
  func maybeText() async throws -> (String?, HTTPResponse) { ("m", HTTPResponse(.ok)) }
  func maybePage() async throws -> (Page7?, HTTPResponse) { (nil, HTTPResponse(.noContent)) }
  func taggedText(known: IfNoneMatch?) async throws -> Versioned<String>? { Versioned("t", version: 1) }
  func taggedEmpty(known: IfNoneMatch?) async throws -> Versioned<Empty>? { Versioned(Empty(), version: 1) }
  func taggedBytes() async throws -> Versioned<[UInt8]> { Versioned([0, 255], version: 1) }
  func taggedData(known: IfNoneMatch?) async throws -> Versioned<Data>? { Versioned(Data([1, 2]), version: 1) }
}

/// A hand-written request with a condition.
private struct ReplacePage: EndpointRequest {
  var version: IfMatch
  var text: String

  static var content: RequestContent { .json }
  static var inputs: [InputDescription] {
    [
      InputDescription(.header, "If-Match", type: "IfMatch", isRequired: true),
      InputDescription(.body, "text", type: "String", isRequired: true),
    ]
  }

  func encode(into encoder: inout RequestEncoder) throws {
    encoder.ifMatch(.header, "If-Match", version)
    try encoder.field("text", text)
  }

  static func decode(from decoder: inout RequestDecoder) -> ReplacePage? {
    let version = decoder.ifMatch(.header, "If-Match")
    let text = decoder.field("text", as: String.self)
    guard let version, let text else { return nil }
    return ReplacePage(version: version, text: text)
  }
}

@Suite("Versions of resources in hand-written endpoints")
struct HandVersionsTests {
  private static let read = Endpoint<Empty, Versioned<Page7>>(.get, "/page")
  private static let readIfNew = Endpoint<Empty, Versioned<Page7>?>(.get, "/new")
  private static let text = Endpoint<Empty, Versioned<String>>(.get, "/text")
  private static let tag = Endpoint<Empty, Versioned<Empty>>(.head, "/page")
  private static let replace = Endpoint<ReplacePage, Versioned<Page7>>(.put, "/page")
  private static let both = Endpoint<Empty, (Page7, HTTPResponse)>(.get, "/both")

  private func serve(_ body: (APIClient) async throws -> Void) async throws {
    let page = Lock(Versioned(Page7(text: "a"), version: 7))
    var router = Router()
    router.on(Self.read) { _, _ in page.withLock { $0 } }
    router.on(Self.readIfNew) { _, _ in page.withLock { $0 } }
    router.on(Self.text) { _, _ in Versioned("t", version: 1) }
    router.on(Self.tag) { _, _ in page.withLock { Versioned(Empty(), tag: $0.tag) } }
    router.on(Self.replace) { _, input in
      try page.withLock { page in
        try input.version.check(page.tag)
        page = Versioned(Page7(text: input.text), version: 8)
        return page
      }
    }
    router.on(Self.both) { _, _ in (Page7(text: "b"), HTTPResponse(.ok, fields: ["X-A": "1"])) }
    try await withServer(Server(port: 0, threads: 1, router: router), body)
  }

  @Test("Hand-written endpoints return the tags of results and check conditions")
  func calls() async throws {
    try await serve { (client) async throws in
      #expect(try await Self.read.with(client).request() == Versioned(Page7(text: "a"), version: 7))
      #expect(try await Self.readIfNew.with(client).request()?.tag == EntityTag(7))
      #expect(try await Self.text.with(client).request() == Versioned("t", version: 1))
      #expect(try await Self.tag.with(client).request().tag == EntityTag(7))
      let replace = Self.replace.with(client)
      #expect(try await replace.request(ReplacePage(version: IfMatch(EntityTag(7)), text: "c")).value.text == "c")
      await #expect(throws: PreconditionFailed.self) {
        try await replace.request(ReplacePage(version: IfMatch(EntityTag(7)), text: "d"))
      }
      let (value, response) = try await Self.both.with(client).request()
      #expect(value.text == "b" && response.fields["X-A"]?.rawValue == "1")
    }
  }

  @Test("Hand-written endpoints send the same status, media type and bytes as a contract")
  func forms() async throws {
    let service = ResultFormService()
    var router = Router()
    router.on(Endpoint<Empty, (String, HTTPResponse)>(.get, "/text")) { _, _ in try await service.text() }
    router.on(Endpoint<Empty, ([UInt8], HTTPResponse)>(.get, "/bytes")) { _, _ in try await service.bytes() }
    router.on(Endpoint<Empty, (Data, HTTPResponse)>(.get, "/data")) { _, _ in try await service.data() }
    router.on(Endpoint<Empty, (Empty, HTTPResponse)>(.get, "/empty")) { _, _ in try await service.empty() }
    router.on(Endpoint<Empty, (Page7, HTTPResponse)>(.get, "/page")) { _, _ in try await service.page() }
    router.on(Endpoint<Empty, (String?, HTTPResponse)>(.get, "/maybe-text")) { _, _ in try await service.maybeText() }
    router.on(Endpoint<Empty, (Page7?, HTTPResponse)>(.get, "/maybe-page")) { _, _ in try await service.maybePage() }
    router.on(Endpoint<Empty, Versioned<String>?>(.get, "/tagged-text")) { _, _ in
      try await service.taggedText(known: nil)
    }
    router.on(Endpoint<Empty, Versioned<Empty>?>(.get, "/tagged-empty")) { _, _ in
      try await service.taggedEmpty(known: nil)
    }
    router.on(Endpoint<Empty, Versioned<[UInt8]>>(.get, "/tagged-bytes")) { _, _ in try await service.taggedBytes() }
    router.on(Endpoint<Empty, Versioned<Data>?>(.get, "/tagged-data")) { _, _ in
      try await service.taggedData(known: nil)
    }
    let clients = [ResultFormsRoutes(service).inProcess, Server(port: 0, threads: 1, router: router).inProcess]
    let rows: [(path: String, form: String)] = [
      ("/text", "200 text/plain; charset=utf-8 [116]"), ("/bytes", "200 application/octet-stream [0, 255]"),
      ("/data", "200 application/octet-stream [1, 2]"), ("/empty", "204 none []"),
      ("/page", "200 application/json \(Array(#"{"text":"p"}"#.utf8))"),
      ("/maybe-text", "200 text/plain; charset=utf-8 [109]"), ("/maybe-page", "204 none []"),
      ("/tagged-text", "200 text/plain; charset=utf-8 [116]"), ("/tagged-empty", "204 none []"),
      ("/tagged-bytes", "200 application/octet-stream [0, 255]"),
      ("/tagged-data", "200 application/octet-stream [1, 2]"),
    ]
    for row in rows {
      for client in clients {
        let response = try await client(RequestPath(row.path)).call(.http, as: .response)
        let type = response.fields[.contentType]?.rawValue ?? "none"
        let bytes = try await response.body.collect(upTo: 100)
        #expect("\(response.status.code) \(type) \(bytes)" == row.form, "\(row.path)")
      }
    }
  }

  @Test(
    "An entity tag is sent back unchanged, whatever the header encoding", arguments: ["50%25", "a%20b", "UTF-8''x"])
  func encodedTags(opaque: String) async throws {
    let tag = try #require(EntityTag(opaque))
    let wire = Contract.Wire { $0.headerText = .percentEncoded }
    let read = Endpoint<Empty, Versioned<Page7>>(.get, "/page", .wire(wire))
    let replace = Endpoint<ReplacePage, Versioned<Page7>>(.put, "/page", .wire(wire))
    var router = Router()
    router.on(read) { _, _ in Versioned(Page7(text: "a"), tag: tag) }
    router.on(replace) { _, input in
      try input.version.check(tag)
      return Versioned(Page7(text: input.text), tag: tag)
    }
    try await withServer(Server(port: 0, threads: 1, router: router)) { (client) async throws in
      #expect(try await read.with(client).request().tag == tag)
      #expect(try await replace.with(client).request(ReplacePage(version: IfMatch(tag), text: "b")).tag == tag)
    }
  }

  @Test("A server responds with 304, and with 428 without a required condition")
  func conditions() async throws {
    try await serve { (client) async throws in
      let known = client("/page").header("If-None-Match", "\"7\"")
      #expect(try await known.call(.http, as: .response).status == .notModified)
      let error = await #expect(throws: ClientError.self) {
        try await client("/page").body(bytes: Array(#"{"text":"x"}"#.utf8), type: .json).method(.put)
          .call(.http, as: .string)
      }
      #expect(error?.response?.status.code == 428)
    }
  }
}
