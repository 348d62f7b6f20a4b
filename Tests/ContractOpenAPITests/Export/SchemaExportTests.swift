import Contract
import ContractOpenAPI
import ContractServer
import FoundationEssentials
import Testing

@Suite("Schemas in OpenAPI documents")
struct SchemaExportTests {
  @Schema @Tagged("kind") enum Payment {
    case card(number: String), bankTransfer(iban: String)
    case cash
  }
  @Schema @Tagged("eventType", content: "data") enum Event {
    case opened(at: Int)
    case unknown(JSONValue)
  }

  @Schema @Positional struct Sample {
    var seconds: Double
    var value: String
    var weight: Double = 1
  }
  @Schema @Tagged(.key) enum Order {
    case payNow(Payment), cancel
    case unknown(JSONValue)
  }

  private struct Pay: BodyRequest { var text: String }

  private func export<T: Codable & Sendable>(
    _ type: T.Type, _ version: OpenAPIVersion = .v31, json: JSONOptions = JSONOptions()
  ) throws -> OpenAPIExport {
    let endpoint = Endpoint<Empty, T>(.get, "/value", .wire(Wire(json: json)))
    return try OpenAPI(title: "Schemas", version: "1", [endpoint.operation]).export(version)
  }

  @Test(
    "The discriminator of a tagged enumeration names the definitions of its cases",
    arguments: OpenAPIVersion.allCases)
  func discriminators(_ version: OpenAPIVersion) throws {
    let schemas = try export(Payment.self, version).document["components"]?["schemas"]
    let names = ["card", "bankTransfer", "cash"]
    let references = ["PaymentCard", "PaymentBankTransfer", "PaymentCash"].map { "#/components/schemas/" + $0 }
    #expect(schemas?["Payment"]?["oneOf"] == .array(references.map { ["$ref": .string($0)] }))
    let mapping = JSONObject(zip(names, references).map { ($0, .string($1)) })
    #expect(schemas?["Payment"]?["discriminator"] == ["propertyName": "kind", "mapping": .object(mapping)])
    let tag = schemas?["PaymentCard"]?["properties"]?["kind"]
    #expect(tag == (version == .v30 ? ["enum": ["card"]] : ["const": "card"]))
    #expect(schemas?["PaymentCard"]?["required"] == ["kind", "number"])
  }

