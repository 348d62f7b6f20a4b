import Contract
import ContractClient
import ContractHTTP
import FoundationEssentials
import Testing

@Suite("Circuit breakers and token renewal", .timeLimit(.minutes(2)))
struct BreakerTokenTests {
  private let clock = TestClock()
  private let breaker = CircuitBreaker(failures: 2, cooldown: .seconds(10))

  /// A token that expires before the breaker admits a probe.
  private var shortLived: AuthTokens {
    AuthTokens(accessToken: "t", expiresAt: Date(timeIntervalSince1970: TestClock.start + 5))
  }

  @Test("A probing call may renew its token on the same host first")
  func probe() async throws {
    let isWell = Lock(false)
    let transport = AnsweringTransport { request, _ in
      if request.target == "/v1/token" { return .text("new") }
      return HTTPResponse(isWell.withLock { $0 } ? .ok : .internalServerError)
    }
    let client = APIClient(transport).clock(clock).circuitBreaker(breaker)
      .tokenRefresher(store: MemoryTokenStore(shortLived), leeway: .zero) { _, client in
        AuthTokens(accessToken: try await client("token").post.call(.http, as: .string))
      }
    for _ in 0..<2 { _ = try await client("a").response() }
    #expect(breaker.isOpen(for: "h.example"))
    isWell.withLock { $0 = true }
    clock.advance(by: .seconds(10))
    #expect(try await client("a").response().status == .ok)
    #expect(!breaker.isOpen(for: "h.example"))
  }

  @Test("A failed or slow token renewal does not open the breaker")
  func otherHost() async throws {
    let clock = clock
    let failures: [@Sendable () throws -> AuthTokens] = [
      { throw ClientError(.noConnection, stage: .connect, "the identity provider is down") },
      {
        clock.advance(by: .seconds(100))
        return AuthTokens(accessToken: "late")
      },
    ]
    for failure in failures {
      let transport = AnsweringTransport(HTTPResponse(.ok))
      for _ in 0..<3 {
        let client = APIClient(transport).clock(clock).circuitBreaker(breaker).tokenRefresher { _, _ in try failure() }
        await #expect(throws: ClientError.self) { try await client.get() }
      }
      #expect(!breaker.isOpen(for: "h.example"))
      #expect(transport.requests.isEmpty)
    }
  }

  @Test("An open breaker blocks token renewal")
  func open() async throws {
    let refreshes = Lock(0)
    let transport = AnsweringTransport(HTTPResponse(.internalServerError))
    let client = APIClient(transport).clock(clock).circuitBreaker(breaker)
      .tokenRefresher(store: MemoryTokenStore(shortLived), leeway: .zero) { _, _ in
        refreshes.withLock { $0 += 1 }
        return AuthTokens(accessToken: "new")
      }
    for _ in 0..<2 { _ = try await client.response() }
    clock.advance(by: .seconds(9))
    #expect(await clientErrorCode { try await client.response() } == .circuitOpen)
    #expect(refreshes.withLock { $0 } == 0)
  }
}
