import ContractOpenAPI
import ContractTesting
import Testing

@Schema struct Tally: Equatable, Sendable {
  var total: Int64
  var parts: [UInt64] = []
}

/// The client's contract, whose requests a plain route returns as on the wire.
@API @Mock @Wire(Contract::Wire { $0.json.integers64 = .strings }) protocol Tallies: Sendable {
  @POST("/tallies/add") func add(total: Int64, limit: Int, last: UInt64?, from: Query<Int64>) async throws -> String
}

/// The service's contract, which raw requests reach.
@API @Wire(Contract::Wire { $0.json.integers64 = .strings }) protocol TallyStore: Sendable {
  @POST("/store/tally") func tally(total: Int64, part: UInt64?) async throws -> Tally
}

private struct Store: TallyStore {
  func tally(total: Int64, part: UInt64?) async throws -> Tally { Tally(total: total, parts: part.map { [$0] } ?? []) }
}

@Request private struct AnyTally {
  @Path var verb: String
}

@Suite("Integers of 64 bits as strings, on the wire")
struct Integers64CallsTests {
  private static let echo = Endpoint<AnyTally, String>(.post, "/tallies/:verb")

  private func serve(_ body: (APIClient) async throws -> Void) async throws {
    var router = Router()
    router.on(Self.echo) { request, _ in
      let query = request.head.query ?? ""
      return "\(query) \(String(decoding: request.body, as: UTF8.self))"
    }
    router.add(TallyStoreRoutes(Store()))
    try await withServer(Server(port: 0, threads: 1, router: router), body)
  }

  @Test("A client writes 64-bit integers as strings in members, and as numbers in queries")
  func requests() async throws {
    try await serve { (client) async throws in
      let api = TalliesAPI(client)
      #expect(
        try await api.add(total: .max, limit: 5, last: 7, from: 8)
          == #"from=8 {"total":"9223372036854775807","limit":5,"last":"7"}"#)
    }
  }

  /// A request, and its response or a part of the refusal.
  private static let rows: [(body: String, response: String)] = [
    (#"{"total":"1"}"#, #"{"total":"1","parts":[]}"#),
    (#"{"total":1,"part":"18446744073709551615"}"#, #"{"total":"1","parts":["18446744073709551615"]}"#),
    (#"{"total":"one"}"#, #"`total` was `\"one\"`. It must be an `Int64`"#),
    (#"{"total":1,"part":"-1"}"#, #"`part` was `\"-1\"`. It must be a `UInt64`"#),
  ]

  @Test("A server reads 64-bit integers from strings and numbers", arguments: rows)
  func responses(body: String, response: String) async throws {
    try await serve { (client) async throws in
      let call = client("/store/tally").body(bytes: Array(body.utf8), type: .json).method(.post)
      let text: String
      do {
        text = try await call.call(.http, as: .string)
      } catch let error as ClientError {
        text = String(decoding: try await error.response?.body.collect(upTo: 10_000) ?? [], as: UTF8.self)
      }
      #expect(text.contains(response), "\(text)")
    }
  }

  @Test("In bodies, the document has strings with the format for `Int64` and `UInt64`, and integers elsewhere")
  func document() throws {
    let document = try OpenAPI(title: "Tallies", version: "1", TalliesEndpoints.all).export().document
    let operation = document["paths"]?["/tallies/add"]?["post"]
    let members = operation?["requestBody"]?["content"]?["application/json"]?["schema"]?["properties"]
    #expect(members?["total"] == ["type": "string", "format": "int64"])
    #expect(members?["limit"] == ["type": "integer", "format": "int64"])
    #expect(members?["last"]?["anyOf"]?.array?.first == ["type": "string", "format": "uint64"])
    #expect(operation?["parameters"]?.array?.first?["schema"] == ["type": "integer", "format": "int64"])
  }

  @Test("A mock receives and returns integers")
  func mocks() async throws {
    let mock = TalliesMock()
    mock.mockAdd { total, _, _, _ in "\(total)" }
    #expect(try await mock.add(total: 1, limit: 2, last: nil, from: 0) == "1")
  }
}
