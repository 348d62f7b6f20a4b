import ContractCoding
import ContractOpenAPI
import Testing

/// Two versions of an operation, with the rules that distinguish them in each order.
struct OperationPair: Sendable, CustomStringConvertible {
  let description: String
  let left: JSONValue
  let right: JSONValue
  var leftPath: JSONValue = "/items/{id}"
  var rightPath: JSONValue = "/items/{id}"
  let forward: Set<DiffRule>
  let backward: Set<DiffRule>

  init(
    _ description: String, _ left: JSONValue, _ right: JSONValue, _ forward: Set<DiffRule>, _ backward: Set<DiffRule>
  ) {
    self.description = description
    (self.left, self.right) = (left, right)
    (self.forward, self.backward) = (forward, backward)
  }

  private static let limit: JSONValue = ["name": "limit", "in": "query", "schema": ["type": "integer"]]
  private static let required: JSONValue = [
    "name": "limit", "in": "query", "required": true, "schema": ["type": "integer"],
  ]
  private static func body(required isRequired: JSONValue, _ types: String...) -> JSONValue {
    let content = JSONObject(types.map { ($0, ["schema": ["type": "object"]]) })
    return ["requestBody": ["required": isRequired, "content": .object(content)]]
  }
  private static func responses(_ statuses: String...) -> JSONValue {
    ["responses": .object(JSONObject(statuses.map { ($0, ["description": "a result"]) }))]
  }
  private static func result(_ types: String...) -> JSONValue {
    let content = JSONObject(types.map { ($0, ["schema": ["type": "string"]]) })
    return ["responses": ["200": ["description": "a result", "content": .object(content)]]]
  }
  private static func header(_ header: JSONValue?) -> JSONValue {
    ["responses": ["200": ["description": "a result", "headers": header.map { ["ETag": $0] } ?? [:]]]]
  }
  private static func channel(sent: String..., received: [String] = ["text/plain"], protocols: String...) -> JSONValue {
    func content(_ types: [String]) -> JSONValue {
      .object(JSONObject(types.map { ($0, ["schema": ["type": "string"]]) }))
    }
    return [
      "x-websocket": [
        "sent": content(sent), "received": content(received), "subprotocols": .array(protocols.map { .string($0) }),
      ]
    ]
  }
  private static let object: JSONValue = ["type": "object", "properties": ["x": ["type": "integer"]]]
  private static let small: JSONValue = ["type": "integer", "minimum": 0, "maximum": 5]
  /// Returns the content of a body of any media type, with another schema for JSON.
  private static func ranges(_ any: JSONValue, _ json: JSONValue?) -> JSONValue {
    var content = JSONObject([("*/*", ["schema": any] as JSONValue)])
    if let json { content["application/json"] = ["schema": json] }
    return ["required": true, "description": "a body", "content": .object(content)]
  }
  private static let list: JSONValue = ["type": "array", "items": ["type": "string"]]
  /// Returns an operation that receives and returns a form with one member.
  private static func form(_ type: String, _ member: JSONValue, _ encoding: JSONValue?) -> JSONValue {
    var media: JSONValue = ["schema": ["type": "object", "required": ["a"], "properties": ["a": member]]]
    if let encoding { media["encoding"] = ["a": encoding] }
    let content = JSONValue.object(JSONObject([(type, media)]))
    return [
      "requestBody": ["required": true, "content": content],
      "responses": ["200": ["description": "a form", "content": content]],
    ]
  }
  private static let form: JSONValue = [
    "parameters": [["name": "a", "in": "query", "schema": ["type": "array", "items": ["type": "integer"]]]]
  ]
  private static let pipes: JSONValue = [
    "parameters": [
      [
        "name": "a", "in": "query", "style": "pipeDelimited",
        "schema": ["type": "array", "items": ["type": "integer"]],
      ]
    ]
  ]

