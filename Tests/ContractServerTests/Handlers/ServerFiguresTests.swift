import ContractHTTP
import ContractLoop
import ContractTestSupport
import Testing

@testable import ContractServer
@testable import ContractSockets

@Suite("Figures of a running server", .ownThreads, .timeLimit(.minutes(1)))
struct ServerFiguresTests {
  /// Runs a server of one loop, and passes its address and figures.
  private static func withFigures(
    _ limits: ServerLimits, _ body: (SocketAddress, ServerFigures) throws -> Void
  ) async throws {
    let watch = HandlerExecutionTests.Watch()
    var router = Router()
    router.on(.get, "/") { _ in .text("here") }
    let server = Server(port: 0, threads: 1, limits: limits, middleware: [watch], router: router)
    let port = try await server.start().port
    let figures = try #require(watch.figures.withLock { $0 })
    do {
      try body(.ipv4(0x7f00_0001, port: UInt16(port)), figures)
    } catch {
      await server.stop(drain: .zero)
      throw error
    }
    await server.stop(drain: .zero)
  }

  private static func call(_ client: RawClient) throws {
    try client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    let response = try client.response()
    #expect(response.status == 200)
  }

  @Test("The metrics count open connections, and those refused to a peer at its limit")
  func refusedConnections() async throws {
    var limits = ServerLimits()
    limits.maxConnectionsPerPeer = 1
    try await Self.withFigures(limits) { address, figures in
      let first = try RawClient(address)
      try Self.call(first)
      #expect(figures.connections == 1)
      #expect(figures.refusedConnections == 0)
      let second = try RawClient(address)
      #expect(throws: RawClient.Failure.self) { try Self.call(second) }
      #expect(figures.refusedConnections == 1)
      #expect(figures.idleConnectionsEnded == 0)
    }
  }

  @Test("The metrics count idle connections that were closed in favor of others")
  func idleConnectionsEnded() async throws {
    var limits = ServerLimits()
    limits.maxConnections = 1
    try await Self.withFigures(limits) { address, figures in
      let first = try RawClient(address)
      try Self.call(first)
      #expect(figures.idleConnectionsEnded == 0)
      // The response arrives when the first connection has been idle long enough.
      let second = try RawClient(address)
      try Self.call(second)
      #expect(figures.idleConnectionsEnded == 1)
      #expect(figures.refusedConnections == 0)
    }
  }
}
