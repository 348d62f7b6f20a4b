import Contract
import ContractHTTP
import ContractHTTP1
import ContractLoop
import ContractTestSupport
import ContractWebSocket
import Testing

@testable import ContractClient
@testable import ContractCurl
@testable import ContractWebSocket

@Suite("WebSockets and misbehaving servers", .timeLimit(.minutes(5)))
struct WebSocketFaultTests {
  // MARK: Ends

  @Test(
    "The messages end after close code 1000, 1001 or none, and any other close code is an error",
    arguments: [1000, 1001, 1005, 1011, 4001] as [UInt16])
  func codes(code: UInt16) async throws {
    let answer = Lock<UInt16?>(nil)
    try await ScriptedServer.withSocket({ connection in
      connection.send(.text("last"))
      connection.send(
        WebSocketFrame(closing: WebSocketClosure(WebSocketCloseCode(rawValue: code), reason: code == 1005 ? "" : "why"))
      )
      let heard = connection.readClose()
      answer.withLock { $0 = heard }
    }) { server in
      let socket = try await server.client.webSocket()
      #expect(try await socket.receive() == .text("last"))
      let error = await clientError { try await socket.receive() }
      if [1000, 1001, 1005].contains(code) {
        #expect(error == nil)
      } else {
        #expect(error?.code == .webSocketClosed)
        let closure = error?.cause as? WebSocketClosure
        #expect(closure == WebSocketClosure(WebSocketCloseCode(rawValue: code), reason: "why"))
        #expect(error.map { "\($0)".contains("why") } == false)
      }
      #expect(await clientErrorCode { try await socket.send("late") } == .webSocketClosed)
      try await socket.close()
      server.stop()
      #expect(answer.withLock { $0 } == code)
    }
  }

  /// The bytes of a server, their name, and the close code that it receives.
  struct Violation: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var bytes: [UInt8]
    var code: ClientError.Code
    var heard: UInt16

