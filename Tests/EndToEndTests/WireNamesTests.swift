import ContractHTTP
import ContractTestSupport
import ContractTesting
import Testing

/// Inputs whose names on the wire are not those in Swift, under a key mapping that would change them.
@API @Mock @KeyMapping(.snakeCase)
private protocol Hooks: Sendable {
  @POST("/hooks/{hook-id}/{Kind}") @Name("hook", "hook-id") @Name("signature", "X-Hub-Signature-256")
  @Name("dryRun", "dryRun") @Name("eventName", "eventName") @Name("filter", "filter[kind]") @Default("filter", "all")
  func deliver(
    hook: Int, `Kind`: String, signature: Header<String>, `X-GitHub-Event`: Header<String>, dryRun: Query<Bool>,
    filter: Query<String>, pageSize: Query<Int>, eventName: String, `leaseTTL-ms`: Int, leaseTTL: Int
  ) async throws -> String

  @Multipart @PUT("/hooks") @Name("payload", "payloadFile")
  func upload(payload: Part, `X-Note`: String) async throws -> String

  @POST("/names") @Name("value", "_value") func check(value: Int) async throws -> String
}

/// Echoes the received values.
private struct HookService: Hooks {
  func deliver(
    hook: Int, `Kind`: String, signature: String, `X-GitHub-Event`: String, dryRun: Bool, filter: String, pageSize: Int,
    eventName: String, `leaseTTL-ms`: Int, leaseTTL: Int
  ) async throws -> String {
    let request = try #require(ServerRequest.current)
    let head = request.head.withBytes { bytes in
      bytes.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
    }
    let lines = head.split(separator: "\r\n").filter { $0.hasPrefix("POST") || $0.hasPrefix("X-") }
    let values = "\(hook) \(`Kind`) \(signature) \(`X-GitHub-Event`) \(dryRun) \(filter) \(pageSize) \(eventName)"
    return (lines + [Substring(String(decoding: request.body, as: UTF8.self)), Substring(values)])
      .joined(separator: "\n")
  }
  func upload(payload: Part, `X-Note`: String) async throws -> String { "\(payload.name ?? "-") \(`X-Note`)" }
  func check(value: Int) async throws -> String { "\(value)" }
}

@Request(.get, "/own")
@KeyMapping(.snakeCase)
private struct OwnNames {
  @Query var `pageSize-max`: Int
  @Query var pageSize: Int

  typealias Response = String
}

@API @KeyMapping(.snakeCase)
private struct NameScope {
  @GET("own") func own(@Query `pageSize-max`: Int, @Query pageSize: Int, @Header `X-Hub-Signature-256`: String)
    -> String
  {}
}

@Suite("Names on the wire", .ownThreads)
struct WireNamesTests {
  @Test("Explicit names and raw identifiers are not changed by key mapping")
  func exactNames() async throws {
    let head = """
      POST /hooks/7/push?dryRun=true&filter%5Bkind%5D=all&page_size=5 HTTP/1.1
      X-Hub-Signature-256: sha256=ab
      X-GitHub-Event: push

      """
    let content = """
      {"eventName":"e","leaseTTL-ms":3,"lease_ttl":4}
      7 push sha256=ab push true all 5 e
      """
    let server = Server(port: 0, threads: 1) { HooksRoutes(HookService()) }
    let address = try await server.start()
    // In process, no head is written to a connection, so only the content is expected.
    for (client, expected) in [(APIClient(baseURL: address.url), head + content), (server.inProcess, content)] {
      let hooks = HooksAPI(client)
      let sent = try await hooks.deliver(
        hook: 7, Kind: "push", signature: "sha256=ab", `X-GitHub-Event`: "push", dryRun: true, pageSize: 5,
        eventName: "e", `leaseTTL-ms`: 3, leaseTTL: 4)
      #expect(sent.hasSuffix(expected))
      let parts = try await hooks.upload(payload: Part(text: "{}"), `X-Note`: "n")
      #expect(parts == "payloadFile n")
    }
    await server.stop()
  }

  @Test("A refused input is reported by its name on the wire")
  func refusal() async throws {
    try await serve(Server(port: 0, threads: 1) { HooksRoutes(HookService()) }) { port, _ in
      let response = try RawConnection(port: port).exchange("POST", "/names", body: #"{"value":1}"#)
      #expect(response.status == 400)
      #expect(response.text.contains(#""pointer":"/_value","code":"missing""#))
    }
  }

  @Test("A mock uses the Swift names of inputs")
  func mock() async throws {
    let mock = HooksMock()
    mock.mockCheck { "mocked \($0)" }
    let result = try await HooksAPI(HooksRoutes(mock).inProcess).check(value: 2)
    #expect(result == "mocked 2")
    #expect(mock.checkCalls.map(\.value) == [2])
  }

  @Test("Raw identifiers keep their names in requests and scopes")
  func otherShapes() async throws {
    let client = APIClient(baseURL: "http://a", transport: ScriptedTransport { .text($0.target) })
    #expect(
      try await OwnNames(`pageSize-max`: 1, pageSize: 2).perform(with: client) == "/own?pageSize-max=1&page_size=2")
    let header = ScriptedTransport { .text($0.target + " " + ($0.fields["X-Hub-Signature-256"]?.rawValue ?? "-")) }
    let scope = NameScope(APIClient(baseURL: "http://a", transport: header))
    let sent = try await scope.own(`pageSize-max`: 1, pageSize: 2, `X-Hub-Signature-256`: "s")
    #expect(sent == "/own?pageSize-max=1&page_size=2 s")
  }
}
