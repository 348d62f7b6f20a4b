import ContractCoding
import ContractOpenAPI
import Testing

/// Subtypes that extend a schema with a discriminator, without being listed by it.
@Suite struct SubtypeDiffTests {
  /// Returns a document whose operation receives and returns pets.
  ///
  /// - Parameter pet: the schema of the values.
  private static func document(
    _ subtypes: [(name: String, rules: JSONValue)], mapping: JSONValue? = nil,
    pet: JSONValue = ["$ref": "#/components/schemas/Pet"]
  ) throws -> OpenAPIDocument {
    var base: JSONValue = [
      "type": "object", "required": ["kind"], "properties": ["kind": ["type": "string"]],
      "discriminator": ["propertyName": "kind"],
    ]
    if let mapping { base["discriminator"]?["mapping"] = mapping }
    var schemas = JSONObject([("Pet", base)])
    for (name, rules) in subtypes { schemas[name] = ["allOf": [["$ref": "#/components/schemas/Pet"], rules]] }
    var value = SchemaVersion(pet).document.root.value
    value["components"] = ["schemas": .object(schemas)]
    return try OpenAPIDocument(value)
  }

  private static func rules(_ type: JSONValue) -> JSONValue { ["properties": ["a": ["type": type]]] }

  private static let mapping: JSONValue = ["cat": "Cat", "dog": "#/components/schemas/Dog"]

  struct Row: Sendable {
    let new: [(name: String, rules: JSONValue)]
    var mapping: JSONValue?
    let rules: Set<DiffRule>
  }

  static let rows = [
    Row(new: [("Cat", rules("string")), ("Dog", rules("string"))], rules: []),
    Row(new: [("Cat", rules("string")), ("Dog", rules("string"))], mapping: ["Dog": "Dog"], rules: []),
    Row(new: [("Cat", rules("string")), ("Dog", rules("integer"))], rules: [.typeChanged]),
    Row(new: [("Cat", rules("string"))], rules: [.alternativeRemoved]),
    Row(
      new: [("Cat", rules("string")), ("Dog", rules("string")), ("Fox", rules("string"))], rules: [.alternativeAdded]),
    Row(
      new: [("Cat", rules("string")), ("Dog", rules("string"))], mapping: mapping,
      rules: [.alternativeRemoved, .alternativeAdded]),
  ]

  @Test("Subtypes are compared by the values of the discriminator", arguments: rows)
  func subtypes(_ row: Row) throws {
    let old = try Self.document([("Cat", Self.rules("string")), ("Dog", Self.rules("string"))])
    let new = try Self.document(row.new, mapping: row.mapping)
    let changes = OpenAPIDiff(from: old, to: new).changes
    for direction in OpenAPIChange.Direction.allCases {
      #expect(Set(changes.filter { $0.direction == direction }.map(\.rule)) == row.rules)
    }
    for change in changes {
      #expect((change.isInNew ? new : old).root.value[pointer: change.pointer] != nil)
    }
    // The schemas that the tags select prove the severities.
    for direction in OpenAPIChange.Direction.allCases {
      let (sender, receiver) = direction == .request ? (old, new) : (new, old)
      let isRefused = Self.tags(in: sender).contains { tag, name in
        guard let schema = sender.schema(named: name) else { return true }
        guard let target = Self.tags(in: receiver)[tag].flatMap({ receiver.schema(named: $0) }) else { return true }
        var generator = ValueGenerator(sender, seed: 7)
        return generator.boundaryValues(of: schema).contains { !ValueChecker(receiver).accepts($0, target) }
      }
      let isBreaking = changes.contains { $0.direction == direction && $0.severity == .breaking }
      #expect(isRefused == isBreaking, "\(direction)")
    }
  }

  /// Returns the names of subtypes by their tags.
  private static func tags(in document: OpenAPIDocument) -> [String: String] {
    let mapping = document.schema(named: "Pet")?["discriminator"]?["mapping"]?.members ?? []
    var tags: [String: String] = [:]
    for (name, _) in document.root["components"]?["schemas"]?.members ?? [] where name != "Pet" {
      let mapped = mapping.first { $0.node.value.string?.split(separator: "/").last.map(String.init) == name }
      tags[mapped?.name ?? name] = name
    }
    return tags
  }

  @Test(
    "Subtypes are compared wherever the values of their base are used",
    arguments: [
      ["type": "array", "items": ["$ref": "#/components/schemas/Pet"]],
      ["anyOf": [["$ref": "#/components/schemas/Pet"], ["type": "null"]]],
      ["allOf": [["$ref": "#/components/schemas/Pet"]], "description": "a pet"],
      ["oneOf": [["type": "string"], ["$ref": "#/components/schemas/Pet"]]],
    ] as [JSONValue])
  func uses(_ schema: JSONValue) throws {
    let old = try Self.document([("Cat", Self.rules("string"))], pet: schema)
    let new = try Self.document([("Cat", Self.rules("integer"))], pet: schema)
    #expect(OpenAPIDiff(from: old, to: new).changes.map(\.rule) == [.typeChanged, .typeChanged])
    #expect(OpenAPIDiff(from: old, to: old).changes.isEmpty)
  }

  @Test("Subtypes of subtypes are compared, and a subtype is not compared with its siblings")
  func levels() throws {
    func document(_ type: JSONValue, pet: JSONValue = ["$ref": "#/components/schemas/Pet"]) throws -> OpenAPIDocument {
      var value = try Self.document([("Cat", Self.rules("string")), ("Dog", [:])], pet: pet).root.value
      value["components"]?["schemas"]?["Puppy"] = ["allOf": [["$ref": "#/components/schemas/Dog"], Self.rules(type)]]
      return try OpenAPIDocument(value)
    }
    let changes = OpenAPIDiff(from: try document("string"), to: try document("integer")).changes
    #expect(changes.map(\.rule) == [.typeChanged, .typeChanged])
    let cat: JSONValue = ["$ref": "#/components/schemas/Cat"]
    #expect(OpenAPIDiff(from: try document("string", pet: cat), to: try document("integer", pet: cat)).changes.isEmpty)
  }
}
