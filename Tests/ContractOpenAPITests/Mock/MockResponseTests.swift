import ContractCoding
import ContractHTTP
import ContractOpenAPI
import Testing

@Suite struct MockResponseTests {
  /// Creates a document with the operation `GET /a` and one response.
  private func document(
    _ content: JSONValue, headers: JSONValue = [:], schemas: JSONValue = [:], parameters: JSONValue = []
  ) throws -> OpenAPIDocument {
    try OpenAPIDocument([
      "openapi": "3.2.0", "info": ["title": "T", "version": "1"],
      "paths": [
        "/a": [
          "get": [
            "parameters": parameters,
            "responses": ["200": ["description": "a", "content": content, "headers": headers]],
          ]
        ]
      ], "components": ["schemas": schemas],
    ])
  }

  private func respond(
    _ document: OpenAPIDocument, _ target: String = "/a", _ fields: HTTPFields = [:], seed: UInt64 = 1
  ) -> (response: HTTPResponse, text: String) {
    let response = DocumentMock(document, seed: seed).response(to: HTTPRequest(.get, target, fields: fields), body: [])
    guard case .bytes(let bytes) = response.body else { return (response, "") }
    return (response, String(decoding: bytes, as: UTF8.self))
  }

  // MARK: - Values that cannot be generated

  static let impossible: [(content: JSONValue, reason: String)] = [
    (["application/json": ["schema": ["not": [:]]]], "/schema/not"),
    (["application/json": ["schema": ["type": "string", "pattern": "(a)\\1"]]], "the pattern `(a)\\1` is unreadable"),
    (["application/json": ["schema": ["$dynamicRef": "#node"]]], "The rule `$dynamicRef` is not supported"),
    (["application/xml": ["schema": ["type": "object"]]], "the format of objects and arrays in this media type"),
    (["application/jsonl": ["itemSchema": false]], "no value was found"),
    (["text/event-stream": ["itemSchema": ["properties": ["data": false]]]], "no value was found"),
  ]

  @Test("A body that cannot be generated results in 501 with the reason, and in a warning", arguments: impossible)
  func impossibleBody(_ content: JSONValue, _ reason: String) throws {
    let document = try document(content)
    let (response, text) = respond(document)
    let detail = try JSONValue(parsing: text)["detail"]?.string ?? ""
    #expect(response.status == 501 && detail.contains(reason) && detail.contains("Add an `example`"), "\(text)")
    #expect(DocumentMock(document).warnings == ["GET /a: \(detail)"])
  }

  @Test("A required header that cannot be generated results in 501, and an optional one is left out")
  func impossibleHeader() throws {
    for isRequired in [true, false] {
      let headers: JSONValue = ["X-A": ["required": .bool(isRequired), "schema": false]]
      let (response, text) = respond(try document([:], headers: headers))
      #expect(response.status == (isRequired ? 501 : 200) && response.fields["X-A"] == nil, "\(text)")
    }
  }

  @Test("A JSON body without a schema is a JSON value")
  func withoutSchema() throws {
    let (response, text) = respond(try document(["application/json": [:]]))
    #expect(response.status == .ok && text == "{}")
  }

  static let conditional: [JSONValue] = [
    [
      "allOf": [["$ref": "#/components/schemas/Base"], ["properties": ["n": ["type": "string"]]]],
      "unevaluatedProperties": false,
    ],
    ["type": "array", "prefixItems": [["type": "string"]], "unevaluatedItems": false, "minItems": 1],
    [
      "type": "object", "required": ["kind"], "properties": ["kind": ["enum": ["a", "b"]]],
      "if": ["properties": ["kind": ["const": "a"]]],
      "then": ["required": ["x"], "properties": ["x": ["type": "integer"]]],
      "else": ["required": ["y"], "properties": ["y": ["type": "string"]]],
    ],
  ]

