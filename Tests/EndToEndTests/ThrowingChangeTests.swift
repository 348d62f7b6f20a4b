import ContractTesting
import Testing

@Suite("Errors thrown by modifyRequest")
struct ThrowingChangeTests {
  private struct NoTenant: Error, Equatable {}

  @Test("An error thrown by modifyRequest is rethrown unchanged, and nothing is sent")
  func fluent() async throws {
    let sent = Lock(0)
    let client = APIClient(
      baseURL: "http://a.example",
      transport: ScriptedTransport { _ in
        sent.withLock { $0 += 1 }
        return HTTPResponse(.ok)
      }
    ).modifyRequest { request, _ in if !request.fields.contains("X-Tenant") { throw NoTenant() } }
    await #expect(throws: NoTenant()) { try await client("todos").get.response() }
    await #expect(throws: NoTenant()) { _ = try await client.call(Endpoint<Empty, String>(.get, "/version")) }
    #expect(sent.withLock { $0 } == 0)
    _ = try await client("todos").header("X-Tenant", "a").get.response()
    #expect(sent.withLock { $0 } == 1)
  }

  @Test("An error thrown by modifyRequest is not retried")
  func repeated() async throws {
    let asked = Lock(0)
    let client = APIClient(baseURL: "http://a.example", transport: ScriptedTransport { _ in HTTPResponse(.ok) })
      .retry(backoff: .constant(.zero))
      .modifyRequest { _, _ in
        asked.withLock { $0 += 1 }
        throw NoTenant()
      }
    await #expect(throws: NoTenant()) { try await client.get.response() }
    #expect(asked.withLock { $0 } == 1)
  }
}