  static let all: [OperationPair] = [
    OperationPair("an optional parameter", [:], ["parameters": [limit]], [.parameterAdded], [.parameterRemoved]),
    OperationPair(
      "a required parameter", [:], ["parameters": [required]], [.requiredParameterAdded], [.parameterRemoved]),
    OperationPair(
      "presence of a parameter", ["parameters": [limit]], ["parameters": [required]], [.parameterRequired],
      [.parameterOptional]),
    OperationPair(
      "empty values of a parameter", ["parameters": [limit]],
      ["parameters": [limit.merging(["allowEmptyValue": true])]], [.emptyValueAllowed], [.emptyValueForbidden]),
    OperationPair("style", form, pipes, [.parameterStyleChanged], [.parameterStyleChanged]),
    OperationPair(
      "range of a parameter", ["parameters": [limit]],
      ["parameters": [["name": "limit", "in": "query", "schema": ["type": "integer", "maximum": 5]]]], [.rangeNarrowed],
      [.rangeWidened]),
    OperationPair("an optional body", [:], body(required: false, "application/json"), [.bodyAdded], [.bodyRemoved]),
    OperationPair(
      "a required body", [:], body(required: true, "application/json"), [.requiredBodyAdded], [.bodyRemoved]),
    OperationPair(
      "presence of a body", body(required: false, "application/json"), body(required: true, "application/json"),
      [.bodyRequired], [.bodyOptional]),
    OperationPair(
      "media types of requests", body(required: true, "application/json"),
      body(required: true, "application/json", "text/csv"), [.requestMediaTypeAdded], [.requestMediaTypeRemoved]),
    OperationPair(
      "a media type next to a range of requests", ["requestBody": ranges(object, nil)],
      ["requestBody": ranges(object, object.merging(["required": ["x"]]))],
      [.requestMediaTypeAdded, .memberRequired], [.memberOptional]),
    OperationPair(
      "a media type next to a range of responses", ["responses": ["200": ranges(small, nil)]],
      ["responses": ["200": ranges(small, ["type": "integer", "minimum": 0, "maximum": 9])]],
      [.responseMediaTypeAdded, .rangeWidened], [.responseMediaTypeRemoved]),
    OperationPair(
      "style of a member", form("application/x-www-form-urlencoded", list, nil),
      form("application/x-www-form-urlencoded", list, ["explode": false]), [.memberStyleChanged], [.memberStyleChanged]),
    OperationPair(
      "the default style of a member", form("application/x-www-form-urlencoded", list, nil),
      form("application/x-www-form-urlencoded", list, ["style": "form"]), [], []),
    OperationPair(
      "style of a single value", form("application/x-www-form-urlencoded", ["type": "string"], nil),
      form("application/x-www-form-urlencoded", ["type": "string"], ["style": "pipeDelimited"]), [], []),
    OperationPair(
      "media types of a part", form("multipart/form-data", ["type": "string"], ["contentType": "text/csv"]),
      form("multipart/form-data", ["type": "string"], ["contentType": "text/csv, text/html"]), [.memberMediaTypeAdded],
      [.memberMediaTypeRemoved]),
    OperationPair(
      "the default media type of a part", form("multipart/form-data", ["type": "string"], nil),
      form("multipart/form-data", ["type": "string"], ["contentType": "text/plain"]), [], []),
    OperationPair(
      "success statuses", responses("200"), responses("200", "202"), [.successStatusAdded], [.successStatusRemoved]),
    OperationPair(
      "success statuses next to a default", responses("200", "default"), responses("200", "202", "default"),
      [.successStatusAdded], [.successStatusRemoved]),
    OperationPair(
      "success statuses of a default", responses("default"), responses("200", "default"), [.successStatusRemoved],
      [.successStatusAdded, .successStatusRemoved]),
    OperationPair(
      "a default instead of a success", responses("200"), responses("default"),
      [.successStatusAdded, .successStatusRemoved], [.successStatusRemoved]),
    OperationPair(
      "error statuses", responses("200"), responses("200", "404"), [.errorStatusAdded], [.errorStatusRemoved]),
    OperationPair(
      "statuses of a range", responses("200", "4XX"), responses("200", "4XX", "404"), [], [.errorStatusRemoved]),
    OperationPair(
      "media types of responses", result("application/json"), result("application/json", "text/csv"),
      [.responseMediaTypeAdded],
      [.responseMediaTypeRemoved]),
    OperationPair("a header", header(nil), header(["schema": ["type": "string"]]), [.headerAdded], [.headerRemoved]),
    OperationPair(
      "a required header", header(nil), header(["required": true, "schema": ["type": "string"]]), [.headerAdded],
      [.requiredHeaderRemoved]),
    OperationPair(
      "presence of a header", header(["schema": ["type": "string"]]),
      header(["required": true, "schema": ["type": "string"]]),
      [.headerRequired], [.headerOptional]),
    OperationPair(
      "format of a header", header(["schema": list]), header(["content": ["application/json": ["schema": list]]]),
      [.headerStyleChanged], [.headerStyleChanged]),
    OperationPair(
      "style of a header", header(["schema": object]), header(["schema": object, "explode": true]),
      [.headerStyleChanged], [.headerStyleChanged]),
    OperationPair(
      "explode of a header without objects", header(["schema": list]), header(["schema": list, "explode": true]), [], []
    ),
    OperationPair(
      "messages", [:], channel(sent: "text/plain"), [.channelDescribed], [.channelUndescribed]),
    OperationPair(
      "formats of sent messages", channel(sent: "text/plain"), channel(sent: "text/plain", "application/json"),
      [.sentMediaTypeAdded], [.sentMediaTypeRemoved]),
    OperationPair(
      "formats of received messages", channel(sent: "text/plain"),
      channel(sent: "text/plain", received: ["text/plain", "application/json"]), [.receivedMediaTypeAdded],
      [.receivedMediaTypeRemoved]),
    OperationPair(
      "subprotocols", channel(sent: "text/plain", protocols: "v1"),
      channel(sent: "text/plain", protocols: "v1", "v2"), [.subprotocolAdded], [.subprotocolRemoved]),
    OperationPair(
      "security", ["security": []], ["security": [["key": []]]], [.securityTightened], [.securityLoosened]),
    OperationPair(
      "alternative credentials", ["security": [["key": []]]], ["security": [["key": []], ["token": ["read"]]]],
      [.securityLoosened], [.securityTightened]),
    OperationPair(
      "scopes", ["security": [["token": ["read"]]]], ["security": [["token": ["read", "write"]]]], [.securityTightened],
      [.securityLoosened]),
    OperationPair(
      "operationId", ["operationId": "a"], ["operationId": "b"], [.operationIDChanged], [.operationIDChanged]),
    OperationPair("deprecation", [:], ["deprecated": true], [.operationDeprecated], [.operationRestored]),
    OperationPair("summary", [:], ["summary": "Items"], [.descriptionChanged], [.descriptionChanged]),
  ]

