import ContractHTTP
import ContractLoop
import ContractTestSupport
import Testing

@testable import ContractServer
@testable import ContractSockets

@Suite("Hand-over", .ownThreads, .serialized)
struct HandOverTests {
  private static func server(_ place: BindAddress, _ name: String, threads: Int = 2) throws -> SocketServer {
    var options = SocketServer.Options([place])
    options.threads = threads
    return try SocketServer(options, responder: TestResponder.handling { _, _ in .text(name) })
  }

  @Test("A port is handed over only if both servers request it")
  func bothShare() async throws {
    let first = try Self.server(.tcp(port: 0, shared: true), "first")
    let port = Int(try #require(first.address.port))
    #expect(throws: ServerError.self) { try Self.server(.tcp(port: port), "second") }
    let second = try Self.server(.tcp(port: port, shared: true), "second")
    await first.stop(deadline: .zero)
    await second.stop(deadline: .zero)
  }

  @Test("New connections go only to the newest server")
  func steering() async throws {
    let first = try Self.server(.tcp(port: 0, shared: true), "first", threads: 2)
    let port = Int(try #require(first.address.port))
    #expect(first.handOver())
    for _ in 0..<20 { #expect(try Self.ask(first.address) == "first") }
    let second = try Self.server(.tcp(port: port, shared: true), "second", threads: 3)
    for _ in 0..<50 { #expect(try Self.ask(first.address) == "second") }
    await first.stop(deadline: .zero)
    for _ in 0..<20 { #expect(try Self.ask(first.address) == "second") }
    await second.stop(deadline: .zero)
    let alone = try Self.server(.tcp(port: 0), "alone")
    #expect(!alone.handOver())
    await alone.stop(deadline: .zero)
  }

  static let hosts = ["127.0.0.1", "::1"]

  @Test("The older server gets new connections again when the newer one stops", arguments: hosts)
  func steeringBack(host: String) async throws {
    func server(_ name: String, _ port: Int = 0) throws -> SocketServer {
      try Self.server(.tcp(host, port: port, shared: true), name)
    }
    let first = try server("first")
    let port = Int(try #require(first.address.port))
    let second = try server("second", port)
    #expect(second.handOver())
    for _ in 0..<50 { #expect(try Self.ask(first.address) == "first") }
    await second.stop(deadline: .zero)
    // After the first server has stopped, the third is the oldest, and can hand over to the fourth.
    let third = try server("third", port)
    await first.stop(deadline: .zero)
    let fourth = try server("fourth", port)
    #expect(third.handOver())
    for _ in 0..<50 { #expect(try Self.ask(first.address) == "fourth") }
    await third.stop(deadline: .zero)
    await fourth.stop(deadline: .zero)
  }

  @Test("Returning a port to the older server loses no connection under load", arguments: [(2, 2), (1, 3), (3, 1)])
  func rollback(loops: (Int, Int)) async throws {
    let kept = try Self.server(.tcp(port: 0, shared: true), "kept", threads: loops.0)
    let port = Int(try #require(kept.address.port))
    try await loseNothing(kept.address) {
      for _ in 1...3 {
        let next = try Self.server(.tcp(port: port, shared: true), "next", threads: loops.1)
        await next.stop(deadline: .seconds(30))
      }
    }
    await kept.stop(deadline: .zero)
  }

  @Test(
    "Handing over a port to a server with another number of loops loses no connection under load",
    arguments: [(2, 2), (1, 3), (3, 1)])
  func port(loops: (Int, Int)) async throws {
    var current = try Self.server(.tcp(port: 0, shared: true), "0", threads: loops.0)
    let address = current.address
    let port = Int(try #require(address.port))
    try await loseNothing(address) {
      for round in 1...3 {
        let threads = round % 2 == 0 ? loops.0 : loops.1
        let next = try Self.server(.tcp(port: port, shared: true), "\(round)", threads: threads)
        await current.stop(deadline: .seconds(30))
        current = next
      }
    }
    // The kernel chooses among all sockets again, and all of them belong to the last server.
    var names: Set<String> = []
    for _ in 0..<20 { names.insert(try Self.ask(address)) }
    #expect(names == ["3"])
    await current.stop(deadline: .zero)
  }

  @Test("Handing over a Unix socket loses no connection under load")
  func path() async throws {
    let folder = TemporaryFolder()
    let place = BindAddress.unix(folder.file("a.sock"), mode: 0o660, replacing: true)
    var current = try Self.server(place, "0")
    try await loseNothing(current.address) {
      for round in 1...3 {
        let next = try Self.server(place, "\(round)")
        await current.stop(deadline: .seconds(30))
        #expect(folder.files == ["a.sock"])
        current = next
      }
    }
    #expect(try Self.ask(current.address) == "3")
    #expect(folder.mode(of: "a.sock") == 0o660)
    await current.stop(deadline: .zero)
    #expect(folder.files == [])
  }

  private static func ask(_ address: SocketAddress) throws -> String {
    let client = try RawClient(address)
    try client.send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
    return try client.response().body
  }

  /// Sends requests from several threads while `body` runs; every request must get a response.
  private func loseNothing(_ address: SocketAddress, _ body: () async throws -> Void) async throws {
    let ends = Lock(false)
    let answers = Lock(0)
    let failures = Lock<[String]>([])
    let threads = try (0..<4).map { try ContractLoop(name: "client-\($0)") }
    for thread in threads {
      try thread.start()
      thread.execute {
        while !ends.withLock({ $0 }) {
          do {
            _ = try Self.ask(address)
            answers.withLock { $0 += 1 }
          } catch {
            failures.withLock { $0.append("\(error)") }
          }
        }
      }
    }
    defer {
      ends.withLock { $0 = true }
      for thread in threads { thread.stop() }
    }
    func answered(_ count: Int) async {
      let wanted = answers.withLock { $0 } + count
      while answers.withLock({ $0 }) < wanted && failures.withLock({ $0.isEmpty }) { await Task.yield() }
    }
    await answered(50)
    try await body()
    await answered(50)
    #expect(failures.withLock { $0 } == [])
  }
}
