import ContractHTTP
import ContractTestSupport
import Testing

@testable import ContractServer
@testable import ContractSockets

@Suite("Handler workers", .ownThreads)
struct HandlerWorkerTests {
  private static func get(_ path: String) -> String { "GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n" }

  /// The path of the calling task's request.
  private static var boundPath: String? { TestResponder.current?.path }

  @Test("Handlers run on a loop while other handlers are suspended")
  func suspended() async throws {
    let released = Event()
    let responder = TestResponder.handling { head, _ in
      if head.path.hasPrefix("/wait") { await released.wait() }
      return .text(head.path)
    }
    var timeouts = ServerTimeouts()
    timeouts.handler = nil
    try await withEngine(responder, timeouts: timeouts) { server in
      let waiting = try (0..<100).map { index in
        let client = try RawClient(server.address)
        try client.send(Self.get("/wait/\(index)"))
        return client
      }
      let quick = try RawClient(server.address)
      for index in 0..<10 {
        try quick.send(Self.get("/quick/\(index)"))
        #expect(try quick.response().body == "/quick/\(index)")
      }
      released.set()
      for (index, client) in waiting.enumerated() { #expect(try client.response().body == "/wait/\(index)") }
    }
  }

  @Test("Cancelling a handler leaves the other handlers running")
  func cancelOne() async throws {
    let arrived = Event()
    let released = Event()
    let cancelled = Event()
    let responder = TestResponder.handling { head, _ in
      switch head.path {
      case "/cancelled":
        arrived.set()
        await waitForCancellation()
        cancelled.set()
      case "/wait": await released.wait()
      default: break
      }
      return .text(Task.isCancelled ? "cancelled" : "finished")
    }
    var timeouts = ServerTimeouts()
    timeouts.handler = nil
    try await withEngine(responder, timeouts: timeouts) { server in
      let other = try RawClient(server.address)
      try other.send(Self.get("/wait"))
      let gone = try RawClient(server.address)
      try gone.send(Self.get("/cancelled"))
      await arrived.wait()
      try gone.reset()
      await cancelled.wait()
      released.set()
      #expect(try other.response().body == "finished")
      for _ in 0..<10 {
        try other.send(Self.get("/next"))
        #expect(try other.response().body == "finished")
      }
    }
  }

  @Test("Handlers that return while their loop ends are cancelled with their connections")
  func returnsAtEnd() async throws {
    let (released, blocked, gate) = (Event(), Event(), BlockingGate())
    let arrived = Lock(0)
    let responder = TestResponder.handling { head, _ in
      if head.path == "/block" {
        blocked.set()
        gate.wait()
      } else {
        arrived.withLock { $0 += 1 }
        await released.wait()
      }
      return .text("late")
    }
    var options = SocketServer.Options([.tcp(port: 0)])
    options.timeouts.handler = nil
    let server = try SocketServer(options, responder: responder)
    let clients = try (0..<100).map { _ in try RawClient(server.address) }
    for client in clients { try client.send(Self.get("/wait")) }
    while arrived.withLock({ $0 }) < clients.count { await Task.yield() }
    let blocking = try RawClient(server.address)
    try blocking.send(Self.get("/block"))
    await blocked.wait()
    // The only loop is blocked, so the server stops without it.
    await server.stop(deadline: .zero)
    // The handlers then return on other threads while the loop closes their connections.
    released.set()
    gate.open()
    for client in clients { #expect(throws: RawClient.Failure.self) { try client.response() } }
  }

  @Test("Each task sees its own request, even after the response")
  func currentRequest() async throws {
    let released = Event()
    let seen = Lock<[String: String?]>([:])
    let done = Lock<[Task<Void, Never>]>([])
    let responder = TestResponder.handling { head, _ in
      let path = head.path
      async let child = Self.boundPath
      let later = Task {
        await released.wait()
        let bound = Self.boundPath
        seen.withLock { $0[path] = bound }
      }
      done.withLock { $0.append(later) }
      return .text("\(Self.boundPath ?? "none") \(await child ?? "none")")
    }
    try await withEngine(responder) { server in
      let client = try RawClient(server.address)
      for index in 0..<20 {
        try client.send(Self.get("/\(index)"))
        #expect(try client.response().body == "/\(index) /\(index)")
      }
      released.set()
      for task in done.withLock({ $0 }) { await task.value }
      #expect(seen.withLock { $0.count } == 20)
      for (path, bound) in seen.withLock({ $0 }) { #expect(bound == path) }
    }
  }

  @Test("One worker task handles consecutive requests")
  func sameWorker() async throws {
    let tasks = Lock<Set<UnsafeCurrentTask>>([])
    let responder = TestResponder.handling { head, _ in
      withUnsafeCurrentTask { task in
        if let task { tasks.withLock { _ = $0.insert(task) } }
      }
      if head.path == "/hop" { await Task.yield() }
      return .text("done")
    }
    try await withEngine(responder) { server in
      let client = try RawClient(server.address)
      for index in 0..<50 {
        try client.send(Self.get(index.isMultiple(of: 2) ? "/" : "/hop"))
        #expect(try client.response().body == "done")
      }
      #expect(tasks.withLock { $0.count } == 1)
    }
  }

  @Test("A client with many pipelined requests does not delay others")
  func pipelined() async throws {
    let responder = TestResponder.handling { head, _ in .text(head.path) }
    try await withEngine(responder) { server in
      let greedy = try RawClient(server.address)
      let count = 2 * HandlerQueue.maxRequestsPerTurn
      try greedy.send((0..<count).map { Self.get("/\($0)") }.joined())
      let other = try RawClient(server.address)
      try other.send(Self.get("/other"))
      #expect(try other.response().body == "/other")
      for index in 0..<count { #expect(try greedy.response().body == "/\(index)") }
    }
  }
}
