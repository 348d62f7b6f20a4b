import ContractCoding
import ContractHTTP
import Testing

@testable import ContractOpenAPI

/// Inputs and bodies whose schemas are recursive, or that have very many fields.
@Suite struct LargeFormTests {
  /// Returns a document with an operation that has a form as its body.
  private static func document(_ schema: JSONValue, _ schemas: JSONObject = [:]) throws -> OpenAPIDocument {
    try OpenAPIDocument([
      "openapi": "3.1.1", "info": ["title": "T", "version": "1"],
      "paths": [
        "/a": [
          "post": [
            "requestBody": ["content": ["application/x-www-form-urlencoded": ["schema": schema]]], "responses": [:],
          ]
        ]
      ],
      "components": ["schemas": .object(schemas)],
    ])
  }

  /// Returns the findings about a form.
  private static func findings(_ form: String, in document: OpenAPIDocument) -> [String] {
    let request = HTTPRequest(.post, "/a", fields: ["Content-Type": "application/x-www-form-urlencoded"])
    return RequestChecker(document).findings(in: request, body: Array(form.utf8), for: document.operations[0])
      .map(\.description)
  }

  /// A schema that lists its subtypes, each of which extends it.
  private static func pets(_ count: Int) -> JSONObject {
    var schemas: JSONObject = [:]
    var subtypes: [JSONValue] = []
    for number in 0..<count {
      subtypes.append(["$ref": .string("#/components/schemas/Pet\(number)")])
      schemas["Pet\(number)"] = [
        "allOf": [
          ["$ref": "#/components/schemas/Pet"],
          ["type": "object", "properties": ["age": ["type": "integer"], "tag": ["type": "string"]]],
        ]
      ]
    }
    schemas["Pet"] = [
      "type": "object", "required": ["kind"], "properties": ["kind": ["type": "string"]],
      "oneOf": .array(subtypes), "discriminator": ["propertyName": "kind"],
    ]
    return schemas
  }

  @Test("Each subtype that extends the schema that lists it is read once", .timeLimit(.minutes(1)))
  func subtypes() throws {
    let document = try Self.document(["$ref": "#/components/schemas/Pet"], Self.pets(8))
    #expect(Self.findings("kind=Pet3&age=7&tag=8", in: document) == [])
    #expect(Self.findings("kind=Pet3&age=x", in: document) == ["body value `/age` must be integer"])
    let inputs = OperationInput.all(of: document.operations[0], in: document)
    #expect(inputs.map { "\($0.name) \($0.type)" } == ["kind string", "age integer", "tag string"])
  }

  @Test("The elements of a list of lists are JSON, even if the list contains itself")
  func nestedLists() throws {
    let tree: JSONValue = ["type": "array", "items": ["$ref": "#/components/schemas/Tree"]]
    let row: JSONValue = ["type": "array", "items": ["type": "integer"]]
    let rows: JSONValue = ["type": "array", "items": row]
    let members: JSONValue = ["tree": ["$ref": "#/components/schemas/Tree"], "row": row, "rows": rows]
    let schema: JSONValue = ["type": "object", "properties": members]
    let document = try Self.document(schema, ["Tree": tree])
    let inputs = OperationInput.all(of: document.operations[0], in: document)
    #expect(inputs.map { "\($0.name) \($0.type)" } == ["tree json...", "row integer...", "rows json..."])
  }

  @Test("A form with many fields is read in linear time, even within a member", .timeLimit(.minutes(1)))
  func manyFields() throws {
    let members: JSONValue = ["type": "object", "additionalProperties": ["type": "integer"]]
    let nested: JSONValue = ["type": "object", "properties": ["a": members]]
    let count = 20_000
    let plain = (0..<count).map { "f\($0)=\($0 == count - 1 ? "x" : "1")" }.joined(separator: "&")
    #expect(try Self.findings(plain, in: Self.document(members)) == ["body value `/f19999` must be integer"])
    let inner = (0..<count).map { "a[f\($0)]=\($0 == count - 1 ? "x" : "1")" }.joined(separator: "&")
    #expect(try Self.findings(inner, in: Self.document(nested)) == ["body value `/a/f19999` must be integer"])
  }

  @Test("Alternatives that list each other are read in a bounded number of steps", .timeLimit(.minutes(1)))
  func mutualAlternatives() throws {
    var schemas: JSONObject = [:]
    for number in 0..<12 {
      let others = (0..<12).filter { $0 != number }.map { other -> JSONValue in
        ["$ref": .string("#/components/schemas/A\(other)")]
      }
      schemas["A\(number)"] = [
        "type": "object", "properties": .object(JSONObject([("a\(number)", ["type": "integer"] as JSONValue)])),
        "anyOf": .array(others),
      ]
    }
    let document = try Self.document(["$ref": "#/components/schemas/A0"], schemas)
    let inputs = OperationInput.all(of: document.operations[0], in: document)
    #expect(inputs.first.map { "\($0.name) \($0.type)" } == "a0 integer")
    #expect(Set(inputs.map(\.name)).count == inputs.count)
  }
}
