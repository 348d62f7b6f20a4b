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

struct Parcel: Codable, Equatable, Sendable { var id: Int }

@Request(.post, "/request") struct SendParcels {
  typealias Response = Envelope<Parcel>
  @Field var page: Envelope<Parcel>
}

@Request struct ParcelInput { @Body var page: Envelope<Parcel> }

@API(prefix: "/group") final class ParcelGroup: EndpointGroup {
  @POST("/endpoint") var boxed: Endpoint<ParcelInput, Boxed<Envelope<Parcel>>>
  @POST("/closure") var send: (ParcelInput) async throws -> Envelope<Parcel>
}

@API struct ParcelScope {
  @POST func counted(@Field page: Envelope<Parcel>) -> (page: Envelope<Parcel>, total: Header<Int>) {}
  @PATCH("edit") @MergePatch func edit(@Field title: Patch<String> = .leave, @Field extra: JSONValue) -> String {}
  @GET("cart") func cart(@Cookie session: String, @Cookie("x-y") theme: String? = nil) -> String {}
}

private let versioned = Endpoint<ParcelInput, Versioned<Envelope<Parcel>>>(
  .put, "/versioned", result: .versioned(.json))

@API @Mock protocol Parcels: Sendable {
  @POST("/protocol") func send(page: Body<Envelope<Parcel>>) async throws -> Boxed<Envelope<Parcel>>
  @POST("/outcome") func outcome(page: Envelope<Parcel>) async throws -> ParcelOutcome
}

@APIResult enum ParcelOutcome: Equatable {
  @Status(200) case known(Envelope<Parcel>)
  @Status(202) case queued(Boxed<Int>)
}

private struct ParcelService: Parcels {
  func send(page: Envelope<Parcel>) async throws -> Boxed<Envelope<Parcel>> { Boxed(value: page) }
  func outcome(page: Envelope<Parcel>) async throws -> ParcelOutcome {
    page.items.isEmpty ? .queued(Boxed(value: 1)) : .known(page)
  }
}

@Suite("Generic envelopes in every shape of contract")
struct EnvelopeShapesTests {
  private static let page = Envelope(items: [Parcel(id: 1), Parcel(id: 2)], next: "n")
  private static let routes: [Route] =
    [
      Route(SendParcels.endpoint) { $0.page }, Route(ParcelGroup.Endpoints.boxed) { Boxed(value: $0.page) },
      Route(ParcelGroup.Endpoints.send) { $0.page }, Route(ParcelScope.Endpoints.counted) { ($0.page, 7) },
      Route(ParcelScope.Endpoints.edit) { "\($0.title) \($0.extra)" },
      Route(ParcelScope.Endpoints.cart) { "\($0.session) \($0.theme ?? "-")" },
      Route(versioned) { Versioned($0.page, version: 3) },
    ] + ParcelsRoutes(ParcelService()).routes

  private func each(_ body: (APIClient) async throws -> Void) async throws {
    try await body(Self.routes.inProcess)
    try await withServer(Server(port: 0, threads: 1) { Self.routes }, body)
  }

  @Test("A generic envelope travels in requests and results, over sockets and in process")
  func travels() async throws {
    let page = Self.page
    try await each { (client) async throws in
      #expect(try await client.call(SendParcels.endpoint, SendParcels(page: page)) == page)
      let group = ParcelGroup(client)
      #expect(try await group.boxed.request(ParcelInput(page: page)) == Boxed(value: page))
      #expect(try await group.send(ParcelInput(page: page)) == page)
      let counted = try await ParcelScope(client).counted(page: page)
      #expect(counted.page == page && counted.total == 7)
      let current = try await client.call(versioned, ParcelInput(page: page))
      #expect(current.value == page && current.tag != nil)
      let api = ParcelsAPI(client)
      #expect(try await api.send(page: page) == Boxed(value: page))
      #expect(try await api.outcome(page: page) == .known(page))
      #expect(try await api.outcome(page: Envelope(items: [], next: nil)) == .queued(Boxed(value: 1)))
    }
  }

  @Test("A mock returns a generic envelope")
  func mocks() async throws {
    let mock = ParcelsMock()
    mock.mockSend { page in Boxed(value: page) }
    #expect(try await mock.send(page: Self.page) == Boxed(value: Self.page))
  }

  @Test("Documents name an envelope by its element")
  func documents() throws {
    let document = try OpenAPI(title: "Parcels", version: "1", routes: Self.routes.map { [$0] }).export().document
    let names = document["components"]?["schemas"]?.object?.names ?? []
    #expect(names.contains("EnvelopeOfParcel") && names.contains("BoxedOfEnvelopeOfParcel"))
  }

  @Test("A patch leaves, clears or sets a member, and cookies are inputs, of a scope's functions")
  func scopes() async throws {
    try await each { (client) async throws in
      let scope = ParcelScope(client)
      #expect(try await scope.edit(title: .clear, extra: ["a": 1]) == #"clear {"a":1}"#)
      #expect(try await scope.edit(title: .set("t"), extra: 1) == #"set("t") 1"#)
      #expect(try await scope.edit(extra: 1) == "leave 1")
      #expect(try await scope.cart(session: "s", theme: "t") == "s t")
      #expect(try await scope.cart(session: "s") == "s -")
    }
  }
}
