import ContractTestSupport
import ContractTesting
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The life of a server from its start to its end.
@Suite("Server life cycle", .ownThreads, .timeLimit(.minutes(5)))
struct LifeCycleTests {
  static func server(threads: Int = 2, entered: Gate = Gate(), release: Gate = Gate()) -> Server {
    var router = Router()
    router.on(.get, "/slow") { _ in
      entered.open()
      await release.wait()
      return .text("slow")
    }
    router.on(.get, "/fine") { _ in .text("fine") }
    return Server(host: quietHost, port: 0, threads: threads, onError: { _, _ in }, router: router)
  }

  @Test("Draining finishes pending responses, closes idle connections and refuses new ones")
  func drain() async throws {
    let (entered, release) = (Gate(), Gate())
    // A single loop closes the listener and the idle connection together, so connections are refused when `idle` has ended.
    let server = Self.server(threads: 1, entered: entered, release: release)
    let port = try await server.start().port
    let idle = try RawConnection(port: port, at: quietHost)
    #expect(try idle.exchange("GET", "/fine").text == "fine")
    let busy = try RawConnection(port: port, at: quietHost)
    try busy.write("GET /slow HTTP/1.1\r\nHost: a\r\n\r\nGET /fine HTTP/1.1\r\nHost: a\r\n\r\n")
    await entered.wait()
    async let stopped: Void = server.stop(drain: .seconds(20))
    #expect(idle.isAtEnd())
    try await expectRefused(port)
    #expect(server.address == nil)
    release.open()
    let answer = try busy.read()
    #expect(answer.text == "slow")
    #expect(answer.field("connection") == "close")
    #expect(busy.isAtEnd(), "the request after it is not served")
    busy.close()
    await stopped
  }

