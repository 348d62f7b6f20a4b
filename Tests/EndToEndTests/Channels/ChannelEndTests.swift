import ContractTestSupport
import ContractTesting
import Testing

/// The ends of channels over real sockets.
@Suite("The ends of channels", .ownThreads, .serialized, .timeLimit(.minutes(5)))
struct ChannelEndTests {
  @Test("A draining server closes its channels with 1001 and waits for their closures")
  func drain() async throws {
    let service = ChatService()
    let server = Server(port: 0, threads: 2) { ChatRoutes(service) }
    let client = APIClient(baseURL: try await server.start().url, transport: CurlTransport())
    let channel = try await ChatAPI(client).end(command: "read")
    await service.entered.wait()
    async let stopped: Void = server.stop(drain: .seconds(20))
    // 1001 is a normal end.
    #expect(try await channel.receive() == nil)
    await stopped
    #expect(service.left.isOpen)
    await #expect(throws: ClientError.self) { try await channel.send("late") }
  }

  @Test("A raw client sees the Close frame with 1001 when the server drains, and the connection ends after its reply")
  func drainFrames() async throws {
    let server = Server(port: 0, threads: 1) { ChatRoutes(ChatService()) }
    let connection = try await Self.opened(server.start().port)
    async let stopped: Void = server.stop(drain: .seconds(20))
    #expect(connection.read(count: 4) == [0x88, 0x02, 0x03, 0xE9])
    try connection.write([0x88, 0x82, 0, 0, 0, 0, 0x03, 0xE9])
    #expect(connection.isAtEnd())
    await stopped
  }

  @Test("A channel whose closure ignores the drain is cancelled at the deadline")
  func drainDeadline() async throws {
    let service = ChatService()
    let server = Server(port: 0, threads: 1) { ChatRoutes(service) }
    let client = APIClient(baseURL: try await server.start().url, transport: CurlTransport())
    let channel = try await ChatAPI(client).end(command: "push")
    await service.entered.wait()
    await server.stop(drain: .milliseconds(50))
    await service.left.wait()
    #expect(try await channel.receive() == nil)
  }

  @Test("A frame without a mask is refused with 1002, and invalid UTF-8 with 1007")
  func violations() async throws {
    let server = Server(port: 0, threads: 1) { ChatRoutes(ChatService()) }
    let port = try await server.start().port
    for (frame, code) in [
      ([0x81, 0x01, 0x61], 1002), ([0x81, 0x81, 0, 0, 0, 0, 0xFF], 1007), ([0x91, 0x80, 0, 0, 0, 0], 1002),
    ] as [([UInt8], Int)] {
      let connection = try Self.opened(port)
      try connection.write(frame)
      #expect(connection.read(count: 4) == [0x88, 0x02, UInt8(code >> 8), UInt8(code & 0xFF)])
      #expect(connection.isAtEnd())
    }
    await server.stop(drain: .zero)
  }

  @Test(
    "A client that ends the channel while a message is being sent gets the rest of the message and a Close frame",
    arguments: [
      // A Close frame, and a text frame without a mask.
      ([0x88, 0x82, 0, 0, 0, 0, 0x03, 0xE8], 1000), ([0x81, 0x01, 0x61], 1002),
    ] as [([UInt8], Int)])
  func endWithinMessage(frame: [UInt8], code: Int) async throws {
    let service = ChatService()
    let server = Server(port: 0, threads: 1) { ChatRoutes(service) }
    let connection = try Self.opened(try await server.start().port, "/ends/long")
    #expect(connection.read(count: 10) == [0x81, 127, 0, 0, 0, 0, 0x02, 0, 0, 0])
    try connection.write(frame)
    await service.left.wait()
    let rest = connection.rest()
    #expect(rest.count == ChatService.longBytes + 4)
    #expect(rest.suffix(4) == [0x88, 0x02, UInt8(code >> 8), UInt8(code & 0xFF)])
    await server.stop(drain: .zero)
  }

  @Test("Frames sent with the request are read, and a Ping gets a Pong")
  func early() async throws {
    let server = Server(port: 0, threads: 1) { ChatRoutes(ChatService()) }
    let connection = try Self.opened(try await server.start().port, then: [0x81, 0x81, 0, 0, 0, 0, 0x61])
    #expect(connection.read(count: 3) == [0x81, 0x01, 0x61])
    try connection.write([0x89, 0x81, 0, 0, 0, 0, 0x62])
    #expect(connection.read(count: 3) == [0x8A, 0x01, 0x62])
    await server.stop(drain: .zero)
  }

  @Test("A silent client gets a Ping, and is disconnected without a Pong")
  func silence() async throws {
    var service = ChatService()
    service.options.pingInterval = .milliseconds(20)
    service.options.pongTimeout = .milliseconds(50)
    let metrics = Metrics()
    let server = Server(port: 0, threads: 1, middleware: [metrics]) { ChatRoutes(service) }
    let connection = try Self.opened(try await server.start().port, "/ends/read")
    await service.entered.wait()
    #expect(connection.read(count: 2) == [0x89, 0x00])
    await service.left.wait()
    #expect(connection.isAtEnd())
    #expect(Self.drops(metrics) == ["silent_websocket 1", "slow_reader 0"])
    await server.stop(drain: .zero)
  }

