import Contract
import ContractOpenAPI
import Testing

enum PlainKind: String, Codable, Sendable { case x, y }

struct CountedRange: Codable, Sendable { var firstItem: Int }

@API @KeyMapping(.snakeCase) protocol QueryValues: Sendable {
  @GET("/kinds") func kinds(kinds: Set<PlainKind>) async throws
  @GET("/ids") @Default("ids", [3, 1, 2, 10, 7, 9, 8]) func ids(ids: Set<Int>) async throws
  @GET("/none") @Default("ids", []) func none(ids: Set<Int>) async throws
  @GET("/counts") @Default("counts", ["b": 2, "a": 1, "d": 4, "c": 3]) func counts(counts: [String: Int]) async throws
  @GET("/range") @Default("range", CountedRange(firstItem: 1)) func range(range: Query<CountedRange>) async throws
  @GET("/file/{number...}") func file(number: Int) async throws
}

@Request(.get, "/request") struct SetRequest {
  @Query var words: Set<String> = ["d", "a", "c", "b", "f", "e"]
  typealias Response = Int
}

@Suite("Values of queries and paths in OpenAPI documents")
struct QueryValuesTests {
  private static func parameter(_ path: String) throws -> JSONValue? {
    let operations = QueryValuesEndpoints.all + [SetRequest.endpoint.operation]
    let document = try OpenAPI(title: "Queries", version: "1", operations).export().document
    return document["paths"]?[path]?["get"]?["parameters"]?[0]
  }

  @Test("A set of an enumeration without a schema is described as a list")
  func enumerations() throws {
    let parameter = try Self.parameter("/kinds")
    #expect(parameter?["style"] == "form" && parameter?["explode"] == true && parameter?["required"] == false)
    #expect(parameter?["schema"]?["type"] == "array")
  }

  @Test(
    "The default of a set or an object is described, with its names on the wire and in a fixed order",
    arguments: [
      ("/ids", "[1,2,3,7,8,9,10]"), ("/none", nil), ("/counts", #"{"a":1,"b":2,"c":3,"d":4}"#),
      ("/range", #"{"first_item":1}"#), ("/request", #"["a","b","c","d","e","f"]"#),
    ] as [(String, String?)])
  func defaults(_ path: String, _ value: String?) throws {
    let parameter = try Self.parameter(path)
    #expect(parameter?["required"] == false)
    #expect(parameter?["schema"]?["default"]?.description == value)
  }

  @Test("A placeholder for several segments has the schema of its type")
  func segments() throws {
    #expect(try Self.parameter("/file/{number}")?["schema"] == ["type": "integer", "format": "int64"])
  }
}
