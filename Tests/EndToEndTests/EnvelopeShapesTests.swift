import ContractOpenAPI
import ContractTesting
import Testing

@Schema struct Envelope<Element: Codable & Equatable & Sendable>: Equatable, Sendable {
  var items: [Element]
  var next: String?
}

/// An envelope that is only `Codable`.
struct Boxed<Element: Codable & Equatable & Sendable>: Codable, Equatable, Sendable {
  var value: Element
}

struct Crate: Codable, Equatable, Sendable { var id: Int }

@Request(.post, "/request") struct SendCrates {
  typealias Response = Envelope<Crate>
  @Field var page: Envelope<Crate>
}

@Request struct CrateInput { @Body var page: Envelope<Crate> }

@API(prefix: "/group") final class CrateGroup: EndpointGroup {
  @POST("/endpoint") var boxed: Endpoint<CrateInput, Boxed<Envelope<Crate>>>
  @POST("/closure") var send: (CrateInput) async throws -> Envelope<Crate>
}

@API struct CrateScope {
  @POST func counted(@Field page: Envelope<Crate>) -> (page: Envelope<Crate>, total: Header<Int>) {}
  @PATCH("edit") @MergePatch func edit(@Field title: Patch<String>, @Field extra: JSONValue) -> String {}
  @GET("cart") func cart(@Cookie session: String, @Cookie("x-y") theme: String? = nil) -> String {}
}

private let versioned = Endpoint<CrateInput, Versioned<Envelope<Crate>>>(
  .put, "/versioned", result: .versioned(.json))

@API @Mock protocol Crates: Sendable {
  @POST("/protocol") func send(page: Body<Envelope<Crate>>) async throws -> Boxed<Envelope<Crate>>
  @POST("/outcome") func outcome(page: Envelope<Crate>) async throws -> CrateOutcome
}

@APIResult enum CrateOutcome: Equatable {
  @Status(200) case known(Envelope<Crate>)
  @Status(202) case queued(Boxed<Int>)
}

private struct CrateService: Crates {
  func send(page: Envelope<Crate>) async throws -> Boxed<Envelope<Crate>> { Boxed(value: page) }
  func outcome(page: Envelope<Crate>) async throws -> CrateOutcome {
    page.items.isEmpty ? .queued(Boxed(value: 1)) : .known(page)
  }
}

@Suite("Generic envelopes in every shape of contract")
struct EnvelopeShapesTests {
  private static let page = Envelope(items: [Crate(id: 1), Crate(id: 2)], next: "n")
  private static let routes: [Route] =
    [
      Route(SendCrates.endpoint) { $0.page }, Route(CrateGroup.Endpoints.boxed) { Boxed(value: $0.page) },
      Route(CrateGroup.Endpoints.send) { $0.page }, Route(CrateScope.Endpoints.counted) { ($0.page, 7) },
      Route(CrateScope.Endpoints.edit) { "\($0.title) \($0.extra)" },
      Route(CrateScope.Endpoints.cart) { "\($0.session) \($0.theme ?? "-")" },
      Route(versioned) { Versioned($0.page, version: 3) },
    ] + CratesRoutes(CrateService()).routes

  private func each(_ body: (APIClient) async throws -> Void) async throws {
    try await body(Self.routes.inProcess)
    try await withServer(Server(port: 0, threads: 1) { Self.routes }, body)
  }

  @Test("A generic envelope is sent in requests and results, over sockets and in process")
  func travels() async throws {
    let page = Self.page
    try await each { (client) async throws in
      #expect(try await client.call(SendCrates.endpoint, SendCrates(page: page)) == page)
      let group = CrateGroup(client)
      #expect(try await group.boxed.request(CrateInput(page: page)) == Boxed(value: page))
      #expect(try await group.send(CrateInput(page: page)) == page)
      let counted = try await CrateScope(client).counted(page: page)
      #expect(counted.page == page && counted.total == 7)
      let current = try await client.call(versioned, CrateInput(page: page))
      #expect(current.value == page && !current.tag.isWeak)
      let api = CratesAPI(client)
      #expect(try await api.send(page: page) == Boxed(value: page))
      #expect(try await api.outcome(page: page) == .known(page))
      #expect(try await api.outcome(page: Envelope(items: [], next: nil)) == .queued(Boxed(value: 1)))
    }
  }

  @Test("A mock returns a generic envelope")
  func mocks() async throws {
    let mock = CratesMock()
    mock.mockSend { page in Boxed(value: page) }
    #expect(try await mock.send(page: Self.page) == Boxed(value: Self.page))
  }

  @Test("Documents name an envelope by its element")
  func documents() throws {
    let document = try OpenAPI(title: "Crates", version: "1", routes: Self.routes.map { [$0] }).export().document
    let names = document["components"]?["schemas"]?.object?.names ?? []
    #expect(names.contains("EnvelopeOfCrate") && names.contains("BoxedOfEnvelopeOfCrate"))
  }

  @Test("A scope's functions accept cookies, and patches that leave, clear or set a member")
  func scopes() async throws {
    try await each { (client) async throws in
      let scope = CrateScope(client)
      #expect(try await scope.edit(title: .clear, extra: ["a": 1]) == #"clear {"a":1}"#)
      #expect(try await scope.edit(title: .set("t"), extra: 1) == #"set("t") 1"#)
      #expect(try await scope.edit(extra: 1) == "leave 1")
      #expect(try await scope.cart(session: "s", theme: "t") == "s t")
      #expect(try await scope.cart(session: "s") == "s -")
    }
  }
}