  @Test("Values are generated for conditions and for closed compositions", arguments: conditional)
  func conditions(_ schema: JSONValue) throws {
    let base: JSONValue = ["type": "object", "required": ["id"], "properties": ["id": ["type": "string"]]]
    let document = try document(["application/json": ["schema": schema]], schemas: ["Base": base])
    for seed in 1...20 {
      let (response, text) = respond(document, seed: UInt64(seed))
      let findings = ResponseChecker(document)
        .findings(in: response, body: Array(text.utf8), for: document.operations[0])
      #expect(response.status == .ok && !text.isEmpty && findings.isEmpty, "\(text) \(findings)")
    }
    #expect(DocumentMock(document).warnings == [])
  }

  // MARK: - Discriminators

  static let events: JSONValue = [
    "Event": [
      "oneOf": [["$ref": "#/components/schemas/EventA"], ["$ref": "#/components/schemas/EventB"]],
      "discriminator": ["propertyName": "kind", "mapping": ["a": "#/components/schemas/EventA"]],
    ],
    "EventA": ["type": "object", "required": ["kind"], "properties": ["kind": ["type": "string"]]],
    "EventB": ["type": "object", "required": ["kind"], "properties": ["kind": ["type": "string"]]],
  ]

  @Test("A generated value of a union has a tag that selects its alternative")
  func tags() throws {
    let content: JSONValue = ["application/json": ["schema": ["$ref": "#/components/schemas/Event"]]]
    let document = try document(content, schemas: Self.events)
    let checker = ValueChecker(document)
    let schema = try #require(document.operations[0].responses[0].content[0].schema)
    var found: Set<String> = []
    for seed in 1...20 {
      var generator = ValueGenerator(checker, seed: UInt64(seed))
      found.insert(generator.value(of: schema)?["kind"]?.string ?? "none")
    }
    #expect(found == ["a", "EventB"])
    let text = respond(document).text
    #expect(try JSONValue(parsing: text)["kind"] == "a")
    let findings = checker.findings(in: ["kind": "c"], against: schema)
    #expect(findings.map(\.description) == [#"/kind must be one of "a", "EventB""#])
    #expect(checker.accepts(["kind": "EventA"], schema) && checker.accepts(["kind": "a"], schema))
  }

  @Test("An unknown tag is allowed by a default mapping, and by an alternative that names its own values")
  func otherTags() throws {
    var schemas = Self.events
    var union = try #require(schemas["Event"])
    union["discriminator"] = ["propertyName": "kind", "defaultMapping": "#/components/schemas/EventB"]
    schemas["Event"] = union
    schemas["Named"] = [
      "oneOf": [["$ref": "#/components/schemas/EventA"], ["$ref": "#/components/schemas/Own"]],
      "discriminator": ["propertyName": "kind"],
    ]
    schemas["Own"] = ["type": "object", "required": ["kind"], "properties": ["kind": ["const": "own"]]]
    let checker = ValueChecker(try document([:], schemas: schemas))
    for (name, tag) in [("Event", "c"), ("Named", "own")] {
      let schema = OpenAPINode(["$ref": .string("#/components/schemas/\(name)")], at: "/s")
      #expect(checker.accepts(["kind": .string(tag)], schema), "\(name)")
    }
    let named = OpenAPINode(["$ref": "#/components/schemas/Named"], at: "/s")
    var generator = ValueGenerator(checker, seed: 1)
    let values = (0..<20).map { _ in generator.value(of: named)?["kind"]?.string }
    #expect(Set(values) == ["EventA", "own"])
  }

  // MARK: - Streams, examples and formats

