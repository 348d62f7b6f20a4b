import ContractCoding
import ContractOpenAPI
import Testing

/// Documents of OpenAPI 3.0 and 3.1 with the same meaning.
@Suite struct MigrationDiffTests {
  private static func document(_ version: JSONValue, _ content: JSONValue) throws -> OpenAPIDocument {
    var value = try OperationPair.document([
      "requestBody": ["content": content], "responses": ["200": ["description": "a file", "content": content]],
    ]).root.value
    value["openapi"] = version
    return try OpenAPIDocument(value)
  }

  private static func rules(_ old: JSONValue, _ new: JSONValue) throws -> Set<DiffRule> {
    let (before, now) = (try document("3.0.3", old), try document("3.1.1", new))
    let backward = OpenAPIDiff(from: now, to: before).changes
    return Set((OpenAPIDiff(from: before, to: now).changes + backward).map(\.rule))
  }

  private static let binary: JSONValue = ["type": "string", "format": "binary"]

  @Test(
    "All spellings of a body of bytes are equal",
    arguments: [
      [:], ["schema": [:]], ["schema": true], ["schema": ["contentMediaType": "application/pdf"]],
      ["schema": ["type": "string", "contentMediaType": "application/octet-stream"]],
      ["schema": ["contentMediaType": "application/octet-stream"]],
    ] as [JSONValue])
  func bodies(_ media: JSONValue) throws {
    let old: JSONValue = ["application/pdf": ["schema": Self.binary]]
    #expect(try Self.rules(old, ["application/pdf": media]).isEmpty)
  }

  @Test(
    "All spellings of a file in a form are equal",
    arguments: [
      ["type": "string", "contentMediaType": "application/octet-stream"],
      ["contentMediaType": "application/octet-stream"], binary,
    ] as [JSONValue])
  func files(_ file: JSONValue) throws {
    func form(_ file: JSONValue) -> JSONValue {
      ["multipart/form-data": ["schema": ["type": "object", "properties": ["file": file]]]]
    }
    #expect(try Self.rules(form(Self.binary), form(file)).isEmpty)
  }

  @Test("A body of bytes differs from other bodies, and its schema rules are compared")
  func differences() throws {
    let old: JSONValue = ["application/pdf": ["schema": Self.binary]]
    let encoded: JSONValue = ["type": "string", "contentEncoding": "base64"]
    #expect(try Self.rules(old, ["application/pdf": ["schema": encoded]]).contains(.formatAdded))
    let short: JSONValue = ["type": "string", "contentMediaType": "application/octet-stream", "maxLength": 9]
    #expect(try Self.rules(old, ["application/pdf": ["schema": short]]) == [.lengthNarrowed, .lengthWidened])
    let image: JSONValue = ["type": "string", "contentMediaType": "image/png"]
    #expect(try Self.rules(old, ["application/pdf": ["schema": image]]).contains(.formatAdded))
    let json: JSONValue = ["application/json": ["schema": Self.binary]]
    #expect(try !Self.rules(json, ["application/json": [:]]).isEmpty)
  }

  static let nulls: [JSONValue] = [
    ["allOf": [["$ref": "#/components/schemas/S"]], "nullable": true],
    ["anyOf": [["$ref": "#/components/schemas/S"], ["type": "object", "nullable": true, "enum": [.null]]]],
  ]

  @Test("Null next to a reference to alternatives is equal in all spellings", arguments: nulls, nulls)
  func null(_ schema: JSONValue, _ other: JSONValue) throws {
    let target: JSONValue = ["oneOf": [["type": "object"], ["type": "integer"]]]
    func document(_ version: JSONValue, _ schema: JSONValue) throws -> OpenAPIDocument {
      var value = SchemaVersion(schema).document.root.value
      value["openapi"] = version
      value["components"] = ["schemas": ["S": target]]
      return try OpenAPIDocument(value)
    }
    let reference: JSONValue = ["$ref": "#/components/schemas/S"]
    let old = try document("3.0.3", schema)
    #expect(OpenAPIDiff(from: old, to: try document("3.0.3", other)).changes.isEmpty)
    let new = try document("3.1.1", ["anyOf": [reference, ["type": "null"]]])
    #expect(OpenAPIDiff(from: old, to: new).changes.isEmpty)
    #expect(OpenAPIDiff(from: new, to: old).changes.isEmpty)
    let never = try document("3.1.1", reference)
    #expect(OpenAPIDiff(from: new, to: never).changes.map(\.rule) == [.nullForbidden, .nullForbidden])
    #expect(OpenAPIDiff(from: never, to: new).changes.map(\.rule) == [.nullAllowed, .nullAllowed])
  }
}
