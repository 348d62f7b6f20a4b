import ContractCoding
import ContractHTTP
import ContractOpenAPI
import ContractTesting
import Testing

/// Streams of each kind.
@API private protocol Streaming: Sendable {
  @GET("/ticks") func ticks() async throws -> ServerEvents<FeedTick>
  @GET("/words") func words() async throws -> ServerEvents<String>
  @GET("/changes") func changes() async throws -> ServerEvents<FeedChange>
  @GET("/forms") func forms() async throws -> ServerEvents<FeedForm>
  @GET("/rows") func rows() async throws -> JSONLines<FeedTick>
}

/// A transport that calls a mock, and counts the calls.
private final class MockTransport: ClientTransport {
  let mock: DocumentMock
  let calls = Lock(0)

  init(_ mock: DocumentMock) { self.mock = mock }

  func send(_ request: HTTPRequest, options: TransportOptions) async throws -> HTTPResponse {
    calls.withLock { $0 += 1 }
    return mock.response(to: request, body: try await request.body.collect(upTo: 1 << 20))
  }
}

@Suite struct DocumentMockTests {
  @Test("A client reads the events and lines of a mocked stream", arguments: [OpenAPIVersion.v31, .v32])
  func streams(_ version: OpenAPIVersion) async throws {
    let text = try OpenAPI(title: "Streams", version: "1", StreamingEndpoints.all).json(version)
    let transport = MockTransport(DocumentMock(try OpenAPIDocument(parsing: Array(text.utf8))))
    let api = StreamingAPI(APIClient(baseURL: "http://mock", transport: transport))
    #expect(try await Self.count(api.ticks()) == 3)
    #expect(try await Self.count(api.words()) == 3)
    #expect(try await Self.count(api.changes()) == 3)
    #expect(try await Self.count(api.forms()) == 3)
    #expect(try await Self.count(api.rows()) == 3)
    // There was one request for each stream: a client that received fewer than three events would have connected again.
    #expect(transport.calls.withLock { $0 } == 5)
  }

  /// Reads up to three values. After them, a client of events would connect again.
  private static func count(_ values: some AsyncSequence) async throws -> Int {
    var count = 0
    for try await _ in values {
      count += 1
      if count == 3 { break }
    }
    return count
  }

  private func respond(
    _ method: HTTPMethod, _ target: String, _ fields: HTTPFields = [:], body: String = "", token: String? = "any"
  ) throws -> HTTPResponse {
    var fields = fields
    if let token { fields[.authorization] = HTTPFieldValue("Bearer \(token)") }
    let request = HTTPRequest(method, target, fields: fields)
    return DocumentMock(try ItemProvider.document).response(to: request, body: Array(body.utf8))
  }

  private func value(_ response: HTTPResponse) -> JSONValue {
    guard case .bytes(let bytes) = response.body else { return .null }
    return (try? JSONValue(parsing: bytes)) ?? .null
  }

  @Test("A response contains the example of the document")
  func example() throws {
    let response = try respond(.get, "/items/9")
    #expect(response.status == 200 && response.fields[.contentType] == "application/json")
    #expect(value(response)["title"] == "Buy milk")
  }

