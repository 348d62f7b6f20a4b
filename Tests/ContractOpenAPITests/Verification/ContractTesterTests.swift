import ContractClient
import ContractCoding
import ContractHTTP
import ContractServer
import ContractTestSupport
import ContractTesting
import Testing

@testable import ContractOpenAPI

@Suite(.ownThreads) struct ContractTesterTests {
  private func report(
    _ fault: ItemProvider.Fault?, seed: UInt64 = 1, cases: Int = 300, operations: [String] = []
  ) async throws -> ContractTestReport {
    let options = ContractTestOptions(
      seed: seed, cases: cases, credentials: ["token": .bearer("secret")], operations: operations)
    return try await verify(
      try ItemProvider.document, against: "http://items.test", options: options,
      transport: InProcessTransport(ItemProvider(fault: fault).server))
  }

  static let expected: [(ItemProvider.Fault, ContractTestFinding.Kind, String)] = [
    (.undeclaredStatus, .undeclaredStatus, "createItem"), (.undeclaredError, .undeclaredStatus, "getItem"),
    (.crashAtBoundary, .serverError, "listItems"), (.crashAtInvalid, .serverError, "listItems"),
    (.crashAtUnicode, .serverError, "createItem"), (.missingMember, .invalidBody, "listItems"),
    (.wrongMemberType, .invalidBody, "listItems"), (.unknownChoice, .invalidBody, "listItems"),
    (.malformedDate, .invalidBody, "createItem"), (.outOfRange, .invalidBody, "listItems"),
    (.truncatedBody, .invalidBody, "listItems"), (.emptyBody, .invalidBody, "listItems"),
    (.wrongMediaType, .wrongMediaType, "listItems"), (.noMediaType, .wrongMediaType, "listItems"),
    (.missingHeader, .missingHeader, "listItems"), (.invalidHeader, .invalidHeader, "listItems"),
    (.plainError, .wrongMediaType, "getItem"), (.wrongErrorShape, .invalidBody, "getItem"),
    (.acceptsMissingMember, .acceptedInvalidRequest, "createItem"),
    (.acceptsOutOfRange, .acceptedInvalidRequest, "listItems"),
    (.acceptsLongTitle, .acceptedInvalidRequest, "createItem"),
    (.acceptsWrongType, .acceptedInvalidRequest, "createItem"),
    (.acceptsUnknownChoice, .acceptedInvalidRequest, "listItems"),
    (.acceptsMalformedJSON, .acceptedInvalidRequest, "createItem"),
    (.acceptsAnyMediaType, .acceptedInvalidRequest, "createItem"),
    (.acceptsMissingHeader, .acceptedInvalidRequest, "createItem"),
    (.requiresOptional, .refusedValidRequest, "listItems"), (.refusesLongestTitle, .refusedValidRequest, "createItem"),
    (.refusesUnicode, .refusedValidRequest, "createItem"), (.noAuthentication, .missingAuthentication, "getItem"),
    (.acceptsAnyToken, .missingAuthentication, "getItem"), (.refusesToken, .refusedCredentials, "listItems"),
    (.crashAlways, .serverError, "createItem"),
  ]

  @Test("A fault planted in the provider is found in the faulty operation", arguments: expected)
  func planted(_ fault: ItemProvider.Fault, _ kind: ContractTestFinding.Kind, _ operation: String) async throws {
    let report = try await report(fault, cases: 120, operations: [operation])
    let found = report.findings.first { $0.kind == kind }
    #expect(found != nil, "\(fault): expected \(kind) of \(operation) in \(report)")
    // Each planted fault has one effect, so it must be reported as one kind.
    let kinds = Set(report.findings.map(\.kind))
    #expect(kinds == [kind], "\(fault): expected only \(kind), not \(kinds) in \(report)")
  }

  @Test("A fault of an existing resource is found, because placeholders use values of earlier responses")
  func known() async throws {
    let report = try await report(.missingMember)
    #expect(report.findings.contains { $0.operationID == "getItem" && $0.kind == .invalidBody }, "\(report)")
  }