  @Test("The events of a stream have the alternatives and constants of its schema")
  func events() throws {
    func event(_ kind: JSONValue, _ data: JSONValue) -> JSONValue {
      ["type": "object", "required": ["data", "event"], "properties": ["event": kind, "data": data]]
    }
    let json: JSONValue = [
      "type": "string", "contentMediaType": "application/json",
      "contentSchema": ["type": "object", "required": ["n"], "properties": ["n": ["const": 7]]],
    ]
    let item: JSONValue = [
      "oneOf": [
        event(["const": "a"], ["const": "first"]), event(["const": "b"], json), event(["enum": ["c"]], ["const": 3]),
      ]
    ]
    let (response, text) = respond(try document(["text/event-stream": ["itemSchema": item]]))
    #expect(response.status == .ok)
    #expect(
      text == "id: 1\nevent: a\ndata: first\n\nid: 2\nevent: b\ndata: {\"n\":7}\n\nid: 3\nevent: c\ndata: 3\n\n")
  }

  @Test("Stream values without event fields are sent as the data of events, and records have a separator")
  func records() throws {
    let item: JSONValue = ["itemSchema": ["const": 1]]
    #expect(respond(try document(["text/event-stream": item])).text.hasPrefix("id: 1\ndata: 1\n\nid: 2\n"))
    let object: JSONValue = ["schema": ["type": "object", "required": ["n"], "properties": ["n": ["const": 1]]]]
    #expect(respond(try document(["text/event-stream": object])).text.hasPrefix("id: 1\ndata: {\"n\":1}\n\nid: 2\n"))
    #expect(respond(try document(["application/x-jsonl": object])).text == "{\"n\":1}\n{\"n\":1}\n{\"n\":1}\n")
    #expect(respond(try document(["application/json-seq": item])).text == "\u{1E}1\n\u{1E}1\n\u{1E}1\n")
    let example: JSONValue = ["itemSchema": true, "example": [1, 2]]
    #expect(respond(try document(["application/jsonl": example])).text == "1\n2\n")
  }

  static let examples: [(example: JSONValue, text: String)] = [
    (["dataValue": ["a": 42]], #"{"a":42}"#), (["serializedValue": "{ \"a\" : 43 }"], #"{ "a" : 43 }"#),
    (["value": ["a": 44]], #"{"a":44}"#),
  ]

  @Test("The examples of OpenAPI 3.2 are sent as a value or unchanged", arguments: examples)
  func example(_ example: JSONValue, _ text: String) throws {
    let document = try document(
      ["application/json": ["examples": ["one": example]]],
      headers: ["X-A": ["schema": ["type": "string"], "examples": ["one": ["serializedValue": "a, b"]]]])
    let (response, found) = respond(document)
    #expect(found == text && response.fields["X-A"] == "a, b")
  }

  static let accepted: [(accept: String, type: String)] = [
    ("", "application/json"), ("text/csv", "text/csv"), ("text/*, application/json;q=0.5", "text/csv"),
    ("*/*", "application/json"), ("image/png", "application/json"), ("text/csv;q=0, */*", "application/json"),
  ]

  @Test("`Accept` selects a declared media type; the default is sent if none is accepted", arguments: accepted)
  func accept(_ accept: String, _ type: String) throws {
    let content: JSONValue = ["application/json": ["example": 1], "text/csv": ["example": "a,b"]]
    let fields: HTTPFields = accept.isEmpty ? [:] : [.accept: try #require(HTTPFieldValue(accept))]
    #expect(respond(try document(content), "/a", fields).response.fields[.contentType]?.rawValue == type)
  }

  static let wholeQueries: [(type: String, query: String, isValid: Bool)] = [
    ("application/json", "%7B%22a%22%3A%5B1%5D%7D", true), ("application/json", "%7B%22a%22%3A1%7D", false),
    ("application/json", "a=1", false), ("application/x-www-form-urlencoded", "a=1&a=2", true),
    ("application/x-www-form-urlencoded", "a=x", false),
  ]

  @Test("A whole query is read in its media type", arguments: wholeQueries)
  func wholeQuery(_ type: String, _ query: String, _ isValid: Bool) throws {
    let schema: JSONValue = [
      "type": "object", "required": ["a"], "properties": ["a": ["type": "array", "items": ["type": "integer"]]],
    ]
    let parameter: JSONValue = [
      "name": "q", "in": "querystring", "required": true, "content": .object([type: ["schema": schema]]),
    ]
    let document = try document([:], parameters: [parameter])
    #expect(respond(document, "/a?" + query).response.status == (isValid ? 200 : 400), "\(respond(document).text)")
    var request = OperationRequest(document.operations[0], in: document)
    request[.querystring, "q"] = ["a": [1, 2]]
    let target = try request.httpRequest(to: try #require(ServerURL("http://a.test"))).target
    #expect(respond(document, target).response.status == .ok, "\(target)")
  }
}