  @Test("Draining under load loses no call")
  func drainUnderLoad() async throws {
    let served = Lock(0)
    var router = Router()
    router.on(.get, "/count") { _ in
      served.withLock { $0 += 1 }
      await Task.yield()
      return .text("counted")
    }
    let server = Server(port: 0, threads: 2, router: router)
    let url = try await server.start().url
    let client = APIClient(baseURL: url, transport: CurlTransport())
    let half = Gate()
    let answered = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<20 {
        group.addTask {
          var answers = 0
          while true {
            do {
              let answer = try await client.call(Endpoint<Empty, String>(.get, "/count"))
              #expect(answer == "counted")
              answers += 1
              if answers == 20 { half.open() }
            } catch let error as ClientError {
              #expect([.noConnection, .lostConnection].contains(error.code), "\(error)")
              return answers
            }
          }
        }
      }
      await half.wait()
      await server.stop()
      return try await group.reduce(0, +)
    }
    #expect(served.withLock { $0 } == answered)
  }

  @Test("Server.run drains and returns on SIGTERM and SIGINT", arguments: [SIGTERM, SIGINT])
  func signals(signal: Int32) async throws {
    await #expect(processExitsWith: .success) { [signal] in
      let (entered, release) = (Gate(), Gate())
      // A single loop tells all connections of the stop together, so `busy` knows of the stop when `idle` has ended.
      let server = LifeCycleTests.server(threads: 1, entered: entered, release: release)
      let (ports, port) = AsyncStream<Int>.makeStream()
      async let running: Void = server.run(drain: .seconds(20)) { address in
        port.yield(address.port)
        port.finish()
      }
      let number = try #require(await ports.first { _ in true })
      let idle = try RawConnection(port: number, at: quietHost)
      #expect(try idle.exchange("GET", "/fine").text == "fine")
      let busy = try RawConnection(port: number, at: quietHost)
      try busy.write("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n")
      await entered.wait()
      kill(getpid(), signal)
      #expect(idle.isAtEnd())
      release.open()
      let answer = try busy.read()
      #expect(answer.text == "slow")
      #expect(answer.field("connection") == "close")
      busy.close()
      try await running
      try await expectRefused(number)
    }
  }

  @Test("Server.run returns when its task is cancelled")
  func cancelledRun() async throws {
    let server = Self.server()
    let (ports, port) = AsyncStream<Int>.makeStream()
    let running = Task { try await server.run { port.yield($0.port) } }
    let number = try #require(await ports.first { _ in true })
    #expect(try RawConnection(port: number, at: quietHost).exchange("GET", "/fine").text == "fine")
    running.cancel()
    try await running.value
    try await expectRefused(number)
  }

  // MARK: Start

  /// The error of a start that must fail.
  static func startError(_ server: Server) async -> String {
    do {
      _ = try await server.start()
      await server.stop()
      return "started"
    } catch {
      return "\(error)"
    }
  }

  @Test("Starting on an address in use fails, with any number of threads", arguments: [1, 2])
  func addressInUse(threads: Int) async throws {
    let first = Self.server()
    let port = try await first.start().port
    let second = Server(host: quietHost, port: port, threads: threads) {}
    do {
      _ = try await second.start()
      Issue.record("expected addressInUse")
    } catch let error as ServerError {
      #expect(error.code == .addressInUse)
      #expect(
        error.description
          == "\(quietHost):\(port) is in use; stop the program that listens there or choose another port (0 finds a free one)"
      )
    }
    await first.stop()
    _ = try await second.start()
    await second.stop()
  }

  @Test("A server that runs or has stopped does not start again")
  func once() async throws {
    let server = Self.server()
    _ = try await server.start()
    let running = await #expect(throws: ServerError.self) { try await server.start() }
    #expect(running?.code == .alreadyStarted)
    await server.stop()
    let stopped = await #expect(throws: ServerError.self) { try await server.start() }
    #expect(stopped?.code == .alreadyStarted)
  }

  @Test("Starting at an invalid address fails")
  func badAddress() async throws {
    #expect(
      await Self.startError(Server(host: "example.com", port: 0) {})
        == "`example.com` is not a numeric IP address; use a numeric address, localhost, or 0.0.0.0 for all addresses")
    #expect(await Self.startError(Server(host: "", port: 0) {}).hasPrefix("`` is not a numeric IP address"))
    #expect(await Self.startError(Server(port: 65_536) {}) == "65536 is not a port; use 0 to 65535")
    #expect(await Self.startError(Server(port: -1) {}) == "-1 is not a port; use 0 to 65535")
    #expect(
      await Self.startError(Server(host: "192.0.2.1", port: 0) {}) == "192.0.2.1:0 is not an address of this machine")
  }

  @Test("A server starts only once")
  func startTwice() async throws {
    let server = Self.server()
    try await server.start()
    #expect(await Self.startError(server) == "the server was started before; create another one")
    await server.stop()
    #expect(await Self.startError(server) == "the server was started before; create another one")
    await server.stop()
  }

  @Test("A server listens on the requested host", arguments: ["127.0.0.1", "localhost", "0.0.0.0", "::1"])
  func hosts(host: String) async throws {
    let server = Server(host: host, port: 0, threads: 1) { Route(Endpoint<Empty, String>(.get, "/")) { _ in "here" } }
    do {
      let address = try await server.start()
      #expect(address.port > 0)
      let client = APIClient(baseURL: address.url, transport: CurlTransport())
      #expect(try await client.call(Endpoint<Empty, String>(.get, "/")) == "here")
      await server.stop()
    } catch let error as ServerError where host == "::1" {
      #expect(error.code == .invalidHost, "a machine without IPv6")
    }
  }

  @Test("A server with ambiguous routes does not start, and the error names both routes")
  func conflicts() async throws {
    let routes = TodosRoutes(TodoService())
    let one = Endpoint<Empty, String>(.get, "/todos/{name}", id: "Other.one")
    #expect(
      await Self.startError(
        Server(port: 0) {
          routes
          Route(one) { _ in "" }
        })
        == "GET /todos/{id} (Todos.todo) and GET /todos/{name} (Other.one) serve the same requests; remove one or change its path"
    )
    #expect(
      await Self.startError(
        Server(port: 0) {
          routes
          routes
        }
      ).hasPrefix("GET /todos (Todos.list) and GET /todos (Todos.list) have the same id `Todos.list`; "))
  }
}
