import ContractTesting
import Testing

@Schema struct Parcel: Equatable, Sendable { var id: Int }

enum Region: String, Sendable { case north, south }

@APIResult enum Shipped: Equatable, Sendable {
  @Status(200) case existing(Parcel)
  @Status(201) case created(Parcel, location: Header<String>, region: Header<Region?>)
  @Status(202) case queued([UInt8], retryAfter: Header<Int>, tags: Header<[String]>)
  @Status(204) case nothing
  @Status(303) case elsewhere(location: Header<String>)
  @Status(304) case unchanged(etag: Header<String>)
}

@APIResult enum Presence: Equatable, Sendable {
  @Status(200) case present(digest: Header<String>)
  @Status(204) case empty
}

@APIResult enum Cached<Value: Codable & Equatable & Sendable>: Equatable, Sendable {
  @Status(200) case value(Value, etag: Header<String>)
  @Status(304) case unchanged
}

@APIError enum ShipmentFailure: Equatable { @Status(409) case taken(name: String) }

@API @Mock protocol Shipments: Sendable {
  @GET("/shipments/:kind") @Throws(ShipmentFailure.self) func ship(kind: String) async throws -> Shipped
  @HEAD("/shipments/:kind/data") func probe(kind: String) async throws -> Presence
  @GET("/cached") @KeyMapping(.snakeCase)
  func cached(ifNoneMatch: Header<String?>) async throws -> Cached<[String: Int]>
  @GET("/completed") func completed(done: @escaping @Sendable (Result<Shipped, any Error>) -> Void)
}

@Request(.get, "/shipments/:kind") struct Ship {
  typealias Response = Shipped
  @Path var kind: String
}

@API final class ShipmentGroup: EndpointGroup {
  @GET("/shipments/:kind") var ship: (Ship) async throws -> Shipped
}

@API struct ShipmentScope {
  @GET("/shipments/queued") func queued() -> Shipped {}
}

private struct ShipmentService: Shipments {
  static let all: [String: Shipped] = [
    "existing": .existing(Parcel(id: 1)),
    "created": .created(Parcel(id: 2), location: "/parcels/2", region: .south),
    "bare": .created(Parcel(id: 3), location: "/parcels/3", region: nil),
    "queued": .queued([1, 2], retryAfter: 30, tags: ["a", "b,c"]),
    "nothing": .nothing,
    "elsewhere": .elsewhere(location: "/shipments/existing"),
    "unchanged": .unchanged(etag: "\"7\""),
  ]

  func ship(kind: String) async throws -> Shipped {
    guard let result = Self.all[kind] else { throw ShipmentFailure.taken(name: kind) }
    return result
  }
  func probe(kind: String) async throws -> Presence { kind == "empty" ? .empty : .present(digest: "sha256:\(kind)") }
  func cached(ifNoneMatch: String?) async throws -> Cached<[String: Int]> {
    ifNoneMatch == "\"1\"" ? .unchanged : .value(["a": 1], etag: "\"1\"")
  }
  func completed(done: @escaping @Sendable (Result<Shipped, any Error>) -> Void) { done(.success(.nothing)) }
}

@Suite("Results with a status for each case")
struct ResultCasesTests {
  private func serve(_ body: (APIClient) async throws -> Void) async throws {
    var router = Router()
    router.add(ShipmentsRoutes(ShipmentService()))
    try await withServer(Server(port: 0, threads: 1, router: router), body)
  }

  @Test("A client receives the case that a service returns, and follows no declared redirection")
  func calls() async throws {
    try await serve { (client) async throws in
      for api in [ShipmentsAPI(client), ShipmentsAPI(ShipmentsRoutes(ShipmentService()).inProcess)] {
        for (kind, result) in ShipmentService.all { #expect(try await api.ship(kind: kind) == result) }
        #expect(try await api.probe(kind: "x") == .present(digest: "sha256:x"))
        #expect(try await api.probe(kind: "empty") == .empty)
        #expect(try await api.cached() == .value(["a": 1], etag: "\"1\""))
        #expect(try await api.cached(ifNoneMatch: "\"1\"") == .unchanged)
        await #expect(throws: ShipmentFailure.taken(name: "other")) { try await api.ship(kind: "other") }
        let completed = try await withCheckedThrowingContinuation { continuation in
          api.completed { continuation.resume(with: $0) }
        }
        #expect(completed == .nothing)
      }
      #expect(try await client.call(Ship.endpoint, Ship(kind: "nothing")) == .nothing)
      #expect(try await ShipmentGroup(client).ship(Ship(kind: "bare")) == ShipmentService.all["bare"])
      #expect(try await ShipmentScope(client).queued() == ShipmentService.all["queued"])
    }
  }

  @Test("A fluent call reads the case of the response's status")
  func fluentCalls() async throws {
    try await serve { (client) async throws in
      for (kind, result) in ShipmentService.all {
        let call = client("shipments")(kind).redirects(.none)
        #expect(try await call.call(.http, as: .cases(Shipped.self)) == result)
      }
      let followed = try await client("shipments")("elsewhere").call(.http, as: .cases(Shipped.self))
      #expect(followed == .existing(Parcel(id: 1)))
      let error = await #expect(throws: ClientError.self) {
        try await client("shipments")("other").call(.http, as: .cases(Shipped.self))
      }
      #expect(error?.code == .unexpected && error?.response?.status == .conflict)
    }
  }

