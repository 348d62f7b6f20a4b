import ContractCoding
import ContractOpenAPI
import Testing

@Suite struct OpenAPIDiffTests {
  /// Returns a document with operations that share recursive schemas.
  static func large(operations: Int, maximum: JSONValue) throws -> OpenAPIDocument {
    var paths: [(String, JSONValue)] = []
    for index in 0..<operations {
      let reference: JSONValue = ["$ref": .string("#/components/schemas/Node\(index % 500)")]
      let content: JSONValue = ["application/json": ["schema": reference]]
      let operation: JSONValue = [
        "operationId": .string("operation\(index)"),
        "parameters": [["name": "limit", "in": "query", "schema": ["type": "integer", "minimum": 1]]],
        "requestBody": ["content": content],
        "responses": ["200": ["description": "a node", "content": content], "404": ["description": "none"]],
      ]
      paths.append(("/nodes\(index)/{id}", ["post": operation]))
    }
    let schemas = (0..<500).map { index -> (String, JSONValue) in
      let next: JSONValue = ["$ref": .string("#/components/schemas/Node\((index + 1) % 500)")]
      let node: JSONValue = [
        "type": "object", "required": ["size"],
        "properties": [
          "size": ["type": "integer", "maximum": index == 7 ? maximum : 100],
          "next": index % 10 == 9 ? ["type": "null"] : next,
          "children": ["type": "array", "items": ["$ref": .string("#/components/schemas/Node\(index)")]],
        ],
      ]
      return ("Node\(index)", node)
    }
    return try OpenAPIDocument([
      "openapi": "3.1.1", "info": ["title": "Nodes", "version": "1"], "paths": .object(JSONObject(paths)),
      "components": ["schemas": .object(JSONObject(schemas))],
    ])
  }

