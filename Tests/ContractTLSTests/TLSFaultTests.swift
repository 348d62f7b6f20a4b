#if TLS
  import ContractTestSupport
  import Contract
  import ContractHTTP
  import ContractLoop
  import Synchronization
  import Testing

  @testable import ContractServer
  @testable import ContractSockets

  /// Clients that stop, lie or vanish. After each of them, the next client gets an immediate response, and nothing of
  /// the faulty client is left.
  @Suite("TLS with faulty clients", .ownThreads, .serialized, .timeLimit(.minutes(2)))
  struct TLSFaultTests {
    private let made = Certificates()

    /// Runs `body` with a server and its port, then checks that its clients have left nothing behind.
    private func afterwards(
      timeouts: ServerTimeouts = ServerTimeouts(), maxConnections: Int = 100, _ body: (Int) throws -> Void
    ) async throws {
      try await withServer(made.server, timeouts: timeouts, maxConnections: maxConnections) { _, port in
        let sockets = Self.sockets(at: port)
        let usual = try Self.timeToAsk(port)
        try body(port)
        #expect(
          try Self.timeToAsk(port) < .seconds(1) + usual * 20, "the next client waits too long, even for a busy machine"
        )
        try Self.askUntil(port) { Self.sockets(at: port) == sockets }
      }
    }

    private static func timeToAsk(_ port: Int) throws -> Duration {
      let start = ContinuousClock.now
      #expect(try TLSClient(port).ask() == "x")
      return start.duration(to: .now)
    }

    /// Returns the number of sockets of this process at a port.
    private static func sockets(at port: Int) -> Int {
      (0..<4096).count { (try? Syscalls.localAddress(of: $0))?.port.map(Int.init) == port }
    }

    /// Sends requests to a server until a condition holds.
    private static func askUntil(_ port: Int, _ isSo: () throws -> Bool) throws {
      for _ in 0..<2000 {
        if try isSo() { return }
        _ = try TLSClient(port).ask()
      }
      Issue.record("the condition did not hold in time")
    }

    /// The stage at which a client disconnects.
    enum Stage: CaseIterable {
      case connected, inHello, behindHello, behindHandshake, inRecord, inHead, inContent, inAnswer, behindAnswer

      func client(_ port: Int) throws -> TLSClient {
        let isPlain = [.connected, .inHello, .behindHello].contains(self)
        let client = try TLSClient(port, shakesHands: !isPlain)
        switch self {
        case .connected, .behindHandshake: break
        case .inHello: try client.sendRaw(TLSClient.hello.prefix(100))
        case .behindHello: try client.sendRaw(TLSClient.hello)
        case .inRecord: try client.sendRaw([0x17, 0x03, 0x03, 0x40, 0x00, 0x01])
        case .inHead: try client.send("POST /echo HTTP/1.1\r\nHo")
        case .inContent: try client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\nabc")
        case .inAnswer:
          try client.send("GET /big HTTP/1.1\r\nHost: a\r\n\r\n")
          _ = try client.receive()
        case .behindAnswer: _ = try client.ask()
        }
        return client
      }
    }

    @Test(
      "A client that disconnects at any stage does not affect later clients", arguments: Stage.allCases, [true, false])
    func gone(stage: Stage, resets: Bool) async throws {
      try await afterwards { port in
        for _ in 0..<20 {
          let client = try stage.client(port)
          if resets { try client.reset() }
        }
      }
    }

    @Test("A slow handshake gets no more time than a stalled one", arguments: [true, false])
    func slowHandshakes(trickles: Bool) async throws {
      var timeouts = ServerTimeouts()
      timeouts.handshake = .seconds(3)
      try await afterwards(timeouts: timeouts) { port in
        let client = try TLSClient(port, shakesHands: false)
        guard trickles else {
          // The client sends only its hello and reads the server's messages, so the handshake stalls.
          try client.sendRaw(TLSClient.hello)
          while let count = try client.receiveRaw(), count > 0 {}
          return
        }
        let sent = try TLSClient.hello.dropLast().prefix { byte in
          try client.sendRaw([byte])
          return try client.receiveRaw(within: 20) == nil
        }
        #expect(sent.count < TLSClient.hello.count - 1)
      }
    }

    @Test("An incomplete TLS record does not extend the idle or head timeout", arguments: ["", "GET / HTTP/1.1\r\nHo"])
    func recordWithoutEnd(before start: String) async throws {
      var timeouts = ServerTimeouts()
      timeouts.idle = .seconds(3)
      timeouts.header = .seconds(3)
      try await afterwards(timeouts: timeouts) { port in
        let client = try TLSClient(port)
        try client.send(start.isEmpty ? "\r\n" : start)
        try client.sendRaw([0x17, 0x03, 0x03, 0x40, 0x00] + [UInt8](repeating: 0, count: 10_000))
        #expect(try client.toEnd().hasPrefix(start.isEmpty ? "" : "HTTP/1.1 408"))
      }
    }

    @Test(
      "A truncated request without close_notify is refused",
      arguments: ["", "Content-Length: 10\r\n\r\nhello", "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n"])
    func truncated(rest: String) async throws {
      try await afterwards { port in
        let client = try TLSClient(port)
        try client.send("POST /echo HTTP/1.1\r\nHost: a\r\n\(rest)")
        try client.finishSending()
        let answer = try client.toEnd()
        #expect(answer.hasPrefix("HTTP/1.1 400"), "\(answer)")
      }
    }

    @Test("Endless handshakes at the connection limit do not lock out other clients")
    func flood() async throws {
      var timeouts = ServerTimeouts()
      timeouts.handshake = .seconds(3)
      try await afterwards(timeouts: timeouts, maxConnections: 8) { port in
        let flood = try (0..<12).map { number in
          try (number.isMultiple(of: 2) ? Stage.inHello : .behindHello).client(port)
        }
        #expect(try TLSClient(port).ask() == "x", "a client that waits behind endless handshakes is served")
        for client in flood { while let count = try client.receiveRaw(), count > 0 {} }
      }
    }

    @Test("A TLS 1.2 renegotiation is refused")
    func renegotiation() async throws {
      try await afterwards { port in
        let client = try TLSClient(port, isOld: true)
        #expect(try client.ask() == "x")
        #expect(throws: TLSClient.Failure.self) { try client.renegotiate() }
      }
    }

    @Test("A stream over TLS is produced only as fast as the client reads")
    func slowReader() async throws {
      let pieces = Atomic(0)
      var router = Router()
      router.on(.get, "/") { _ in
        HTTPResponse(
          .ok,
          body: .stream(
            ByteStream {
              pieces.wrappingAdd(1, ordering: .relaxed)
              return [UInt8](repeating: 0x61, count: 1 << 16)
            }))
      }
      router.on(.post, "/echo") { request in HTTPResponse(.ok, body: .bytes(request.body)) }
      let server = Server(listening: [.tcp(port: 0).secured(by: made.server)], threads: 1, router: router)
      let port = try await server.start().port
      let sockets = Self.sockets(at: port)
      var client: TLSClient? = try TLSClient(port)
      try client?.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      /// Returns the number of produced chunks once it no longer grows while other clients are served.
      func madeAtRest() throws -> Int {
        var last = -1
        try Self.askUntil(port) {
          for _ in 0..<20 { _ = try TLSClient(port).ask() }
          defer { last = pieces.load(ordering: .relaxed) }
          return last == pieces.load(ordering: .relaxed)
        }
        return last
      }
      let first = try madeAtRest()
      #expect(first << 16 < 32 << 20, "more than the buffers of two sockets")
      var bytes = 0
      while bytes < 32 << 20, let piece = try client?.receive() { bytes += piece.utf8.count }
      #expect(try madeAtRest() > first)
      try client?.reset()
      client = nil
      try Self.askUntil(port) { Self.sockets(at: port) == sockets }
      await server.stop(drain: .zero)
    }
  }
#endif
