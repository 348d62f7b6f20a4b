import Contract
import ContractClient
import ContractHTTP
import ContractLoop
import ContractTestSupport
import ContractTesting
import Testing

/// Many concurrent calls through all parts of a client before its transport.
@Suite("Client call storms", .timeLimit(.minutes(5)), .serialized)
struct ClientStormTests {
  private enum Kind: CaseIterable, Sendable { case get, put, stream, glance }

  /// The result of one call.
  private struct Fate: Sendable {
    let kind: Kind
    let path: String
    let timeout: Duration
    /// The number of yields before the call is cancelled; nil if it is not cancelled.
    let yieldsBeforeCancellation: Int?
    /// Retries until there is a response, however slow the machine is.
    var isPatient = false
  }

  private static let faults =
    Fault.all + [
      Fault(
        "refused", [.send("HTTP/1.1 401 No\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"), .closeWriting],
        .response(.unauthorized)),
      Fault(
        "busy", [.send("HTTP/1.1 503 No\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"), .closeWriting],
        .response(.serviceUnavailable)),
    ]

  private static func fates(_ count: Int, seed: UInt64) -> [Fate] {
    var random = Randomness(seed: seed).generator
    let paths = [
      "a", "b", "c", "d", "refused", "busy", "hang-before-head", "hang-in-content", "reset-in-content",
      "close-before-head", "drip-content", "endless-content", "bad-chunk-size", "silent-close",
    ]
    return (0..<count).map { index in
      // These calls must succeed. They are PUTs, because a PUT does not share the request of another call.
      if index % 50 == 0 {
        return Fate(kind: .put, path: "a", timeout: .seconds(120), yieldsBeforeCancellation: nil, isPatient: true)
      }
      return Fate(
        kind: Kind.allCases.randomElement(using: &random) ?? .get,
        path: paths.randomElement(using: &random) ?? "a",
        timeout: .milliseconds(Int.random(in: 1...1_000, using: &random)),
        yieldsBeforeCancellation: Bool.random(using: &random) ? Int.random(in: 0...300, using: &random) : nil)
    }
  }

  /// Returns a client with all features. Every third request for a token fails, and each token is valid for a few
  /// milliseconds.
  private static func client(_ server: MisbehavingServer, _ transport: CurlTransport) -> APIClient {
    let asked = Lock(0)
    return APIClient(baseURL: server.baseURL, transport: transport)
      .retry(backoff: .constant(.milliseconds(3)))
      .coalescing()
      .circuitBreaker(CircuitBreaker(failures: 20, cooldown: .milliseconds(2)))
      .maxResponseBytes(1 << 18)
      .tokenRefresher(leeway: .zero) { _, client in
        let count = asked.withLock { count in
          count += 1
          return count
        }
        if count % 3 == 0 { throw ClientError(.transport, stage: .exchange, "no token") }
        return AuthTokens(
          accessToken: try await client("token").call(.http, as: .string), expiresIn: .milliseconds(5))
      }
  }

  /// Returns the client with retries until its breaker is closed and tokens are available.
  private static func patient(_ client: APIClient) -> APIClient {
    client.retry(
      RetryCondition { [.circuitOpen, .transport, .timeout, .lostConnection].contains($0.errorCode) }, limit: 10_000,
      backoff: .constant(.milliseconds(5)))
  }

  private static func call(_ fate: Fate, _ client: APIClient) async throws -> HTTPStatus {
    let client = (fate.isPatient ? patient(client) : client)(fate.path).timeout(fate.timeout)
    switch fate.kind {
    case .get: return try await client.get.response().status
    case .put: return try await client.body(text: "content").put.response().status
    case .stream:
      let response = try await client.stream()
      _ = try await response.bytes.collect(upTo: 1 << 18)
      return response.status
    case .glance: return try await client.stream().status
    }
  }

  private static let codes: Set<ClientError.Code> = [
    .timeout, .lostConnection, .malformedResponse, .responseTooLarge, .circuitOpen, .transport, .unexpected,
  ]

  private static func play(_ fate: Fate, _ client: APIClient) async -> HTTPStatus? {
    let call = Task { try await Self.call(fate, client) }
    if let yields = fate.yieldsBeforeCancellation {
      for _ in 0..<yields { await Task.yield() }
      call.cancel()
    }
    do {
      return try await call.value
    } catch let error as ClientError {
      // Only a call that was cancelled itself may fail with `.cancelled`, not one that shares its flight or token.
      let isExpected = error.code == .cancelled ? fate.yieldsBeforeCancellation != nil : codes.contains(error.code)
      #expect(isExpected, "\(error) \(fate)")
    } catch {
      #expect(error is HTTPBodyTooLarge && fate.path == "endless-content", "\(error) \(fate)")
    }
    return nil
  }

  private static func run(_ fates: [Fate], _ server: MisbehavingServer) async throws {
    var configuration = CurlTransport.Configuration()
    configuration.lowSpeedLimit = .init(bytesPerSecond: 100, for: .seconds(1))
    // The limit is high, because hanging calls must not take the connections that other calls and token renewals need.
    configuration.maxConnectionsPerHost = 256
    let client = client(server, CurlTransport(configuration))
    let statuses = await withTaskGroup(of: HTTPStatus?.self) { group in
      for fate in fates {
        group.addTask { await play(fate, client) }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(statuses.count == fates.count)
    #expect(statuses.count { $0 == .ok } >= fates.count { $0.isPatient })
    let patient = patient(client)
    for _ in 0..<20 { #expect(try await patient("a").call(.http, as: .string) == "ok") }
  }

  @Test(
    "1,000 calls to a misbehaving server all end and leave no connection open", arguments: [UInt64(1), 2, 3],
    [false, true])
  func storm(seed: UInt64, onLoop: Bool) async throws {
    let server = try MisbehavingServer(Self.faults)
    defer { server.stop() }
    let fates = Self.fates(1_000, seed: seed)
    if onLoop {
      try await ContractLoop.run { try await Self.run(fates, server) }
    } else {
      try await Self.run(fates, server)
    }
    try await StormTests.expectNoConnection(to: server)
  }
}