  @Test("Every fault of the provider is in the table of expected findings")
  func complete() { #expect(Set(Self.expected.map(\.0)) == Set(ItemProvider.Fault.allCases)) }

  @Test("A correct provider has no findings", arguments: [1, 2, 3])
  func correct(_ seed: UInt64) async throws {
    let report = try await report(nil, seed: seed, cases: 600)
    #expect(report.isEmpty && report.cases == 600 && report.operations == 3, "\(report)")
    #expect(report.validCases > 150, "\(report)")
  }

  static let smallest: [(ItemProvider.Fault, String, String)] = [
    (.acceptsOutOfRange, "listItems", "curl 'http://items.test/items?limit=0' -H 'Authorization: Bearer TOKEN'"),
    (.crashAtBoundary, "listItems", "curl 'http://items.test/items?limit=100' -H 'Authorization: Bearer TOKEN'"),
    (.requiresOptional, "listItems", "curl 'http://items.test/items' -H 'Authorization: Bearer TOKEN'"),
    (
      .acceptsMissingMember, "createItem",
      "curl -X POST 'http://items.test/items' -H 'X-Client: a' -H 'Content-Type: application/json' "
        + "-H 'Authorization: Bearer TOKEN' --data-raw '{}'"
    ),
  ]

  @Test("The request of a finding is shrunk to the smallest request that still causes it", arguments: smallest)
  func shrunk(_ fault: ItemProvider.Fault, _ operation: String, _ command: String) async throws {
    let report = try await report(fault, operations: [operation])
    #expect(report.findings.map(\.command).contains(command), "expected \(command) in \(report)")
  }

  @Test("A finding is shrunk with no more requests than the maximum", arguments: [0, 3])
  func shrinkingRequests(_ limit: Int) async throws {
    let options = ContractTestOptions(
      cases: 300, credentials: ["token": .bearer("secret")], operations: ["listItems"], maxShrinkingRequests: limit)
    let url = try #require(ServerURL("http://items.test"))
    let transport = try InProcessTransport(ItemProvider(fault: .acceptsOutOfRange).server)
    let tester = ContractTester(try ItemProvider.document, at: url, options)
    let sent = Lock(0)
    let report = await tester.run { request in
      sent.withLock { $0 += 1 }
      return try await transport.stream(request, options: TransportOptions())
    }
    #expect(!report.isEmpty)
    let most = report.cases + limit * report.findings.count
    #expect(sent.withLock { $0 } <= most, "\(report)")
  }

  @Test(
    "Every simpler number has a smaller magnitude",
    arguments: ["100000000000000000000", "-1e25", "1e300", "0.6", "-2.5", "7", "-9007199254740991", "0"])
  func simplerNumbers(_ text: String) throws {
    let value = try JSONValue(parsing: text)
    let size = try #require(value.double).magnitude
    for simpler in value.simpler { #expect(try #require(simpler.double).magnitude < size, "\(simpler)") }
    #expect(value.simpler.isEmpty == (size == 0))
  }

  @Test("A string is shrunk to the character that causes the finding")
  func shrunkString() async throws {
    let report = try await report(.refusesUnicode, operations: ["createItem"])
    let command = try #require(report.findings.first?.command)
    // Unicode scalars are searched, because the character may combine with the quote before it.
    let start = try #require(command.unicodeScalars.firstRange(of: #"{"title":""#.unicodeScalars))
    #expect(command.unicodeScalars[start.upperBound...].count == 4, "\(report)")
  }

  @Test("Equal seeds result in equal reports, which name the seed and the request")
  func repeatable() async throws {
    let one = try await report(.acceptsLongTitle, seed: 9)
    let other = try await report(.acceptsLongTitle, seed: 9)
    #expect(one.description == other.description)
    #expect(
      one.description.contains("acceptedInvalidRequest: POST /items") && one.description.contains("seed 9, case "))
    #expect(one.description.contains("expected: a status from 400 to 499"), "\(one)")
  }

  @Test("Reports show neither credentials nor sensitive headers, even if the server repeats them")
  func secrets() async throws {
    let text = #"""
      {"openapi": "3.1.1", "info": {"title": "T", "version": "1"}, "paths": {"/echo": {"get": {"operationId": "echo",
        "security": [{"token": []}], "responses": {"200": {"description": "ok", "content": {"application/json": {}}}}}}},
       "components": {"securitySchemes": {"token": {"type": "http", "scheme": "bearer"}}}}
      """#
    var router = Router()
    router.on(.get, "/echo") { request in
      let fields = request.head.fields
      return .text("\(fields[.authorization]?.rawValue ?? "none") \(fields["X-Api-Key"]?.rawValue ?? "none")")
    }
    let options = ContractTestOptions(
      cases: 20, credentials: ["token": .bearer("hunter2-token")], fields: ["X-Api-Key": "hunter2-key"])
    let report = try await verify(
      OpenAPIDocument(parsing: text), against: "http://items.test", options: options,
      transport: InProcessTransport(Server(port: 0, router: router)))
    let finding = report.findings.first { $0.kind == .wrongMediaType }
    #expect(finding?.response.hasSuffix("Bearer TOKEN SECRET") == true, "\(report)")
    #expect(finding?.command.contains("-H 'X-Api-Key: SECRET'") == true, "\(report)")
    #expect(!report.description.contains("hunter2"), "\(report)")
  }

  @Test("Operations whose credentials are not given are tested without credentials, and the report says so")
  func withoutCredentials() async throws {
    let report = try await verify(
      try ItemProvider.document, against: "http://items.test",
      options: ContractTestOptions(cases: 30, operations: ["getItem"]),
      transport: InProcessTransport(ItemProvider().server))
    #expect(report.isEmpty && report.cases == 30 && report.validCases == 0, "\(report)")
    #expect(report.omissions.contains { $0.contains("token") })
  }

  @Test("Operations that the document does not have are refused", arguments: ["lsitItems", "GET /nothing"])
  func unknownOperation(_ name: String) async throws {
    for options in [ContractTestOptions(operations: [name]), ContractTestOptions(excluding: [name])] {
      let transport = ScriptedTransport([])
      let error = await #expect(throws: ContractTestError.self) {
        try await verify(
          try ItemProvider.document, against: "http://items.test", options: options, transport: transport)
      }
      #expect(error?.description.contains("`\(name)`") == true && transport.requests.isEmpty)
    }
  }

  @Test("Operations that get no request because the cases run out are omissions and are not counted")
  func fewCases() async throws {
    let report = try await report(nil, cases: 2)
    #expect(report.operations == 2 && report.cases == 2, "\(report)")
    #expect(
      report.omissions == ["The cases did not suffice for GET /items/{id}; no request was sent to these operations."],
      "\(report)")
  }

  @Test(
    "A body whose declared media type is a range is sent with a media type within the range",
    arguments: ["text/*", "image/*", "application/*"])
  func bodyOfRange(_ range: String) throws {
    let content: JSONValue = .object([range: ["schema": ["type": "string"]]])
    let document = try OpenAPIDocument([
      "openapi": "3.1.1", "info": ["title": "T", "version": "1"],
      "paths": ["/a": ["post": ["requestBody": ["required": true, "content": content], "responses": [:]]]],
    ])
    let url = try #require(ServerURL("http://items.test"))
    var maker = TestCaseMaker(document.operations[0], in: document, url, ContractTestOptions(), seed: 1)
    let made = maker.testCase(0, KnownValues())
    let type = try #require(made?.request.body?.mediaType)
    #expect(MediaType(type)?.subtype != "*")
    #expect(document.operations[0].requestBody?.mediaType(for: type)?.name == range)
  }

  @Test(
    "A wrong value of an optional constant is not sent as invalid, whatever the name of the member",
    arguments: ["kind", "", "a/b", "~1"])
  func optionalConstant(_ name: String) throws {
    let schema: JSONValue = ["type": "object", "properties": .object([name: ["const": 1]])]
    let body: JSONValue = ["required": true, "content": ["application/json": ["schema": schema]]]
    let document = try OpenAPIDocument([
      "openapi": "3.1.1", "info": ["title": "T", "version": "1"],
      "paths": ["/a": ["post": ["requestBody": body, "responses": [:]]]],
    ])
    let url = try #require(ServerURL("http://items.test"))
    var maker = TestCaseMaker(document.operations[0], in: document, url, ContractTestOptions(), seed: 1)
    for round in 0..<60 {
      let made = maker.testCase(2 * round + 1, KnownValues())
      let value = made?.request.body?.value?[name]
      #expect(value == nil || value == 1, "\(value ?? .null)")
    }
  }

  /// Returns true for a body that a server can read in its media type.
  private static func isReadable(_ body: [UInt8], as type: String) -> Bool {
    guard !body.isEmpty, let type = MediaType(type) else { return false }
    switch type.essence {
    case "application/json", "application/jsonl": return (try? JSONValue(parsing: body)) != nil
    case "application/x-www-form-urlencoded": return body.contains(UInt8(ascii: "="))
    case "multipart/form-data": return (try? MultipartDecoder().decode(body, mediaType: type)) != nil
    default: return false
    }
  }

  @Test(
    "A body without a schema is well-formed in its media type",
    arguments: ["application/json", "application/jsonl", "application/x-www-form-urlencoded", "multipart/form-data"])
  func bodyWithoutSchema(_ type: String) async throws {
    let content: JSONValue = .object([type: [:]])
    let responses: JSONValue = ["200": ["description": "read"], "4XX": ["description": "refused"]]
    let document = try OpenAPIDocument([
      "openapi": "3.1.1", "info": ["title": "T", "version": "1"],
      "paths": ["/a": ["post": ["requestBody": ["required": true, "content": content], "responses": responses]]],
    ])
    var router = Router()
    router.on(nil, "/{path...}") { request in
      let sent = request.head.fields[.contentType]?.rawValue ?? ""
      let status: HTTPStatus = Self.isReadable(request.body, as: sent) ? 200 : 400
      return HTTPResponse(status)
    }
    let server = Server(port: 0, threads: 1, onError: { _, _ in }, router: router)
    let report = try await verify(
      document, against: "http://items.test", options: ContractTestOptions(cases: 30),
      transport: InProcessTransport(server))
    #expect(report.isEmpty && report.validCases > 5, "\(report)")
  }

  @Test("A body that cannot be written well-formed is not sent as valid, and a client certificate needs no 401")
  func unwritable() async throws {
    let formats: [JSONValue] = [
      ["application/xml": ["schema": ["type": "object"]]], ["multipart/mixed": [:]], ["text/xml": [:]],
    ]
    for content in formats {
      let document = try OpenAPIDocument([
        "openapi": "3.1.1", "info": ["title": "T", "version": "1"],
        "components": ["securitySchemes": ["cert": ["type": "mutualTLS"]]],
        "paths": [
          "/a": ["post": ["requestBody": ["required": true, "content": content], "responses": ["4XX": [:]]]],
          "/b": ["get": ["security": [["cert": []]], "responses": ["4XX": ["description": "refused"]]]],
        ],
      ])
      var router = Router()
      router.on(nil, "/{path...}") { HTTPResponse($0.head.path == "/b" ? .unauthorized : .badRequest) }
      let server = Server(port: 0, threads: 1, onError: { _, _ in }, router: router)
      let report = try await verify(
        document, against: "http://items.test", options: ContractTestOptions(cases: 30),
        transport: InProcessTransport(server))
      #expect(report.isEmpty && report.omissions.contains { $0.contains("No valid request") }, "\(report)")
    }
  }

  @Test("An invalid URL is refused", arguments: ["localhost", "ftp://a", "http://", "http://a/?x=1", "http://a b"])
  func invalidURL(_ url: String) async throws {
    await #expect(throws: ContractTestError.self) { try await verify(try ItemProvider.document, against: url) }
  }
}
