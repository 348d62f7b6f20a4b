import ContractCoding
import ContractOpenAPI
import ContractTestSupport
import Testing

/// A schema with the definitions that its references lead to.
struct SchemaFixture {
  let checker: ValueChecker
  let schema: OpenAPINode

  init(_ schema: JSONValue, definitions: JSONValue = [:], version: OpenAPIVersion = .v31) {
    let root: JSONValue = ["schema": schema, "$defs": definitions]
    checker = ValueChecker(root: root, version: version)
    self.schema = OpenAPINode(schema, at: "/schema")
  }
}

@Suite(.ownThreads) struct ValueCheckerTests {
  static let tree: JSONValue = [
    "type": "object", "properties": ["left": ["$ref": "#/$defs/tree"], "size": ["type": "integer"]],
    "required": ["size"],
  ]
  static let shapes: JSONValue = [
    "oneOf": [
      [
        "type": "object", "properties": ["kind": ["const": "circle"], "radius": ["type": "number"]],
        "required": ["kind", "radius"],
      ],
      [
        "type": "object", "properties": ["kind": ["const": "line"], "length": ["type": "number"]],
        "required": ["kind", "length"],
      ],
    ]
  ]

  struct Row: Sendable {
    let schema: JSONValue
    let valid: [JSONValue]
    /// The keyword that each invalid value breaks, and the location.
    let invalid: [(value: JSONValue, keyword: String, pointer: String)]
    var version = OpenAPIVersion.v31
  }