  @Test("A client that reads nothing is disconnected after the shorter of two timeouts", arguments: [false, true])
  func slowReader(byConnection: Bool) async throws {
    var service = ChatService()
    var timeouts = ServerTimeouts()
    if byConnection { timeouts.write = .milliseconds(200) } else { service.options.sendTimeout = .milliseconds(200) }
    let metrics = Metrics()
    let server = Server(port: 0, threads: 1, timeouts: timeouts, middleware: [metrics]) { ChatRoutes(service) }
    let connection = try Self.opened(try await server.start().port, "/ends/flood")
    await service.left.wait()
    #expect(Self.drops(metrics) == ["silent_websocket 1", "slow_reader 0"])
    connection.close()
    await server.stop(drain: .zero)
  }

  @Test("Random disconnects of clients leave neither descriptors nor running closures")
  func disconnects() async {
    await #expect(processExitsWith: .success) {
      let running = Lock(0)
      let server = ChannelEndTests.counting(running)
      let port = try await server.start().port
      let baseline = ProcessResources.now
      for number in 0..<1000 {
        let connection = try ChannelEndTests.opened(port, "/count", readsHead: number % 2 == 0)
        let frame: [UInt8] = [0x81, 0x83, 1, 2, 3, 4, 0x60, 0x60, 0x60]
        switch number % 5 {
        case 0: connection.close()
        case 1: connection.reset()
        case 2: try connection.write(Array(frame.prefix(number % 9)))
        case 3:
          try connection.write(frame + frame)
          connection.reset()
        default:
          try connection.write([0x88, 0x80, 0, 0, 0, 0])
          connection.finishWriting()
        }
        connection.close()
      }
      try await ChannelEndTests.expectNothing(of: running, above: baseline)
      await server.stop(drain: .zero)
    }
  }

  @Test("Clients that drop their channels at random leave neither descriptors nor running closures")
  func drops() async {
    await #expect(processExitsWith: .success) {
      let running = Lock(0)
      let server = ChannelEndTests.counting(running)
      let address = try await server.start()
      let baseline = ProcessResources.now
      do {
        let client = APIClient(baseURL: address.url, transport: CurlTransport())
        for number in 0..<1000 {
          let socket = try await client("count").webSocket()
          if number % 3 > 0 { try await socket.send("a") }
          if number % 3 > 1 { _ = try await socket.receive() }
          if number % 7 == 0 { try await socket.close() }
          if number % 7 == 1 {
            let receiving = Task { try await socket.receive() }
            receiving.cancel()
            _ = await receiving.result
          }
        }
      }
      try await ChannelEndTests.expectNothing(of: running, above: baseline)
      await server.stop(drain: .zero)
    }
  }

  /// A server that repeats messages and counts the running closures.
  private static func counting(_ running: Lock<Int>) -> Server {
    Server(port: 0, threads: 2) {
      Route(Endpoint<Empty, Channel<String, String>>(.get, "/count")) { _ in
        Channel { connection in
          running.withLock { $0 += 1 }
          defer { running.withLock { $0 -= 1 } }
          for try await text in connection { try await connection.send(text) }
        }
      }
    }
  }

  /// Checks that soon no more descriptors are open than before, and that no closure runs.
  static func expectNothing(of running: Lock<Int>, above baseline: ProcessResources) async throws {
    let after = await ProcessResources.settled(to: baseline)
    #expect(after.descriptors <= baseline.descriptors, "\(baseline), then \(after)")
    for _ in 0..<2000 where running.withLock({ $0 }) > 0 { try await Task.sleep(for: .milliseconds(5)) }
    #expect(running.withLock { $0 } == 0)
  }

  @Test("A thousand idle channels use less than 40 kB each")
  func memory() async {
    // In a separate process, where nothing else allocates memory.
    await #expect(processExitsWith: .success) {
      let server = Server(port: 0, threads: 1) { ChatRoutes(ChatService()) }
      let port = try await server.start().port
      var connections = try (0..<100).map { _ in try ChannelEndTests.opened(port) }
      let before = ProcessResources.now.residentBytes
      connections += try (0..<1000).map { _ in try ChannelEndTests.opened(port) }
      let each = (ProcessResources.now.residentBytes - before) / 1000
      #expect(each < 40_000 || ProcessResources.keepsFreedMemory, "\(each) bytes, with the client's end of the test")
      for connection in connections { connection.reset() }
      await server.stop(drain: .zero)
    }
  }

  /// The number of connections that a server has dropped, by reason.
  private static func drops(_ metrics: Metrics) -> [String] {
    let name = "http_server_connections_dropped_total{reason=\""
    return metrics.text().split(separator: "\n").filter { $0.hasPrefix(name) }
      .map { $0.dropFirst(name.count).replacing("\"}", with: "") }.map(String.init)
  }

  /// Opens a WebSocket.
  ///
  /// - Parameters:
  ///   - fields: further headers of the request.
  ///   - bytes: sent with the request.
  static func opened(
    _ port: Int, _ target: String = "/texts", fields: [String] = [], then bytes: [UInt8] = [], readsHead: Bool = true
  ) throws -> RawConnection {
    let connection = try RawConnection(port: port)
    let fields = (ChannelHandshakeTests.good + fields).joined(separator: "\r\n")
    try connection.write(Array("GET \(target) HTTP/1.1\r\nHost: a\r\n\(fields)\r\n\r\n".utf8) + bytes)
    if readsHead { #expect(try connection.read().status == 101) }
    return connection
  }
}
