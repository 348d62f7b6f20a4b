import ContractCoding
import Testing

@testable import ContractOpenAPI

@Suite struct TypeScriptTypeTests {
  struct Row: CustomTestStringConvertible {
    let schema: JSONValue
    let type: String
    var input: String?
    var testDescription: String { schema.description }

    init(_ schema: JSONValue, _ type: String, input: String? = nil) {
      self.schema = schema
      self.type = type
      self.input = input
    }
  }

  private static func number(_ digits: String) -> JSONValue { JSONDigits(digits).map { .number($0) } ?? .null }

  static let rows: [Row] = [
    Row(true, "JSONValue"), Row(false, "never"), Row([:], "JSONValue"),
    Row(["type": "string"], "string"), Row(["type": "boolean"], "boolean"), Row(["type": "null"], "null"),
    Row(["type": "number", "format": "double"], "number"),
    Row(["type": "integer", "format": "int64"], "bigint", input: "number | bigint"),
    Row(["type": "integer", "format": "int64", "minimum": 1, "maximum": 9], "bigint"),
    Row(["type": "integer"], "bigint"), Row(["type": "integer", "format": "int32"], "number"),
    Row(["type": "integer", "minimum": 0, "maximum": 255], "number"),
    Row(["type": "integer", "minimum": 0, "maximum": 18_014_398_509_481_984], "bigint"),
    Row(["type": "string", "format": "date-time"], "Date"), Row(["type": "string", "format": "date"], "string"),
    Row(["type": "string", "contentEncoding": "base64"], "Uint8Array"),
    Row(["type": "string", "format": "byte"], "Uint8Array"),
    // Null, as both versions write it.
    Row(["type": ["string", "null"]], "string | null"), Row(["type": "string", "nullable": true], "string | null"),
    Row(["anyOf": [["$ref": "#/components/schemas/Leaf"], ["type": "null"]]], "Leaf | null"),
    Row(["type": ["integer", "null"], "format": "int64"], "bigint | null", input: "number | bigint | null"),
    // Constants and enumerations.
    Row(["const": "a\"b\\"], #""a\"b\\""#), Row(["enum": ["a", "b", .null]], #""a" | "b" | null"#),
    Row(["type": "integer", "format": "int64", "enum": [1, -2]], "1n | -2n"),
    Row(["type": "integer", "format": "int64", "enum": [number("1.0"), number("-1e3")]], "1n | -1000n"),
    Row(["enum": [1, 2.5, true]], "1 | 2.5 | true"),
    Row(["anyOf": [["enum": ["a", "b"]], ["type": "string"]]], #""a" | "b" | (string & {})"#),
    Row(["type": "array", "items": ["type": "string", "x-extensible-enum": ["a"]]], #"("a" | (string & {}))[]"#),
    Row(["type": "string", "examples": ["open", "in-work"]], #""open" | "in-work" | (string & {})"#),
    Row(["type": "string", "examples": ["Buy milk", "Run"]], "string"),
    Row(["type": "string", "examples": ["a", "b"], "maxLength": 9], "string"),
    // Arrays, tuples and dictionaries.
    Row(["type": "array", "items": ["type": ["string", "null"]]], "(string | null)[]"),
    Row(["type": "array"], "JSONValue[]"),
    Row(["type": "array", "items": ["type": "integer"]], "bigint[]", input: "(number | bigint)[]"),
    Row(
      ["type": "array", "prefixItems": [["type": "string"], ["type": "boolean"]], "items": false], "[string, boolean]"),
    Row(["prefixItems": [["type": "string"]], "items": ["type": "number"]], "[string, ...number[]]"),
    Row(["type": "object", "additionalProperties": ["type": "number"]], "{ [name: string]: number }"),
    Row(["type": "object"], "{ [name: string]: JSONValue }"),
    // Objects.
    Row(
      ["properties": ["a": ["type": "string"], "b-c": ["type": "number"]], "required": ["a"]],
      #"{ a: string; "b-c"?: number }"#),
    Row(
      ["type": "object", "properties": ["a": [:]], "additionalProperties": ["type": "number"]],
      "{ a?: JSONValue; [name: string]: unknown }"),
    Row(["properties": ["id": ["type": "string", "readOnly": true]], "required": ["id"]], "{ readonly id?: string }"),
    // Combinations.
    Row(
      ["allOf": [["$ref": "#/components/schemas/Leaf"], ["properties": ["b": ["type": "boolean"]]]]],
      "Leaf & { b?: boolean }"),
    Row(["allOf": [["$ref": "#/components/schemas/Leaf"], ["type": "object", "required": ["a"]]]], "Leaf"),
    Row(
      [
        "allOf": [
          ["$ref": "#/components/schemas/Leaf"], ["type": "object", "additionalProperties": ["type": "number"]],
        ]
      ],
      "Leaf & { [name: string]: number }"),
    Row(["type": "string", "anyOf": [["minLength": 1], ["pattern": "x"]]], "string"),
    Row(["oneOf": [["type": "string"], ["type": "boolean"], ["type": "string"]]], "string | boolean"),
    Row(
      [
        "oneOf": [["$ref": "#/components/schemas/Leaf"], ["$ref": "#/components/schemas/Dog"]],
        "discriminator": ["propertyName": "kind", "mapping": ["leaf": "#/components/schemas/Leaf", "tree": "Leaf"]],
      ],
      #"(Leaf & { kind: "leaf" | "tree" }) | Dog"#),
    Row(
      [
        "oneOf": [["$ref": "#/components/schemas/Leaf"], ["$ref": "#/components/schemas/Dog"]],
        "discriminator": ["propertyName": "name"],
      ],
      #"(Leaf & { name: "Leaf" }) | (Dog & { name: "Dog" })"#),
    Row(
      [
        "anyOf": [
          ["type": "object", "properties": ["t": ["const": "a"]], "required": ["t"]],
          ["type": "object", "properties": ["t": ["type": "string"]], "required": ["t"]],
        ]
      ],
      #"{ t: "a" } | { t: UnknownTag; [name: string]: unknown }"#),
    // In OpenAPI 3.0, null is a list with one value.
    Row(
      [
        "anyOf": [
          ["type": "object", "properties": ["t": ["enum": ["a"]]], "required": ["t"]],
          ["type": "object", "properties": ["t": ["type": "string"]], "required": ["t"]],
          ["type": "object", "nullable": true, "enum": [.null]],
        ]
      ],
      #"{ t: "a" } | { t: UnknownTag; [name: string]: unknown } | null"#),
    // References.
    Row(["$ref": "#/components/schemas/Leaf", "description": "A leaf."], "Leaf"),
    Row(["$ref": "#/components/schemas/a~1b%20c"], "ABC"),
    Row(["$ref": "#/components/schemas/Leaf/properties/a"], "string"),
    Row(["$ref": "#/components/schemas/Loop/properties/a"], "JSONValue"),
    Row(["$ref": "other.json"], "JSONValue"), Row(["$ref": "#/components/schemas/None"], "JSONValue"),
    Row(["type": "strong"], "JSONValue"),
    Row("no schema", "JSONValue"),
  ]

  static let document: JSONValue = [
    "components": [
      "schemas": [
        "Leaf": ["type": "object", "properties": ["a": ["type": "string"]]],
        "Dog": ["type": "object", "properties": ["kind": ["const": "dog"]], "required": ["kind"]],
        "a/b c": ["type": "string"],
        "Loop": ["properties": ["a": ["$ref": "#/components/schemas/Loop/properties/a"]]],
      ]
    ]
  ]

  private func text(_ schema: JSONValue, isInput: Bool = false, options: TypeScriptOptions = TypeScriptOptions())
    -> String
  {
    var reader = TypeScriptReader(Self.document, options: options)
    let components = ["Leaf": "Leaf", "Dog": "Dog", "a/b c": "ABC"]
    return TypeScriptSpelling(options: options, components: components, isInput: isInput).text(
      reader.type(schema, at: ""))
  }

  @Test("A schema becomes a type with the same values", arguments: rows)
  func types(row: Row) {
    #expect(text(row.schema) == row.type)
    if let input = row.input { #expect(text(row.schema, isInput: true) == input) }
  }

  @Test("Options select the types of large integers and dates")
  func options() {
    let large: JSONValue = ["type": "integer", "enum": [Self.number("1.0")]]
    let rows: [(TypeScriptOptions.LargeIntegers, String, String, String)] = [
      (.bigint, "bigint", "number | bigint", "1n"), (.string, "string", "number | string", "\"1\""),
      (.number, "number", "number", "1"),
    ]
    for (integers, output, input, literal) in rows {
      var options = TypeScriptOptions()
      options.largeIntegers = integers
      #expect(text(["type": "integer"], options: options) == output, "\(integers)")
      #expect(text(["type": "integer"], isInput: true, options: options) == input, "\(integers)")
      #expect(text(large, options: options) == literal, "\(integers)")
    }
    var options = TypeScriptOptions()
    options.dates = .string
    #expect(text(["type": "string", "format": "date-time"], options: options) == "string")
  }

  @Test("Schemas outside of components that include others several times are each read once", .timeLimit(.minutes(1)))
  func includedOutsideOfComponents() {
    func including(_ levels: [Int]) -> JSONValue {
      ["allOf": .array(levels.map { ["$ref": .string("#/x/\($0)")] })]
    }
    var chain: JSONObject = ["40": ["type": "string"]]
    for level in 0..<40 { chain["\(level)"] = including(Array(repeating: level + 1, count: 8)) }
    var reader = TypeScriptReader(["x": .object(chain)], options: TypeScriptOptions())
    let last = reader.type(["$ref": "#/x/0"], at: "")
    #expect(last == .string && reader.notes.isEmpty)
    // Each schema includes all schemas, also itself.
    var cycles = JSONObject()
    for level in 0..<16 { cycles["\(level)"] = including(Array(0..<16)) }
    reader = TypeScriptReader(["x": .object(cycles)], options: TypeScriptOptions())
    let endless = reader.type(["$ref": "#/x/0"], at: "")
    #expect(endless == .any && !reader.notes.isEmpty)
  }

  @Test("A subtype with a percent sign in its name is an alternative of its base", arguments: ["50%", "A%20B", "A B"])
  func namedSubtype(name: String) {
    let base: JSONValue = [
      "type": "object", "required": ["kind"], "properties": ["kind": ["type": "string"]],
      "discriminator": ["propertyName": "kind"],
    ]
    let own: JSONValue = ["properties": ["size": ["type": "number"]]]
    var schemas: JSONObject = ["Base": base]
    schemas[name] = ["allOf": [["$ref": "#/components/schemas/Base"], own]]
    var reader = TypeScriptReader(["components": ["schemas": .object(schemas)]], options: TypeScriptOptions())
    reader.readComponents()
    #expect(reader.notes.isEmpty)
    #expect("\(reader.types["Base"] ?? .any)".contains("component(\"\(name)\")"))
  }

  @Test("Schemas that include themselves or each other several times are each read once", .timeLimit(.minutes(1)))
  func includedSchemas() {
    func reference(_ name: String) -> JSONValue { ["$ref": .string("#/components/schemas/\(name)")] }
    func including(_ name: String) -> JSONValue { .array(Array(repeating: reference(name), count: 8)) }
    let size: JSONValue = ["type": "integer"]
    var schemas: JSONObject = [
      "Circle": ["allOf": including("Circle"), "required": ["kind"], "properties": ["kind": ["const": "circle"]]],
      "Own": ["allOf": including("D0"), "required": ["kind"], "properties": ["kind": ["const": "own"]]],
      "D40": ["required": ["kind"], "properties": ["kind": ["const": "last"], "size": size]],
    ]
    for level in 0..<40 { schemas["D\(level)"] = ["allOf": including("D\(level + 1)")] }
    let reader = TypeScriptReader(["components": ["schemas": .object(schemas)]], options: TypeScriptOptions())
    for (name, kind, member) in [
      ("Circle", "circle", nil), ("D0", "last", size), ("Own", "own", size),
    ] as [(String, JSONValue, JSONValue?)] {
      #expect(reader.constants(of: reference(name))["kind"] == kind, "\(name)")
      #expect(reader.property("size", of: reference(name)) == member, "\(name)")
    }
  }
}
