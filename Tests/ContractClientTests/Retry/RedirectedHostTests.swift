import Contract
import ContractHTTP
import Testing

@testable import ContractClient

/// A transport that follows redirects as `CurlTransport` does, with scripted responses.
private final class RedirectingTransport: ClientTransport {
  private let log = Lock<[String]>([])
  private let respond: @Sendable (HTTPRequest) throws -> HTTPResponse

  init(_ respond: @escaping @Sendable (HTTPRequest) throws -> HTTPResponse) {
    self.respond = respond
  }

  /// The URLs of the requests since the last use of this property.
  var urls: [String] {
    log.withLock { log in
      defer { log = [] }
      return log
    }
  }

  nonisolated(nonsending) func send(_ request: HTTPRequest, options: TransportOptions) async throws -> HTTPResponse {
    var machine = RedirectMachine(options.redirects)
    var request = request
    while true {
      log.withLock { [url = request.url] in $0.append(url) }
      let response = try respond(request)
      guard case .follow(let next) = try machine.responseReceived(response.status, response.fields, to: request) else {
        return response
      }
      request = next
    }
  }
}

/// A listener that stores the targets of the redirects that are followed.
private final class RedirectTargets: ClientListener {
  private let log = Lock<[String]>([])

  var hosts: [String] { log.withLock { $0 } }

  func redirected(_ redirect: ClientRedirect, in call: ClientCall) {
    log.withLock { $0.append(redirect.authority ?? "-") }
  }
}

/// `http://a.example` redirects calls below `/moved` to `http://b.example`.
@Suite("Hosts after redirects", .timeLimit(.minutes(2)))
struct RedirectedHostTests {
  private let clock = TestClock()

  private static let moved = HTTPResponse(.found, fields: [.location: "http://b.example/new"])

  /// Responds as the host `a`; `b` gives the responses of the other one.
  private static func transport(
    _ b: @escaping @Sendable () throws -> HTTPResponse
  ) -> RedirectingTransport {
    RedirectingTransport { request in
      if request.authority == "b.example" { return try b() }
      return request.target == "/moved" ? moved : HTTPResponse(.ok)
    }
  }

  private func client(_ transport: RedirectingTransport, _ host: String = "a.example") -> APIClient {
    APIClient(baseURL: "http://\(host)", transport: transport).clock(clock)
  }

  @Test("The circuit breaker counts failures of a redirect's target for the target", arguments: [false, true])
  func breaker(isLost: Bool) async throws {
    let isWell = Lock(false)
    let transport = Self.transport {
      if isWell.withLock({ $0 }) { return HTTPResponse(.ok) }
      if isLost { throw ClientError(.lostConnection, stage: .exchange, "lost") }
      return HTTPResponse(.internalServerError)
    }
    let breaker = CircuitBreaker(failures: 2, cooldown: .seconds(10))
    let client = client(transport).circuitBreaker(breaker)
    for _ in 0..<2 { _ = try? await client("moved").get.response() }
    #expect(breaker.isOpen(for: "b.example") && !breaker.isOpen(for: "a.example"))
    #expect(transport.urls.count == 4)
    let error = await #expect(throws: ClientError.self) { try await client("moved").get.response() }
    #expect(error?.code == .circuitOpen && error?.stage == .exchange)
    #expect(transport.urls == ["http://a.example/moved"])
    #expect(try await client("other").get.response().status == .ok)
    isWell.withLock { $0 = true }
    clock.advance(by: .seconds(10))
    #expect(try await client("moved").get.response().status == .ok)
    #expect(!breaker.isOpen(for: "b.example"))
  }

  @Test("A redirect is a success of the host that sent it")
  func redirecting() async throws {
    let isMoved = Lock(false)
    let transport = RedirectingTransport { request in
      if request.authority == "b.example" { return HTTPResponse(.internalServerError) }
      return isMoved.withLock { $0 } ? Self.moved : HTTPResponse(.internalServerError)
    }
    let breaker = CircuitBreaker(failures: 2)
    let client = client(transport).circuitBreaker(breaker)
    for value in [false, true, false] {
      isMoved.withLock { $0 = value }
      _ = try await client.get.response()
    }
    #expect(!breaker.isOpen(for: "a.example") && !breaker.isOpen(for: "b.example"))
    _ = try await client.get.response()
    #expect(breaker.isOpen(for: "a.example"))
  }

  @Test("Listeners are notified only of the redirects that the circuit breaker admits")
  func listeners() async throws {
    let transport = Self.transport { HTTPResponse(.internalServerError) }
    let targets = RedirectTargets()
    let client = client(transport).circuitBreaker(CircuitBreaker(failures: 1)).listener(targets)
    _ = try await client("moved").get.response()
    let error = await #expect(throws: ClientError.self) { try await client("moved").get.response() }
    #expect(error?.code == .circuitOpen)
    #expect(targets.hosts == ["b.example"])
  }

  @Test("A redirect within the host does not reset the failures of its circuit breaker")
  func withinHost() async throws {
    let transport = RedirectingTransport { request in
      request.target == "/new" ? HTTPResponse(.internalServerError) : HTTPResponse(.found, fields: [.location: "/new"])
    }
    let breaker = CircuitBreaker(failures: 2)
    for _ in 0..<2 { _ = try await client(transport).circuitBreaker(breaker)("old").get.response() }
    #expect(breaker.isOpen(for: "a.example"))
  }

  @Test("Host backoff delays calls to the target that sent Retry-After, and no calls to the redirecting host")
  func backoff() async throws {
    let transport = Self.transport { HTTPResponse(.serviceUnavailable, fields: ["Retry-After": "20"]) }
    let backoff = HostBackoff()
    #expect(try await client(transport).hostBackoff(backoff)("moved").get.response().status == .serviceUnavailable)
    _ = try await client(transport).hostBackoff(backoff)("other").get.response()
    #expect(clock.slept.isEmpty)
    _ = try await client(transport, "b.example").hostBackoff(backoff).get.response()
    #expect(clock.slept == [.seconds(21)])
  }
}
