import ContractHTTP
import ContractLoop
import ContractTestSupport
import Testing

@testable import ContractServer
@testable import ContractSockets

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

@Suite("Socket server", .ownThreads, .serialized)
struct SocketServerTests {
  private static let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

  @Test("A stopping server completes running requests with `Connection: close` and accepts no others")
  func drain() async throws {
    let started = Event()
    let gate = Event()
    let responder = TestResponder.handling { head, _ in
      if head.path == "/slow" {
        started.set()
        await gate.wait()
      }
      return .text("here")
    }
    var options = SocketServer.Options(.ipv4(0x7f00_0001, port: 0))
    options.threads = 2
    // The test, not a clock, determines when the handler ends.
    options.timeouts.handler = nil
    let server = try SocketServer(options, responder: responder)
    let idle = try RawClient(server.address)
    try idle.send(Self.get)
    #expect(try idle.response().status == 200)
    let slow = try RawClient(server.address)
    try slow.send("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n")
    await started.wait()
    let half = try RawClient(server.address)
    try half.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nha")

    let stopped = Task.immediate { await server.stop(deadline: .seconds(30)) }
    #expect(try idle.toEnd() == "")
    // This waits until both loops have closed their listeners, because only then does the loop of `slow` know of the stop for
    // sure.
    while (try? RawClient(server.address)) != nil { await Task.yield() }
    gate.set()
    let last = try slow.response()
    #expect(last.body == "here")
    #expect(last.has("Connection: close"))
    try half.send("lf")
    #expect(try half.response().has("Connection: close"))
    slow.close()
    half.close()
    await stopped.value
    #expect(server.connectionCount == 0)
    #expect(throws: (any Error).self) { try RawClient(server.address) }
  }

  @Test("A stopping server sends the rest of a response that its client is still reading")
  func drainQueue() async throws {
    let size = 8_000_000
    let content = [UInt8](repeating: 120, count: size)
    let responder = TestResponder.handling { _, _ in HTTPResponse(.ok, body: .bytes(content)) }
    let server = try SocketServer(SocketServer.Options(.ipv4(0x7f00_0001, port: 0)), responder: responder)
    let client = try RawClient(server.address, receiveBuffer: 4096)
    try client.send(Self.get)
    // The client reads only the head, so the rest of the response is in the connection's queue when the server stops.
    #expect(try client.head().contains("Content-Length: \(size)"))
    let stopped = Task.immediate { await server.stop(deadline: .seconds(30)) }
    while (try? RawClient(server.address)) != nil { await Task.yield() }
    #expect(try client.toEnd().utf8.count == size)
    client.close()
    await stopped.value
  }

  @Test("A stopping server cancels unfinished requests at the deadline")
  func deadline() async throws {
    let started = Event()
    let cancelled = Event()
    let responder = TestResponder.handling { _, _ in
      started.set()
      await waitForCancellation()
      cancelled.set()
      return .text("too late")
    }
    let server = try SocketServer(SocketServer.Options(.ipv4(0x7f00_0001, port: 0)), responder: responder)
    let client = try RawClient(server.address)
    try client.send(Self.get)
    await started.wait()
    await server.stop(deadline: .milliseconds(50))
    await cancelled.wait()
    #expect(throws: RawClient.Failure.self) { try client.response() }
    await server.stop(deadline: .seconds(1))
  }

  @Test(
    "A stopping server accepts waiting connections before it closes its listener, even at its limit",
    arguments: [10_000, 2])
  func backlog(maxConnections: Int) async throws {
    var options = SocketServer.Options(.ipv4(0x7f00_0001, port: 0))
    options.limits.maxConnections = maxConnections
    let server = try SocketServer(options, responder: TestResponder.echo)
    let hold = Event()
    let release = Lock(false)
    // The loop is busy while clients connect, so they are all in the backlog when it drains.
    server.executors[0].execute {
      hold.set()
      while !release.withLock({ $0 }) { sched_yield() }
    }
    await hold.wait()
    var clients: [RawClient] = []
    for _ in 0..<100 {
      let client = try RawClient(server.address)
      try client.send(Self.get)
      clients.append(client)
    }
    let stopped = Task.immediate { await server.stop(deadline: .seconds(30)) }
    release.withLock { $0 = true }
    for client in clients {
      let response = try client.response()
      #expect(response.status == 200)
      #expect(response.has("Connection: close"))
      client.close()
    }
    await stopped.value
  }

  @Test("A server has not stopped while a listener is open, even after its last connection")
  func severalListeners() async throws {
    let responder = TestResponder.handling { _, _ in
      // A server that did not wait for this response would stop during these yields.
      for _ in 0..<1000 { await Task.yield() }
      return .text("here")
    }
    let strict = BindAddress.tcp(port: 0, proxyProtocol: .from(["192.0.2.0/24"]))
    let server = try SocketServer(SocketServer.Options([strict, .tcp(port: 0)]), responder: responder)
    let (entered, held) = (Event(), Event())
    let (first, second) = (BlockingGate(), BlockingGate())
    server.executors[0].execute {
      entered.set()
      first.wait()
    }
    await entered.wait()
    // This job and the drain are queued while the first job blocks the loop, so the loop drains before it accepts the
    // connections that are made meanwhile.
    server.executors[0].execute {
      held.set()
      second.wait()
    }
    let stopped = Task.immediate { await server.stop(deadline: .seconds(30)) }
    first.open()
    await held.wait()
    // The server closes this connection when it accepts it, because the client's address is not that of a proxy.
    let stranger = try RawClient(server.addresses[0])
    let client = try RawClient(server.addresses[1])
    try client.send(Self.get)
    second.open()
    #expect(try client.response().has("Connection: close"))
    client.close()
    stranger.close()
    await stopped.value
  }