  static let rows: [Row] = [
    Row(
      schema: ["type": "integer"], valid: [1, 1.0, -7],
      invalid: [(1.5, "type", ""), ("1", "type", ""), (.null, "type", "")]),
    Row(schema: ["type": ["string", "null"]], valid: ["", .null], invalid: [(1, "type", "")]),
    Row(schema: ["type": "string", "nullable": true], valid: [.null], invalid: [(1, "type", "")], version: .v30),
    Row(schema: ["type": "string", "nullable": true], valid: [""], invalid: [(.null, "type", "")]),
    Row(
      schema: ["allOf": [["type": "string"]], "nullable": true], valid: ["", .null], invalid: [(1, "type", "")],
      version: .v30),
    Row(schema: ["enum": ["a", 1, .null]], valid: ["a", 1.0, .null], invalid: [("b", "enum", ""), (2, "enum", "")]),
    Row(schema: ["const": ["a": 1]], valid: [["a": 1.0]], invalid: [(["a": 2], "const", "")]),
    Row(
      schema: ["minimum": 1, "exclusiveMaximum": 2], valid: [1, 1.99, "x"],
      invalid: [(0.99, "minimum", ""), (2, "exclusiveMaximum", "")]),
    Row(
      schema: ["minimum": 1, "exclusiveMinimum": true], valid: [1.1],
      invalid: [(1, "minimum", "")], version: .v30),
    Row(schema: ["multipleOf": 0.01], valid: [1.07, 3, 0], invalid: [(1.005, "multipleOf", "")]),
    Row(
      schema: ["minLength": 2, "maxLength": 3], valid: ["ab", "🙂🙂🙂", 5],
      invalid: [("a", "minLength", ""), ("abcd", "maxLength", ""), ("e\u{301}e\u{301}", "maxLength", "")]),
    Row(schema: ["pattern": "^[a-c]+$"], valid: ["abc"], invalid: [("abd", "pattern", ""), ("", "pattern", "")]),
    Row(schema: ["pattern": "b"], valid: ["abc", "b\n"], invalid: [("ac", "pattern", "")]),
    Row(schema: ["pattern": "(a)\\1"], valid: [], invalid: [("aa", "pattern", "")]),
    Row(
      schema: ["format": "int32"], valid: [2_147_483_647, "x"],
      invalid: [(2_147_483_648, "format", ""), (0.5, "format", "")]),
    Row(schema: ["format": "uint64"], valid: [0], invalid: [(-1, "format", "")]),
    Row(
      schema: ["format": "date-time"], valid: ["2024-02-29T00:00:00.5+01:00"],
      invalid: [("2023-02-29T00:00:00Z", "format", "")]),
    Row(
      schema: ["format": "date"], valid: ["2024-02-29"],
      invalid: [("2023-02-29", "format", ""), ("2023-02-9", "format", "")]),
    Row(
      schema: ["format": "uuid"], valid: ["6ba7b810-9dad-11d1-80b4-00c04fd430c8"],
      invalid: [
        ("6ba7b8109dad11d180b400c04fd430c8", "format", ""), ("6ba7b810-9dad-11d1-80b4-00c04fd430+8", "format", ""),
      ]),
    Row(
      schema: ["format": "uri"], valid: ["https://a/b?c#d", "urn:a:b"],
      invalid: [("/a", "format", ""), ("a:é", "format", ""), ("a:%4", "format", ""), ("1:a", "format", "")]),
    Row(
      schema: ["format": "uri-reference"],
      valid: [
        "", "/a", "a/b:c", "?q", "#", "//a@b:80/c", "//[::1]:8080", "..", "https://a/b?c#d", "urn:a:b", "http://",
        "%41",
      ],
      invalid: [
        "a b", "%4", "1:a", "a:b#c#d", "//a:b", "//[::1", "//[]", "//a@b@c", "a[b", "é", "\\",
      ].map { (JSONValue.string($0), "format", "") }),
    Row(
      schema: ["format": "float"], valid: [3.4e38, -3.4e38, 16_777_217],
      invalid: [(3.41e38, "format", ""), (-1e39, "format", "")]),
    Row(
      schema: ["contentEncoding": "base64"], valid: ["", "YQ==", "YWFh"],
      invalid: [("YQ", "contentEncoding", ""), ("Y===", "contentEncoding", "")]),
    Row(schema: ["format": "color"], valid: ["red"], invalid: []),
    Row(
      schema: ["items": ["type": "integer"], "minItems": 1, "maxItems": 2, "uniqueItems": true], valid: [[1], [1, 2]],
      invalid: [
        ([], "minItems", ""), ([1, 2, 3], "maxItems", ""), ([1, 1.0], "uniqueItems", ""), ([1, "x"], "type", "/1"),
      ]),
    Row(
      schema: ["prefixItems": [["type": "string"]], "items": false], valid: [[], ["a"]],
      invalid: [([1], "type", "/0"), (["a", 1], "false", "/1")]),
    Row(
      schema: ["contains": ["const": 1], "maxContains": 1], valid: [[1, 2]],
      invalid: [([2], "contains", ""), ([1, 1], "contains", "")]),
    Row(
      schema: ["properties": ["a/b": ["type": "string"]], "required": ["a/b"], "additionalProperties": false],
      valid: [["a/b": ""]],
      invalid: [
        ([:], "required", ""), (["a/b": 1], "type", "/a~1b"), (["a/b": "", "c": 1], "additionalProperties", "/c"),
      ]),
    Row(
      schema: ["additionalProperties": ["type": "integer"]], valid: [["a": 1]], invalid: [(["a": "x"], "type", "/a")]),
    Row(
      schema: ["patternProperties": ["^x-": ["type": "integer"]], "additionalProperties": false], valid: [["x-a": 1]],
      invalid: [(["x-a": ""], "type", "/x-a"), (["y": 1], "additionalProperties", "/y")]),
    Row(schema: ["propertyNames": ["maxLength": 1]], valid: [["a": 1]], invalid: [(["ab": 1], "propertyNames", "/ab")]),
    Row(
      schema: ["minProperties": 1, "maxProperties": 1], valid: [["a": 1]],
      invalid: [([:], "minProperties", ""), (["a": 1, "b": 1], "maxProperties", "")]),
    Row(
      schema: ["dependentRequired": ["a": ["b"]]], valid: [["b": 1], ["a": 1, "b": 1]],
      invalid: [(["a": 1], "dependentRequired", "")]),
    Row(
      schema: ["allOf": [["type": "integer"], ["minimum": 1]]], valid: [1],
      invalid: [(0, "minimum", ""), ("", "type", "")]),
    Row(schema: ["anyOf": [["type": "integer"], ["type": "null"]]], valid: [1, .null], invalid: [("", "anyOf", "")]),
    Row(schema: ["oneOf": [["minimum": 1], ["maximum": 5]]], valid: [0, 6], invalid: [(3, "oneOf", "")]),
    Row(schema: ["not": ["const": 1]], valid: [2], invalid: [(1, "not", "")]),
    Row(
      schema: ["if": ["type": "string"], "then": ["minLength": 1], "else": ["minimum": 1]], valid: ["a", 1],
      invalid: [("", "minLength", ""), (0, "minimum", "")]),
    Row(
      schema: ["$ref": "#/$defs/tree"], valid: [["size": 1, "left": ["size": 2]]],
      invalid: [(["size": 1, "left": ["left": ["size": 1]]], "required", "/left")]),
    Row(schema: ["$ref": "#/$defs/tree", "required": ["left"]], valid: [], invalid: [(["size": 1], "required", "")]),
    Row(schema: ["$ref": "#/$defs/tree", "required": ["left"]], valid: [["size": 1]], invalid: [], version: .v30),
    Row(schema: ["$ref": "#/$defs/loop"], valid: [], invalid: [(1, "$ref", "")]),
    Row(schema: ["anyOf": [["$ref": "#/schema"], ["type": "integer"]]], valid: [1], invalid: [("x", "$ref", "")]),
    Row(schema: ["$ref": "#/$defs/none"], valid: [], invalid: [(1, "$ref", "")]),
    Row(
      schema: ["unevaluatedProperties": false], valid: [[:], 1], invalid: [(["a": 1], "unevaluatedProperties", "/a")]),
    Row(
      schema: [
        "allOf": [["properties": ["a": true]], ["$ref": "#/$defs/tree"]], "patternProperties": ["^x": true],
        "unevaluatedProperties": ["type": "integer"],
      ],
      valid: [["a": "", "size": 1, "x1": "", "b": 2]],
      invalid: [(["size": 1, "b": ""], "type", "/b"), (["size": 1, "/": ""], "type", "/~1")]),
    Row(
      schema: [
        "oneOf": [
          ["properties": ["k": ["const": 1], "a": true], "required": ["k"]],
          ["properties": ["k": ["const": 2], "b": true], "required": ["k"]],
        ], "if": ["required": ["c"]], "then": ["properties": ["c": true, "d": true]],
        "dependentSchemas": ["d": ["properties": ["e": true]]], "unevaluatedProperties": false,
      ],
      valid: [["k": 1, "a": 0], ["k": 2, "b": 0], ["k": 1, "c": 0, "d": 0, "e": 0]],
      invalid: [
        (["k": 1, "b": 0], "unevaluatedProperties", "/b"), (["k": 1, "d": 0], "unevaluatedProperties", "/d"),
        (["k": 1, "e": 0], "unevaluatedProperties", "/e"),
      ]),
    Row(
      schema: [
        "allOf": [["unevaluatedProperties": false, "properties": ["a": true]], ["properties": ["b": true]]]
      ], valid: [["a": 1]], invalid: [(["b": 1], "unevaluatedProperties", "/b")]),
    Row(
      schema: ["allOf": [["additionalProperties": true]], "unevaluatedProperties": false], valid: [["a": 1]],
      invalid: []),
    Row(
      schema: [
        "allOf": [["prefixItems": [true]]], "contains": ["type": "string"], "unevaluatedItems": ["type": "null"],
      ],
      valid: [[1, "a", .null]], invalid: [([1, "a", 2], "type", "/2")]),
    Row(
      schema: [
        "anyOf": [["items": ["type": "integer"]], ["prefixItems": [["type": "string"]]]], "unevaluatedItems": false,
      ],
      valid: [[1, 2], ["a"]], invalid: [(["a", 1], "unevaluatedItems", "/1")]),
    Row(schema: false, valid: [], invalid: [(1, "false", "")]),
    Row(schema: true, valid: [1], invalid: []),
    Row(
      schema: shapes, valid: [["kind": "line", "length": 1]],
      invalid: [(["kind": "line", "length": "x"], "type", "/length")]),
  ]

