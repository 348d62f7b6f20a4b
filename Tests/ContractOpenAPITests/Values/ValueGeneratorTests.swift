import ContractCoding
import ContractOpenAPI
import Testing

@Suite struct ValueGeneratorTests {
  static let schemas: [JSONValue] = [
    ["type": "integer", "format": "int64"], ["type": "integer", "format": "int32", "minimum": 5, "multipleOf": 7],
    ["type": "integer", "exclusiveMinimum": 3, "maximum": 5],
    ["type": "number", "minimum": 0.25, "exclusiveMaximum": 0.5],
    ["type": "number", "multipleOf": 0.01], ["type": "integer", "minimum": 0, "maximum": 255],
    ["type": "string", "minLength": 2, "maxLength": 4],
    ["type": "string", "pattern": "^(?:[a-z]{2,5}-\\d+|x[^a-y]y?)$"],
    ["type": "string", "pattern": "^(?:[\\p{L}_]+)$", "maxLength": 5], ["type": "string", "format": "uuid"],
    ["type": "string", "format": "date-time"], ["type": "string", "format": "uri"],
    ["type": "string", "format": "date"],
    ["type": "string", "contentEncoding": "base64"], ["type": ["string", "null"], "enum": ["a", "b", .null]],
    ["type": "array", "items": ["type": "integer"], "uniqueItems": true, "minItems": 1, "maxItems": 2],
    ["type": "array", "prefixItems": [["type": "string"], ["type": "integer"]], "items": false, "minItems": 2],
    ["type": "object", "additionalProperties": ["type": "integer"], "minProperties": 1, "maxProperties": 3],
    [
      "type": "object", "properties": ["a": ["type": "string"], "b": ["type": "integer"]], "required": ["a"],
      "additionalProperties": false,
    ],
    [
      "allOf": [
        ["type": "object", "properties": ["a": ["minimum": 3]]],
        ["properties": ["a": ["type": "integer"]], "required": ["a"]],
      ]
    ],
    ["type": "integer", "not": ["const": 0], "minimum": 0, "maximum": 2], ["$ref": "#/$defs/tree"],
    ["anyOf": [["$ref": "#/$defs/tree"], ["type": "null"]]], ValueCheckerTests.shapes,
    ["type": "string", "pattern": "^(?=.*\\d)[a-z0-9]{4,6}$"],
    [
      "type": "object", "properties": ["a": ["enum": [1, 2]]], "required": ["a"],
      "if": ["properties": ["a": ["const": 1]]], "then": ["required": ["b"], "properties": ["b": ["type": "string"]]],
      "else": ["properties": ["c": ["type": "integer"]]], "unevaluatedProperties": false,
    ],
    ["type": "array", "prefixItems": [["type": "integer"]], "unevaluatedItems": ["type": "string"]],
  ]

  private func generator(_ schema: JSONValue, seed: UInt64) -> (ValueGenerator, OpenAPINode) {
    let fixture = SchemaFixture(schema, definitions: ["tree": ValueCheckerTests.tree])
    return (ValueGenerator(fixture.checker, seed: seed), fixture.schema)
  }

  @Test("A value of a recursive union is finite, whatever alternatives are chosen")
  func unions() {
    let next: JSONValue = ["$ref": "#/$defs/expression"]
    let pair: JSONValue = [
      "type": "object", "required": ["left", "right"], "properties": ["left": next, "right": next],
    ]
    let literal: JSONValue = ["type": "object", "required": ["value"], "properties": ["value": ["type": "integer"]]]
    let fixture = SchemaFixture(next, definitions: ["expression": ["anyOf": [pair, pair, pair, pair, literal]]])
    for seed in 0..<50 {
      var generator = ValueGenerator(fixture.checker, seed: UInt64(seed))
      #expect(generator.value(of: fixture.schema) != nil, "seed \(seed)")
      #expect(generator.example(of: fixture.schema) != nil, "seed \(seed)")
    }
  }

  @Test("Every generated value and boundary value is valid, and values differ", arguments: schemas)
  func valid(_ schema: JSONValue) throws {
    var (generator, node) = generator(schema, seed: 1)
    var values: Set<JSONValue> = []
    for _ in 0..<100 {
      let made = generator.value(of: node)
      let value = try #require(made, "no value of \(schema)")
      #expect(generator.checker.accepts(value, node), "\(schema): \(value)")
      values.insert(value)
    }
    #expect(values.count > 1, "\(schema)")
    let (boundaries, example) = (generator.boundaryValues(of: node), generator.example(of: node))
    #expect(!boundaries.isEmpty && example != nil, "\(schema)")
  }

