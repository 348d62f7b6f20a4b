import ContractTesting
import Testing

@Schema struct Listing: Equatable, Sendable, Mockable {
  var id: Int
  static var mock: Listing { Listing(id: 7) }
}

@APIError enum ListingFailure: Equatable { @Status(404) case absent }

@API @Mock protocol Listings: Sendable {
  @GET("/listings") @Throws(ListingFailure.self)
  func list(limit: Int) async throws -> (listings: [Listing], totalCount: Header<Int>)
  @POST("/listings") @Status(201) @Name("digest", "Docker-Content-Digest")
  func create(
    id: Int
  ) async throws -> (Listing, location: Header<String>, digest: Header<String?>, tags: Header<[String]>)
  @GET("/listings/:id")
  func find(id: Int) async throws -> (listing: Listing?, `X-Region`: Header<Region?>)
  @DELETE("/listings") func clear() async throws -> (removed: Header<Int>, left: Header<Int>)
  @HEAD("/listings") func count() async throws -> (Empty, totalCount: Header<Int>)
  @GET("/elsewhere") @Status(303) func elsewhere() async throws -> (Empty, location: Header<String>)
  @GET("/text") func text() async throws -> (age: Header<Int>, text: String)
  @GET("/completed")
  func completed(done: @escaping @Sendable (Result<(listing: Listing, age: Header<Int>), any Error>) -> Void)
}

@Request(.get, "/listings") struct ListListings {
  typealias Response = (listings: [Listing], totalCount: Header<Int>)
  @Query var limit: Int
}

@API final class ListingGroup: EndpointGroup {
  @GET("/listings") var list: Endpoint<ListListings, (listings: [Listing], totalCount: Header<Int>)>
}

@API final class ListingFunctions: EndpointGroup {
  @GET("/listings") var listed: (ListListings) async throws -> (listings: [Listing], totalCount: Header<Int>)
}

@API struct ListingScope {
  @GET("/listings") func list(@Query limit: Int) -> (listings: [Listing], totalCount: Header<Int>) {}
}

private struct ListingService: Listings {
  func list(limit: Int) async throws -> (listings: [Listing], totalCount: Int) {
    guard limit > 0 else { throw ListingFailure.absent }
    return ([Listing(id: limit)], 40)
  }
  func create(id: Int) async throws -> (Listing, location: String, digest: String?, tags: [String]) {
    (Listing(id: id), "/listings/\(id)", id == 0 ? nil : "sha256:\(id)", id == 0 ? [] : ["a", "b,c"])
  }
  func find(id: Int) async throws -> (listing: Listing?, `X-Region`: Region?) {
    (id == 0 ? nil : Listing(id: id), id == 0 ? .south : nil)
  }
  func clear() async throws -> (removed: Int, left: Int) { (2, 0) }
  func count() async throws -> (Empty, totalCount: Int) { (Empty(), 40) }
  func elsewhere() async throws -> (Empty, location: String) { (Empty(), "/text") }
  func text() async throws -> (age: Int, text: String) { (3, "tëxt") }
  func completed(done: @escaping @Sendable (Result<(listing: Listing, age: Int), any Error>) -> Void) {
    done(.success((Listing(id: 1), 5)))
  }
}

@Suite("Results with typed headers")
struct HeaderTupleTests {
  private func serve(_ body: (APIClient) async throws -> Void) async throws {
    var router = Router()
    router.add(ListingsRoutes(ListingService()))
    try await withServer(Server(port: 0, threads: 1, router: router), body)
  }

