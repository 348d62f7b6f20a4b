import Contract
import ContractOpenAPI
import Testing

enum PlainKind: String, Codable, Sendable { case x, y }

@API @KeyMapping(.snakeCase) protocol QueryValues: Sendable {
  @GET("/kinds") func kinds(kinds: Set<PlainKind>) async throws
  @GET("/file/{number...}") func file(number: Int) async throws
}

@Suite("Values of queries and paths in OpenAPI documents")
struct QueryValuesTests {
  private static func parameter(_ path: String) throws -> JSONValue? {
    let operations = QueryValuesEndpoints.all
    let document = try OpenAPI(title: "Queries", version: "1", operations).export().document
    return document["paths"]?[path]?["get"]?["parameters"]?[0]
  }

  @Test("A set of an enumeration without a schema is described as a list")
  func enumerations() throws {
    let parameter = try Self.parameter("/kinds")
    #expect(parameter?["style"] == "form" && parameter?["explode"] == true && parameter?["required"] == false)
    #expect(parameter?["schema"]?["type"] == "array")
  }

  @Test("A placeholder for several segments has the schema of its type")
  func segments() throws {
    #expect(try Self.parameter("/file/{number}")?["schema"] == ["type": "integer", "format": "int64"])
  }
}