  @Test("Every rule that a value can break is broken by an invalid value", arguments: schemas)
  func invalid(_ schema: JSONValue) {
    var (generator, node) = generator(schema, seed: 2)
    let invalid = generator.invalidValues(of: node)
    for value in invalid { #expect(!generator.checker.accepts(value.value, node), "\(schema): \(value.value)") }
    let broken = Set(invalid.map(\.finding.keyword))
    for keyword in [
      "type", "enum", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength",
      "maxLength", "pattern", "minItems", "maxItems", "uniqueItems", "required", "additionalProperties", "not",
      "contentEncoding",
    ] where schema[keyword] != nil && !(keyword == "additionalProperties" && schema[keyword] != false) {
      #expect(broken.contains(keyword), "\(schema) has no value that breaks \(keyword), only \(broken.sorted())")
    }
  }

  @Test("Equal seeds result in equal values, and different seeds in different values")
  func seeds() {
    let schema: JSONValue = ["type": "string", "minLength": 20]
    var ((one, node), (same, _), (other, _)) = (
      generator(schema, seed: 3), generator(schema, seed: 3), generator(schema, seed: 4)
    )
    let values = [one.value(of: node), same.value(of: node), other.value(of: node)]
    #expect(values[0] == values[1] && values[0] != values[2])
  }

  @Test("The invalid values of several types are in the order of the types' names")
  func order() {
    var (generator, node) = generator(
      [
        "type": ["string", "object", "integer", "array"], "minLength": 2, "minimum": 2, "minItems": 1,
        "required": ["a"],
      ], seed: 8)
    let keywords = generator.invalidValues(of: node).map(\.finding.keyword).filter { $0 != "type" }
    #expect(keywords == ["minItems", "minimum", "required", "minLength"])
  }

  @Test("An example uses the examples and choices of a schema where they are valid")
  func example() {
    let schema: JSONValue = [
      "type": "object",
      "properties": [
        "title": ["type": "string", "examples": ["Buy milk"]], "state": ["enum": ["open", "closed"]],
        "count": ["type": "integer", "default": 20], "tag": ["type": "string", "maxLength": 2, "examples": ["ab"]],
      ],
    ]
    var (generator, node) = generator(schema, seed: 5)
    let example = generator.example(of: node)
    #expect(example == ["title": "Buy milk", "state": "open", "count": 20, "tag": "ab"])
    var (other, wrong) = self.generator(["type": "integer", "examples": ["x"]], seed: 5)
    let valid = other.example(of: wrong)
    #expect(valid?.int != nil)
  }

  @Test("No value is generated for a schema that is unsatisfiable, or has an unreadable pattern or enormous bounds")
  func impossible() {
    for schema in [
      ["type": "integer", "minimum": 2, "maximum": 1], false, ["type": "string", "pattern": "(a)\\1"],
      ["type": "array", "minItems": 9_223_372_036_854_775_807],
      ["type": "string", "minLength": 9_223_372_036_854_775_807],
      ["type": "object", "minProperties": 9_223_372_036_854_775_807],
      ["type": "array", "minItems": 1, "maxItems": -9_223_372_036_854_775_808],
      ["$ref": "#/$defs/none"],
    ] as [JSONValue] {
      var (generator, node) = generator(schema, seed: 6)
      let value = generator.value(of: node)
      #expect(value == nil, "\(schema)")
      _ = generator.boundaryValues(of: node)
      _ = generator.invalidValues(of: node)
    }
  }

  @Test("Names are not generated from an unreadable pattern with huge repetitions", .timeLimit(.minutes(1)))
  func hugeNames() {
    let pattern = #"(([\ud800]{10000}){10000}){10000}"#
    let patterns = JSONValue.object(JSONObject([(pattern, ["type": "string"] as JSONValue)]))
    var (generator, node) = generator(["type": "object", "patternProperties": patterns, "minProperties": 1], seed: 7)
    let value = generator.value(of: node)
    #expect(value == nil)
  }

  @Test("Braces without bounds are literal, and repetitions of an empty group generate nothing")
  func repetitions() {
    for (pattern, expected) in [
      ("^a{-5}$", "a{-5}"), ("^a{+5}$", nil), ("^a{x}$", "a{x}"), ("^a{1,x}$", "a{1,x}"), ("^a{3}$", "aaa"),
      ("^a{٣}$", "a{٣}"), ("^(((){10000}){10000}){10000}b$", "b"),
    ] as [(String, JSONValue?)] {
      var (generator, node) = generator(["type": "string", "pattern": .string(pattern)], seed: 7)
      let value = generator.value(of: node)
      if let expected { #expect(value == expected, "\(pattern)") }
    }
  }
}
