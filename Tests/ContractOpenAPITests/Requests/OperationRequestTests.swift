import ContractCoding
import ContractHTTP
import Testing

@testable import ContractOpenAPI

/// An operation with one parameter, for tests.
struct ParameterFixture {
  let document: OpenAPIDocument
  let operation: OpenAPIOperation

  init(_ parameter: JSONValue, path: String = "/a") throws {
    let value: JSONValue = [
      "openapi": "3.1.1", "info": ["title": "T", "version": "1"],
      "paths": .object([path: ["get": ["parameters": [parameter], "responses": [:]]]]),
    ]
    document = try OpenAPIDocument(value)
    operation = try #require(document.operations.first)
  }

  func request(_ value: JSONValue) throws -> HTTPRequest {
    var request = OperationRequest(operation, in: document)
    let parameter = operation.parameters[0]
    request[parameter.location, parameter.name] = value
    return try request.httpRequest(to: try #require(ServerURL("http://a.test/v1/")))
  }
}

@Suite struct OperationRequestTests {
  static let strings: JSONValue = ["type": "array", "items": ["type": "string"]]
  static let numbers: JSONValue = ["type": "array", "items": ["type": "integer"]]
  static let point: JSONValue = [
    "type": "object", "properties": ["x": ["type": "integer"], "y": ["type": "string"]],
  ]

  static func inQuery(_ schema: JSONValue, _ style: String? = nil, explode: Bool? = nil) -> JSONValue {
    var members: JSONObject = ["name": "q", "in": "query", "schema": schema]
    if let style { members["style"] = .string(style) }
    if let explode { members["explode"] = .bool(explode) }
    return .object(members)
  }

  static let queries: [(JSONValue, JSONValue, String)] = [
    (inQuery(["type": "integer"]), 7, "/v1/a?q=7"),
    (inQuery(["type": "string"]), "a b&c=é", "/v1/a?q=a%20b%26c%3D%C3%A9"),
    (inQuery(["type": "boolean"]), .bool(true), "/v1/a?q=true"), (inQuery(strings), ["a", "b,c"], "/v1/a?q=a&q=b%2Cc"),
    (inQuery(strings), [], "/v1/a"), (inQuery(strings), .null, "/v1/a"),
    (inQuery(strings, explode: false), ["a", "b,c"], "/v1/a?q=a,b%2Cc"),
    (inQuery(strings, "pipeDelimited", explode: false), ["a", "b"], "/v1/a?q=a%7Cb"),
    (inQuery(strings, "spaceDelimited", explode: false), ["a", "b"], "/v1/a?q=a%20b"),
    (inQuery(point), ["x": 1, "y": "b"], "/v1/a?x=1&y=b"),
    (inQuery(point, explode: false), ["x": 1, "y": "b"], "/v1/a?q=x,1,y,b"),
    (inQuery(point, "deepObject", explode: true), ["x": 1, "y": "b"], "/v1/a?q%5Bx%5D=1&q%5By%5D=b"),
    (
      ["name": "q", "in": "query", "content": ["application/json": ["schema": point]]], ["x": 1],
      "/v1/a?q=%7B%22x%22%3A1%7D"
    ),
  ]

  @Test("A query value is serialized by its style, and read back", arguments: queries)
  func queryValue(_ parameter: JSONValue, _ value: JSONValue, _ target: String) throws {
    let fixture = try ParameterFixture(parameter)
    var request = try fixture.request(value)
    #expect(request.target == target, "\(parameter) \(value)")
    request.target = String(request.target.dropFirst(3))
    let findings = RequestChecker(fixture.document).findings(in: request, body: [], for: fixture.operation)
    #expect(findings.isEmpty, "\(target): \(findings)")
  }

