import ContractCoding
import ContractOpenAPI

/// One version of a schema, as a document whose only operation receives and returns its values, and as a codec.
struct SchemaVersion: Sendable {
  let document: OpenAPIDocument
  /// Reads a value as a server does, and writes it again; nil if it is refused.
  let reread: @Sendable (JSONValue) -> JSONValue?

  /// The schema of the values.
  var schema: OpenAPINode {
    let node = document.operations[0].requestBody?.content[0].schema
    return node ?? OpenAPINode(true, at: "")
  }

  /// Creates the version of a type, with the compiled codec of the type.
  init<T: Schema>(_ type: T.Type) {
    var definitions = JSONSchemaDefinitions(at: "#/components/schemas/")
    var (schema, all) = (JSONWriter(), JSONWriter())
    definitions.write(.of(type), to: &schema)
    definitions.writeAll(to: &all)
    document = Self.document(Self.value(schema.bytes), schemas: Self.value(all.bytes))
    reread = { value in
      var failures: [CodingFailure] = []
      guard let bytes = try? JSONWriter.bytes(of: value),
        let decoded = try? JSONReader().decode(T.self, from: bytes, checksRules: true, failures: &failures),
        let written = try? JSONWriter.bytes(of: decoded)
      else { return nil }
      return Self.value(written)
    }
  }

  /// Creates the version of a schema, with the checker as its codec.
  init(_ schema: JSONValue) {
    let document = Self.document(schema, schemas: [:])
    self.document = document
    let node = document.operations[0].requestBody?.content[0].schema ?? OpenAPINode(true, at: "")
    reread = { ValueChecker(document).accepts($0, node) ? $0 : nil }
  }

  private static func value(_ bytes: [UInt8]) -> JSONValue { (try? JSONValue(parsing: bytes)) ?? .null }

  private static func document(_ schema: JSONValue, schemas: JSONValue) -> OpenAPIDocument {
    let content: JSONValue = ["application/json": ["schema": schema]]
    let root: JSONValue = [
      "openapi": "3.1.1", "info": ["title": "Values", "version": "1"],
      "paths": [
        "/values": [
          "post": [
            "operationId": "send", "requestBody": ["required": true, "content": content],
            "responses": ["200": ["description": "the values", "content": content]],
          ]
        ]
      ], "components": ["schemas": schemas],
    ]
    do {
      return try OpenAPIDocument(root)
    } catch {
      fatalError("The document of a test is unreadable: \(error)")
    }
  }
}

extension JSONValue {
  /// The value with all numbers as the nearest `Double`, so that `1` and `1.0` are equal.
  var comparable: JSONValue {
    switch self {
    case .number(let digits): digits.double.flatMap { JSONDigits($0) }.map { .number($0) } ?? self
    case .array(let elements): .array(elements.map(\.comparable))
    case .object(let members): .object(JSONObject(members.map { ($0.name, $0.value.comparable) }))
    default: self
    }
  }
}