  /// Returns a document with one version of the operation.
  static func document(
    _ operation: JSONValue, path: String = "/items/{id}", name: String = "id", key: String = "header"
  ) throws -> OpenAPIDocument {
    var operation = operation
    if operation["responses"] == nil { operation["responses"] = ["200": ["description": "a result"]] }
    var item: JSONValue = ["post": operation]
    item["parameters"] = [
      ["name": .string(name), "in": "path", "required": true, "schema": ["type": "string", "minLength": 1]]
    ]
    return try OpenAPIDocument([
      "openapi": "3.1.1", "info": ["title": "Items", "version": "1"], "paths": .object(JSONObject([(path, item)])),
      "components": [
        "securitySchemes": [
          "key": ["type": "apiKey", "in": .string(key), "name": "X-Key"],
          "token": ["type": "http", "scheme": "bearer"],
        ]
      ],
    ])
  }
}

@Suite struct MessageOracleTests {
  /// The number of messages of one version that the other must accept.
  static let count = 1_000

  @Test(
    "A change of an operation is breaking if and only if a version refuses messages of the other",
    arguments: OperationPair.all)
  func judgements(_ pair: OperationPair) throws {
    let (left, right) = (try OperationPair.document(pair.left), try OperationPair.document(pair.right))
    try check(left, right, pair.forward, "\(pair), forward")
    try check(right, left, pair.backward, "\(pair), backward")
  }