  static let paths: [(JSONValue, JSONValue, String)] = [
    (["schema": ["type": "string"]], "a/b", "/v1/x/a%2Fb.json"),
    (["schema": strings], ["a", "b"], "/v1/x/a,b.json"),
    (["schema": strings, "style": "label", "explode": true], ["a", "b"], "/v1/x/.a.b.json"),
    (["schema": strings, "style": "label"], ["a", "b"], "/v1/x/.a,b.json"),
    (["schema": point, "style": "label", "explode": true], ["x": 1, "y": "b"], "/v1/x/.x=1.y=b.json"),
    (["schema": strings, "style": "matrix"], ["a", "b"], "/v1/x/;p=a,b.json"),
    (["schema": strings, "style": "matrix", "explode": true], ["a;", "b"], "/v1/x/;p=a%3B;p=b.json"),
    (["schema": point, "style": "matrix"], ["x": 1, "y": "b"], "/v1/x/;p=x,1,y,b.json"),
    (["schema": point, "style": "matrix", "explode": true], ["x": 1, "y": "b"], "/v1/x/;x=1;y=b.json"),
    (["schema": ["type": "integer"], "style": "matrix"], 7, "/v1/x/;p=7.json"),
    // A style has no meaning next to a media type.
    (
      ["content": ["application/json": ["schema": point]], "style": "matrix"], ["x": 1],
      "/v1/x/%7B%22x%22%3A1%7D.json"
    ),
    (
      ["content": ["application/json": ["schema": strings]], "style": "label", "explode": true], ["a", "b"],
      "/v1/x/%5B%22a%22%2C%22b%22%5D.json"
    ),
    (["content": ["text/plain": ["schema": ["type": "string"]]], "style": "label"], "a", "/v1/x/a.json"),
    (["content": ["text/plain": ["schema": ["type": "string"]]]], "a b", "/v1/x/a%20b.json"),
    (["schema": ["anyOf": [["type": "integer"], numbers]]], [1, 2], "/v1/x/1,2.json"),
    (["schema": point, "explode": true], ["x": 1, "y": "b"], "/v1/x/x=1,y=b.json"),
  ]

  @Test("A path value is serialized by its style, and read back", arguments: paths)
  func pathValue(_ members: JSONValue, _ value: JSONValue, _ target: String) throws {
    var parameter = try #require(members.object)
    parameter["name"] = "p"
    parameter["in"] = "path"
    let fixture = try ParameterFixture(.object(parameter), path: "/x/{p}.json")
    var request = try fixture.request(value)
    #expect(request.target == target)
    request.target = String(request.target.dropFirst(3))
    let findings = RequestChecker(fixture.document).findings(in: request, body: [], for: fixture.operation)
    #expect(findings.isEmpty, "\(target): \(findings)")
    let reading = ParameterSpelling(
      parameter: fixture.operation.parameters[0], spelling: ValueSpelling(checker: ValueChecker(fixture.document)))
    let text = String(target.dropFirst("/v1/x/".count).dropLast(".json".count))
    #expect(reading.value(of: text) { PercentEncoding.decode(Array($0.utf8)[...]) } == value)
  }

  @Test("An empty list has no value in a matrix path")
  func emptyMatrix() throws {
    for explode in [true, false] {
      let fixture = try ParameterFixture(
        ["name": "p", "in": "path", "schema": Self.strings, "style": "matrix", "explode": .bool(explode)],
        path: "/x/{p}")
      #expect(throws: OperationRequestError.self) { try fixture.request([]) }
    }
  }

