import ContractCoding
import ContractOpenAPI
import Testing

@Suite struct OpenAPILintTests {
  private static func document(_ paths: JSONValue, _ components: JSONValue = [:]) throws -> OpenAPIDocument {
    try OpenAPIDocument([
      "openapi": "3.1.1", "info": ["title": "T", "version": "1"], "paths": paths, "components": components,
    ])
  }

  private static func operation(_ changes: JSONValue) -> JSONValue {
    let complete: JSONValue = [
      "operationId": "list", "summary": "Lists.",
      "responses": ["200": ["description": "a"], "404": ["description": "b"]],
    ]
    return complete.merging(changes)
  }

  private static func schema(_ schema: JSONValue) -> JSONValue {
    ["/a": ["get": operation(["parameters": [["name": "q", "in": "query", "schema": schema]]])]]
  }

  struct Row: Sendable {
    let rule: LintRule
    let paths: JSONValue
    var components: JSONValue = [:]
    let pointers: [String]
  }

  static let rows: [Row] = [
    Row(
      rule: .brokenReference, paths: schema(["$ref": "#/components/schemas/None"]),
      pointers: ["/paths/~1a/get/parameters/0/schema/$ref"]),
    Row(
      rule: .missingOperationID, paths: ["/a": ["get": operation(["operationId": .null])]], pointers: ["/paths/~1a/get"]
    ),
    Row(
      rule: .duplicateOperationID, paths: ["/a": ["get": operation([:]), "put": operation([:])]],
      pointers: ["/paths/~1a/put/operationId"]),
    Row(
      rule: .duplicatePath,
      paths: [
        "/{a}": ["get": operation(["parameters": [["name": "a", "in": "path"]]])],
        "/{b}": ["get": operation(["operationId": "other", "parameters": [["name": "b", "in": "path"]]])],
      ],
      pointers: ["/paths/~1{b}/get"]),
    Row(rule: .missingDescription, paths: ["/a": ["get": operation(["summary": ""])]], pointers: ["/paths/~1a/get"]),
    Row(rule: .missingResponse, paths: ["/a": ["get": operation(["responses": .null])]], pointers: ["/paths/~1a/get"]),
    Row(
      rule: .missingError, paths: ["/a": ["get": operation(["responses": ["404": .null]])]],
      pointers: ["/paths/~1a/get"]),
    Row(rule: .undeclaredPathParameter, paths: ["/{a}": ["get": operation([:])]], pointers: ["/paths/~1{a}/get"]),
    Row(
      rule: .unknownPathParameter, paths: ["/a": ["get": operation(["parameters": [["name": "b", "in": "path"]]])]],
      pointers: ["/paths/~1a/get/parameters/0"]),
    Row(
      rule: .duplicateParameter,
      paths: [
        "/a": ["get": operation(["parameters": [["name": "X-A", "in": "header"], ["name": "x-a", "in": "header"]]])]
      ],
      pointers: ["/paths/~1a/get/parameters/1"]),
    Row(
      rule: .unknownSecurityScheme, paths: ["/a": ["get": operation(["security": [["key": []]]])]],
      pointers: ["/paths/~1a/get"]),
    Row(
      rule: .unusedComponent, paths: schema(["$ref": "#/components/schemas/A"]),
      components: [
        "schemas": [
          "A": ["items": ["$ref": "#/components/schemas/B"]], "B": [:],
          "C": ["items": ["$ref": "#/components/schemas/C"]],
        ]
      ],
      pointers: ["/components/schemas/C"]),
    Row(
      rule: .unusedComponent, paths: schema(["$ref": "#/components/schemas/Page%C2%ABTodo%C2%BB"]),
      components: ["schemas": ["Page«Todo»": [:], "C": [:]]], pointers: ["/components/schemas/C"]),
    Row(
      rule: .invalidExample, paths: schema(["type": "integer", "default": "x", "examples": [1, 2.5]]),
      pointers: ["/paths/~1a/get/parameters/0/schema/default", "/paths/~1a/get/parameters/0/schema/examples/1"]),
    Row(
      rule: .unreadablePattern, paths: schema(["items": ["type": "string", "maxLength": 9, "pattern": "(a)\\1"]]),
      pointers: ["/paths/~1a/get/parameters/0/schema/items/pattern"]),
    Row(rule: .unboundedString, paths: schema(["type": "string"]), pointers: ["/paths/~1a/get/parameters/0/schema"]),
  ]

