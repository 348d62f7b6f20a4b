import ContractTesting
import FoundationEssentials
import Testing

// The pet store of swift-api-client's macros.

struct PetModel: Codable, Equatable, Sendable { var id: Int, name: String, status: PetStatus }
enum PetStatus: String, Codable { case open, sold }

@APIError enum PetError: Equatable {
  @Status(404) case unknown
}

@API(prefix: "/v2") @Headers(["X-Client": "store"]) @Throws(PetError.self)
struct PetStore {
  @GET func version() -> String {}

  /// /pet
  @Path
  struct Pet {
    /// PUT /pet
    @PUT("/") public func update(_ body: PetModel) -> PetModel {}
    /// POST /pet
    @POST("/") @Status(201) public func add(_ body: PetModel) -> PetModel {}
    /// GET /pet/findByStatus
    @GET public func findByStatus(@Query _ status: PetStatus) -> [PetModel] {}
    /// GET /pet/findByTags
    @GET public func findByTags(@Query _ tags: [String]) -> [PetModel] {}
    @GET("search") func search(query: (name: String, limit: Int), @Header ifMatch: String? = nil) -> Data {}
    @GET("raw?kind=all") func raw(query: [String: String]) -> String {}

    /// /pet/{id}
    @Path("{id}") @Headers(["X-Client": "pet"])
    public struct PetByID {
      /// GET /pet/{id}
      @GET("/") func get() -> PetModel {}
      /// DELETE /pet/{id}
      @DELETE("/") func delete() {}
      /// POST /pet/{id}
      @POST("/") public func update(@Query name: String?, @Query status: PetStatus?) -> PetModel {}
      /// POST /pet/{id}/uploadImage
      @POST public func uploadImage(_ body: Data, @Query additionalMetadata: String? = nil) {}
      @GET("notes/{note: Int}/{page}") func note(@Query("page_size") size: Int = 20) -> (text: String, size: Int) {}
      @GET func photo() -> (name: String, response: HTTPResponse) {}
    }
  }

  @Path("shops", "{city}", "orders/{order: UUID}")
  struct Orders {
    @POST("/") func place(@Body _ pet: String, @Body count: Int = 1) -> String {}
    @POST func rename(@Field name: String) -> String {}
    @PUT("note") func note(body: (title: String, text: String?)) -> String {}
    @PATCH("/") func replace(@Body _ pet: PetModel) -> Int {}

    @Path struct Lines {
      @GET("/") func list() -> [Int] {}

      @Path("{number: Int}") struct Line {
        @GET("/") func get() -> String {}
      }
    }
  }
}

private func router(_ arrivals: Arrivals) -> Router {
  typealias Endpoints = PetStore.Endpoints
  let pet = PetModel(id: 7, name: "Rex", status: .open)
  var router = Router()
  router.on(Endpoints.version) { _, _ in "1.4" }
  router.on(Endpoints.petUpdate) { _, input in input.body }
  router.on(Endpoints.petAdd) { _, input in
    arrivals.note()
    return input.body
  }
  router.on(Endpoints.petFindByStatus) { _, input in
    arrivals.note()
    return input.status == .open ? [pet] : []
  }
  router.on(Endpoints.petFindByTags) { _, input in
    arrivals.note()
    return input.tags.map { PetModel(id: 1, name: $0, status: .sold) }
  }
  router.on(Endpoints.petSearch) { _, input in Data("\(input.name) \(input.limit) \(input.ifMatch ?? "-")".utf8) }
  router.on(Endpoints.petRaw) { _, input in "\(input.query.sorted { $0.key < $1.key }.map(\.key))" }
  router.on(Endpoints.petPetByIDGet) { _, input in
    arrivals.note()
    guard input.id == "7" else { throw PetError.unknown }
    return pet
  }
  router.on(Endpoints.petPetByIDDelete) { _, _ in arrivals.note() }
  router.on(Endpoints.petPetByIDUpdate) { _, input in
    arrivals.note()
    return PetModel(id: 7, name: input.name ?? pet.name, status: input.status ?? pet.status)
  }
  router.on(Endpoints.petPetByIDUploadImage) { _, _ in arrivals.note() }
  router.on(Endpoints.petPetByIDNote) { _, input in
    .init(text: "\(input.id) \(input.note) \(input.page)", size: input.size)
  }
  router.on(Endpoints.petPetByIDPhoto) { _, input in (input.id, HTTPResponse(.ok, fields: ["X-Photo": "1"])) }
  router.on(Endpoints.ordersPlace) { _, input in
    arrivals.note()
    return "\(input.city) \(input.order) \(input.pet) \(input.count)"
  }
  router.on(Endpoints.ordersRename) { _, input in
    arrivals.note()
    return input.name
  }
  router.on(Endpoints.ordersNote) { _, input in "\(input.title) \(input.text ?? "-")" }
  router.on(Endpoints.ordersReplace) { _, input in input.pet.id }
  router.on(Endpoints.ordersLinesList) { _, input in Array(0..<input.city.count) }
  router.on(Endpoints.ordersLinesLineGet) { _, input in "\(input.city) \(input.number)" }
  return router
}

