import ContractTesting
import Testing

@Suite("The end of a server", .ownThreads, .timeLimit(.minutes(5)))
struct ServerEndTests {
  @Test("may be asked for while it starts")
  func stopWhileStarting() async throws {
    let stopping = Stopping()
    let server = Server(port: 0, threads: 1, middleware: [stopping]) {}
    stopping.server.withLock { $0 = server }
    let port = try await server.start().port
    await stopping.task.withLock { $0 }?.value
    #expect(stopping.stopped.withLock { $0 } && server.address == nil)
    try await expectRefused(port)
  }

  @Test("is waited for by `run`, whoever has asked for it and whenever")
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

/// Stops its server while that starts, and takes its time to end.
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