    init(_ name: String, _ bytes: [UInt8], _ code: ClientError.Code, _ heard: UInt16) {
      testDescription = name
      self.bytes = bytes
      self.code = code
      self.heard = heard
    }
  }

  static let violations: [Violation] = [
    Violation("a masked frame", [0x81, 0x85, 1, 2, 3, 4, 5, 6, 7, 8, 9], .malformedResponse, 1002),
    Violation("garbage", [0xFF, 0xFF], .malformedResponse, 1002),
    Violation("HTTP", Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8), .malformedResponse, 1002),
    Violation("a text message that is not UTF-8", [0x81, 1, 0xFF], .malformedResponse, 1007),
    Violation("an invalid close code", [0x88, 2, 0, 1], .malformedResponse, 1002),
    Violation("a message beyond the limit", [0x82, 127, 0, 0, 0, 0, 0, 0x11, 0, 0], .responseTooLarge, 1009),
    Violation(
      "fragments beyond the limit",
      (0..<3).flatMap { [$0 == 0 ? 0x02 : 0x00, 126, 0x80, 0] + [UInt8](repeating: 1, count: 32768) },
      .responseTooLarge, 1009),
  ]

  @Test("A protocol violation closes the socket with its close code", arguments: violations)
  func violation(row: Violation) async throws {
    let answer = Lock<UInt16?>(nil)
    try await ScriptedServer.withSocket({ connection in
      connection.send(.text("fine"))
      connection.send(row.bytes)
      let code = connection.readClose()
      answer.withLock { $0 = code }
    }) { server in
      let socket = try await server.client.webSocket(options: .with { $0.maxMessageBytes = 65536 })
      #expect(try await socket.receive() == .text("fine"))
      #expect(await clientErrorCode { try await socket.receive() } == row.code)
      #expect(await clientErrorCode { try await socket.send("late") } == row.code)
      server.stop()
      #expect(answer.withLock { $0 } == row.heard)
    }
  }

  @Test(
    "A connection that ends without a Close frame is lost",
    arguments: [[], [0x81], [0x82, 5, 1, 2]] as [[UInt8]], [false, true])
  func lost(bytes: [UInt8], isReset: Bool) async throws {
    try await ScriptedServer.withSocket({ connection in
      // The server reads the client's frame, because closing a socket with unread bytes would reset the connection.
      _ = connection.readFrame()
      connection.send(bytes)
      if isReset { connection.reset() }
    }) { server in
      let socket = try await server.client.webSocket()
      try await socket.send("go")
      #expect(await clientErrorCode { try await socket.receive() } == .lostConnection)
      #expect(await clientErrorCode { try await socket.send("late") } == .lostConnection)
      try await socket.close()
      #expect(server.clientSocketCount == 0)
    }
  }

  @Test(
    "A client with unread messages notices the loss of the server when it sends, and can still receive the messages")
  func lostWhileUnread() async throws {
    let gone = Signal()
    try await ScriptedServer.withSocket({ connection in
      // The server sends more messages than may wait to be read.
      connection.send((0..<1500).flatMap { _ in WebSocketFrame(.text("")).bytes(mask: nil) })
      connection.reset()
      gone.raise()
    }) { server in
      let socket = try await server.client.webSocket()
      await gone.wait()
      #expect(await clientErrorCode { while true { try await socket.send("x") } } == .lostConnection)
      var count = 0
      #expect(await clientErrorCode { while try await socket.receive() != nil { count += 1 } } == .lostConnection)
      #expect(count >= 1024)
      #expect(server.clientSocketCount == 0)
    }
  }

  @Test("An endless fragmented message ends the socket", arguments: [0, 100])
  func endless(size: Int) async throws {
    try await ScriptedServer.withSocket({ connection in
      let part = WebSocketFrame(.continuation, [UInt8](repeating: 1, count: size), isFinal: false)
      guard connection.send(WebSocketFrame(.binary, [], isFinal: false)) else { return }
      while connection.send(part) {}
    }) { server in
      let socket = try await server.client.webSocket(options: .with { $0.closeTimeout = .milliseconds(100) })
      let code = await clientErrorCode { try await socket.receive() }
      #expect(code == (size == 0 ? .malformedResponse : .responseTooLarge))
    }
  }

  @Test("After a flood of Pings, the last Ping gets a Pong, and messages continue")
  func pings() async throws {
    let last = Lock<[UInt8]>([])
    try await ScriptedServer.withSocket({ connection in
      for number in 0..<20_000 {
        let payload = [UInt8(number & 0xFF), UInt8(number >> 8)] + [UInt8](repeating: 0, count: 100)
        guard connection.send(WebSocketFrame(.ping, payload)) else { return }
      }
      connection.send(.text("after"))
      while let frame = connection.readFrame() {
        if frame.opcode == .pong { last.withLock { $0 = Array(frame.payload.prefix(2)) } }
        if frame.opcode == .close {
          connection.send(frame)
          return
        }
      }
    }) { server in
      // The server reads thousands of Pongs before the Close frame, which takes long under a sanitizer.
      let socket = try await server.client.webSocket(options: .with { $0.closeTimeout = .seconds(60) })
      #expect(try await socket.receive() == .text("after"))
      try await socket.close()
      server.stop()
      #expect(last.withLock { $0 } == [UInt8(19_999 & 0xFF), UInt8(19_999 >> 8)])
    }
  }

  /// Counts the iterations of a loop.
  private final class TurnCounter: Sendable {
    private let loop: ContractLoop
    private let turns = Lock(0)
    var count: Int { turns.withLock { $0 } }

    init(_ loop: ContractLoop) { self.loop = loop }

    func goOn() {
      turns.withLock { $0 += 1 }
      loop.execute { [weak self] in self?.goOn() }
    }
  }

  @Test(
    "A flood of short frames does not starve the loop",
    arguments: [[0x8A, 0], [0x89, 0], [0x01, 0, 0x80, 0]] as [[UInt8]])
  func shortFrames(frame: [UInt8]) async throws {
    let count = 30_000
    let everything = BlockingGate()
    try await ScriptedServer.withSocket({ connection in
      guard connection.readFrame() != nil else { return }
      let flood = (0..<(count * 2 / frame.count)).flatMap { _ in frame }
      connection.send(flood + WebSocketFrame(.text("after")).bytes(mask: nil))
      everything.open()
      while connection.readFrame() != nil {}
    }) { server in
      let loop = try ContractLoop(name: "shared")
      try loop.start()
      defer { loop.stop() }
      let reading = Task(executorPreference: loop) {
        let socket = try await server.client.webSocket()
        try await socket.send("go")
        // This waits until the server has sent all frames, so that the client can read them without a pause.
        everything.wait()
        let turns = TurnCounter(loop)
        turns.goOn()
        while let message = try await socket.receive(), message != .text("after") {}
        return turns.count
      }
      #expect(try await reading.value >= count / WebSocketConnection.frameBudget)
    }
  }

  // MARK: Dropped and cancelled sockets

  @Test("Dropping the socket sends close code 1001 and closes the connection")
  func letGo() async throws {
    let heard = Lock<UInt16?>(nil)
    let closed = Signal()
    try await ScriptedServer.withSocket({ connection in
      let code = connection.readClose()
      heard.withLock { $0 = code }
      connection.waitForClose()
      closed.raise()
    }) { server in
      var socket: WebSocket? = try await server.client.webSocket()
      try await socket?.send("hi")
      socket = nil
      await closed.wait()
      #expect(heard.withLock { $0 } == 1001)
      #expect(server.clientSocketCount == 0)
    }
  }

  @Test("Cancelling a receiving task sends close code 1001 and closes the connection")
  func cancelledReader() async throws {
    let heard = Lock<UInt16?>(nil)
    let (opened, closed) = (Signal(), Signal())
    try await ScriptedServer.withSocket({ connection in
      connection.send(.text("first"))
      let code = connection.readClose()
      heard.withLock { $0 = code }
      connection.waitForClose()
      closed.raise()
    }) { server in
      let socket = try await server.client.webSocket()
      let reading = Task {
        var count = 0
        for try await _ in socket {
          count += 1
          opened.raise()
        }
        return count
      }
      await opened.wait()
      reading.cancel()
      #expect(await clientErrorCode { try await reading.value } == .cancelled)
      await closed.wait()
      #expect(heard.withLock { $0 } == 1001)
      #expect(await clientErrorCode { try await socket.send("late") } == .cancelled)
    }
  }

  // MARK: Back-pressure

  @Test("A socket is read only while a task receives, and nothing is lost")
  func backPressure() async throws {
    let count = 4096
    let piece = [UInt8](repeating: 5, count: 16 * 1024)
    let (started, sent) = (Signal(), EventCounter())
    try await ScriptedServer.withSocket({ connection in
      started.raise()
      for _ in 0..<count {
        guard connection.send(.binary(piece)) else { return }
        sent.add()
      }
      connection.send(WebSocketFrame(closing: WebSocketClosure(.normalClosure)))
      _ = connection.readClose()
    }) { server in
      let socket = try await server.client.webSocket()
      await started.wait()
      // Nothing is awaited here: 64 MiB do not fit into the kernel's buffers, however long this takes.
      try await Task.sleep(for: .milliseconds(200))
      #expect(sent.count < count)
      var received = 0
      for try await message in socket {
        #expect(message.bytes.count == piece.count)
        received += 1
      }
      #expect(received == count)
    }
  }

  @Test("Closing does not wait for unread messages")
  func closeWhileFull() async throws {
    let piece = [UInt8](repeating: 5, count: 16 * 1024)
    try await ScriptedServer.withSocket({ connection in
      for _ in 0..<1024 { guard connection.send(.binary(piece)) else { return } }
      while let frame = connection.readFrame() {
        guard frame.opcode == .close else { continue }
        connection.send(frame)
        return
      }
    }) { server in
      let socket = try await server.client.webSocket()
      #expect(try await socket.receive() == .binary(piece))
      try await socket.close()
      while try await socket.receive() != nil {}
    }
  }

  @Test("Broken sockets do not affect the others, and none stays open")
  func storm() async throws {
    try await ScriptedServer.withSocket({ connection in
      while let frame = connection.readFrame() {
        if frame.payload == [0] { return connection.reset() }
        if frame.payload == [1] { connection.send([0xFF, 0xFF]) }
        connection.send(frame)
        if frame.opcode == .close { return }
      }
    }) { server in
      let client = server.client
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<60 {
          group.addTask {
            let socket = try await client("\(number)").webSocket()
            for size in 2..<12 {
              let message = WebSocketMessage.binary([UInt8](repeating: UInt8(number), count: size * 100))
              try await socket.send(message)
              #expect(try await socket.receive() == message)
            }
            switch number % 4 {
            case 0, 1:
              try await socket.send([UInt8(number % 4)])
              #expect(await clientError { while try await socket.receive() != nil {} } != nil)
            case 2: try await socket.close()
            default: break
            }
          }
        }
        try await group.waitForAll()
      }
      server.stop()
      // When a task sees an end, the shared loop may still have to close the socket.
      for _ in 0..<500 where server.clientSocketCount > 0 { try await Task.sleep(for: .milliseconds(10)) }
      #expect(server.clientSocketCount == 0)
    }
  }
}