  @Test(
    "A response without an example is generated as declared, and equally for equal requests",
    arguments: ["200", "400", "401"])
  func generated(_ status: String) throws {
    let document = try ItemProvider.document
    let operation = try #require(document.operation("listItems"))
    let selection: HTTPFields = ["Prefer": try #require(HTTPFieldValue("respond-async, code=\(status)"))]
    let response = try respond(.get, "/items?limit=5", selection)
    guard case .bytes(let bytes) = response.body else { throw OperationRequestError("no body", at: "") }
    #expect("\(response.status.code)" == status)
    #expect(ResponseChecker(document).findings(in: response, body: bytes, for: operation).isEmpty)
    #expect(value(try respond(.get, "/items?limit=6", selection)) == value(response))
  }

  static let refused: [(HTTPMethod, String, HTTPFields, String, Int, String)] = [
    (.get, "/nothing", [:], "", 404, "The document has no path /nothing."),
    (.delete, "/items", [:], "", 405, "The path has no method DELETE; it has GET, POST."),
    (.get, "/items?limit=0", [:], "", 400, "query value `limit` must be at least 1"),
    (.get, "/items?limit=1&limit=2", [:], "", 400, "query value `limit` must occur only once"),
    (.get, "/items/x", [:], "", 400, "path value `id` must be integer"),
    (.post, "/items", ["Content-Type": "application/json"], "{}", 400, "header value `X-Client` is required"),
    (
      .post, "/items", ["X-Client": "a", "Content-Type": "application/json"], "{}", 400,
      "body value `/title` is required"
    ),
    (
      .post, "/items", ["X-Client": "a", "Content-Type": "application/json"], "{", 400,
      "the body must be JSON. Line 1, column 2"
    ),
    (.post, "/items", ["X-Client": "a"], "", 400, "the body is required"),
    (
      .post, "/items", ["X-Client": "a", "Content-Type": "text/csv"], "a", 415,
      "the body must have the media type application/json"
    ),
    (.get, "/items/7", ["X-Mock-Status": "302"], "", 400, "declares no response 302; it declares 200, 400, 401, 404."),
    (.get, "/items/7", ["X-Mock-Status": "many"], "", 400, "must be a number from 200 to 599"),
  ]

  @Test("An operation that declares bytes accepts any media type, and checks bodies of its other declared formats")
  func bytes() throws {
    let contents: JSONValue = [
      "application/octet-stream": ["schema": ["type": "string", "format": "binary"]],
      "application/json": ["schema": ["type": "object"]],
    ]
    let document: JSONValue = [
      "openapi": "3.1.1", "info": ["title": "Bytes", "version": "1"],
      "paths": [
        "/a": ["put": ["requestBody": ["content": contents], "responses": ["204": ["description": "Done."]]]]
      ],
    ]
    let mock = DocumentMock(try OpenAPIDocument(document))
    for (type, status) in [
      (nil, 204), ("text/plain", 204), ("application/xml", 204), ("application/vnd.x+json", 204),
      ("application/json", 400),
    ] as [(String?, HTTPStatus)] {
      let fields: HTTPFields = type.flatMap { HTTPFieldValue($0) }.map { [.contentType: $0] } ?? [:]
      let response = mock.response(to: HTTPRequest(.put, "/a", fields: fields), body: [0xFF, 0x7B])
      #expect(response.status == status, "\(type ?? "no type")")
    }
  }

  static let ranges: [(range: String, schema: JSONValue, type: String)] = [
    ("text/*", ["type": "string"], "text/plain"), ("image/*", ["format": "binary"], "image/png"),
    ("application/*", ["type": "object"], "application/json"), ("*/*", ["type": "array"], "application/json"),
    ("application/*", ["type": "string"], "application/octet-stream"), ("model/*", true, "model/example"),
  ]

  @Test("A response whose declared media type is a range is sent with a media type in the range", arguments: ranges)
  func range(_ range: String, _ schema: JSONValue, _ type: String) throws {
    let content: JSONValue = .object([range: ["schema": schema]])
    let document = try OpenAPIDocument([
      "openapi": "3.1.1", "info": ["title": "T", "version": "1"],
      "paths": ["/a": ["get": ["responses": ["200": ["description": "a", "content": content]]]]],
    ])
    let response = DocumentMock(document).response(to: HTTPRequest(.get, "/a"), body: [])
    #expect(response.fields[.contentType]?.rawValue == type)
    guard case .bytes(let bytes) = response.body else { throw OperationRequestError("no body", at: "") }
    let findings = ResponseChecker(document).findings(in: response, body: bytes, for: document.operations[0])
    #expect(findings.isEmpty, "\(findings)")
  }

  @Test("An empty body is refused only if the operation requires one", arguments: [true, false])
  func emptyBody(_ isRequired: Bool) throws {
    let document: JSONValue = [
      "openapi": "3.1.1", "info": ["title": "Bodies", "version": "1"],
      "paths": [
        "/a": [
          "post": [
            "requestBody": [
              "required": .bool(isRequired), "content": ["application/json": ["schema": ["type": "object"]]],
            ], "responses": ["204": ["description": "Done."]],
          ]
        ]
      ],
    ]
    let mock = DocumentMock(try OpenAPIDocument(document))
    for (body, status) in [("", isRequired ? 400 : 204), ("{}", 204), ("{", 400)] {
      let request = HTTPRequest(.post, "/a", fields: ["Content-Type": "application/json"])
      #expect(mock.response(to: request, body: Array(body.utf8)).status.code == status, "\(body)")
    }
  }

  @Test(
    "An invalid preferred status is refused, even if a default response is declared",
    arguments: [["X-Mock-Status": "many"], ["X-Mock-Status": "101"], ["Prefer": "code=1000"]] as [HTTPFields])
  func preferredStatus(_ fields: HTTPFields) throws {
    let document = try OpenAPIDocument([
      "openapi": "3.1.1", "info": ["title": "T", "version": "1"],
      "paths": ["/a": ["get": ["responses": ["default": ["description": "a"]]]]],
    ])
    let mock = DocumentMock(document)
    #expect(mock.response(to: HTTPRequest(.get, "/a", fields: fields), body: []).status == .badRequest)
    #expect(mock.response(to: HTTPRequest(.get, "/a", fields: ["Prefer": "code=404"]), body: []).status == 404)
  }

  @Test(
    "Without a preference, the lowest success is selected, else the default response as 200, else the first response",
    arguments: [
      (["404", "204", "201"], 201), (["2XX", "202"], 202), (["2XX", "404"], 200), (["404", "default"], 200),
      (["4XX", "500"], 400),
    ])
  func success(_ declared: [String], _ status: Int) throws {
    let responses = JSONObject(declared.map { ($0, ["description": "a"] as JSONValue) })
    let document = try OpenAPIDocument([
      "openapi": "3.1.1", "info": ["title": "T", "version": "1"],
      "paths": ["/a": ["get": ["responses": .object(responses)]]],
    ])
    #expect(DocumentMock(document).response(to: HTTPRequest(.get, "/a"), body: []).status.code == status)
  }

  @Test("A text body is checked if its schema allows a scalar, but not if the schema is an object or an array")
  func texts() throws {
    let texts: JSONValue = [
      "text/xml": ["schema": ["type": "object", "required": ["a"]]], "text/csv": ["schema": ["type": "array"]],
      "text/plain": ["schema": ["type": "integer"]],
    ]
    let operation: JSONValue = [
      "requestBody": ["content": texts], "responses": ["200": ["description": "a", "content": texts]],
    ]
    let document = try OpenAPIDocument([
      "openapi": "3.1.1", "info": ["title": "T", "version": "1"], "paths": ["/a": ["post": operation]],
    ])
    for (type, text, isValid) in [
      ("text/xml", "<a/>", true), ("text/csv", "a,b", true), ("text/plain", "7", true), ("text/plain", "x", false),
    ] {
      let (fields, body) = (["Content-Type": HTTPFieldValue(type) ?? ""] as HTTPFields, Array(text.utf8))
      let requests = RequestChecker(document)
        .findings(in: HTTPRequest(.post, "/a", fields: fields), body: body, for: document.operations[0])
      let responses = ResponseChecker(document)
        .findings(in: HTTPResponse(.ok, fields: fields), body: body, for: document.operations[0])
      #expect(requests.isEmpty == isValid && responses.isEmpty == isValid, "\(type): \(requests) \(responses)")
    }
  }

  @Test("A request that the document does not allow is refused with the reason", arguments: refused)
  func refusal(
    _ method: HTTPMethod, _ target: String, _ fields: HTTPFields, _ body: String, _ status: Int, _ detail: String
  ) throws {
    let response = try respond(method, target, fields, body: body)
    let text = value(response)["detail"]?.string ?? ""
    #expect(Int(response.status.code) == status && text.contains(detail), "\(response.status) \(text)")
    if status == 405 { #expect(response.fields[.allow] == "GET, POST") }
  }

  static let directed: JSONValue = [
    "id": ["type": "integer", "readOnly": true], "name": ["type": "string"],
    "password": ["type": "string", "writeOnly": true],
  ]

  @Test(
    "A required member is not needed in the direction that its schema excludes, even if another part of allOf requires it",
    arguments: [
      [
        "type": "object", "required": ["id", "name", "password"], "additionalProperties": false, "properties": directed,
      ],
      ["allOf": [["type": "object", "properties": directed], ["required": ["id", "name", "password"]]]],
    ] as [JSONValue])
  func directions(_ schema: JSONValue) throws {
    let content: JSONValue = ["application/json": ["schema": schema]]
    let operation: JSONValue = [
      "requestBody": ["required": true, "content": content],
      "responses": ["200": ["description": "a", "content": content]],
    ]
    let document = try OpenAPIDocument([
      "openapi": "3.1.1", "info": ["title": "T", "version": "1"], "paths": ["/a": ["post": operation]],
    ])
    let request = HTTPRequest(.post, "/a", fields: [.contentType: "application/json"])
    let mock = DocumentMock(document)
    let response = mock.response(to: request, body: Array(#"{"name":"x","password":"y"}"#.utf8))
    guard case .bytes(let bytes) = response.body, response.status == .ok else {
      Issue.record("\(response)")
      return
    }
    #expect(Set(try JSONValue(parsing: bytes).object?.names ?? []) == ["id", "name"])
    #expect(ResponseChecker(document).findings(in: response, body: bytes, for: document.operations[0]).isEmpty)
    #expect(mock.response(to: request, body: Array(#"{"name":"x"}"#.utf8)).status == .badRequest)
  }

  @Test("All faults of a request are listed with location and name")
  func faults() throws {
    let response = try respond(
      .post, "/items", ["Content-Type": "application/json"], body: #"{"title":"","priority":"x"}"#)
    let places = value(response)["errors"]?.array?.map {
      "\($0["in"]?.string ?? "") \(($0["name"] ?? $0["pointer"])?.string ?? "")"
    }
    #expect(places == ["header X-Client", "body /title", "body /priority"])
  }

  @Test("Required credentials must be present")
  func credentials() throws {
    let response = try respond(.get, "/items", token: nil)
    #expect(response.status == 401 && response.fields[.wwwAuthenticate] == "Bearer realm=\"mock\"")
    #expect(value(response)["detail"] == "GET /items requires credentials: token.")
  }

  @Test("The rate of injected failures is reproducible and near the configured rate")
  func failures() {
    let faults = MockFaults(failureRate: 0.1, seed: 3)
    let failed = (0..<2000).filter { faults.response(toRequest: $0)?.status == 503 }
    #expect((120...280).contains(failed.count), "\(failed.count)")
    #expect(failed == (0..<2000).filter { faults.response(toRequest: $0) != nil })
    #expect(MockFaults().response(toRequest: 0) == nil)
    #expect(MockFaults(failureRate: 1).response(toRequest: 0)?.status == 503)
  }
}