  /// A parameter that allows values of several structures.
  static let created: JSONValue = [
    "anyOf": [["type": "object", "properties": ["gte": ["type": "integer"]]], ["type": "integer"]]
  ]
  static let labels: JSONValue = [
    "oneOf": [["type": "string"], ["type": "array", "items": ["type": "string"], "maxItems": 2]]
  ]
  static let several: [(parameter: JSONValue, texts: [String], target: String)] = [
    (inQuery(created, "deepObject", explode: true), ["5"], "/a?q=5"),
    (inQuery(created, "deepObject", explode: true), [#"{"gte":5}"#], "/a?q%5Bgte%5D=5"),
    (inQuery(created, explode: false), [#"{"gte":5}"#], "/a?q=gte,5"), (inQuery(created), [#"{"gte":5}"#], "/a?gte=5"),
    (inQuery(labels), ["a"], "/a?q=a"), (inQuery(labels), ["a", "b"], "/a?q=a&q=b"),
    (inQuery(labels), [#"["a"]"#], "/a?q=a"), (inQuery(labels), ["{"], "/a?q=%7B"),
    (inQuery(["anyOf": [["type": "integer"], numbers]], explode: false), ["1", "2"], "/a?q=1,2"),
  ]

  @Test(
    "A parameter that allows scalars and objects or lists is written and read according to its value",
    arguments: several)
  func severalStructures(_ parameter: JSONValue, _ texts: [String], _ target: String) throws {
    let fixture = try ParameterFixture(parameter)
    var request = OperationRequest(fixture.operation, in: fixture.document)
    try request.set(OperationInput.all(of: fixture.operation, in: fixture.document)[0], to: texts)
    let message = try request.httpRequest(to: try #require(ServerURL("http://a.test")))
    #expect(message.target == target)
    let findings = RequestChecker(fixture.document).findings(in: message, body: [], for: fixture.operation)
    #expect(findings.isEmpty, "\(findings)")
  }

  static let severalInvalid: [(JSONValue, String)] = [
    (inQuery(created, "deepObject"), "/a?q[gte]=x"), (inQuery(created, "deepObject"), "/a?q=x"),
    (inQuery(labels), "/a?q=a&q=b&q=c"), (inQuery(created, explode: false), "/a?q=gte,x"),
  ]

  @Test("A value that may have several structures is checked in the structure that is sent", arguments: severalInvalid)
  func invalidStructures(_ parameter: JSONValue, _ target: String) throws {
    let fixture = try ParameterFixture(parameter)
    let findings = RequestChecker(fixture.document)
      .findings(in: HTTPRequest(.get, target), body: [], for: fixture.operation)
    #expect(!findings.isEmpty)
  }

  static let literals: [(path: String, target: String)] = [
    ("/weird ü/{p}", "/weird%20%C3%BC/7"), ("/a%20b%2f/{p}-é", "/a%20b%2f/7-%C3%A9"),
    ("/100%/%2x/{p}", "/100%25/%252x/7"), ("/a:b@c/(~$&+,;=)/{p}", "/a:b@c/(~$&+,;=)/7"),
  ]

  @Test("Characters that a path cannot have are percent-encoded, and read back", arguments: literals)
  func literal(_ path: String, _ target: String) throws {
    let fixture = try ParameterFixture(["name": "p", "in": "path", "schema": ["type": "integer"]], path: path)
    var request = try fixture.request(7)
    #expect(request.target == "/v1" + target)
    request.target = target
    #expect(RequestChecker(fixture.document).findings(in: request, body: [], for: fixture.operation).isEmpty)
  }

  static let unusable: [(path: String, value: JSONValue?, style: String, message: String)] = [
    ("/x/{p}", nil, "simple", "The path needs a value for `p`"),
    ("/x/{p}", "", "simple", "The path needs a value for `p`"), ("/x/{p}", ".", "simple", dots(".")),
    ("/x/{p}/y", "..", "simple", dots("..")), ("/x/.{p}", ".", "simple", dots("..")),
    ("/x/{p}", ".", "label", dots("..")), ("/x/{p}", "", "label", dots(".")),
  ]

  private static func dots(_ segment: String) -> String {
    "The path cannot contain the segment `\(segment)`, which clients and servers remove; change the value of `p`"
  }

  @Test("An absent or empty path value, or one that changes the path, is refused", arguments: unusable)
  func unusablePath(_ path: String, _ value: JSONValue?, _ style: String, _ message: String) throws {
    let parameter: JSONValue = ["name": "p", "in": "path", "style": .string(style), "schema": ["type": "string"]]
    let fixture = try ParameterFixture(parameter, path: path)
    var request = OperationRequest(fixture.operation, in: fixture.document)
    request[.path, "p"] = value
    let url = try #require(ServerURL("http://a.test"))
    #expect(throws: OperationRequestError(message, at: fixture.operation.pointer)) {
      try request.httpRequest(to: url)
    }
  }

  @Test("A dot in a path value that does not change the path is sent")
  func dotsInPath() throws {
    let fixture = try ParameterFixture(["name": "p", "in": "path", "schema": ["type": "string"]], path: "/x/{p}.json")
    #expect(try fixture.request(".").target == "/v1/x/..json")
  }

  @Test("Headers and cookies carry values, and refuse line breaks")
  func headers() throws {
    let header = try ParameterFixture(["name": "X-List", "in": "header", "schema": Self.numbers])
    #expect(try header.request([1, 2]).fields["X-List"] == "1,2")
    let text = try ParameterFixture(["name": "X-Text", "in": "header", "schema": ["type": "string"]])
    #expect(throws: OperationRequestError.self) { try text.request("a\nb: c") }
    let cookie = try ParameterFixture(["name": "s", "in": "cookie", "schema": ["type": "string"]])
    #expect(try cookie.request("a+b%20=").fields[.cookie] == "s=a+b%20=")
    for text in ["a b", "x; admin=true", "a,b", "\"a\"", "a\\b", "é", "a\nb"] as [JSONValue] {
      #expect(throws: OperationRequestError.self, "\(text)") { try cookie.request(text) }
    }
    #expect(throws: OperationRequestError.self) {
      var request = try cookie.request("a")
      let scheme: JSONValue = ["type": "apiKey", "in": "cookie", "name": "key"]
      try RequestCredential.key("a; admin=true").apply(to: &request, scheme: OpenAPINode(scheme, at: ""))
    }
  }

  /// Requirements, and the header that is sent with a token for `bearer`; nil if the requirements are not satisfied.
  static let requirements: [(security: JSONValue, header: String?)] = [
    ([["bearer": [], "cert": []]], "Bearer t"), ([["cert": []], ["bearer": []]], "Bearer t"), ([["cert": []]], ""),
    ([["cert": [], "key": []]], nil), ([["unknown": []]], nil),
  ]

  @Test("A client certificate is left to the connection, so only other credentials are sent", arguments: requirements)
  func certificates(_ security: JSONValue, _ header: String?) throws {
    let document = try OpenAPIDocument([
      "openapi": "3.1.1", "info": ["title": "T", "version": "1"],
      "paths": ["/a": ["get": ["operationId": "a", "security": security, "responses": [:]]]],
      "components": [
        "securitySchemes": [
          "bearer": ["type": "http", "scheme": "bearer"], "cert": ["type": "mutualTLS"],
          "key": ["type": "apiKey", "in": "header", "name": "X-Key"],
        ]
      ],
    ])
    var request = OperationRequest(document.operations[0], in: document)
    #expect(request.authorize(["bearer": .bearer("t")], in: document) == (header != nil))
    let fields = try request.httpRequest(to: try #require(ServerURL("http://a.test"))).fields
    #expect(fields[.authorization]?.rawValue ?? "" == header ?? "")
    if header == "Bearer t" { #expect(TypeScriptFile(document).text.contains(#"security: [["bearer"]]"#)) }
  }

  @Test("An added header replaces the parameter of that name, and may be repeated")
  func repeatedHeaders() throws {
    let fixture = try ParameterFixture(["name": "X-A", "in": "header", "schema": ["type": "string"]])
    var request = OperationRequest(fixture.operation, in: fixture.document)
    request[.header, "X-A"] = "0"
    for (name, value) in [("X-A", "1"), ("X-B", "1"), ("X-B", "2")] as [(HTTPFieldName, HTTPFieldValue)] {
      request.fields.append(name, value)
    }
    let fields = try request.httpRequest(to: try #require(ServerURL("http://a.test"))).fields
    #expect(fields.values("X-A").map(\.rawValue) == ["1"] && fields.values("X-B").map(\.rawValue) == ["1", "2"])
  }

  @Test("A list in cookies is exploded by default in the styles form and cookie", arguments: ["form", "cookie"])
  func listsInCookies(_ style: String) throws {
    let list = try ParameterFixture(["name": "c", "in": "cookie", "style": .string(style), "schema": Self.strings])
    #expect(list.operation.parameters[0].explode)
    #expect(try list.request(["a", "b"]).fields[.cookie] == "c=a; c=b")
  }

  @Test("A cookie is read as it was sent, with or without quotation marks")
  func cookies() throws {
    let schema: JSONValue = ["type": "string", "const": "a+b%20"]
    let fixture = try ParameterFixture(["name": "s", "in": "cookie", "schema": schema])
    for (text, count) in [
      ("s=a+b%20", 0), ("t=1; s=\"a+b%20\"", 0), ("s=a b", 2), ("s=a\"b", 2), ("s=a+b%20; s=a+b%20", 1),
    ] {
      var request = HTTPRequest(.get, "/a")
      request.fields[.cookie] = HTTPFieldValue(text)
      let findings = RequestChecker(fixture.document).findings(in: request, body: [], for: fixture.operation)
      #expect(findings.count == count, "\(text)")
    }
  }

  static let invalid: [(JSONValue, String, String)] = [
    (inQuery(["type": "integer", "minimum": 1]), "/a?q=0", "query value `q` must be at least 1"),
    (inQuery(["type": "integer"]), "/a?q=x", "query value `q` must be integer"),
    (inQuery(["type": "integer"]), "/a?q=%zz", "query value `q` must be integer"),
    (inQuery(["type": "integer", "format": "int64"]), "/a?q=x", "query value `q` must be integer"),
    (inQuery(["type": "string"]), "/a?q=a&q=b", "query value `q` must occur only once"),
    (inQuery(["type": "integer"]), "/a?q=x&q=", "query value `q` must occur only once"),
    (inQuery(point, "deepObject"), "/a?q[x]=1&q[y]=a&q[y]=b", "query value `q/y` must be string"),
    (inQuery(numbers), "/a?q=1&q=x", "query value `q/1` must be integer"),
    (inQuery(point, "deepObject"), "/a?q[x]=a", "query value `q/x` must be integer"),
    (
      ["name": "q", "in": "query", "required": true, "schema": ["type": "string"]], "/a", "query value `q` is required"
    ),
    (["name": "X-A", "in": "header", "required": true, "schema": true], "/a", "header value `X-A` is required"),
    (["name": "c", "in": "cookie", "required": true, "schema": true], "/a", "cookie value `c` is required"),
  ]

  @Test("An invalid value is reported with its location, name and rule", arguments: invalid)
  func invalidValue(_ parameter: JSONValue, _ target: String, _ finding: String) throws {
    let fixture = try ParameterFixture(parameter)
    let findings = RequestChecker(fixture.document)
      .findings(in: HTTPRequest(.get, target), body: [], for: fixture.operation)
    #expect(findings.map(\.description) == [finding])
  }

  @Test("Repeated members of nested objects do not cause exponential time", .timeLimit(.minutes(1)))
  func repeatedMembers() throws {
    var schema: JSONValue = ["type": "string"]
    for _ in 0..<30 { schema = ["type": "object", "properties": ["a": schema]] }
    let fixture = try ParameterFixture(Self.inQuery(schema, "deepObject"))
    let field = "q" + String(repeating: "[a]", count: 30) + "=1"
    let target = "/a?" + Array(repeating: field, count: 3).joined(separator: "&")
    let findings = RequestChecker(fixture.document)
      .findings(in: HTTPRequest(.get, target), body: [], for: fixture.operation)
    #expect(findings.count == 1)
  }

  /// A parameter of each kind, and an empty value that stands for an absent one.
  static let blank: [(JSONValue, String, isAllowed: Bool)] = [
    (["type": "integer"], "q=", isAllowed: true), (["type": "integer"], "q", isAllowed: true),
    (["type": "string", "enum": ["a"]], "q=", isAllowed: true),
    (["type": "string", "minLength": 1], "q=", isAllowed: true), (numbers, "q=", isAllowed: true),
    (numbers, "q=&q=1", isAllowed: false), (["type": "integer"], "q=x", isAllowed: false),
  ]

  @Test("An empty value counts as absent if `allowEmptyValue` is set, and is invalid otherwise", arguments: blank)
  func emptyValue(_ schema: JSONValue, _ query: String, _ isAllowed: Bool) throws {
    for allowsEmpty in [true, false] {
      let fixture = try ParameterFixture([
        "name": "q", "in": "query", "allowEmptyValue": .bool(allowsEmpty), "schema": schema,
      ])
      let findings = RequestChecker(fixture.document)
        .findings(in: HTTPRequest(.get, "/a?" + query), body: [], for: fixture.operation)
      #expect(findings.isEmpty == (isAllowed && allowsEmpty), "\(query) \(allowsEmpty) \(findings)")
    }
  }

  static let urls: [(String, String?)] = [
    ("http://a.test", "http://a.test"), ("https://a.test:8443/v1//", "https://a.test:8443/v1"),
    ("HTTP://a/b", "http://a/b"),
    ("ftp://a", nil), ("http://", nil), ("http:///a", nil), ("http://u@a", nil), ("http://a?b", nil),
    ("http://a#b", nil),
    ("http://é", nil), ("http://a/{x}", nil), ("", nil),
  ]

  @Test("A base URL is absolute, without user information, query and fragment", arguments: urls)
  func url(_ text: String, _ expected: String?) { #expect(ServerURL(text)?.description == expected) }

  @Test("A request is quoted for a shell, with control characters escaped")
  func curl() {
    let request = HTTPRequest(
      .put, "/a?b=1", scheme: "http", authority: "a.test", fields: ["X-A": "it's", "X-Empty": ""],
      body: .bytes(Array("a\n\u{1}é'".utf8)))
    let command = CurlCommand(request).description
    let expected =
      "curl -X PUT 'http://a.test/a?b=1' -H 'X-A: it'\\''s' -H 'X-Empty;' --data-raw $'a\\012\\001\\303\\251\\''"
    #expect(command == expected)
  }
}