  @Test("A client receives the body and the headers that a service returns")
  func calls() async throws {
    try await serve { (client) async throws in
      for api in [ListingsAPI(client), ListingsAPI(ListingsRoutes(ListingService()).inProcess)] {
        let (listings, total) = try await api.list(limit: 3)
        #expect(listings == [Listing(id: 3)] && total == 40)
        let created = try await api.create(id: 8)
        #expect(created.0 == Listing(id: 8) && created.location == "/listings/8")
        #expect(created.digest == "sha256:8" && created.tags == ["a", "b,c"])
        let bare = try await api.create(id: 0)
        #expect(bare.digest == nil && bare.tags == [])
        let found = try await api.find(id: 0)
        #expect(found.listing == nil && found.`X-Region` == .south)
        #expect(try await api.find(id: 1).listing == Listing(id: 1))
        #expect(try await api.clear() == (2, 0))
        #expect(try await api.count().totalCount == 40)
        #expect(try await api.elsewhere().location == "/text")
        #expect(try await api.text() == (3, "tëxt"))
        let completed = try await withCheckedThrowingContinuation { continuation in
          api.completed { continuation.resume(with: $0) }
        }
        #expect(completed.age == 5)
        await #expect(throws: ListingFailure.absent) { try await api.list(limit: 0) }
      }
    }
  }

  @Test("Request structs, groups and scopes return headers under their labels")
  func forms() async throws {
    try await serve { (client) async throws in
      #expect(try await client.call(ListListings.endpoint, ListListings(limit: 2)).totalCount == 40)
      #expect(try await ListingGroup(client).list.request(.init(limit: 2)).totalCount == 40)
      #expect(try await ListingFunctions(client).listed(.init(limit: 2)).listings == [Listing(id: 2)])
      #expect(try await ListingScope(client).list(limit: 2).totalCount == 40)
    }
  }