  /// A kind, and the response to it without the headers of every response.
  private static let rows: [(kind: String, response: [String])] = [
    ("existing", ["200", "content-type: application/json", #"{"id":1}"#]),
    (
      "created",
      ["201", "content-type: application/json", "location: /parcels/2", "region: south", #"{"id":2}"#]
    ),
    ("bare", ["201", "content-type: application/json", "location: /parcels/3", #"{"id":3}"#]),
    (
      "queued",
      ["202", "content-type: application/octet-stream", "retry-after: 30", #"tags: "b,c""#, "tags: a", "\u{1}\u{2}"]
    ),
    ("nothing", ["204", ""]),
    ("elsewhere", ["303", "location: /shipments/existing", ""]),
    ("unchanged", ["304", #"etag: "7""#, ""]),
  ]

  @Test("The server writes status, headers and body of the case", arguments: rows)
  func bytes(kind: String, response expected: [String]) async throws {
    try await serve { (client) async throws in
      let response = try await client("shipments")(kind).redirects(.none).response()
      let lines = response.fields.map { "\($0.name.canonicalName): \($0.value.rawValue)" }
        .filter { !["date", "content-length", "server"].contains($0.prefix { $0 != ":" }) }
      let body = String(decoding: try await response.body.collect(upTo: 1000), as: UTF8.self)
      #expect(["\(response.status.code)"] + lines.sorted() + [body] == expected)
    }
  }

  /// A response of another server, and the error that it causes.
  private static let faults: [(response: HTTPResponse, code: ClientError.Code, message: String)] = [
    (
      HTTPResponse(.created, fields: [.contentType: "application/json"], body: .bytes(Array(#"{"id":1}"#.utf8))),
      .decoding, "the response could not be decoded: expected header value `Location`"
    ),
    (
      HTTPResponse(
        .created, fields: [.contentType: "application/json", .location: "/a", "Region": "west"],
        body: .bytes(Array(#"{"id":1}"#.utf8))),
      .decoding, "the response could not be decoded: `Region` has the wrong type. It must be a `Region`."
    ),
    (
      HTTPResponse(.accepted, fields: ["Retry-After": "secret"]), .decoding,
      "the response could not be decoded: `Retry-After` has the wrong type. It must be an `Int`."
    ),
    (
      HTTPResponse(.ok, fields: [.contentType: "application/json"], body: .bytes(Array("{}".utf8))), .decoding,
      "the response could not be decoded: expected body value `id`"
    ),
    (HTTPResponse(206), .unexpected, "the server responded with 206"),
    (HTTPResponse(307, fields: [.location: "/a"]), .unexpected, "the server responded with 307"),
  ]

  @Test("A client throws undeclared statuses, and names the header or member at fault", arguments: faults)
  func refusals(response: HTTPResponse, code: ClientError.Code, message: String) async throws {
    let endpoint = Endpoint<Ship, HTTPResponse>(.get, "/shipments/:kind")
    let caller = Route(endpoint) { _ in response }.inProcess
    let error = await #expect(throws: ClientError.self) { try await ShipmentsAPI(caller).ship(kind: "a") }
    #expect(error?.code == code)
    #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "")")
    #expect(error?.message.contains("secret") == false)
  }

  @Test("A client accepts any media type if the bodies of the cases have several media types")
  func accept() async throws {
    let echo = Endpoint<Ship, HTTPResponse>(.get, "/shipments/:kind")
    let caller = Route(echo) { _ in
      var response = HTTPResponse(.notModified)
      response.fields["ETag"] = ServerRequest.current?.head.text(of: .accept).flatMap { HTTPFieldValue($0) } ?? "-"
      return response
    }.inProcess
    #expect(try await ShipmentsAPI(caller).ship(kind: "a") == .unchanged(etag: "-"))
    #expect(ShipmentsEndpoints.cached.operation.responseContent == .json)
  }

  @Test("An operation describes statuses, headers and bodies")
  func description() {
    let operation = ShipmentsEndpoints.ship.operation
    #expect(operation.successStatus == .ok)
    #expect(
      operation.results.map(\.description) == [
        "200 Parcel", "201 Location: String, Region: Region?, Parcel",
        "202 Retry-After: Int, Tags: [String], Array<UInt8>", "204", "303 Location: String", "304 Etag: String",
      ])
    #expect(operation.results[1].headers.map(\.isRequired) == [true, false])
    #expect(operation.results[1].body == Parcel.self)
    #expect(operation.results.map(\.mediaType) == [.json, .json, .octetStream, nil, nil, nil])
    #expect(ShipmentsEndpoints.probe.operation.results.count == 2)
  }

  @Test("Mocks return cases and examples")
  func mocks() async throws {
    let mock = ShipmentsMock(policy: .examples)
    #expect(try await mock.ship(kind: "a") == Shipped.mock)
    #expect(try await mock.probe(kind: "a") == .present(digest: "example"))
    #expect(try await mock.cached(ifNoneMatch: nil) == .unchanged)
    mock.mockShip { _ in .nothing }
    #expect(try await mock.ship(kind: "a") == .nothing)
    let caller = MockCaller()
    caller.on(ShipmentsEndpoints.ship) { input in ShipmentService.all[input.kind] ?? .nothing }
    #expect(try await ShipmentsAPI(caller).ship(kind: "created") == ShipmentService.all["created"])
    caller.on(ShipmentsEndpoints.ship)
    #expect(try await ShipmentsAPI(caller).ship(kind: "created") == Shipped.mock)
  }
}

extension Shipped: Mockable {
  static var mock: Shipped { .created(Parcel(id: 7), location: "/parcels/7", region: nil) }
}
