import Contract
import ContractHTTP
import ContractTestSupport
import Testing

@testable import ContractLoop
@testable import ContractServer
@testable import ContractSockets

@Suite("Loop stall detection", .ownThreads, .timeLimit(.minutes(1)))
struct LoopStallTests {
  /// The reports of a server, for a task that waits for them.
  final class Reports: Sendable {
    private let stalls = Lock<[LoopStall]>([])
    func add(_ stall: LoopStall) { stalls.withLock { $0.append(stall) } }
    var all: [LoopStall] { stalls.withLock { $0 } }
    func first(_ matches: (LoopStall) -> Bool) async -> LoopStall {
      while true {
        if let stall = all.first(where: matches) { return stall }
        await Task.yield()
      }
    }
  }

  static func options(_ reports: Reports) -> HandlerOptions {
    var handlers = HandlerOptions()
    handlers.stallThreshold = .milliseconds(20)
    handlers.onStall = { reports.add($0) }
    return handlers
  }

  @Test("A stall is reported with its handler when noticed, and with its duration when over", arguments: [false, true])
  func names(hasMiddleware: Bool) async throws {
    let reports = Reports()
    let gate = BlockingGate()
    var router = Router()
    router.on(.get, "/other", id: "other") { _ in .text("other") }
    router.on(.get, "/blocks", id: "blocks") { _ in
      gate.wait()
      return .text("done")
    }
    let metrics = Metrics()
    try await HandlerExecutionTests.serve(
      router.routes, handlers: Self.options(reports), middleware: hasMiddleware ? [metrics] : []
    ) { connect in
      defer { gate.open() }
      let client = try connect()
      try client.send(HandlerExecutionTests.get("/other"))
      _ = try client.response()
      try client.send(HandlerExecutionTests.get("/blocks"))
      let noticed = await reports.first { $0.operation?.id == "blocks" }
      #expect(!noticed.isOver && noticed.loop == "contract-0" && noticed.duration >= .milliseconds(20))
      #expect(noticed.description.contains("by the handler of GET /blocks (blocks); run the route"))
      gate.open()
      #expect(try client.response().body == "done")
      let over = await reports.first { $0.operation?.id == "blocks" && $0.isOver }
      #expect(over.duration >= noticed.duration)
      #expect(reports.all.count { $0.operation?.id == "blocks" } == 2)
      if hasMiddleware {
        try client.send(HandlerExecutionTests.get("/metrics"))
        let lines = try client.response().body.split(separator: "\n")
        func value(_ name: String) throws -> Double {
          try #require(Double(lines.first { $0.hasPrefix(name + " ") }?.split(separator: " ").last ?? ""))
        }
        #expect(try value("http_server_loop_stalls_total") >= 1)
        #expect(try value("http_server_loop_lag_seconds") >= 0.02)
      }
    }
  }

  @Test("A handler that stalls after a suspension is named")
  func resumed() async throws {
    let reports = Reports()
    let gate = BlockingGate()
    let started = Event()
    let go = Event()
    var router = Router()
    router.on(.get, "/other", id: "other") { _ in .text("other") }
    router.on(.get, "/resumes", id: "resumes") { _ in
      started.set()
      await go.wait()
      gate.wait()
      return .text("done")
    }
    try await HandlerExecutionTests.serve(router.routes, handlers: Self.options(reports)) { connect in
      defer { gate.open() }
      let (client, other) = (try connect(), try connect())
      try client.send(HandlerExecutionTests.get("/resumes"))
      await started.wait()
      for _ in 0..<3 {
        try other.send(HandlerExecutionTests.get("/other"))
        _ = try other.response()
      }
      go.set()
      _ = await reports.first { $0.operation?.id == "resumes" }
      gate.open()
      #expect(try client.response().body == "done")
      _ = await reports.first { $0.operation?.id == "resumes" && $0.isOver }
    }
  }

  @Test("A stalled head check is reported without a handler, and detection can be disabled")
  func others() async throws {
    let reports = Reports()
    let gate = BlockingGate()
    let isSlow = Lock(true)
    var router = Router()
    router.on(.get, "/checked", id: "checked") { _ in .text("done") }
    let routes = router.routes.requiring { _, _ in
      if isSlow.withLock({ $0 }) { gate.wait() }
      return nil
    }
    try await HandlerExecutionTests.serve(routes, handlers: Self.options(reports)) { connect in
      defer { gate.open() }
      let client = try connect()
      try client.send(HandlerExecutionTests.get("/checked"))
      let stall = await reports.first { $0.operation == nil && !$0.isOver }
      #expect(stall.description.contains("by unknown code"))
      gate.open()
      #expect(try client.response().body == "done")
    }
    var off = HandlerOptions()
    off.stallThreshold = nil
    let engine = try SocketServer(
      .init(.ipv4(0x7f00_0001, port: 0)), responder: TestResponder.handling { _, _ in .text("x") })
    let support = HandlerSupport(off)
    #expect(support.watch(engine, [], ServerFigures(engine, support.pool)) == nil)
    await engine.stop(deadline: .zero)
  }
}
