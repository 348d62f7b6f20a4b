import Contract
import Testing

struct MappedUpload: BodyRequest {
  var userIDs: [Int]
  var title: String
}

/// A recursive type, with members whose acronyms are words or that are not mapped.
struct MappedPage: Codable, Sendable {
  struct Entry: Codable, Sendable {
    enum CodingKeys: String, CodingKey { case timeToLive = "TTL", ownerIDs = "ownerIds" }

    var timeToLive: Int
    var ownerIDs: [Int]
  }

  var entries: [String: Entry]
  var children: [MappedPage]
  var homeURL: String?
}

@Suite("Verification")
struct VerificationTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let operations: [APIOperation]
    /// Severity, rule, operations and message of each finding.
    let findings: [String]

    init(_ name: String, _ operations: [APIOperation], _ findings: String...) {
      self.name = name
      self.operations = operations
      self.findings = findings
    }

    var testDescription: String { name }
  }

  struct NotFound: APIFailure {
    static var declaredCases: [FailureCase] { [FailureCase(code: "notFound", status: .notFound)] }
    var declaredCase: FailureCase { Self.declaredCases[0] }
    func encodeMembers(into encoder: inout FailureEncoder) throws {}
    static func decode(_ code: FailureCode, from decoder: FailureDecoder) throws -> NotFound? { nil }
  }

  struct AlsoNotFound: APIFailure {
    static var declaredCases: [FailureCase] {
      [FailureCase(code: "gone", status: .init(410)!), FailureCase(code: "notFound", status: .notFound)]
    }
    var declaredCase: FailureCase { Self.declaredCases[0] }
    func encodeMembers(into encoder: inout FailureEncoder) throws {}
    static func decode(_ code: FailureCode, from decoder: FailureDecoder) throws -> AlsoNotFound? { nil }
  }

  struct Fine: APIFailure {
    static var declaredCases: [FailureCase] { [FailureCase(code: "fine", status: .init(202)!)] }
    var declaredCase: FailureCase { Self.declaredCases[0] }
    func encodeMembers(into encoder: inout FailureEncoder) throws {}
    static func decode(_ code: FailureCode, from decoder: FailureDecoder) throws -> Fine? { nil }
  }

  static func get(
    _ path: PathTemplate, id: String, _ inputs: InputDescription..., failures: [any APIFailure.Type] = [],
    traits: [EndpointTrait] = []
  ) -> APIOperation {
    APIOperation(id: id, method: .get, path: path, inputs: inputs, failures: failures, traits: traits)
  }

  static func method(_ method: HTTPMethod, _ inputs: InputDescription..., traits: [EndpointTrait] = [])
    -> APIOperation
  {
    APIOperation(id: "a", method: method, path: "/a", inputs: inputs, requestContent: .json, traits: traits)
  }

  static let after = InputDescription(.query, "after", type: "String?", isRequired: false)

  static func body(_ name: String, isExact: Bool = false) -> InputDescription {
    InputDescription(.body, name, type: "Int", isRequired: true, isExact: isExact)
  }

  static func explicitly(_ name: String) -> String {
    "set the exact name with `@Name(\"\(name)\", \"\(name)\")` in a protocol or in the attribute of a member, or "
      + "spell acronyms as words in Swift"
  }

  static let spelled =
    "spell acronyms as words in Swift or in `CodingKeys`, or remove the key mapping and set the names there"

  static func text(_ name: String, _ type: String = "String") -> InputDescription {
    InputDescription(.path, name, type: type, isRequired: true)
  }

  static let title = InputDescription(.body, "title", type: "String", isRequired: true)

  static let rows: [Row] = [
    Row(
      "routes that differ by method, literal, depth and kind",
      [
        get("/a", id: "1"), APIOperation(id: "2", method: .post, path: "/a"), get("/a/", id: "3"), get("/b", id: "4"),
        get("/b/{id}", id: "5", text("id", "Int")), get("/b/mine", id: "6"), get("/b/{rest...}", id: "7", text("rest")),
        APIOperation(id: "8", method: nil, path: "/a"),
      ]),
    Row(
      "one name twice", [get("/a", id: "1"), get("/b", id: "1"), get("/c", id: "1")],
      "error duplicate-id 1,1,1: GET /a (1) and GET /b (1) have the same id `1`; "
        + "mount one of them with `mounted(at:named:)`, or rename it"),
    Row(
      "placeholders with different names", [get("/a/{x}/b", id: "1", text("x")), get("/a/:y/b", id: "2", text("y"))],
      "error duplicate-route 1,2: GET /a/{x}/b (1) and GET /a/{y}/b (2) serve the same requests; "
        + "remove one or change its path"),
    Row(
      "one literal in two spellings", [get("/%61", id: "1"), get("/a", id: "2")],
      "error duplicate-route 1,2: GET /%61 (1) and GET /a (2) serve the same requests; remove one or change its path"),
    Row(
      "paths that differ only by their query", [get("/a?x=1", id: "1"), get("/a?x=2", id: "2")],
      "error duplicate-route 1,2: GET /a (1) and GET /a (2) serve the same requests; remove one or change its path"),
    Row(
      "a value shadowed by a literal", [get("/a/{name}", id: "1", text("name")), get("/a/mine", id: "2")],
      "warning shadowed-value 1,2: GET /a/{name} (1) never receives `name` = `mine`, which GET /a/mine (2) serves; "
        + "rename the segment or move one of the two operations"),
    Row("a literal that is not a number", [get("/a/{id}", id: "1", text("id", "Int")), get("/a/mine", id: "2")]),
    Row(
      "a literal of another method",
      [get("/a/{name}", id: "1", text("name")), APIOperation(id: "2", method: .post, path: "/a/mine")]),
    Row(
      "an input without a placeholder", [get("/a", id: "1", text("name"))],
      "error unbound-input 1: GET /a (1) reads the path value `name`, but its path has no placeholder with that name; "
        + "add `{name}`"),
    Row(
      "a placeholder without an input", [get("/a/{name}", id: "1")],
      "warning unbound-placeholder 1: GET /a/{name} (1) has the placeholder `name` but no input with that name, so no "
        + "client can call it; add the input, or remove `{name}`"),
    Row(
      "a checksum without a stream", [get("/a", id: "1", traits: [.checksum()])],
      "error checksum 1: GET /a (1) declares `.checksum()`, but neither its body nor its result is a `ByteStream`; "
        + "remove `.checksum()`"),
    Row(
      "a constant that is an input", [get("/a?kind=x", id: "1", .init(.query, "kind", type: "Int", isRequired: false))],
      "error constant-query 1: GET /a (1) has the query value `kind` in its path and as an input; rename the input, "
        + "or remove the value from the path"),
    Row(
      "names that the key mapping makes equal",
      [
        get(
          "/a", id: "1", .init(.query, "pageSize", type: "Int", isRequired: false),
          .init(.query, "page_size", type: "Int", isRequired: false, isExact: true), traits: [.keys(.snakeCase)])
      ],
      "error duplicate-input 1: GET /a (1) has two inputs named `page_size` as query values on the wire; "
        + "rename one of them, or check the key mapping"),
    Row(
      "headers that differ by case",
      [
        get(
          "/a", id: "1", .init(.header, "X-A", type: "Int", isRequired: false),
          .init(.header, "x-a", type: "Int", isRequired: false))
      ],
      "error duplicate-input 1: GET /a (1) has two inputs named `x-a` as header values on the wire; "
        + "rename one of them, or check the key mapping"),
    Row(
      "a header set by the connection",
      [get("/a", id: "1", .init(.header, "content-length", type: "Int", isRequired: false))],
      "error managed-header 1: GET /a (1) has the input `content-length`, a header that the connection sets; "
        + "remove the input or choose another name"),
    Row(
      "the header of the operation's cookies",
      [
        get(
          "/a", id: "1", .init(.cookie, "session", type: "String", isRequired: false),
          .init(.header, "cookie", type: "String", isRequired: false)),
        get("/b", id: "2", .init(.header, "Cookie", type: "String", isRequired: false)),
      ],
      "warning cookie-header 1: GET /a (1) has the input `cookie`, the header that contains its cookies; "
        + "remove the input, or declare each of its cookies as an input"),
    Row(
      "content of GET", [method(.get, title)],
      "warning content a: GET /a (a) has a body, which has no meaning in a GET request (RFC 9110 §9.3) and may be "
        + "dropped by servers and proxies; send it in the query, or use POST"),
    Row("a form on GET, which is the query", [method(.get, title, traits: [.content(.urlForm)])]),
    Row("content of POST", [method(.post, title)]),
    Row(
      "content of TRACE", [method(.trace, title)],
      "error content a: TRACE /a (a) has a body, which a TRACE request must not have (RFC 9110 §9.3.8); send it in the "
        + "query or in headers"),
    Row("one failure declared twice", [get("/a", id: "1", failures: [NotFound.self, NotFound.self])]),
    Row(
      "failures with one status and code", [get("/a", id: "1", failures: [NotFound.self, AlsoNotFound.self])],
      "error ambiguous-failure 1: GET /a (1) declares `NotFound` and `AlsoNotFound`, which both contain "
        + "404 `notFound`; give one of them another code or status"),
    Row(
      "a failure with a success status", [get("/a", id: "1", failures: [Fine.self])],
      "error ambiguous-success 1: GET /a (1) declares `Fine`, whose case `fine` has the success status 202; "
        + "give it a status from 400 to 599"),
    Row(
      "a failure with the status of a second result",
      [
        Endpoint<Empty, Either<Int, String>>(
          .get, "/a", id: "1", throws: [NotFound.self], result: .either(.json, .json, failure: .notFound)
        ).operation
      ],
      "error ambiguous-alternative 1: GET /a (1) sends its second result with status 404, and declares `NotFound`, "
        + "whose case `notFound` has the same status; give the case another status"),
    Row(
      "patterns that cannot be read",
      [
        get(
          "/a", id: "1",
          InputDescription(.query, "a", type: "String", isRequired: false, validation: [.pattern("(")]),
          InputDescription(.query, "b", type: "[String]", isRequired: false, validation: [.items([.pattern("a)")])]),
          InputDescription(.query, "c", type: "String", isRequired: false, validation: [.pattern("(a)")])),
        get(
          "/b", id: "2",
          InputDescription(.query, "d", type: "String", isRequired: false, validation: [.pattern("(a)\\1")])),
      ],
      "error malformed-pattern 1: GET /a (1) has a rule for the query value `a` with the invalid pattern `(`: "
        + "a group is not closed; write `\\(` for the character",
      "error malformed-pattern 1: GET /a (1) has a rule for the query value `b` with the invalid pattern `a)`: "
        + "unmatched `)`; write `\\)` for the character",
      "error malformed-pattern 2: GET /b (2) has a rule for the query value `d` with the invalid pattern `(a)\\1`: "
        + "back-references such as `\\1` are not supported; remove them to keep matching linear"),
    Row(
      "a pattern that repeats a repetition",
      [
        get(
          "/a", id: "1",
          InputDescription(
            .query, "mail", type: "String", isRequired: false, validation: [.pattern("([a-zA-Z0-9]+)*@x[.]y")]),
          InputDescription(
            .query, "slug", type: "String", isRequired: false, validation: [.pattern("([a-z]+-)*[a-z]+")]))
      ],
      "warning nested-quantifiers 1: GET /a (1) has a rule for the query value `mail` with the pattern "
        + "`([a-zA-Z0-9]+)*@x[.]y`, which repeats a repetition; a server matches it in linear time, but programs that "
        + "read the document and match by backtracking may take exponential time; write `a*` instead of `(a+)*`"),
    Row(
      "uppercase letters that a key mapping changes",
      [
        method(
          .post, body("TTL"), body("userID"), body("URLPath"), body("userIDs"), body("ID", isExact: true),
          body("HTTPURLs"),
          traits: [.keys(.snakeCase)])
      ],
      "warning mapped-acronym a: POST /a (a) sends the body value `TTL` as `ttl` by its key mapping, although it is "
        + "all uppercase and may be a fixed name; \(explicitly("TTL"))",
      "warning mapped-acronym a: POST /a (a) sends the body value `userIDs` as `user_i_ds` by its key mapping, which splits "
        + "a run of uppercase letters; \(explicitly("userIDs"))",
      "warning mapped-acronym a: POST /a (a) sends the body value `HTTPURLs` as `httpur_ls` by its key mapping, which splits "
        + "a run of uppercase letters; \(explicitly("HTTPURLs"))"),
    Row(
      "uppercase letters in members that a key mapping changes",
      [
        Endpoint<MappedUpload, [MappedPage]>(.post, "/a", .keys(.snakeCase), id: "1").operation,
        Endpoint<Empty, MappedPage>(.get, "/a", .keys(.snakeCase), id: "2").operation,
        Endpoint<Empty, MappedPage>(.get, "/b", id: "3").operation,
      ],
      "warning mapped-acronym 1: POST /a (1) maps the member `userIDs` of `MappedUpload` to `user_i_ds`, which splits a "
        + "run of uppercase letters; \(spelled)",
      "warning mapped-acronym 1,2: POST /a (1) maps the member `TTL` of `Entry` to `ttl`, although it is all uppercase "
        + "and may be a fixed name; \(spelled)"),
    Row("uppercase letters without a key mapping", [method(.put, body("TTL"), body("userIDs"))]),
    Row(
      "cursors of pages",
      [
        get("/a", id: "1", after, traits: [.paged(Paging(cursor: "after", next: "last"))]),
        get("/b", id: "2", after, traits: [.paged(Paging(cursor: "page", next: "last"))]),
        get("/c", id: "3", after, traits: [.paged(Paging(cursor: "page"))]),
        Endpoint<MappedUpload, [Int]>(.post, "/d", .paged(Paging(cursor: "title", next: "last")), id: "4").operation,
      ],
      "error unknown-cursor 3: GET /c (3) has pages whose cursor is `page`, but no input has that name on the wire, so no "
        + "link can be followed; give the input that name",
      "warning unknown-cursor 2: GET /b (2) has pages whose cursor is `page`, but no input has that name on the wire, so "
        + "a document cannot name the parameter; give the input that name"),
    Row(
      "schemes of one name",
      [
        get("/a", id: "1", traits: [.security(.apiKey(header: "X-A", name: "key"))]),
        get("/b", id: "2", traits: [.security(.apiKey(header: "X-A", name: "key"), scopes: "a")]),
        get("/c", id: "3", traits: [.security(.apiKey(query: "a", name: "key"))]),
      ],
      "error scheme-name 1,3: GET /a (1) and GET /c (3) use different security schemes with the same name `key`; "
        + "give one of them another name"),
    Row(
      "schemes that differ only in their documented format",
      [
        get("/a", id: "1", traits: [.security(.bearer)]),
        get("/b", id: "2", traits: [.security(.bearer(format: "JWT"))]),
      ]),
  ]

  @Test("A finding names the location, the fault and the remedy", arguments: rows)
  func finds(_ row: Row) {
    let found = row.operations.verify().map { finding in
      "\(finding.severity) \(finding.rule) \(finding.operations.joined(separator: ",")): \(finding)"
    }
    #expect(found == row.findings)
  }

  @Test("Each of many duplicate names is found, in order of first use")
  func manyNames() {
    let operations = (0..<500).map { Self.get(PathTemplate(stringLiteral: "/\($0)"), id: "id\($0 % 400)") }
    #expect(operations.verify().map(\.operations) == (0..<100).map { ["id\($0)", "id\($0)"] })
  }

  @Test("An encoded literal is not read as a placeholder or as two segments")
  func encodedLiterals() {
    let operations = [
      Self.get("/%7B%7D", id: "1"), Self.get("/{x}", id: "2", Self.text("x", "Int")),
      Self.get("/%7B...%7D", id: "3"), Self.get("/a%2Fb", id: "4"), Self.get("/a/b", id: "5"),
    ]
    #expect(operations.verify() == [])
  }

  @Test("Three inputs with one name make one finding")
  func threeInputs() {
    let inputs = ["X-A", "x-a", "X-a"].map { InputDescription(.header, $0, type: "Int", isRequired: true) }
    let findings = [Self.get("/a", id: "1", inputs[0], inputs[1], inputs[2])].verify()
    #expect(findings.map(\.rule) == ["duplicate-input"])
  }

  @Test("A dictionary input does not collide with an input of the same name")
  func dictionaries() {
    let inputs = InputDescription.list(
      """
      query filters: Bool
      query*? filters: [String: String]
      query* more: [String: String]
      header* trailer: [String: String]
      """)
    #expect(inputs.map(\.isDictionary) == [false, true, true, true])
    #expect(inputs.map(\.isRequired) == [true, false, true, true])
    #expect([Self.get("/a?more=1", id: "1", inputs[0], inputs[1], inputs[2], inputs[3])].verify() == [])
  }

  @Test("Errors are reported before warnings")
  func order() {
    let found = [Self.get("/a/{name}", id: "1"), Self.get("/b", id: "1")].verify()
    #expect(found.map(\.severity) == [.error, .warning])
  }
}
