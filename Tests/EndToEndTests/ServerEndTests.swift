import ContractTestSupport
import ContractTesting
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

@Suite("Stopping a server", .ownThreads, .timeLimit(.minutes(5)))
struct ServerEndTests {
  @Test("A second SIGTERM does not shorten the drain, and a second SIGINT ends the process")
  func repeatedSignals() async throws {
    await #expect(processExitsWith: .success) { try await ServerEndTests.signalTwice(SIGTERM) }
    await #expect(processExitsWith: .signal(SIGINT)) { try await ServerEndTests.signalTwice(SIGINT) }
  }

  /// Sends a signal to this process while its server has a request under way, and again when it drains.
  static func signalTwice(_ signal: Int32) async throws {
    let (entered, release) = (Gate(), Gate())
    let server = LifeCycleTests.server(threads: 1, entered: entered, release: release)
    let (ports, port) = AsyncStream<Int>.makeStream()
    async let running: Void = server.run(drain: .seconds(20)) { port.yield($0.port) }
    let number = try #require(await ports.first { _ in true })
    let idle = try RawConnection(port: number, at: quietHost)
    #expect(try idle.exchange("GET", "/fine").text == "fine")
    let busy = try RawConnection(port: number, at: quietHost)
    try busy.write("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n")
    await entered.wait()
    kill(getpid(), signal)
    #expect(idle.isAtEnd(), "a draining server closes idle connections")
    kill(getpid(), signal)
    release.open()
    #expect(try busy.read().text == "slow")
    busy.close()
    try await running
  }

  @Test("Stopping does not wait for a handler that blocks its loop")
  func blockedLoop() async throws {
    let (entered, isReleased) = (Gate(), Lock(false))
    var router = Router()
    router.on(.get, "/blocks") { _ in
      entered.open()
      while !isReleased.withLock({ $0 }) { usleep(1000) }
      return .text("late")
    }
    let server = Server(host: quietHost, port: 0, threads: 2, router: router)
    let port = try await server.start().port
    let busy = try RawConnection(port: port, at: quietHost)
    try busy.write("GET /blocks HTTP/1.1\r\nHost: a\r\n\r\n")
    await entered.wait()
    await server.stop(drain: .milliseconds(50), notice: .milliseconds(1))
    #expect(server.address == nil)
    isReleased.withLock { $0 = true }
    // The loop continues, finds that it must stop, and releases its connections.
    #expect(try busy.read().text == "late")
    #expect(busy.isAtEnd())
  }

  @Test("The other connections of a blocked loop end when the loop continues after the stop")
  func besidesBlocked() async throws {
    let (entered, blocked, never, isReleased, left) = (Gate(), Gate(), Gate(), Lock(false), Gate())
    var router = Router()
    router.on(.get, "/waits") { _ in
      entered.open()
      try? await never.waitUnlessCancelled()
      left.open()
      return .text("cancelled")
    }
    router.on(.get, "/blocks") { _ in
      blocked.open()
      while !isReleased.withLock({ $0 }) { usleep(1000) }
      return .text("late")
    }
    let server = Server(host: quietHost, port: 0, threads: 1, router: router)
    let port = try await server.start().port
    let waiting = try RawConnection(port: port, at: quietHost)
    try waiting.write("GET /waits HTTP/1.1\r\nHost: a\r\n\r\n")
    await entered.wait()
    let busy = try RawConnection(port: port, at: quietHost)
    try busy.write("GET /blocks HTTP/1.1\r\nHost: a\r\n\r\n")
    await blocked.wait()
    await server.stop(drain: .milliseconds(50))
    isReleased.withLock { $0 = true }
    #expect(waiting.isAtEnd())
    // The handler of `waiting` was cancelled, as at the end of any drain.
    await left.wait()
  }

  @Test("Stopping does not wait for a cancelled handler that blocks its loop")
  func blockedOnItsWayOut() async throws {
    let (entered, never, isReleased, left) = (Gate(), Gate(), Lock(false), Gate())
    var router = Router()
    router.on(.get, "/waits") { _ in
      entered.open()
      try? await never.waitUnlessCancelled()
      while !isReleased.withLock({ $0 }) { usleep(1000) }
      left.open()
      return .text("late")
    }
    let server = Server(host: quietHost, port: 0, threads: 1, router: router)
    let port = try await server.start().port
    let busy = try RawConnection(port: port, at: quietHost)
    try busy.write("GET /waits HTTP/1.1\r\nHost: a\r\n\r\n")
    await entered.wait()
    await server.stop(drain: .milliseconds(50))
    #expect(server.address == nil && busy.isAtEnd())
    isReleased.withLock { $0 = true }
    await left.wait()
  }

  @Test("A server can be stopped while it starts")
  func stopWhileStarting() async throws {
    let stopping = Stopping()
    let server = Server(host: quietHost, port: 0, threads: 1, middleware: [stopping]) {}
    stopping.server.withLock { $0 = server }
    let port = try await server.start().port
    await stopping.task.withLock { $0 }?.value
    #expect(stopping.stopped.withLock { $0 } && server.address == nil)
    try await expectRefused(port)
  }

  @Test("Server.run waits for a stop requested elsewhere")
  func runAndStop() async throws {
    for _ in 0..<50 {
      let stopping = Stopping()
      let server = Server(port: 0, threads: 1, middleware: [stopping]) {}
      stopping.server.withLock { $0 = server }
      try await server.run()
      #expect(stopping.stopped.withLock { $0 })
    }
  }
}

/// Stops its server during its start, and ends slowly.
private final class Stopping: ServerMiddleware {
  let server = Lock<Server?>(nil)
  let stopped = Lock(false)
  let task = Lock<Task<Void, Never>?>(nil)

  func serverStarted(_ figures: ServerFigures) {
    let server = server.withLock { $0.take() }
    let started = Task.immediate { await server?.stop() ?? () }
    task.withLock { $0 = started }
  }

  func handle(
    _ request: HTTPRequest, in exchange: Exchange, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
  ) async throws -> HTTPResponse { try await next(request) }

  func serverStopped() async {
    for _ in 0..<100 { await Task.yield() }
    stopped.withLock { $0 = true }
  }
}