  @Test("An enumeration that allows other tags has no discriminator, which is listed as an omission")
  func openTags() throws {
    let export = try export(Event.self)
    #expect(export.document["components"]?["schemas"]?["Event"]?["anyOf"]?.array?.count == 2)
    #expect(export.document["components"]?["schemas"]?["Event"]?["discriminator"] == nil)
    #expect(
      export.omissions == ["`Event` has no discriminator, because it allows other values of `eventType`."])
  }

  @Test("A custom coder of JSON is listed as an omission of each operation with values")
  func coders() throws {
    func omissions(_ operation: APIOperation) throws -> [String] {
      try OpenAPI(title: "Coders", version: "1", [operation]).export(.v31).omissions
    }
    let trait = EndpointTrait.content(.json(encoder: JSONEncoder()))
    let sentence = "o has a custom coder of JSON; the schemas describe its values as the package writes them."
    #expect(try omissions(Endpoint<Empty, Payment>(.get, "/value", trait, id: "o").operation) == [sentence])
    #expect(try omissions(Endpoint<Pay, Void>(.post, "/value", trait, id: "o").operation) == [sentence])
    #expect(try omissions(Endpoint<Empty, Void>(.get, "/value", trait, id: "o").operation) == [])
    #expect(try omissions(Endpoint<Empty, Payment>(.get, "/value", id: "o").operation) == [])
  }

  @Test("The body of a DELETE is listed as an omission in OpenAPI 3.0", arguments: OpenAPIVersion.allCases)
  func deletedBodies(_ version: OpenAPIVersion) throws {
    let api = OpenAPI(title: "T", version: "1", [Endpoint<Pay, Void>(.delete, "/value", id: "o").operation])
    let export = try api.export(version)
    #expect(export.document["paths"]?["/value"]?["delete"]?["requestBody"] != nil)
    let sentence = "Readers of OpenAPI 3.0 ignore the body of a DELETE request, such as that of o."
    #expect(export.omissions == (version == .v30 ? [sentence] : []))
  }

  @Test("A key mapping leaves the names of tag and content unchanged")
  func namesOfTags() throws {
    let schemas = try export(Event.self, json: JSONOptions(keys: .snakeCase)).document["components"]?["schemas"]
    #expect(schemas?["Event"]?["anyOf"]?.array?.first?["required"] == ["eventType", "data"])
  }

  @Test("An enumeration whose case is the key has an alternative for each key", arguments: OpenAPIVersion.allCases)
  func keys(_ version: OpenAPIVersion) throws {
    let export = try export([Order].self, version, json: JSONOptions(keys: .snakeCase))
    let schemas = export.document["components"]?["schemas"]
    let order = schemas?["Order"]
    #expect(order?["anyOf"]?.array?.count == 3 && order?["discriminator"] == nil)
    #expect(order?["anyOf"]?.array?.first == ["$ref": "#/components/schemas/OrderPayNow"])
    #expect(schemas?["OrderPayNow"]?["required"] == ["pay_now"])
    #expect(order?["anyOf"]?.array?.last == ["type": "object"])
    #expect(export.omissions.isEmpty)
  }

  @Test(
    "An array with fixed positions has a schema for each position, as far as the version of OpenAPI allows",
    arguments: OpenAPIVersion.allCases
  )
  func positions(_ version: OpenAPIVersion) throws {
    let export = try export([Sample].self, version)
    let sample = export.document["components"]?["schemas"]?["Sample"]
    #expect(sample?["type"] == "array" && sample?["minItems"] == 2 && sample?["maxItems"] == 3)
    if version == .v30 {
      #expect(sample?["prefixItems"] == nil)
      #expect(sample?["items"]?["anyOf"]?.array?.map { $0["type"] } == ["number", "string", "number"])
      #expect(
        export.omissions == [
          "OpenAPI 3.0 cannot describe arrays with fixed positions; each element may have the schema of any position."
        ])
    } else {
      #expect(sample?["prefixItems"]?.array?.map { $0["type"] } == ["number", "string", "number"])
      #expect(export.omissions.isEmpty)
    }
  }

  private struct Optionals: Codable, Sendable {
    var at: Date?
    var id: UUID?
    var payment: Payment?
  }

  @Test("In OpenAPI 3.0, `nullable` is next to a type, because it has no effect elsewhere")
  func nullable() throws {
    let schemas = try export(Optionals.self, .v30).document["components"]?["schemas"]
    let members = schemas?["Optionals"]?["properties"]
    #expect(members?["at"] == ["type": "string", "format": "date-time", "nullable": true])
    #expect(members?["id"] == ["type": "string", "format": "uuid", "nullable": true])
    let null: JSONValue = ["type": "object", "nullable": true, "enum": [.null]]
    #expect(members?["payment"] == ["anyOf": [["$ref": "#/components/schemas/Payment"], null]])
  }

  static let bounds: [(bounds: JSONSchema.NumberBounds, expected: String)] = [
    (.init(minimum: "1"), #""minimum":1"#),
    (.init(exclusiveMinimum: "1"), #""minimum":1,"exclusiveMinimum":true"#),
    (.init(minimum: "2", exclusiveMinimum: "1.5"), #""minimum":2"#),
    (.init(minimum: "2", exclusiveMinimum: "2.0"), #""minimum":2.0,"exclusiveMinimum":true"#),
    (.init(minimum: "-2", exclusiveMinimum: "-1"), #""minimum":-1,"exclusiveMinimum":true"#),
    (.init(maximum: "9", exclusiveMaximum: "10"), #""maximum":9"#),
    (.init(maximum: "1e3", exclusiveMaximum: "1e2"), #""maximum":1e2,"exclusiveMaximum":true"#),
  ]

  @Test("OpenAPI 3.0 keeps the stricter of an inclusive and an exclusive bound", arguments: bounds)
  func downgradedBounds(_ bounds: JSONSchema.NumberBounds, _ expected: String) {
    var schema = JSONSchema(.number)
    schema.bounds = bounds
    BoundedNumber.$schema.withValue(schema) {
      let operation = Endpoint<Empty, [BoundedNumber]>(.get, "/value").operation
      let document = try? OpenAPI(title: "Bounds", version: "1", [operation]).export(.v30).document
      let response = document?["paths"]?["/value"]?["get"]?["responses"]?["200"]
      let items = response?["content"]?["application/json"]?["schema"]?["items"]
      #expect(items?.description == #"{"type":"number",\#(expected)}"#)
    }
  }
}

/// A number whose schema is that of the current test.
private struct BoundedNumber: Codable, Sendable, JSONSchemaProviding {
  @TaskLocal static var schema = JSONSchema(.number)

  static var jsonSchema: JSONSchema { schema }
}