  @Test("Changes of placeholders, servers and descriptions affect no message")
  func documentation() throws {
    let old = try OperationPair.document([:])
    try check(
      old, OperationPair.document([:], path: "/items/{key}", name: "key"), [.pathParameterRenamed], "a placeholder")
    var value = old.root.value
    value["servers"] = [["url": "/v2"]]
    value["info"] = ["title": "Things", "version": "2"]
    try check(old, OpenAPIDocument(value), [.serversChanged, .descriptionChanged], "the document")
  }

  @Test("A server that moves an API key from a header to the query refuses the requests of existing clients")
  func schemes() throws {
    let operation: JSONValue = ["security": [["key": []]]]
    let old = try OperationPair.document(operation)
    try check(old, OperationPair.document(operation, key: "query"), [.securitySchemeChanged], "a scheme")
  }

  @Test(
    "The name of an API key is case-sensitive in queries and cookies, but not in headers",
    arguments: ["header", "query", "cookie"])
  func keys(location: String) throws {
    let old = try OperationPair.document(["security": [["key": []]]], key: location)
    var value = old.root.value
    value["components"] = ["securitySchemes": ["key": ["type": "apiKey", "in": .string(location), "name": "x-key"]]]
    let changes = OpenAPIDiff(from: old, to: try OpenAPIDocument(value)).changes
    #expect(changes.map(\.rule) == (location == "header" ? [] : [.securitySchemeChanged]))
  }

  @Test("A removed operation is breaking, and a new one is safe")
  func operations() throws {
    let old = try OperationPair.document([:])
    let new = try OperationPair.document([:], path: "/things/{id}")
    let diff = OpenAPIDiff(from: old, to: new)
    #expect(diff.changes.map(\.rule) == [.operationRemoved, .operationAdded])
    #expect(diff.changes.map(\.severity) == [.breaking, .safe])
    // A request of the old version has no operation in the new one.
    #expect(new.operations.first { $0.path == old.operations[0].path } == nil)
  }

  @Test("Every diff rule has a row in an oracle")
  func coverage() {
    var rules: Set<DiffRule> = [
      .pathParameterRenamed, .serversChanged, .securitySchemeChanged, .operationRemoved, .operationAdded,
    ]
    for pair in SchemaPair.all { rules.formUnion(pair.forward.union(pair.backward)) }
    for pair in OperationPair.all { rules.formUnion(pair.forward.union(pair.backward)) }
    let missing = DiffRule.allCases.filter { !rules.contains($0) }
    #expect(missing.isEmpty, "without a row: \(missing)")
  }

  private func check(_ old: OpenAPIDocument, _ new: OpenAPIDocument, _ rules: Set<DiffRule>, _ name: String) throws {
    let diff = OpenAPIDiff(from: old, to: new)
    #expect(Set(diff.changes.map(\.rule)) == rules, "\(name)")
    for change in diff.changes {
      let root = (change.isInNew ? new : old).root.value
      #expect(root[pointer: change.pointer] != nil, "\(name): \(change.pointer) is not in the document")
    }
    let isBreaking = { direction in diff.changes.contains { $0.direction == direction && $0.severity == .breaking } }
    let (before, now) = (DescribedPeer(old, old.operations[0]), DescribedPeer(new, new.operations[0]))
    var random = SeededRandom(seed: 7)
    var (oldValues, newValues) = (ValueGenerator(old, seed: 8), ValueGenerator(new, seed: 9))
    var refused = (requests: 0, responses: 0)
    for _ in 0..<Self.count {
      if !now.accepts(before.request(&oldValues, &random)) { refused.requests += 1 }
      let type = before.acceptedTypes.sorted().randomElement(using: &random)
      let response = now.response(accepting: type, &newValues, &random)
      if !before.accepts(response) { refused.responses += 1 }
    }
    #expect((refused.requests > 0) == isBreaking(.request), "\(name): \(refused.requests) requests are refused")
    #expect((refused.responses > 0) == isBreaking(.response), "\(name): \(refused.responses) responses are refused")
  }
}
