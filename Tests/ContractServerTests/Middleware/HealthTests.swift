import Contract
import ContractHTTP
import ContractLoop
import ContractTestSupport
import Testing

@testable import ContractServer
@testable import ContractSockets

@Suite("Health checks", .ownThreads)
struct HealthTests {
  struct Down: Error {}

  @Test("A server is always live, and ready if every check passes and it is not draining")
  func probes() async throws {
    let isDown = Lock(false)
    let seen = Lock(0)
    let health = Health(
      onFailure: { _ in seen.withLock { $0 += 1 } },
      checks: [
        { if isDown.withLock({ $0 }) { throw Down() } }, {},
      ])
    let server = try MiddlewareFixture([health])
    func statuses() async throws -> [Int] {
      let live = try await server.send(.get, "/livez?verbose")
      let ready = try await server.send(.get, "/readyz")
      #expect(ready.field("Cache-Control") == "no-store")
      return [live.status.code, ready.status.code]
    }
    #expect(try await statuses() == [200, 200])
    isDown.withLock { $0 = true }
    #expect(try await statuses() == [200, 503])
    #expect(seen.withLock { $0 } == 1)
    isDown.withLock { $0 = false }
    #expect(try await statuses() == [200, 200])
    health.serverDrains()
    #expect(try await statuses() == [200, 503])
    #expect(try await server.send(.post, "/livez").status == 404)
    #expect(try await server.send(.get, "/todos/1").status == 200)
  }

  @Test("Probes are served at the configured paths only")
  func paths() async throws {
    let health = Health(livePath: "/alive", readyPath: "/ready", checks: [{ throw Down() }])
    let server = try MiddlewareFixture([health])
    for (path, status) in [("/alive", 200), ("/ready", 503), ("/livez", 404), ("/readyz", 404)] {
      let response = try await server.send(.get, path)
      #expect(response.status.code == status, "\(path)")
    }
  }

  @Test("A draining server is unready before all responses are sent")
  func draining() async throws {
    let health = Health()
    let started = Event()
    let finish = Event()
    var router = Router()
    router.on(.get, "/slow") { _ in
      started.set()
      await finish.wait()
      return .text("done")
    }
    var timeouts = ServerTimeouts()
    timeouts.handler = nil
    let server = Server(port: 0, threads: 1, timeouts: timeouts, middleware: [health], router: router)
    let address = try await server.start()
    let client = try RawClient(.ipv4(0x7f00_0001, port: UInt16(address.port)))
    try client.send("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n")
    await started.wait()
    async let stopped: Void = server.stop(drain: .seconds(300))
    while !health.isDraining { await Task.yield() }
    finish.set()
    #expect(try client.response().body == "done")
    await stopped
  }

  @Test("A stopping server is unready but serves during the notice period")
  func notice() async throws {
    let health = Health()
    var router = Router()
    router.on(.get, "/") { _ in .text("here") }
    let server = Server(port: 0, threads: 1, middleware: [health], router: router)
    let address = SocketAddress.ipv4(0x7f00_0001, port: UInt16(try await server.start().port))
    let clock = ContinuousClock()
    let begin = clock.now
    async let stopped: Void = server.stop(notice: .seconds(2))
    while !health.isDraining { await Task.yield() }
    let probe = try RawClient(address)
    try probe.send("GET /readyz HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(try probe.response().status == 503)
    let answer = try probe.response()
    #expect(answer.status == 200)
    if clock.now < begin + .seconds(1) { #expect(!answer.has("Connection: close")) }
    await stopped
    #expect(clock.now >= begin + .seconds(2))
    #expect(throws: (any Error).self) { try RawClient(address) }
  }
}
