import ContractCoding
import ContractHTTP
import ContractOpenAPI
import ContractServer

/// A provider of a small API, written without the toolkit's contracts, with at most one fault.
struct ItemProvider: Sendable {
  enum Fault: String, CaseIterable, Sendable {
    case undeclaredStatus, undeclaredError, crashAtBoundary, crashAtInvalid, crashAtUnicode
    case missingMember, wrongMemberType, unknownChoice, malformedDate, outOfRange, truncatedBody, emptyBody
    case wrongMediaType, noMediaType, missingHeader, invalidHeader, plainError, wrongErrorShape
    case acceptsMissingMember, acceptsOutOfRange, acceptsLongTitle, acceptsWrongType, acceptsUnknownChoice
    case acceptsMalformedJSON, acceptsAnyMediaType, acceptsMissingHeader
    case requiresOptional, refusesLongestTitle, refusesUnicode
    case noAuthentication, acceptsAnyToken, refusesToken, crashAlways
  }

  struct Dropped: Error {}

  var fault: Fault?

  static var document: OpenAPIDocument { get throws { try OpenAPIDocument(parsing: text) } }

  var server: Server {
    var router = Router()
    router.on(nil, "/{path...}") { request in
      let fields = request.head.fields
      let target = request.head.path + (request.head.query.map { "?" + $0 } ?? "")
      return try respond(HTTPRequest(request.head.method, target, fields: fields), request.body)
    }
    return Server(port: 0, threads: 1, onError: { _, _ in }, router: router)
  }

  func respond(_ request: HTTPRequest, _ body: [UInt8]) throws -> HTTPResponse {
    if fault == .crashAlways, request.method == .post { throw Dropped() }
    let token = request.fields[.authorization]?.rawValue
    let isKnown = token == "Bearer secret" || (fault == .acceptsAnyToken && token != nil) || fault == .noAuthentication
    if !isKnown || fault == .refusesToken { return problem(401, "no credentials") }
    switch (request.method, request.path == "/items") {
    case (.get, true): return list(request)
    case (.post, true): return create(request, body)
    default: return item(request)
    }
  }

  // MARK: - Operations

  private func list(_ request: HTTPRequest) -> HTTPResponse {
    var state: String?
    for pair in request.target.split(separator: "?").dropFirst().flatMap({ $0.split(separator: "&") }) {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      switch parts[0] {
      case "limit":
        guard let limit = Int(parts[1]), fault == .acceptsOutOfRange || (1...100).contains(limit) else {
          return fault == .crashAtInvalid ? problem(500, "crash") : problem(400, "limit")
        }
        if fault == .crashAtBoundary, limit == 100 { return problem(500, "crash") }
      case "state":
        state = parts[1]
        guard fault == .acceptsUnknownChoice || ["open", "done"].contains(parts[1]) else {
          return problem(400, "state")
        }
      default: continue
      }
    }
    if fault == .requiresOptional, state == nil { return problem(400, "state") }
    var fields: HTTPFields = fault == .missingHeader ? [:] : ["Total-Count": fault == .invalidHeader ? "many" : "1"]
    if fault != .noMediaType {
      fields[.contentType] = fault == .wrongMediaType ? "text/html" : "application/json"
    }
    if fault == .emptyBody { return HTTPResponse(200, fields: fields) }
    var bytes = Array(JSONValue.array([Self.value(7, "milk", fault)]).description.utf8)
    if fault == .truncatedBody { bytes.removeLast() }
    return HTTPResponse(200, fields: fields, body: .bytes(bytes))
  }

  private func create(_ request: HTTPRequest, _ body: [UInt8]) -> HTTPResponse {
    let isJSON = request.fields[.contentType]?.rawValue == "application/json" || fault == .acceptsAnyMediaType
    guard isJSON else { return problem(body.isEmpty ? 400 : 415, "media type") }
    guard fault == .acceptsMissingHeader || request.fields["X-Client"]?.rawValue.isEmpty == false else {
      return problem(400, "X-Client")
    }
    let lenient = [Fault.acceptsMalformedJSON, .acceptsAnyMediaType].contains(fault)
    let parsed = (try? JSONValue(parsing: body)) ?? (lenient && !body.isEmpty ? ["title": "x"] : nil)
    guard let value = parsed, value.object != nil else { return problem(400, "body") }
    guard let title = value["title"]?.string ?? (value["title"] == nil && fault == .acceptsMissingMember ? "x" : nil)
    else {
      return problem(400, "title")
    }
    let length = title.unicodeScalars.count
    guard length >= 1, length <= 80 || fault == .acceptsLongTitle else { return problem(400, "title") }
    if fault == .refusesLongestTitle, length == 80 { return problem(400, "title") }
    let isASCII = title.utf8.allSatisfy { $0 < 0x80 }
    if !isASCII, fault == .crashAtUnicode { return problem(500, "crash") }
    if !isASCII, fault == .refusesUnicode { return problem(422, "title") }
    if let priority = value["priority"], fault != .acceptsWrongType || priority.string == nil {
      guard let number = priority.double, number == number.rounded(), (1...5).contains(number) else {
        return problem(400, "priority")
      }
    }
    let status: HTTPStatus = fault == .undeclaredStatus ? 200 : 201
    let item = Self.value(8, title, fault)
    return HTTPResponse(
      status, fields: [.contentType: "application/json", "Location": "/items/8"],
      body: .bytes(Array(item.description.utf8)))
  }

