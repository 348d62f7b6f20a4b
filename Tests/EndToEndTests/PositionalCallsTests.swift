import ContractTesting
import Testing

@Schema @Positional struct Spot: Equatable, Sendable {
  var x: Int
  @Validate(.length(1...5)) var name: String
  var note: String?
}

/// The client's contract, whose requests a plain route returns as on the wire.
@API @Mock protocol Spots: Sendable {
  @POST("/spots/add") func add(spot: Body<Spot>) async throws -> String
  @POST("/spots/list") func list(spots: [Spot], first: Spot?) async throws -> String
}

/// The service's contract, which raw requests reach.
@API protocol SpotStore: Sendable {
  @POST("/store/spot") func spot(spot: Body<Spot>) async throws -> [Spot]
}

private struct Store: SpotStore {
  func spot(spot: Spot) async throws -> [Spot] { [spot] }
}

@Request private struct AnySpot {
  @Path var verb: String
}

@Suite("Arrays with fixed positions, on the wire")
struct PositionalCallsTests {
  private static let echo = Endpoint<AnySpot, String>(.post, "/spots/:verb")

  private func serve(_ body: (APIClient) async throws -> Void) async throws {
    var router = Router()
    router.on(Self.echo) { request, _ in String(decoding: request.body, as: UTF8.self) }
    router.add(SpotStoreRoutes(Store()))
    try await withServer(Server(port: 0, threads: 1, router: router), body)
  }

  @Test("A client writes an array")
  func requests() async throws {
    try await serve { (client) async throws in
      let api = SpotsAPI(client)
      #expect(try await api.add(spot: Spot(x: 1, name: "a", note: nil)) == #"[1,"a",null]"#)
      #expect(
        try await api.list(spots: [Spot(x: 1, name: "a", note: "n")], first: nil) == #"{"spots":[[1,"a","n"]]}"#)
    }
  }

  @Test("A server reads an array, and names the position at fault")
  func responses() async throws {
    try await serve { (client) async throws in
      func post(_ body: String) -> APIClient {
        client("/store/spot").body(bytes: Array(body.utf8), type: .json).method(.post)
      }
      #expect(try await post(#"[1,"a"]"#).call(.http, as: .string) == #"[[1,"a",null]]"#)
      for (body, message) in [
        (#"[1,""]"#, "`1` must be 1 to 5 characters long"), ("[1]", "It must be an array of 2 to 3 elements"),
        (#"["x","a"]"#, #"`0` was `\"x\"`. It must be an `Int`"#),
      ] {
        let error = await #expect(throws: ClientError.self) { try await post(body).call(.http, as: .string) }
        let response = try #require(error?.response)
        #expect(response.status == .badRequest)
        let text = String(decoding: try await response.body.collect(upTo: 10_000), as: UTF8.self)
        #expect(text.contains(message), "\(text)")
      }
    }
  }

  @Test("A mock receives and returns positional structs")
  func mocks() async throws {
    let mock = SpotsMock()
    mock.mockAdd { "\($0.x)" }
    #expect(try await mock.add(spot: Spot(x: 1, name: "a")) == "1")
  }
}
