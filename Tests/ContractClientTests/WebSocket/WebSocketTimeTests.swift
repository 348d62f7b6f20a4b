import Contract
import ContractClient
import ContractHTTP
import ContractHTTP1
import ContractWebSocket
import Testing

/// The effects of the timeouts of a WebSocket.
@Suite("WebSocket timeouts", .timeLimit(.minutes(5)))
struct WebSocketTimeTests {
  @Test("An unanswered close times out and leaves no connection")
  func unanswered() async throws {
    let closed = Signal()
    try await ScriptedServer.withSocket({ connection in
      connection.waitForClose()
      closed.raise()
    }) { server in
      let socket = try await server.client.webSocket(options: .with { $0.closeTimeout = .milliseconds(100) })
      #expect(await clientErrorCode { try await socket.close() } == .timeout)
      #expect(try await socket.receive() == nil)
      await closed.wait()
      #expect(server.clientSocketCount == 0)
    }
  }

  @Test("A connection that the server keeps open after the close is closed at the close timeout")
  func lingering() async throws {
    let closed = Signal()
    try await ScriptedServer.withSocket({ connection in
      _ = connection.readClose()
      connection.send(WebSocketFrame(closing: WebSocketClosure(.normalClosure)))
      connection.waitForClose()
      closed.raise()
    }) { server in
      let socket = try await server.client.webSocket(options: .with { $0.closeTimeout = .milliseconds(100) })
      try await socket.close()
      await closed.wait()
    }
  }

  @Test("A send that exceeds its timeout fails, and so does every later operation of the socket")
  func blocked() async throws {
    try await ScriptedServer.withSocket({ $0.wait(.seconds(60)) }) { server in
      let socket = try await server.client.webSocket(options: .with { $0.sendTimeout = .milliseconds(200) })
      #expect(await clientErrorCode { try await socket.send([UInt8](repeating: 1, count: 32 << 20)) } == .timeout)
      #expect(await clientErrorCode { try await socket.send("behind") } == .timeout)
      #expect(await clientErrorCode { try await socket.receive() } == .timeout)
      #expect(server.clientSocketCount == 0)
      server.stop()
    }
  }

  @Test("A queued message can be cancelled before it is sent")
  func cancelledMessage() async throws {
    let gate = Gate()
    let received = Lock<[Int]>([])
    try await ScriptedServer.withSocket({ connection in
      gate.wait()
      while let frame = connection.readFrame() {
        if frame.opcode == .close {
          connection.send(frame)
          return
        }
        received.withLock { $0.append(frame.payload.count) }
      }
    }) { server in
      let socket = try await server.client.webSocket(options: .with { $0.closeTimeout = .seconds(60) })
      let large = Task { try await socket.send([UInt8](repeating: 1, count: 16 << 20)) }
      // Whichever message begins first, the other one waits for it.
      let small = Task { try await socket.send([UInt8](repeating: 2, count: 15 << 20)) }
      small.cancel()
      let code = await clientErrorCode { try await small.value }
      #expect(code == .cancelled)
      gate.open()
      try await large.value
      try await socket.send([3])
      try await socket.close()
      server.stop()
      let counts = received.withLock { $0 }
      #expect(counts.filter { $0 != 15 << 20 } == [16 << 20, 1], "\(counts)")
    }
  }

  @Test("A silent server is pinged and stays connected while it replies")
  func alive() async throws {
    let pings = EventCounter()
    try await ScriptedServer.withSocket({ connection in
      while let frame = connection.readFrame() {
        switch frame.opcode {
        case .ping:
          connection.send(WebSocketFrame(.pong, frame.payload))
          if pings.add() == 3 { connection.send(.text("three")) }
        case .close:
          connection.send(frame)
          return
        default: break
        }
      }
    }) { server in
      let options = WebSocketOptions.with {
        $0.pingInterval = .milliseconds(20)
        $0.pongTimeout = .seconds(20)
      }
      let socket = try await server.client.webSocket(options: options)
      #expect(try await socket.receive() == .text("three"))
      try await socket.close()
    }
  }

  @Test("A server that does not reply to pings is disconnected")
  func dead() async throws {
    try await ScriptedServer.withSocket({ $0.waitForClose() }) { server in
      let options = WebSocketOptions.with {
        $0.pingInterval = .milliseconds(20)
        $0.pongTimeout = .milliseconds(50)
      }
      let socket = try await server.client.webSocket(options: options)
      #expect(await clientErrorCode { try await socket.receive() } == .timeout)
      #expect(server.clientSocketCount == 0)
    }
  }

  @Test("Keep-alive and close timeouts do not run while a long message is being sent")
  func behindMessage() async throws {
    let size = 32 << 20
    let begun = Signal()
    try await ScriptedServer.withSocket({ connection in
      defer { begun.raise() }
      // Two bytes of a frame are read. Of an empty Ping the 4-byte key is left, of the long message 8 bytes of length and the
      // rest.
      while let start = connection.read(2), start[0] & 0x0F == WebSocketOpcode.ping.rawValue {
        guard connection.read(4) != nil, connection.send(WebSocketFrame(.pong, [])) else { return }
      }
      begun.raise()
      // This wait is longer than the pong and close timeouts.
      connection.wait(.seconds(3))
      guard connection.read(8 + 4 + size) != nil else { return }
      connection.echo()
    }) { server in
      let options = WebSocketOptions.with {
        $0.pingInterval = .milliseconds(20)
        $0.pongTimeout = .seconds(2)
        $0.closeTimeout = .seconds(2)
      }
      let socket = try await server.client.webSocket(options: options)
      let message = Task { try await socket.send([UInt8](repeating: 1, count: size)) }
      await begun.wait()
      try await socket.close()
      try await message.value
    }
  }
}