/// Structs with `@API`.
@Suite("The pet store of swift-api-client")
struct PetStoreTests {
  private func serve(_ body: (PetStore, Arrivals) async throws -> Void) async throws {
    let arrivals = Arrivals()
    try await withServer(Server(port: 0, threads: 1, router: router(arrivals))) { client in
      try await body(PetStore(client), arrivals)
    }
  }

  @Test("A call's path joins the paths of its scopes")
  func pets() async throws {
    try await serve { (store, arrivals) async throws in
      let pet = PetModel(id: 7, name: "Rex", status: .open)
      #expect(try await store.version() == "1.4")
      #expect(try await store.pet.update(pet) == pet)
      #expect(try await store.pet.add(pet) == pet)
      #expect(arrivals.line == "POST /v2/pet")
      #expect(arrivals.body == #"{"id":7,"name":"Rex","status":"open"}"#)
      #expect(arrivals["X-Client"] == "store")
      #expect(try await store.pet.findByStatus(.open) == [pet])
      #expect(arrivals.line == "GET /v2/pet/findByStatus?status=open")
      #expect(try await store.pet.findByTags(["a", "b"]).map(\.name) == ["a", "b"])
      #expect(arrivals.line == "GET /v2/pet/findByTags?tags=a&tags=b")
      #expect(try await store.pet.search(name: "Rex", limit: 2) == Data("Rex 2 -".utf8))
      #expect(try await store.pet.search(name: "Rex", limit: 2, ifMatch: "x") == Data("Rex 2 x".utf8))
      #expect(try await store.pet.raw(query: ["a": "1", "b": "2"]).contains(#""a", "b""#))
    }
  }

  @Test("A scope's arguments are passed to its calls")
  func petByID() async throws {
    try await serve { (store, arrivals) async throws in
      let pet = store.pet("7")
      #expect(try await pet.get().name == "Rex")
      #expect(arrivals.line == "GET /v2/pet/7")
      #expect(arrivals["X-Client"] == "pet")
      await #expect(throws: PetError.unknown) { try await store.pet("a b").get() }
      #expect(arrivals.line == "GET /v2/pet/a%20b")
      try await pet.delete()
      #expect(arrivals.line == "DELETE /v2/pet/7")
      #expect(try await pet.update(name: "Max", status: nil) == PetModel(id: 7, name: "Max", status: .open))
      #expect(arrivals.line == "POST /v2/pet/7?name=Max")
      try await pet.uploadImage(Data([1, 2]), additionalMetadata: "x")
      #expect(arrivals.line == "POST /v2/pet/7/uploadImage?additionalMetadata=x")
      #expect(arrivals.body == "\u{1}\u{2}")
      let note = try await pet.note(note: 3, page: "p")
      #expect(note.text == "7 3 p")
      #expect(note.size == 20)
      let (photo, response) = try await pet.photo()
      #expect(photo == "7")
      #expect(response.fields["X-Photo"] == "1")
    }
  }

  @Test("A scope accepts arguments of other types, and body parts are merged")
  func orders() async throws {
    try await serve { (store, arrivals) async throws in
      let id = try #require(UUID(uuidString: "4A4F2C5E-2B2A-4C83-9A2B-8F3F0C0F1F10"))
      let orders = store.orders("Bonn", order: id)
      #expect(try await orders.place("Rex") == "Bonn \(id) Rex 1")
      #expect(arrivals.line.lowercased() == "post /v2/shops/bonn/orders/\(id.uuidString.lowercased())")
      #expect(arrivals.body == #"{"pet":"Rex","count":1}"#)
      #expect(try await orders.rename(name: "n") == "n")
      #expect(arrivals.body == #"{"name":"n"}"#)
      #expect(try await orders.note(title: "t", text: nil) == "t -")
      #expect(try await orders.replace(PetModel(id: 4, name: "", status: .sold)) == 4)
      #expect(try await orders.lines.list() == [0, 1, 2, 3])
      #expect(try await orders.lines(5).get() == "Bonn 5")
    }
  }

  @Test("A scope lists its endpoints with whole paths")
  func all() {
    let all = PetStore.Endpoints.all
    #expect(all.count == 19)
    #expect(all.map(\.id).prefix(3) == ["PetStore.version", "PetStore.pet.update", "PetStore.pet.add"])
    #expect(
      all.suffix(2).map { "\($0.path) \($0.id)" } == [
        "/v2/shops/{city}/orders/{order}/lines PetStore.orders.lines.list",
        "/v2/shops/{city}/orders/{order}/lines/{number} PetStore.orders.lines.line.get",
      ])
    #expect(all.suffix(2).map(\.method) == [.get, .get])
    #expect(PetStore.Endpoints.petPetByIDGet.operation.summary == "GET /pet/{id}")
  }
}