  @Test("Each keyword accepts valid values and reports others at their location", arguments: rows.indices)
  func keywords(_ index: Int) {
    let row = Self.rows[index]
    let fixture = SchemaFixture(
      row.schema, definitions: ["tree": Self.tree, "loop": ["$ref": "#/$defs/loop"]], version: row.version)
    for value in row.valid {
      #expect(fixture.checker.findings(in: value, against: fixture.schema).isEmpty, "\(row.schema): \(value)")
    }
    for (value, keyword, pointer) in row.invalid {
      let found = fixture.checker.findings(in: value, against: fixture.schema)
      #expect(
        found.contains { $0.keyword == keyword && $0.pointer == pointer },
        "\(row.schema): \(value) has the findings \(found), expected \(keyword) at `\(pointer)`")
    }
  }

  @Test("A value of another type is reported once, and not again for its format")
  func formatOfAnotherType() {
    for (schema, value) in [
      (["type": "integer", "format": "int64"], "x"), (["type": ["integer", "null"], "format": "int64"], "x"),
      (["type": "integer", "format": "int32"], 0.5),
    ] as [(JSONValue, JSONValue)] {
      let fixture = SchemaFixture(schema)
      #expect(fixture.checker.findings(in: value, against: fixture.schema).map(\.keyword) == ["type"], "\(schema)")
    }
  }

  @Test("A string that is too long for a pattern is reported as unreadable, and a shorter one is matched")
  func longStrings() {
    for (pattern, length, isUnreadable) in [
      ("^a*$", 2_000_000, true), ("^(a|aa|a{500})*$", 100_000, true), ("^a*b$", 1000, false),
    ] {
      let fixture = SchemaFixture(["pattern": .string(pattern)])
      let found = fixture.checker.findings(
        in: .string(String(repeating: "a", count: length)), against: fixture.schema)
      #expect(found.map(\.isUnreadable) == [isUnreadable], "\(pattern): \(found)")
    }
  }

  @Test("Numbers are compared by value with all their digits")
  func decimals() throws {
    for (text, bound, isValid) in [
      (text: "100000000000000000000000000001", bound: "100000000000000000000000000000", isValid: false),
      (text: "1e2", bound: "100", isValid: true), (text: "100.0000000000000000000001", bound: "100", isValid: false),
      (text: "-0.0", bound: "0", isValid: true), (text: "1e999999999999999999999", bound: "5", isValid: false),
      (text: "-1e999999999999999999999", bound: "5", isValid: true),
      (text: "1e-999999999999999999999", bound: "0", isValid: false),
    ] {
      let value = try JSONValue(parsing: text)
      let fixture = SchemaFixture(["maximum": try JSONValue(parsing: bound)])
      #expect(fixture.checker.accepts(value, fixture.schema) == isValid, "\(text) at most \(bound)")
    }
  }

  @Test("Deeply nested schemas and values are checked or reported without a trap")
  func depth() throws {
    let fixture = SchemaFixture(["$ref": "#/$defs/list"], definitions: ["list": ["items": ["$ref": "#/$defs/list"]]])
    let text = String(repeating: "[", count: 120) + String(repeating: "]", count: 120)
    #expect(fixture.checker.accepts(try JSONValue(parsing: text), fixture.schema))
    var deep: JSONValue = 1
    for _ in 0..<500 { deep = [deep] }
    let found = fixture.checker.findings(in: deep, against: fixture.schema)
    #expect(found.contains { $0.isUnreadable })
  }

  /// Expressions with three alternatives, each of which contains an expression.
  private static func expressions(_ discriminator: JSONValue?) -> JSONValue {
    let names = ["and", "or", "not"]
    var rules: JSONObject = ["oneOf": .array(names.map { ["$ref": .string("#/$defs/\($0)")] })]
    rules["discriminator"] = discriminator
    var definitions: JSONObject = ["expression": .object(rules)]
    for name in names {
      definitions[name] = [
        "type": "object", "required": ["op"],
        "properties": [
          "op": discriminator == nil ? ["const": .string(name)] : ["type": "string"],
          "item": ["$ref": "#/$defs/expression"],
        ],
      ]
    }
    return .object(definitions)
  }

  @Test("The time of alternatives grows with the depth of a value, not with the number of combinations")
  func alternatives() {
    let mapping: JSONValue = ["and": "#/$defs/and", "or": "#/$defs/or", "not": "#/$defs/not"]
    for discriminator in [["propertyName": "op", "mapping": mapping], nil] as [JSONValue?] {
      let fixture = SchemaFixture(["$ref": "#/$defs/expression"], definitions: Self.expressions(discriminator))
      let place = String(repeating: "/item", count: 40) + (discriminator == nil ? "" : "/op")
      for (last, expected) in [("or", []), ("xor", [place])] {
        var value: JSONValue = ["op": .string(last)]
        for _ in 0..<40 { value = ["op": "and", "item": value] }
        let found = fixture.checker.findings(in: value, against: fixture.schema)
        #expect(found.map(\.pointer) == expected && !found.contains(where: \.isUnreadable), "\(found)")
      }
    }
  }

  @Test("A discriminator without a mapping accepts the values of alternatives that are unions")
  func nestedUnions() {
    let created: JSONValue = ["properties": ["type": ["const": "order.created"]], "required": ["type"]]
    let user: JSONValue = ["properties": ["type": ["type": "string"]], "required": ["type", "name"]]
    let fixture = SchemaFixture(
      ["oneOf": [["$ref": "#/$defs/Order"], ["$ref": "#/$defs/User"]], "discriminator": ["propertyName": "type"]],
      definitions: ["Order": ["oneOf": [created]], "User": user])
    #expect(fixture.checker.findings(in: ["type": "order.created"], against: fixture.schema).isEmpty)
    #expect(!fixture.checker.findings(in: ["type": "order.deleted"], against: fixture.schema).isEmpty)
  }

  static let spellings: [(String, String, String?)] = [
    ("A B", "#/components/schemas/A%20B", "#/components/schemas/A B"),
    ("A B", "#/components/schemas/A B", "#/components/schemas/A%20B"),
    ("A B", "#/components/schemas/A%20B", "A B"), ("A B", "#/components/schemas/A%20B", nil),
    ("A/B", "#/components/schemas/A~1B", "A/B"), ("A/B", "#/components/schemas/A~1B", nil),
    ("A~B", "#/components/schemas/A~0B", "#/components/schemas/A%7E0B"),
    ("50%", "#/components/schemas/50%25", nil), ("50%", "#/components/schemas/50%25", "50%"),
    ("A%20B", "#/components/schemas/A%2520B", nil), ("A%20B", "#/components/schemas/A%2520B", "A%20B"),
  ]

  @Test("A discriminator selects its alternative by any spelling of the reference", arguments: spellings)
  func spelledReferences(_ name: String, _ reference: String, _ mapping: String?) {
    let tag = mapping == nil ? name : "a"
    var discriminator: JSONObject = ["propertyName": "kind"]
    if let mapping { discriminator["mapping"] = ["a": .string(mapping)] }
    let branches: [JSONValue] = [["$ref": .string(reference)], ["$ref": "#/components/schemas/Other"]]
    let schema: JSONValue = ["oneOf": .array(branches), "discriminator": .object(discriminator)]
    var schemas: JSONObject = [
      "Other": ["type": "object", "required": ["name"], "properties": ["name": ["type": "string"]]]
    ]
    schemas[name] = ["type": "object", "required": ["size"], "properties": ["size": ["type": "integer"]]]
    let checker = ValueChecker(root: ["components": ["schemas": .object(schemas)]])
    let node = OpenAPINode(schema, at: "/schema")
    #expect(checker.accepts(["kind": .string(tag), "size": 1], node))
    // The value satisfies only the other alternative.
    #expect(!checker.accepts(["kind": .string(tag), "name": "x"], node))
    var generator = ValueGenerator(checker, seed: 1)
    let values = (0..<40).compactMap { _ in generator.value(of: node) }
    #expect(values.contains { $0["kind"] == .string(tag) && $0["size"] != nil }, "\(values)")
  }

  @Test(
    "A value that names a component may be known to an alternative, also if the name contains a percent sign",
    arguments: [("C", true), ("50%", true), ("A%20B", true), ("A B", false), ("D", false)])
  func namedComponents(tag: String, isAccepted: Bool) {
    let schema: JSONValue = [
      "oneOf": [["$ref": "#/components/schemas/First"], ["$ref": "#/components/schemas/Second"]],
      "discriminator": ["propertyName": "kind"],
    ]
    let schemas: JSONObject = [
      "First": ["type": "object", "required": ["size"]], "Second": ["type": "object", "required": ["name"]],
      "C": true, "50%": true, "A%20B": true,
    ]
    let checker = ValueChecker(root: ["components": ["schemas": .object(schemas)]])
    #expect(checker.accepts(["kind": .string(tag), "size": 1], OpenAPINode(schema, at: "/schema")) == isAccepted)
  }

  @Test("A value that needs exponential steps is reported as unreadable")
  func steps() {
    let member: JSONValue = ["properties": ["a": ["$ref": "#/$defs/twice"]]]
    let fixture = SchemaFixture(["$ref": "#/$defs/twice"], definitions: ["twice": ["allOf": [member, member]]])
    var value: JSONValue = 1
    for _ in 0..<60 { value = ["a": value] }
    let found = fixture.checker.findings(in: value, against: fixture.schema)
    #expect(!found.isEmpty && found.allSatisfy(\.isUnreadable))
  }

  @Test("A schema with a discriminator but without alternatives does not check the rules of its subtypes")
  func inheritedSubtypes() {
    let pet: JSONValue = ["required": ["kind"], "discriminator": ["propertyName": "kind"]]
    let cat: JSONValue = ["allOf": [["$ref": "#/components/schemas/Pet"], ["required": ["lives"]]]]
    let checker = ValueChecker(root: ["components": ["schemas": ["Pet": pet, "Cat": cat]]])
    for (name, isValid) in [("Pet", true), ("Cat", false)] {
      let schema = OpenAPINode(["$ref": .string("#/components/schemas/\(name)")], at: "/schema")
      #expect(checker.accepts(["kind": "Cat"], schema) == isValid, "\(name)")
    }
  }

  @Test("With allOf, a subtype may extend the schema that lists it as an alternative")
  func subtypes() {
    let kinds: JSONValue = [
      "type": "object", "required": ["kind"], "discriminator": ["propertyName": "kind"],
      "oneOf": [["$ref": "#/components/schemas/Cat"], ["$ref": "#/components/schemas/Dog"]],
    ]
    let lives: JSONValue = ["required": ["lives"], "properties": ["lives": ["type": "integer"]]]
    let loud: JSONValue = ["required": ["loud"], "properties": ["loud": ["type": "boolean"]]]
    let parent: JSONValue = ["$ref": "#/components/schemas/Pet"]
    let schemas: JSONValue = ["Pet": kinds, "Cat": ["allOf": [parent, lives]], "Dog": ["allOf": [parent, loud]]]
    let checker = ValueChecker(root: ["components": ["schemas": schemas]])
    for name in ["Pet", "Cat"] {
      let schema = OpenAPINode(["$ref": .string("#/components/schemas/\(name)")], at: "/schema")
      for (value, pointers) in [
        (["kind": "Cat", "lives": 9], []), (["kind": "Cat", "lives": "x"], ["/lives"]),
      ] as [(JSONValue, [String])] {
        let found = checker.findings(in: value, against: schema)
        #expect(Set(found.map(\.pointer)) == Set(pointers), "\(name): \(found)")
      }
    }
  }
}
