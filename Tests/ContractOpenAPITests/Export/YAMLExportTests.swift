import Contract
import ContractOpenAPI
import Testing

@Suite("YAML documents")
struct YAMLExportTests {
  private struct Price: Codable, Sendable, JSONSchemaProviding {
    static var jsonSchema: JSONSchema {
      var schema = JSONSchema(.number)
      schema.bounds = JSONSchema.NumberBounds(minimum: "-25E-3", maximum: "1e21")
      schema.examples = ["1.5e2", "7"]
      return schema
    }
  }

  @Test("Numbers with an exponent have a point and a sign, because readers of YAML 1.1 read others as strings")
  func exponents() throws {
    let yaml = try OpenAPI(title: "T", version: "1", [Endpoint<Empty, Price>(.get, "/a").operation]).yaml()
    for line in ["minimum: -25.0e-3", "maximum: 1.0e+21", "- 1.5e+2", "- 7"] {
      #expect(yaml.contains("\(line)\n"), "\(line) is not in \(yaml)")
    }
  }
}
