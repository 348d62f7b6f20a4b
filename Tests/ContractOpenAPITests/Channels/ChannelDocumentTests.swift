import Contract
import ContractCoding
import ContractHTTP
import ContractOpenAPI
import ContractTesting
import Testing

@Suite("Channels in documents")
struct ChannelDocumentTests {
  @Test(
    "A document of each version has the messages of a channel in both directions, and omits nothing",
    arguments: [OpenAPIVersion.v30, .v31, .v32])
  func messages(_ version: OpenAPIVersion) throws {
    let export = try OpenAPI(title: "Rooms", version: "1", RoomsEndpoints.all).export(version)
    let enter = try #require(export.document["paths"]?["/rooms/{room}"]?["get"])
    #expect(
      enter["x-websocket"] == [
        "sent": ["application/json": ["schema": ["$ref": "#/components/schemas/RoomLine"]]],
        "received": ["application/json": ["schema": ["$ref": "#/components/schemas/RoomEvent"]]],
      ])
    let echo = try #require(export.document["paths"]?["/echo"]?["get"]?["x-websocket"])
    #expect(echo["sent"] == ["text/plain": ["schema": ["type": "string"]]])
    #expect(echo["received"]?["application/octet-stream"] != nil)
    #expect(enter["responses"]?.object?.map(\.name) == ["101", "400", "403", "426"])
    #expect(export.document["components"]?["schemas"]?["RoomEventSaid"] != nil)
    #expect(export.omissions.isEmpty)
  }

  @Test("A channel is read from its document, with subprotocols")
  func reading() throws {
    var root = try #require(try RoomsService.document().root.value.object)
    #expect(try RoomsService.document().operation("Rooms.enter")?.channel?.subprotocols == [])
    root["paths"] = ["/a": ["get": ["responses": [:], "x-websocket": ["subprotocols": ["chat.v2", "chat.v1"]]]]]
    let channel = try #require(try OpenAPIDocument(.object(root)).operations[0].channel)
    #expect(channel.subprotocols == ["chat.v2", "chat.v1"] && channel.sent.isEmpty && channel.received.isEmpty)
    root["paths"] = ["/a": ["get": ["responses": [:], "x-websocket": ["sent": []]]]]
    let error = #expect(throws: OpenAPIDocumentError.self) { try OpenAPIDocument(.object(root)) }
    #expect(error?.pointer == "/paths/~1a/get/x-websocket/sent")
  }

  @Test("The exported document has no lint findings about its messages")
  func lint() throws {
    let findings = OpenAPILint(try RoomsService.document(), rules: [.unusedComponent, .brokenReference]).findings
    #expect(findings.isEmpty, "\(findings)")
  }

  // MARK: - Comparison

  private static func version(sent: JSONValue?, received: JSONValue?, protocols: [String] = []) throws
    -> OpenAPIDocument
  {
    let names = JSONValue.array(protocols.map { .string($0) })
    var operation: JSONObject = ["responses": ["101": ["description": ""]]]
    if let sent, let received {
      operation["x-websocket"] = ["sent": sent, "received": received, "subprotocols": names]
    }
    return try OpenAPIDocument([
      "openapi": "3.1.1", "info": ["title": "A", "version": "1"], "paths": ["/a": ["get": .object(operation)]],
    ])
  }

  private static func json(_ maximum: JSONValue) -> JSONValue {
    ["application/json": ["schema": ["type": "integer", "maximum": maximum]]]
  }

  @Test("Messages sent by clients are compared like requests, and messages received by clients like responses")
  func directions() throws {
    let (five, nine, text) = (Self.json(5), Self.json(9), ["text/plain": ["schema": [:]]] as JSONValue)
    let cases: [(JSONValue, JSONValue, JSONValue, JSONValue, [String])] = [
      (five, five, five, five, []),
      (nine, five, five, five, ["breaking range-narrowed"]), (five, five, nine, five, ["safe range-widened"]),
      (five, five, five, nine, ["breaking range-widened"]), (five, nine, five, five, ["safe range-narrowed"]),
      (five, five, text, five, ["breaking sent-media-type-removed", "safe sent-media-type-added"]),
      (five, five, five, text, ["safe received-media-type-removed", "breaking received-media-type-added"]),
    ]
    for (sent, received, newSent, newReceived, expected) in cases {
      let diff = OpenAPIDiff(
        from: try Self.version(sent: sent, received: received),
        to: try Self.version(sent: newSent, received: newReceived))
      #expect(
        Set(diff.changes.map { "\($0.severity) \($0.rule.rawValue)" }) == Set(expected),
        "\(sent) \(received) \(newSent) \(newReceived): \(diff.text())")
    }
  }

  @Test("A removed subprotocol is breaking, a new one is safe, and a new description is documentation")
  func protocols() throws {
    let five = Self.json(5)
    let old = try Self.version(sent: five, received: five, protocols: ["v1", "v2"])
    let diff = OpenAPIDiff(from: old, to: try Self.version(sent: five, received: five, protocols: ["v2", "v3"]))
    #expect(diff.changes.map(\.rule) == [.subprotocolRemoved, .subprotocolAdded])
    #expect(diff.changes.map(\.severity) == [.breaking, .safe])
    let none = try Self.version(sent: nil, received: nil)
    #expect(OpenAPIDiff(from: none, to: old).changes.map(\.rule) == [.channelDescribed])
    #expect(OpenAPIDiff(from: old, to: none).changes.map(\.severity) == [.documentation])
  }

  // MARK: - Servers

  @Test("The refusal of a request without a handshake is not a finding")
  func verification() async throws {
    let report = try await verify(
      RoomsEndpoints.all, against: "http://rooms.test",
      transport: InProcessTransport(Server(port: 0) { RoomsRoutes(RoomsService()) }))
    #expect(report.isEmpty && report.cases > 0, "\(report)")
    #expect(
      report.omissions.contains(
        "GET /rooms/{room} opens a WebSocket; only its refusals of other requests are tested."), "\(report.omissions)")
  }

  @Test("A refusal is not a finding if the document declares only the 101 or another order of refusals")
  func undeclaredRefusal() async throws {
    let document = try OpenAPIDocument([
      "openapi": "3.1.1", "info": ["title": "Rooms", "version": "1"],
      "paths": [
        "/rooms/{room}": [
          "get": [
            "security": [["key": []]], "responses": ["101": ["description": "open"]],
            "parameters": [["name": "room", "in": "path", "required": true, "schema": ["type": "string"]]],
          ]
        ]
      ],
      "components": ["securitySchemes": ["key": ["type": "apiKey", "in": "query", "name": "key"]]],
    ])
    #expect(document.operations[0].opensWebSocket)
    let report = try await verify(
      document, against: "http://rooms.test",
      options: ContractTestOptions(cases: 20, credentials: ["key": .key("k")]),
      transport: InProcessTransport(Server(port: 0) { RoomsRoutes(RoomsService()) }))
    #expect(report.isEmpty && report.cases == 20, "\(report)")
  }

  @Test("A channel that responds to other requests with 200 is a finding")
  func wrongSuccess() async throws {
    var router = Router()
    router.on(.get, "/{path...}", id: "all") { _ in HTTPResponse(.ok) }
    let report = try await verify(
      try RoomsService.document(), against: "http://rooms.test", options: ContractTestOptions(cases: 20),
      transport: InProcessTransport(Server(port: 0, router: router)))
    #expect(report.findings.contains { $0.kind == .undeclaredStatus }, "\(report)")
  }

  @Test("A mock checks the inputs of a channel and does not open it")
  func mock() throws {
    let mock = DocumentMock(try RoomsService.document())
    let response = mock.response(to: HTTPRequest(.get, "/rooms/a?name=ann"), body: [])
    #expect(response.status == 426 && response.fields["Upgrade"] == "websocket")
    #expect(mock.response(to: HTTPRequest(.get, "/rooms/a"), body: []).status == 400)
  }
}
