import ContractTesting
import Testing

@API
private protocol Hooks: Sendable {
  @POST("/hooks") func deliver(event: String, number: Int) async throws -> String
}

private struct HookService: Hooks {
  func deliver(event: String, number: Int) async throws -> String { "\(event) \(number)" }
}

@Suite("Webhooks from client to server", .timeLimit(.minutes(1)))
struct WebhookCallsTests {
  private let signature: WebhookSignature
  private let routes: [Route]

  init() throws {
    signature = try .standard(Secret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"))
    routes = HooksRoutes(HookService()).middleware([WebhookVerification(signature)])
  }

  @Test("A signed call is accepted, over sockets and in process")
  func accepted() async throws {
    let received = try await withServer(routes) { client in
      try await HooksAPI(client.signingWebhooks(signature)).deliver(event: "opened", number: 1)
    }
    #expect(received == "opened 1")
    let hooks = HooksAPI(routes.inProcess.signingWebhooks(signature))
    let inProcess = try await hooks.deliver(event: "opened", number: 1)
    #expect(inProcess == "opened 1")
  }

  @Test("An unsigned call is refused with 401 before its body is decoded")
  func refused() async throws {
    try await withServer(routes) { client in
      let response = try await client("hooks").post.body(["event": 1]).response()
      #expect(response.status == .unauthorized)
      let text = String(decoding: try await response.body.collect(upTo: 1000), as: UTF8.self)
      #expect(text.contains("the header webhook-id is missing or repeated"), "\(text)")
    }
  }

  @Test("All attempts of a call share an id, and each is signed")
  func attempts() async throws {
    let transport = ScriptedTransport([HTTPResponse(.serviceUnavailable), HTTPResponse(.serviceUnavailable), .text("")])
    let client = APIClient(baseURL: "http://hooks.test", transport: transport).retry(backoff: .none)
      .signingWebhooks(signature)
    _ = try await client("hooks").post.idempotent().body(["event": "opened"]).response()
    #expect(transport.requests.count == 3)
    #expect(Set(transport.requests.compactMap { $0.fields["webhook-id"] }).count == 1)
    for request in transport.requests {
      let response = try await WebhookVerification(signature).handle(request, for: nil) { _ in .text("accepted") }
      #expect(response.status == .ok)
    }
  }

  @Test("A streamed body cannot be signed")
  func streams() async throws {
    let transport = ScriptedTransport([])
    let client = APIClient(baseURL: "http://hooks.test", transport: transport).signingWebhooks(signature)
    let error = await #expect(throws: ClientError.self) {
      try await client("hooks").post.body(stream: ByteStream { nil }).response()
    }
    #expect(error?.code == .invalidInput)
    #expect(transport.requests.isEmpty)
  }
}