  @Test("Each rule finds only its own fault, at its location", arguments: rows.indices)
  func rules(_ index: Int) throws {
    let row = Self.rows[index]
    let findings = OpenAPILint(try Self.document(row.paths, row.components), rules: Set(LintRule.allCases)).findings
    #expect(findings.map(\.pointer) == row.pointers, "\(row.rule): \(findings)")
    #expect(Set(findings.map(\.rule)) == [row.rule])
  }

  @Test("A repeated member is found at its location in the text")
  func repeatedMembers() throws {
    let operation = Self.operation([:]).description
    let text = """
      {"openapi": "3.1.1", "info": {"title": "T", "version": "1", "x-a": [{"a": "}\\"", "b": {"a": 1}}, {"a": 1, "a/b": 2,
       "a/b": ["a", "a"]}]}, "paths": {"/a": {"get": \(operation)}, "/b": {}, "/\\u0061": {"put": \(operation)}}}
      """
    let findings = OpenAPILint(try OpenAPIDocument(parsing: text), rules: [.duplicateMember]).findings
    #expect(findings.map(\.pointer) == ["/info/x-a/1/a~1b", "/paths/~1a"])
  }

  @Test("Every rule about values has a table row, and a complete document has no finding")
  func complete() throws {
    #expect(Set(Self.rows.map(\.rule)) == Set(LintRule.allCases).subtracting([.duplicateMember]))
    let document = try Self.document(["/a": ["get": Self.operation([:])]])
    #expect(OpenAPILint(document, rules: Set(LintRule.allCases)).findings.isEmpty)
    let unbounded = try Self.document(Self.schema(["type": "string"]))
    #expect(OpenAPILint(unbounded).findings.isEmpty, "unbounded-string is optional")
  }

  @Test("References in members named like keywords are followed")
  func names() throws {
    let content: JSONValue = [
      "application/json": [
        "schema": ["patternProperties": ["default": ["$ref": "#/components/schemas/A"]]],
        "examples": ["one": ["$ref": "#/components/examples/example"]],
      ]
    ]
    let responses: JSONValue = [
      "200": ["description": "a", "content": content], "default": ["$ref": "#/components/responses/default"],
    ]
    let components: JSONValue = [
      "schemas": ["A": ["$defs": ["enum": ["$ref": "#/components/schemas/None"]]]],
      "responses": ["default": ["description": "b", "headers": ["example": ["$ref": "#/components/headers/X"]]]],
      "headers": ["X": ["schema": true]], "examples": ["example": ["value": 1]],
    ]
    let document = try Self.document(["/a": ["get": Self.operation(["responses": responses])]], components)
    let findings = OpenAPILint(document, rules: [.unusedComponent, .brokenReference]).findings
    #expect(findings.map(\.pointer) == ["/components/schemas/A/$defs/enum/$ref"])
  }

  @Test("A long chain of references is followed without a deep stack")
  func chain() throws {
    let count = 20_000
    var schemas = JSONObject()
    for index in 1..<count { schemas["S\(index)"] = ["items": ["$ref": .string("#/components/schemas/S\(index + 1)")]] }
    schemas["S\(count)"] = ["type": "string"]
    let document = try Self.document(Self.schema(["$ref": "#/components/schemas/S1"]), ["schemas": .object(schemas)])
    let findings = OpenAPILint(document, rules: [.unboundedString]).findings
    #expect(findings.map(\.pointer) == ["/components/schemas/S\(count)"])
  }

  @Test("Each reference of a long chain is followed once", .timeLimit(.minutes(1)))
  func references() throws {
    let count = 20_000
    var schemas = JSONObject()
    for index in 1..<count { schemas["S\(index)"] = ["$ref": .string("#/components/schemas/S\(index + 1)")] }
    schemas["S\(count)"] = ["type": "string"]
    func findings() throws -> [LintFinding] {
      let document = try Self.document(Self.schema(["$ref": "#/components/schemas/S1"]), ["schemas": .object(schemas)])
      return OpenAPILint(document, rules: [.brokenReference, .unboundedString]).findings
    }
    #expect(try findings().map(\.pointer) == ["/components/schemas/S\(count)"])
    schemas["S\(count)"] = nil
    let broken = try findings()
    #expect(broken.count == count)
    #expect(broken.allSatisfy { $0.message.contains("/S\(count)` has no target") })
  }

