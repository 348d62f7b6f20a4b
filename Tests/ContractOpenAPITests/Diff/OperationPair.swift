import ContractCoding
import ContractOpenAPI

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
  private static func deepObject(_ other: JSONValue) -> JSONValue {
    let parameter: JSONValue = ["name": "a", "in": "query", "style": "deepObject", "schema": object]
    return ["parameters": [parameter.merging(other)]]
  }
  private static func cookie(_ type: JSONValue, _ style: JSONValue) -> JSONValue {
    ["parameters": [["name": "a", "in": "cookie", "style": style, "schema": ["type": type]]]]
  }
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
      "style of a parameter with single values", ["parameters": [limit]],
      ["parameters": [limit.merging(["explode": false])]], [], []),
    OperationPair(
      "style of a string in a cookie", cookie("string", "form"), cookie("string", "cookie"), [.parameterStyleChanged],
      [.parameterStyleChanged]),
    OperationPair(
      "style of a number in a cookie", cookie("integer", "form"), cookie("integer", "cookie"), [], []),
    OperationPair(
      "explode of a deep object", deepObject([:]), deepObject(["explode": true]), [], []),
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