  private func item(_ request: HTTPRequest) -> HTTPResponse {
    guard let id = request.path.split(separator: "/").last.flatMap({ Int($0) }), id >= 1 else {
      return problem(400, "id")
    }
    guard id == 7 || id == 8 else {
      if fault == .undeclaredError { return problem(410, "gone") }
      if fault == .plainError { return .text("no such item", status: 404) }
      return problem(404, "no such item", code: fault == .wrongErrorShape ? "gone" : "notFound")
    }
    let bytes = Array(Self.value(id, "milk", fault).description.utf8)
    return HTTPResponse(200, fields: [.contentType: "application/json"], body: .bytes(bytes))
  }

  private func problem(_ status: Int, _ detail: String, code: String? = nil) -> HTTPResponse {
    var value: JSONValue = ["title": "Refused", "status": JSONValue(integerLiteral: status), "detail": .string(detail)]
    if let code { value = ["title": "Refused", "status": 404, "code": .string(code)] }
    return HTTPResponse(
      HTTPStatus(status) ?? 500, fields: [.contentType: "application/problem+json"],
      body: .bytes(Array(value.description.utf8)))
  }

  private static func value(_ id: Int, _ title: String, _ fault: Fault?) -> JSONValue {
    var object: JSONObject = [
      "id": fault == .wrongMemberType ? "7" : JSONValue(integerLiteral: id), "title": .string(title),
      "state": fault == .unknownChoice ? "archived" : "open", "priority": fault == .outOfRange ? 9 : 3,
      "created": fault == .malformedDate ? "yesterday" : "2026-01-02T03:04:05Z",
    ]
    if fault == .missingMember { object["created"] = nil }
    return .object(object)
  }

  // MARK: - Document

  static let text = """
    {"openapi": "3.1.1", "info": {"title": "Items", "version": "1"}, "servers": [{"url": "https://items.example"}],
     "security": [{"token": []}],
     "paths": {
      "/items": {
       "get": {"operationId": "listItems", "summary": "List items.", "parameters": [
         {"name": "limit", "in": "query", "description": "the maximum number.",
          "schema": {"type": "integer", "minimum": 1, "maximum": 100, "default": 20}},
         {"name": "state", "in": "query", "schema": {"$ref": "#/components/schemas/State"}}],
        "responses": {"200": {"description": "the items.",
          "headers": {"Total-Count": {"required": true, "schema": {"type": "integer"}}},
          "content": {"application/json": {"schema": {"type": "array", "items": {"$ref": "#/components/schemas/Item"}}}}},
         "400": {"$ref": "#/components/responses/Problem"}, "401": {"$ref": "#/components/responses/Problem"}}},
       "post": {"operationId": "createItem", "parameters": [
         {"name": "X-Client", "in": "header", "required": true, "schema": {"type": "string", "minLength": 1}}],
        "requestBody": {"required": true, "content": {"application/json": {"schema": {"type": "object",
          "properties": {"title": {"type": "string", "minLength": 1, "maxLength": 80, "description": "the words."},
           "priority": {"type": "integer", "minimum": 1, "maximum": 5}}, "required": ["title"]}}}},
        "responses": {"201": {"description": "created.",
          "headers": {"Location": {"required": true, "schema": {"type": "string"}}},
          "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Item"}}}},
         "400": {"$ref": "#/components/responses/Problem"}, "401": {"$ref": "#/components/responses/Problem"},
         "415": {"$ref": "#/components/responses/Problem"}, "422": {"$ref": "#/components/responses/Problem"}}}},
      "/items/{id}": {
       "get": {"operationId": "getItem", "parameters": [
         {"name": "id", "in": "path", "required": true, "schema": {"type": "integer", "format": "int64", "minimum": 1}}],
        "responses": {"200": {"description": "the item.",
          "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Item"},
           "example": {"id": 7, "title": "Buy milk", "state": "open", "priority": 3, "created": "2026-01-02T03:04:05Z"}}}},
         "400": {"$ref": "#/components/responses/Problem"}, "401": {"$ref": "#/components/responses/Problem"},
         "404": {"description": "absent.", "content": {"application/problem+json": {"schema": {"type": "object",
          "properties": {"title": {"type": "string"}, "status": {"type": "integer"}, "code": {"const": "notFound"}},
          "required": ["title", "status", "code"]}}}}}}}},
     "components": {
      "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
      "responses": {"Problem": {"description": "a problem.", "content": {"application/problem+json": {"schema": {
        "type": "object", "properties": {"title": {"type": "string"}, "status": {"type": "integer"}},
        "required": ["title", "status"]}}}}},
      "schemas": {"State": {"type": "string", "enum": ["open", "done"]},
       "Item": {"type": "object", "properties": {"id": {"type": "integer", "format": "int64"}, "title": {"type": "string"},
        "state": {"$ref": "#/components/schemas/State"}, "priority": {"type": "integer", "minimum": 1, "maximum": 5},
        "created": {"type": "string", "format": "date-time"}},
        "required": ["id", "title", "state", "priority", "created"]}}}}
    """
}
