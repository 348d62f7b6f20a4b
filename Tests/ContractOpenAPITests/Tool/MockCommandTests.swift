import ContractClient
import ContractCoding
import ContractHTTP
import ContractOpenAPI
import ContractTesting
import Testing

@testable import contract_tool

@Suite struct MockCommandTests {
  /// Runs `mock` while `body` runs with its first line of output.
  private func whileServing(_ arguments: [String], _ body: (String) async throws -> Void) async throws -> ToolStatus {
    let (lines, continuation) = AsyncStream<String>.makeStream()
    let console = ToolConsole(output: { continuation.yield($0) }, errors: { continuation.yield($0) })
    let run = Task {
      let status = await ContractTool.run(["mock"] + arguments, console)
      continuation.finish()
      return status
    }
    for await line in lines {
      do {
        try await body(line)
      } catch {
        run.cancel()
        throw error
      }
      break
    }
    run.cancel()
    return await run.value
  }

  private func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    try await CurlTransport.shared.send(request, options: TransportOptions())
  }

  @Test("A mock serves the document until it is cancelled, and has no finding against it")
  func serves() async throws {
    let document = try DocumentFixture()
    let status = try await whileServing([document.path, "--port", "0", "--json"]) { line in
      let url = try #require(try JSONValue(parsing: line)["url"]?.string)
      let options = ContractTestOptions(cases: 90, credentials: ["token": .bearer("any")])
      let report = try await verify(try ItemProvider.document, against: url, options: options)
      // A mock does not check credentials, so findings of missing authentication are expected.
      #expect(report.findings.allSatisfy { $0.kind == .missingAuthentication }, "\(report)")
      #expect(report.cases == 90)
    }
    #expect(status == .fine)
  }

  @Test("A channel gets generated messages, and is closed after an invalid message")
  func channel() async throws {
    let document = try DocumentFixture(OpenAPI(title: "Rooms", version: "1", RoomsEndpoints.all).json())
    let status = try await whileServing([document.path, "--port", "0", "--json"]) { line in
      let client = APIClient(baseURL: try JSONValue(parsing: line)["url"]?.string ?? "")
      let room = try await RoomsAPI(client).enter(room: "a", name: "ann")
      for _ in 0..<20 {
        // A message that does not match the schema would not decode, and `receive` would throw.
        #expect(try await room.receive() != nil)
        try await room.send(RoomLine(text: "hi"))
      }
      while try await room.receive() != nil {
        try await room.socket.send(#"{"text":"\#(String(repeating: "x", count: 21))"}"#)
        break
      }
      let error = await #expect(throws: ClientError.self) { while try await room.receive() != nil {} }
      let closure = error?.cause as? WebSocketClosure
      #expect(closure == WebSocketClosure(.invalidPayload, reason: "`/text` must have at most 20 characters"))
      let echo = try await RoomsAPI(client).echo()
      #expect(try await echo.receive() == Array("bytes".utf8))
      let refused = await #expect(throws: ClientError.self) { try await client("rooms/a").webSocket() }
      #expect(refused?.response?.status == .badRequest)
      let plain = try await client("echo").response()
      #expect(plain.status == .upgradeRequired)
    }
    #expect(status == .fine)
  }

  @Test("A mock returns failures at the configured rate")
  func fails() async throws {
    let document = try DocumentFixture()
    _ = try await whileServing([document.path, "--port", "0", "--json", "--fail", "100%", "--delay", "1"]) { line in
      let text = try JSONValue(parsing: line)["url"]?.string ?? ""
      let url = try #require(ServerURL(text))
      let response = try await send(HTTPRequest(.get, "/items", scheme: url.scheme, authority: url.authority))
      #expect(response.status == 503 && response.fields["Retry-After"] == "1")
    }
  }

  @Test("A response that cannot be generated is listed before the start")
  func warnings() async throws {
    let content: JSONValue = ["application/json": ["schema": ["not": [:]]]]
    let value: JSONValue = [
      "openapi": "3.1.1", "info": ["title": "T", "version": "1"],
      "paths": ["/a": ["get": ["responses": ["200": ["description": "a", "content": content]]]]],
    ]
    let document = try DocumentFixture(value.description)
    let status = try await whileServing([document.path, "--port", "0"]) { line in
      #expect(
        line.hasPrefix("warning: GET /a: The mock cannot generate the application/json body of the response 200: "))
    }
    #expect(status == .fine)
  }

  static let invalid: [([String], String)] = [
    (["--fail", "110%"], "expected a percentage"), (["--fail", "x"], "expected a percentage"),
    (["--port", "70000"], "expected a number from 0 to 65535"), (["--delay", "-1"], "expected a number"),
    (["--host", "nowhere"], "nowhere"),
  ]

  @Test("An invalid option or document exits with 2", arguments: invalid)
  func unusable(_ arguments: [String], _ text: String) async throws {
    let document = try DocumentFixture()
    let run = await ToolRun(["mock", document.path] + arguments)
    #expect(run.status == .unusable && run.errors.contains(text), "\(run)")
    let absent = await ToolRun("mock", "/nothing.json")
    #expect(absent.status == .unusable && absent.errors.contains("there is no such file"), "\(absent)")
  }
}
