import ContractTesting
import Testing

@Schema struct Page7: Equatable, Sendable { var text: String }

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