  @Test("A change of a schema is reported once for each direction, with all operations that reach it")
  func shared() throws {
    let diff = OpenAPIDiff(
      from: try Self.large(operations: 1_000, maximum: 100), to: try Self.large(operations: 1_000, maximum: 50))
    #expect(diff.changes.map(\.rule) == [.rangeNarrowed, .rangeNarrowed])
    #expect(diff.changes.map(\.severity) == [.breaking, .safe])
    // Nodes 0 to 7 lead to node 7.
    #expect(diff.changes.map(\.operations.count) == [16, 16])
    #expect(
      diff.changes.map(\.pointer) == Array(repeating: "/components/schemas/Node7/properties/size/maximum", count: 2))
  }

  @Test("Equal documents of 1,000 operations with recursive schemas have no difference")
  func equal() throws {
    let document = try Self.large(operations: 1000, maximum: 100)
    let changes = OpenAPIDiff(from: document, to: document).changes
    #expect(changes.isEmpty, "\(changes.prefix(3))")
  }

  @Test("Null is compared across versions of OpenAPI, which write it differently")
  func null() throws {
    let pairs: [(old: JSONValue, new: JSONValue)] = [
      (["type": "string", "nullable": true], ["type": ["string", "null"]]),
      (["allOf": [["type": "string"]], "nullable": true], ["anyOf": [["type": "string"], ["type": "null"]]]),
      (
        ["oneOf": [["type": "string"], ["type": "integer"]], "nullable": true],
        ["oneOf": [["type": "string"], ["type": "integer"], ["type": "null"]]]
      ),
    ]
    for (old, new) in pairs {
      var (before, now) = (SchemaVersion(old).document.root.value, SchemaVersion(new).document.root.value)
      (before["openapi"], now["openapi"]) = ("3.0.3", "3.1.1")
      let diff = OpenAPIDiff(from: try OpenAPIDocument(before), to: try OpenAPIDocument(now))
      #expect(diff.changes.isEmpty, "\(old) and \(new)")
    }
  }

  @Test("In OpenAPI 3.0, `nullable` next to a reference is ignored, as by the checker of values")
  func nullableReference() throws {
    func document(_ schema: JSONValue) throws -> OpenAPIDocument {
      var value = SchemaVersion(schema).document.root.value
      value["openapi"] = "3.0.3"
      value["components"] = ["schemas": ["A": ["type": "string"]]]
      return try OpenAPIDocument(value)
    }
    let reference: JSONValue = ["$ref": "#/components/schemas/A"]
    let (old, new) = (try document(reference), try document(reference.merging(["nullable": true])))
    #expect(OpenAPIDiff(from: old, to: new).changes.isEmpty)
    let schema = try #require(new.operations[0].requestBody?.content[0].schema)
    #expect(!ValueChecker(new).accepts(.null, schema))
  }

  @Test("Alternatives are compared by their discriminator values")
  func mappings() throws {
    func document(_ mapping: [(String, String)]) throws -> OpenAPIDocument {
      var targets = JSONObject()
      for (name, target) in mapping { targets[name] = .string("#/components/schemas/\(target)") }
      let schema: JSONValue = [
        "oneOf": [["$ref": "#/components/schemas/Cat"], ["$ref": "#/components/schemas/Dog"]],
        "discriminator": ["propertyName": "kind", "mapping": .object(targets)],
      ]
      var value = SchemaVersion(schema).document.root.value
      func pet(_ type: JSONValue) -> JSONValue {
        [
          "type": "object", "required": ["kind", "a"],
          "properties": ["kind": ["type": "string"], "a": ["type": type]],
        ]
      }
      value["components"] = ["schemas": ["Cat": pet("string"), "Dog": pet("integer")]]
      return try OpenAPIDocument(value)
    }
    let old = try document([("cat", "Cat"), ("dog", "Dog")])
    let rows: [(mapping: [(String, String)], rules: Set<DiffRule>)] = [
      ([("cat", "Cat"), ("dog", "Dog")], []), ([("dog", "Dog"), ("cat", "Cat")], []),
      ([("tom", "Cat"), ("dog", "Dog")], [.alternativeRemoved, .alternativeAdded]),
      ([("cat", "Dog"), ("dog", "Cat")], [.typeChanged]),
      ([("cat", "Cat"), ("tom", "Cat"), ("dog", "Dog")], [.alternativeAdded]),
    ]
    for (mapping, rules) in rows {
      let changes = OpenAPIDiff(from: old, to: try document(mapping)).changes
      #expect(Set(changes.map(\.rule)) == rules, "\(mapping)")
    }
  }

  @Test("A range of media types accepts the requests of its types")
  func ranges() throws {
    func document(_ type: String, _ schema: JSONValue) throws -> OpenAPIDocument {
      let content = JSONObject([(type, ["schema": schema] as JSONValue)])
      return try OperationPair.document(["requestBody": ["required": true, "content": .object(content)]])
    }
    let old = try document("image/png", ["type": "string"])
    let changes = OpenAPIDiff(from: old, to: try document("image/*", ["type": "string"])).changes
    #expect(changes.map(\.rule) == [.requestMediaTypeAdded])
    let narrowed = OpenAPIDiff(from: old, to: try document("image/*", ["type": "string", "maxLength": 5])).changes
    #expect(narrowed.map(\.rule) == [.lengthNarrowed, .requestMediaTypeAdded])
    let json = try document("application/json", ["type": "string"])
    let named = try document("application/json; charset=utf-8", ["type": "string"])
    #expect(OpenAPIDiff(from: named, to: json).changes.isEmpty, "JSON has no charset")
    let versioned = try document("application/json; version=1", ["type": "string"])
    #expect(!OpenAPIDiff(from: versioned, to: json).changes.isEmpty)
  }

  @Test("Members are compared only in the direction in which they are sent")
  func directions() throws {
    func document(_ member: JSONValue, _ required: JSONValue = []) throws -> OpenAPIDocument {
      SchemaVersion(["type": "object", "properties": ["a": member], "required": required]).document
    }
    let text: JSONValue = ["type": "string"]
    let (readOnly, writeOnly) = (text.merging(["readOnly": true]), text.merging(["writeOnly": true]))
    let none = SchemaVersion(["type": "object"]).document
    let rows: [(old: OpenAPIDocument, new: OpenAPIDocument, request: [DiffRule], response: [DiffRule])] = [
      (none, try document(readOnly, ["a"]), [], [.requiredMemberAdded]),
      (none, try document(writeOnly, ["a"]), [.requiredMemberAdded], []),
      (try document(text), try document(readOnly), [.memberRemoved], []),
      (try document(text, ["a"]), try document(writeOnly, ["a"]), [], [.requiredMemberRemoved]),
      (try document(readOnly), try document(["type": "integer", "readOnly": true]), [], [.typeChanged]),
    ]
    for (index, row) in rows.enumerated() {
      let changes = OpenAPIDiff(from: row.old, to: row.new).changes
      #expect(changes.filter { $0.direction == .request }.map(\.rule) == row.request, "\(index)")
      #expect(changes.filter { $0.direction == .response }.map(\.rule) == row.response, "\(index)")
    }
  }

  @Test("A changed $ref target is reported for keywords that are not compared rule by rule")
  func targets() throws {
    func document(_ schema: JSONValue, _ target: JSONValue) throws -> OpenAPIDocument {
      var value = SchemaVersion(schema).document.root.value
      value["components"] = ["schemas": ["K": target]]
      return try OpenAPIDocument(value)
    }
    let reference: JSONValue = ["$ref": "#/components/schemas/K"]
    let rows: [(schema: JSONValue, rules: Set<DiffRule>)] = [
      (["type": "object", "propertyNames": reference], [.incomparable]),
      (["type": "array", "contains": reference], [.incomparable]),
      (["type": "object", "oneOf": [["dependentSchemas": ["a": reference]], ["required": ["b"]]]], [.incomparable]),
      (["type": "string", "not": ["anyOf": [reference]]], [.exclusionAdded, .exclusionRemoved]),
    ]
    for (schema, rules) in rows {
      let old = try document(schema, ["enum": ["a", "b"]])
      let diff = OpenAPIDiff(from: old, to: try document(schema, ["enum": ["a"]]))
      #expect(Set(diff.changes.map(\.rule)) == rules, "\(schema)")
      let described = OpenAPIDiff(from: old, to: try document(schema, ["enum": ["a", "b"], "description": "K"]))
      #expect(described.changes.isEmpty, "\(schema)")
    }
  }

  @Test("A changed schema of event data is reported", arguments: ["3.1.1", "3.2.0"])
  func events(version: String) throws {
    func document(_ type: JSONValue, _ mediaType: JSONValue = "application/json") throws -> OpenAPIDocument {
      let data: JSONValue = ["type": "string", "contentMediaType": mediaType, "contentSchema": ["type": type]]
      let item: JSONValue = ["type": "object", "properties": ["data": data]]
      let keyword = version == "3.2.0" ? "itemSchema" : "x-itemSchema"
      let stream: JSONValue = .object(JSONObject([(keyword, item)]))
      let response: JSONValue = ["description": "events", "content": ["text/event-stream": stream]]
      var value = try OperationPair.document(["responses": ["200": response]]).root.value
      value["openapi"] = .string(version)
      return try OpenAPIDocument(value)
    }
    let old = try document("integer")
    let changes = OpenAPIDiff(from: old, to: try document("boolean")).changes
    #expect(changes.map(\.rule) == [.typeChanged] && changes.map(\.severity) == [.breaking])
    #expect(OpenAPIDiff(from: old, to: try document("integer", "text/csv")).changes.map(\.rule) == [.formatChanged])
  }

  @Test("Streams of OpenAPI 3.1 and 3.2 are compared by their elements, and a removed schema has a location")
  func streams() throws {
    func document(_ version: String, _ media: JSONValue) throws -> OpenAPIDocument {
      let content: JSONValue = ["application/jsonl": media]
      var value = try OperationPair.document([
        "requestBody": ["content": content], "responses": ["200": ["description": "lines", "content": content]],
      ]).root.value
      value["openapi"] = .string(version)
      return try OpenAPIDocument(value)
    }
    let line: JSONValue = ["type": "integer"]
    let old = try document("3.1.1", ["schema": ["type": "string"], "x-itemSchema": line])
    let new = try document("3.2.0", ["itemSchema": line])
    #expect(OpenAPIDiff(from: old, to: new).changes.isEmpty)
    #expect(OpenAPIDiff(from: new, to: old).changes.isEmpty)
    let other = try document("3.2.0", ["itemSchema": ["type": "boolean"]])
    #expect(Set(OpenAPIDiff(from: old, to: other).changes.map(\.rule)) == [.typeChanged])
    let open = try document("3.1.1", [:])
    let pointers = OpenAPIDiff(from: try document("3.1.1", ["schema": line]), to: open).changes.map(\.pointer)
    #expect(!pointers.isEmpty && !pointers.contains(""))
  }

  @Test("A changed contentEncoding is a change of the format, even if no value is refused")
  func encodings() {
    func version(_ encoding: JSONValue?) -> OpenAPIDocument {
      SchemaVersion(encoding.map { ["type": "string", "contentEncoding": $0] } ?? ["type": "string"]).document
    }
    let rows: [(old: JSONValue?, new: JSONValue?, rules: Set<DiffRule>)] = [
      ("base64", "base64url", [.formatChanged]), ("base64url", "base16", [.formatChanged]),
      (nil, "base64url", [.formatAdded]), ("base64url", nil, [.formatRemoved]), ("base64url", "base64url", []),
    ]
    for (old, new, rules) in rows {
      let changes = OpenAPIDiff(from: version(old), to: version(new)).changes
      #expect(Set(changes.map(\.rule)) == rules, "\(String(describing: old)) and \(String(describing: new))")
    }
  }

  @Test("Schemas that refer to themselves through subtypes or alternatives are compared")
  func cycles() throws {
    func document(_ type: JSONValue) throws -> OpenAPIDocument {
      let own: JSONValue = ["type": "object", "properties": ["a": ["type": type]]]
      var value = SchemaVersion(["$ref": "#/components/schemas/Pet"]).document.root.value
      var schemas: [(String, JSONValue)] = [
        (
          "Pet",
          [
            "type": "object", "required": ["kind"], "properties": ["kind": ["type": "string"]],
            "oneOf": [["$ref": "#/components/schemas/Cat"], ["$ref": "#/components/schemas/Self"]],
          ]
        ), ("Cat", ["allOf": [["$ref": "#/components/schemas/Pet"], own, ["$ref": "#/components/schemas/Deep0"]]]),
        ("Self", ["anyOf": [["$ref": "#/components/schemas/Self"], ["type": "string"]]]),
        ("Deep30", ["type": "object"]),
      ]
      // Each schema includes the next one twice.
      for index in 0..<30 {
        let next: JSONValue = ["$ref": .string("#/components/schemas/Deep\(index + 1)")]
        schemas.append(("Deep\(index)", ["allOf": [next, next]]))
      }
      value["components"] = ["schemas": .object(JSONObject(schemas))]
      return try OpenAPIDocument(value)
    }
    let (old, new) = (try document("string"), try document("integer"))
    #expect(OpenAPIDiff(from: old, to: old).changes.isEmpty)
    #expect(OpenAPIDiff(from: old, to: new).changes.map(\.rule) == [.typeChanged, .typeChanged])
    #expect(
      OpenAPIDiff(from: old, to: new).changes.map(\.pointer).allSatisfy {
        $0.utf8.starts(with: "/components/schemas/Cat".utf8)
      })
    var generator = ValueGenerator(old, seed: 1)
    let schema: JSONValue = ["$ref": "#/components/schemas/Deep0"]
    #expect(generator.value(of: OpenAPINode(schema, at: "")) != nil)
    _ = generator.value(of: OpenAPINode(["$ref": "#/components/schemas/Pet"], at: ""))
  }
}