  @Test("A server keeps the maximum number of connections, and accepts another when one closes")
  func connectionLimit() async throws {
    var limits = ServerLimits()
    limits.maxConnections = 2
    try await withEngine(.echo, threads: 2, limits: limits) { server in
      let first = try RawClient(server.address)
      try first.send(Self.get)
      #expect(try first.response().status == 200)
      let second = try RawClient(server.address)
      try second.send(Self.get)
      #expect(try second.response().status == 200)
      let third = try RawClient(server.address)
      try third.send(Self.get)
      #expect(server.connectionCount == 2)
      first.close()
      #expect(try third.response().status == 200)
    }
  }

  @Test("At the limit, the connection that was idle longest is closed, but never one with a started request")
  func idleMakesRoom() async throws {
    var limits = ServerLimits()
    limits.maxConnections = 3
    try await withEngine(.echo, limits: limits, minIdleTime: 0) { server in
      let begun = try RawClient(server.address)
      try begun.send("GET /begun HTTP/1.1\r\nHo")
      let silent = try RawClient(server.address)
      let served = try RawClient(server.address)
      try served.send(Self.get)
      #expect(try served.response().status == 200)
      let fourth = try RawClient(server.address)
      try fourth.send(Self.get)
      #expect(try fourth.response().status == 200)
      #expect(try silent.toEnd() == "")
      #expect(server.idleEndCount == 1)
      // The connection that was served is closed next.
      let fifth = try RawClient(server.address)
      try fifth.send(Self.get)
      #expect(try fifth.response().status == 200)
      #expect(try served.toEnd() == "")
      try begun.send("st: a\r\n\r\n")
      #expect(try begun.response().body == "/begun")
      #expect(server.connectionCount == 3 && server.idleEndCount == 2 && server.refusedConnectionCount == 0)
    }
  }

  @Test("At the limit, an idle connection of another loop is closed")
  func idleElsewhere() async throws {
    var limits = ServerLimits()
    limits.maxConnections = 1
    var timeouts = ServerTimeouts()
    timeouts.idle = .seconds(300)
    try await withEngine(.echo, threads: 8, limits: limits, timeouts: timeouts, minIdleTime: 0) { server in
      var clients: [RawClient] = []
      for _ in 0..<6 {
        let client = try RawClient(server.address)
        try client.send(Self.get)
        #expect(try client.response().status == 200)
        clients.append(client)
      }
      #expect(server.idleEndCount == 5)
    }
  }

  @Test("At the limit, a connection that was idle for only a moment is not closed")
  func freshKeepsItsPlace() async throws {
    var limits = ServerLimits()
    limits.maxConnections = 1
    try await withEngine(.echo, limits: limits, minIdleTime: .max / 2) { server in
      let first = try RawClient(server.address)
      try first.send(Self.get)
      #expect(try first.response().status == 200)
      let second = try RawClient(server.address)
      try second.send(Self.get)
      for _ in 0..<3 {
        try first.send(Self.get)
        #expect(try first.response().status == 200)
      }
      #expect(server.idleEndCount == 0)
      first.close()
      #expect(try second.response().status == 200)
    }
  }

  @Test("The kernel probes silent clients with keepalive")
  func keepAlive() async throws {
    try await withEngine(.echo) { server in
      let client = try RawClient(server.address)
      try client.send(Self.get)
      _ = try client.response()
      let address = try client.address
      let ours = try #require((0..<Int32(4096)).first { (try? Syscalls.peerAddress(of: $0)) == address })
      #expect(try Syscalls.option(.keepAlive, of: ours) == 1)
      #expect(try Syscalls.option(.keepAliveIdle, of: ours) == 60)
      #expect(try Syscalls.option(.keepAliveInterval, of: ours) * Syscalls.option(.keepAliveCount, of: ours) == 60)
    }
  }

  @Test("A connection closes after its maximum number of requests")
  func requestLimit() async throws {
    var limits = ServerLimits()
    limits.maxRequestsPerConnection = 2
    try await withEngine(.echo, limits: limits) { server in
      let client = try RawClient(server.address)
      try client.send(Self.get + Self.get + Self.get)
      #expect(try !client.response().has("Connection: close"))
      #expect(try client.response().has("Connection: close"))
      #expect(try client.toEnd() == "")
    }
  }

  @Test("A second server cannot share an address, with one loop or several", arguments: [1, 2])
  func addressInUse(_ threads: Int) async throws {
    try await withEngine(.echo, threads: threads) { server in
      for count in [1, 2] {
        var options = SocketServer.Options(server.address)
        options.threads = count
        let error = #expect(throws: ServerError.self) { try SocketServer(options, responder: TestResponder.echo) }
        #expect(error?.code == .addressInUse)
      }
    }
  }

  @Test("A server listens on IPv6")
  func ipv6() async throws {
    let address = try #require(SocketAddress(host: "::1", port: 0))
    let server = try SocketServer(SocketServer.Options(address), responder: TestResponder.echo)
    let client = try RawClient(server.address)
    try client.send(Self.get)
    #expect(try client.response().status == 200)
    await server.stop(deadline: .zero)
  }

  @Test("Each of many connections on several loops gets all of its own responses")
  func many() async throws {
    let responder = TestResponder.handling { _, content in
      if content.first == 0x37 { await Task.yield() }
      return HTTPResponse(.ok, body: .bytes(content))
    }
    try await withEngine(responder, threads: 3) { server in
      let clients = try (0..<100).map { _ in try RawClient(server.address) }
      for round in 0..<100 {
        for (index, client) in clients.enumerated() {
          let text = "\(index)-\(round)"
          try client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)")
        }
        for (index, client) in clients.enumerated() { #expect(try client.response().body == "\(index)-\(round)") }
      }
      for client in clients { client.close() }
    }
  }
}