  @Test("A result with a header that cannot be sent is an error")
  func refusedHeaders() async {
    let created = Route(ListingsEndpoints.create) { _ in
      (Listing(id: 1), location: "/listings/1", digest: "a\0", tags: [])
    }
    await #expect(throws: (any Error).self) {
      try await created.inProcess.call(ListingsEndpoints.create, ListingsEndpoints.CreateInput(id: 1))
    }
    let endpoint = Endpoint<Empty, Shipped>(.get, "/parcels")
    let shipped = Route(endpoint) { _ in Shipped.queued([], retryAfter: 1, tags: ["a\0"]) }
    await #expect(throws: (any Error).self) { try await shipped.inProcess.call(endpoint) }
  }

  @Test("A codec of a value and headers can be written without macros")
  func handWritten() async throws {
    let total = InputDescription(.header, "Total-Count", type: "Int", isRequired: true)
    let endpoint = Endpoint<Empty, (ids: [Int], totalCount: Int)>(
      .get, "/ids",
      result: .withHeaders(.json, [total]) { result, headers in
        headers.int(.header, "Total-Count", result.totalCount)
        return result.ids
      } decode: { ids, headers in
        (ids, headers.int(.header, "Total-Count"))
      })
    let caller = Route(endpoint) { _ in ([1, 2], 9) }.inProcess
    #expect(try await caller.call(endpoint).totalCount == 9)
    #expect(endpoint.operation.responseHeaders == [total])
  }

  /// A request, and the response to it without the headers of every response.
  private static let rows: [(method: HTTPMethod, target: String, body: String?, response: [String])] = [
    (.get, "listings?limit=3", nil, ["200", "content-type: application/json", "total-count: 40", #"[{"id":3}]"#]),
    (
      .post, "listings", #"{"id":8}"#,
      [
        "201", "content-type: application/json", "docker-content-digest: sha256:8", "location: /listings/8",
        #"tags: "b,c""#, "tags: a", #"{"id":8}"#,
      ]
    ),
    (
      .post, "listings", #"{"id":0}"#,
      ["201", "content-type: application/json", "location: /listings/0", #"{"id":0}"#]
    ),
    (.get, "listings/0", nil, ["204", "x-region: south", ""]),
    (.get, "listings/1", nil, ["200", "content-type: application/json", #"{"id":1}"#]),
    (.delete, "listings", nil, ["204", "left: 0", "removed: 2", ""]),
    (.head, "listings", nil, ["204", "total-count: 40", ""]),
    (.get, "elsewhere", nil, ["303", "location: /text", ""]),
    (.get, "text", nil, ["200", "age: 3", "content-type: text/plain; charset=utf-8", "tëxt"]),
  ]

  @Test("The server writes the body and the headers, and omits nil and empty arrays", arguments: rows)
  func bytes(method: HTTPMethod, target: String, body: String?, response expected: [String]) async throws {
    let routes = ListingsRoutes(ListingService()).inProcess
    let request = HTTPRequest(
      method, "/" + target, fields: body == nil ? [:] : [.contentType: "application/json"],
      body: body.map { .bytes(Array($0.utf8)) } ?? .empty)
    let raw = Endpoint<Empty, HTTPResponse>(method, "/")
    let response = try await routes.send(request, for: raw.operation)
    let lines = response.fields.map { "\($0.name.canonicalName): \($0.value.rawValue)" }
      .filter { !["date", "content-length", "server"].contains($0.prefix { $0 != ":" }) }
    let text = String(decoding: try await response.body.collect(upTo: 1000), as: UTF8.self)
    #expect(["\(response.status.code)"] + lines.sorted() + [text] == expected)
  }

  /// A response of another server, and the error that it causes.
  private static let faults: [(fields: HTTPFields, body: String, message: String)] = [
    ([:], "[]", "the response could not be decoded: expected header value `Total-Count`"),
    (
      ["Total-Count": "secret"], "[]",
      "the response could not be decoded: `Total-Count` has the wrong type. It must be an `Int`."
    ),
    (["Total-Count": "1"], "[{}]", "the response could not be decoded: expected body value `0.id`"),
  ]

  @Test("A client's error contains the name of the header at fault, not its value", arguments: faults)
  func refusals(fields: HTTPFields, body: String, message: String) async throws {
    let endpoint = Endpoint<ListListings, HTTPResponse>(.get, "/listings")
    let caller = Route(endpoint) { _ in
      var response = HTTPResponse(.ok, fields: fields, body: .bytes(Array(body.utf8)))
      response.fields[.contentType] = "application/json"
      return response
    }.inProcess
    let error = await #expect(throws: ClientError.self) { _ = try await ListingsAPI(caller).list(limit: 1) }
    #expect(error?.code == .decoding)
    #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "")")
  }

  @Test("An operation describes the headers of its response")
  func description() {
    let operation = ListingsEndpoints.create.operation
    #expect(
      operation.responseHeaders == [
        InputDescription(.header, "Location", type: "String", isRequired: true),
        InputDescription(.header, "Docker-Content-Digest", type: "String?", isRequired: false),
        InputDescription(.header, "Tags", type: "[String]", isRequired: false),
      ])
    #expect(operation.successStatus == .created && operation.responseContent == .json)
    #expect(ListingsEndpoints.clear.operation.successStatus == .noContent)
    #expect(ListingGroup.Endpoints.list.operation.responseHeaders.map(\.name) == ["Total-Count"])
    #expect(ListListings.endpoint.operation.responseHeaders.map(\.name) == ["Total-Count"])
    #expect(ListingScope.Endpoints.list.operation.responseHeaders.map(\.name) == ["Total-Count"])
  }

  @Test("Mocks return tuples, and examples contain the required headers")
  func mocks() async throws {
    let mock = ListingsMock(policy: .examples)
    #expect(try await mock.list(limit: 1) == ([Listing.mock], 1))
    let created = try await mock.create(id: 1)
    #expect(created.0 == .mock && created.location == "example" && created.digest == nil)
    await #expect(throws: MockError.self) { _ = try await mock.text() }
    mock.mockList { limit in ([], limit) }
    #expect(try await mock.list(limit: 5).totalCount == 5)
    let caller = MockCaller()
    caller.on(ListingsEndpoints.list) { input in ([], input.limit) }
    #expect(try await ListingsAPI(caller).list(limit: 6).totalCount == 6)
  }
}
