import Contract
import ContractClient
import ContractHTTP
import ContractLoop
import ContractTesting
import Testing

/// The faults of ``FaultTests`` with streamed bodies, which the call's timeout does not include.
@Suite("Misbehaving servers and streamed responses", .timeLimit(.minutes(5)))
struct StreamedFaultTests {
  private static let maxBytes = 4 << 20

  /// Only silent responses end by the timeout, or by the low-speed limit if their body stalls.
  private static func transport(for fault: Fault) -> (CurlTransport, TransportOptions) {
    var configuration = CurlTransport.Configuration()
    guard fault.outcome == .error(.timeout) else { return (CurlTransport(), TransportOptions()) }
    configuration.lowSpeedLimit = .init(bytesPerSecond: 100, for: .seconds(1))
    let timeout: Duration = breaksInContent(fault) ? .seconds(60) : .milliseconds(300)
    return (CurlTransport(configuration), TransportOptions(timeout: timeout))
  }

  /// Returns true if the head certainly arrives before the fault.
  private static func breaksInContent(_ fault: Fault) -> Bool {
    ["hang-", "drip-", "close-"].contains(where: fault.name.hasPrefix)
      && ["-content", "-chunk", "-chunks", "-until-close"].contains { fault.name.hasSuffix($0) }
  }

  private static func request(_ server: MisbehavingServer, _ target: String) -> HTTPRequest {
    HTTPRequest(.get, target, scheme: "http", authority: "127.0.0.1:\(server.port)")
  }

  /// The results of a call and of its body, and whether there was a response to read from.
  private static func outcome(
    _ transport: CurlTransport, _ request: HTTPRequest, _ options: TransportOptions
  ) async throws -> (Fault.Outcome, hasHead: Bool) {
    var hasHead = false
    do {
      let response = try await transport.stream(request, options: options)
      hasHead = true
      _ = try await response.body.collect(upTo: maxBytes)
      return (.response(response.status), hasHead)
    } catch let error as ClientError {
      return (.error(error.code), hasHead)
    } catch is HTTPBodyTooLarge {
      return (.error(.responseTooLarge), hasHead)
    }
  }

  @Test("Every fault ends the call or its stream as documented, and the next call succeeds", arguments: Fault.all)
  func table(fault: Fault) async throws {
    let server = try MisbehavingServer()
    defer { server.stop() }
    try await ContractLoop.run {
      let (transport, options) = Self.transport(for: fault)
      for _ in 0..<(fault.outcome == .error(.timeout) ? 1 : 2) {
        let (outcome, hasHead) = try await Self.outcome(transport, Self.request(server, "/\(fault.name)"), options)
        #expect(outcome == fault.outcome)
        // A fault in the body fails the body, after the call has returned the head.
        if Self.breaksInContent(fault) { #expect(hasHead) }
        if fault.name.hasSuffix("-head") || fault.name.hasPrefix("redirect") { #expect(!hasHead) }
        let next = try await transport.stream(Self.request(server, "/"), options: TransportOptions())
        #expect(try await next.body.collect(upTo: 2) == Array("ok".utf8))
      }
    }
  }
}
