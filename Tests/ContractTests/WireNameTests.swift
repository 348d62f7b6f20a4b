import Contract
import FoundationEssentials
import Testing

/// Names and bodies whose format the contract determines.
@Suite("Names and bodies on the wire")
struct WireNameTests {
  @Test("An explicit name in one location does not affect key mapping in another")
  func explicitNames() async throws {
    let operation = APIOperation(
      id: "probe", method: .post, path: "/probe",
      inputs: [
        InputDescription(.query, "pageSize", type: "Int", isRequired: true, isExact: true),
        InputDescription(.body, "pageSize", type: "Int", isRequired: true),
      ], requestContent: .json, traits: [.keys(.snakeCase)])
    var encoder = RequestEncoder(for: operation)
    try encoder.value(.query, "pageSize", 1)
    try encoder.field("pageSize", 2)
    let message = try encoder.finish()
    #expect(message.target == "/probe?pageSize=1")
    #expect(try await message.body.collect(upTo: 100) == Array(#"{"page_size":2}"#.utf8))
    var decoder = RequestDecoder(try await RoundTrip.request(message, operation))
    #expect(decoder.value(.query, "pageSize", as: Int.self) == 1)
    #expect(decoder.field("pageSize", as: Int.self) == 2)
    #expect(decoder.failures.isEmpty)
  }

  @Test(
    "A query array is ordered by its indexes",
    arguments: [
      ("k[1]=b&k[0]=a", ["a", "b"]), ("k[10]=c&k[9]=b&k[08]=a", ["a", "b", "c"]),
      ("k[2]=z&k=x&k[]=y", ["x", "y", "z"]), ("k=1&k=0", ["1", "0"]),
    ])
  func indices(query: String, elements: [String]) async throws {
    let operation = APIOperation(id: "probe", method: .get, path: "/probe")
    let message = HTTPRequest(.get, "/probe?" + query)
    var decoder = RequestDecoder(try await RoundTrip.request(message, operation))
    #expect(decoder.value(.query, "k", as: [String].self) == elements)
  }

  @Test("A body that a custom decoder refuses is an error, and no default replaces it")
  func brokenContent() async throws {
    let operation = APIOperation(
      id: "probe", method: .post, path: "/probe", requestContent: .json,
      traits: [.content(.json(decoder: JSONDecoder()))])
    func failures(_ content: String) async throws -> [InputFailure.Code] {
      let message = HTTPRequest(
        .post, "/probe", fields: [.contentType: "application/json"], body: .bytes(Array(content.utf8)))
      var decoder = RequestDecoder(try await RoundTrip.request(message, operation))
      let count = decoder.field("count", as: Int.self, default: 7)
      #expect((count == nil) == !decoder.failures.isEmpty)
      return decoder.failures.map(\.code)
    }
    #expect(try await failures("{}") == [])
    #expect(try await failures("") == [])
    #expect(try await failures(#"{"count":"x"}"#) == [.type])
    #expect(try await failures(#"{"count":"#) == [.syntax])
    #expect(try await failures("[1]") == [.syntax])
  }

  @Test(
    "A fault that a custom decoder finds in a field has its location and the expected value",
    arguments: [
      (#"{"count":"x"}"#, "/count", "`count` has the wrong type. It must be an `Int`."),
      (#"{"count":1.5}"#, "/count", "`count` is not valid. It must be an `Int`."),
      (#"{"inner":{"kind":"c"}}"#, "/inner/kind", "`inner.kind` is not valid."),
      (#"{"inner":{"kind":"a","list":"x"}}"#, "/inner/list", "`inner.list` has the wrong type. It must be an `array`."),
      (
        #"{"inner":{"kind":"a","list":[1]}}"#, "/inner/list/0",
        "`inner.list.0` has the wrong type. It must be a `String`."
      ),
      (#"{"inner":{}}"#, "/inner/kind", "expected body value `inner.kind`"),
      (#"{"inner":1}"#, "/inner", "`inner` has the wrong type. It must be an `Inner`."),
      (#"{"kind":"c"}"#, "/kind", #"`kind` is not valid. It must be one of "a", "b"."#),
    ])
  func customFaults(content: String, pointer: String, message: String) async throws {
    enum Kind: String, Codable, CaseIterable { case a, b }
    struct Inner: Codable {
      var kind: Kind
      var list: [String]?
    }
    let operation = APIOperation(
      id: "probe", method: .post, path: "/probe", requestContent: .json,
      traits: [.content(.json(decoder: JSONDecoder()))])
    let request = HTTPRequest(
      .post, "/probe", fields: [.contentType: "application/json"], body: .bytes(Array(content.utf8)))
    var decoder = RequestDecoder(try await RoundTrip.request(request, operation))
    _ = decoder.field("count", as: Int?.self)
    _ = decoder.field("inner", as: Inner?.self)
    _ = decoder.field("kind", as: Kind?.self)
    #expect(decoder.failures.map(\.name) == [pointer])
    #expect(decoder.failures.map(\.message) == [message])
  }
}