  @Test("Each reference that leads to a cycle is circular, and its message names a reference of the cycle")
  func cycles() throws {
    func reference(_ name: String) -> JSONValue { ["$ref": .string("#/components/schemas/\(name)")] }
    let schemas: JSONValue = [
      "Far": reference("Near"), "Near": reference("A"), "A": reference("B"), "B": reference("A"),
      "Self": reference("Self"),
    ]
    let document = try Self.document([:], ["schemas": schemas])
    let findings = OpenAPILint(document, rules: [.brokenReference]).findings
    let named = [("Far", "A"), ("Near", "A"), ("A", "B"), ("B", "A"), ("Self", "Self")]
    #expect(findings.map(\.pointer) == named.map { "/components/schemas/\($0.0)/$ref" })
    #expect(
      findings.map(\.message)
        == named.map { "The reference `#/components/schemas/\($0.1)` is circular; define its target" })
  }

  @Test("A $ref in an example and a property named $ref are not references")
  func data() throws {
    let schema: JSONValue = ["type": "object", "properties": ["$ref": ["type": "integer"]], "examples": [["$ref": 1]]]
    #expect(OpenAPILint(try Self.document(Self.schema(schema))).findings.isEmpty)
  }

  @Test("Subtypes of a used schema and targets of a mapping are used, and their schemas are checked")
  func subtypes() throws {
    let text: JSONValue = ["properties": ["a": ["type": "string"]]]
    func extending(_ name: String) -> JSONValue {
      ["allOf": [["$ref": .string("#/components/schemas/\(name)")], text]]
    }
    let base: JSONValue = ["type": "object", "discriminator": ["propertyName": "kind", "mapping": ["fish": "Fish"]]]
    let schemas: JSONValue = [
      "Pet": base, "Cat": extending("Pet"), "Kitten": extending("Cat"), "Fish": ["type": "object"],
      "Plant": ["type": "object"], "Tree": extending("Plant"),
      "Unused": base.merging(["discriminator": ["mapping": .null]]),
      "Child": extending("Unused"),
    ]
    let content: JSONValue = ["application/json": ["schema": ["items": ["$ref": "#/components/schemas/Pet"]]]]
    let operation = Self.operation(["requestBody": ["content": content]])
    let document = try Self.document(["/a": ["post": operation]], ["schemas": schemas])
    let unused = OpenAPILint(document, rules: [.unusedComponent]).findings
    #expect(unused.map(\.pointer) == ["Plant", "Tree", "Unused", "Child"].map { "/components/schemas/\($0)" })
    let unbounded = OpenAPILint(document, rules: [.unboundedString]).findings
    #expect(
      unbounded.map(\.pointer)
        == ["Cat", "Kitten"].map { "/components/schemas/\($0)/allOf/1/properties/a" })
  }

  @Test("The schemas and security schemes of webhooks and callbacks are checked")
  func callbacks() throws {
    let bad: JSONValue = ["type": "integer", "default": "x"]
    let request: JSONValue = [
      "requestBody": ["content": ["application/json": ["schema": bad]]], "security": [["key": []]],
      "responses": ["200": ["description": "a", "content": ["text/plain": ["schema": ["type": "string"]]]]],
    ]
    let callbacks: JSONValue = ["paid": ["{$url}": ["post": request]]]
    var value = try Self.document(
      ["/a": ["get": Self.operation(["callbacks": callbacks])]],
      ["securitySchemes": ["key": ["type": "apiKey", "in": "header", "name": "K"]]]
    ).root.value
    value["webhooks"] = ["order": ["post": request]]
    let findings = OpenAPILint(try OpenAPIDocument(value), rules: Set(LintRule.allCases)).findings
    let places = ["/webhooks/order/post", "/paths/~1a/get/callbacks/paid/{$url}/post"]
    #expect(
      findings.map(\.pointer)
        == places.map { $0 + "/requestBody/content/application~1json/schema/default" }
        + places.map { $0 + "/responses/200/content/text~1plain/schema" })
  }
}
