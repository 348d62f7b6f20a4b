import ContractHTTP
import ContractTestSupport
import Testing

@testable import ContractSockets

/// The connections of a loop share its output. A handler, or another function of the program, may use a WebSocket of the loop while
/// the output has bytes of another connection.
@Suite("The shared output of a loop", .ownThreads, .serialized, .timeLimit(.minutes(5)))
struct SharedOutputTests {
  /// The server's end of a WebSocket, once a client has opened it.
  private final class ServedSocket: Sendable {
    private let session = Lock<(any WebSocketSession)?>(nil)

    var opened: (any WebSocketSession)? { session.withLock { $0 } }

    /// The response that opens the WebSocket.
    var response: HTTPResponse {
      let upgrade = TestProtocol(protocolName: "websocket") { [session] connection in
        let opened = connection.startWebSocket(WebSocketOptions(), compressing: nil)
        session.withLock { $0 = opened }
      }
      return HTTPResponse(upgrade: upgrade)
    }
  }

  private static func get(_ path: String, _ fields: String = "") -> String {
    "GET \(path) HTTP/1.1\r\nHost: a\r\n\(fields)\r\n"
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  /// The frame of the message `hey`.
  private static let hey = text([0x81, 3] + Array("hey".utf8))
  /// A Close frame with 1001.
  private static let goingAway = text([0x88, 2, 0x03, 0xE9])

  /// Opens the WebSocket of `/ws`.
  private static func open(_ server: SocketServer) throws -> RawClient {
    let client = try RawClient(server.address)
    try client.send(get("/ws", "Connection: Upgrade\r\nUpgrade: websocket\r\n"))
    #expect(try client.response().status == 101)
    return client
  }

  @Test("A handler that sends on a WebSocket does not send an earlier response of its own connection there")
  func sending() async throws {
    let socket = ServedSocket()
    let (held, released) = (Event(), Event())
    let responder = TestResponder(
      decide: { $0.path == "/nope" ? .respond(.text("nope", status: .notFound)) : .collect(upTo: 0) },
      handler: { head, _ in
        switch head.path {
        case "/ws": return socket.response
        case "/hold":
          held.set()
          await released.wait()
        case "/say": if let session = socket.opened { _ = await session.send(.text("hey")) }
        default: break
        }
        return .text(head.path)
      })
    try await withEngine(responder) { server in
      let listener = try Self.open(server)
      // While this handler is suspended, no worker is parked, so the next request needs a new one.
      let waiting = try RawClient(server.address)
      try waiting.send(Self.get("/hold"))
      await held.wait()
      let client = try RawClient(server.address)
      try client.send(Self.get("/nope") + Self.get("/say"))
      #expect(try client.response().status == 404)
      #expect(try client.response().body == "/say")
      released.set()
      #expect(try waiting.response().body == "/hold")
      #expect(try listener.take(until: "hey") == Self.hey)
      socket.opened?.release()
      #expect(try listener.toEnd() == Self.goingAway)
    }
  }

  @Test("When a WebSocket ends while a request is checked, the request's responses go to its own client")
  func checking() async throws {
    let socket = ServedSocket()
    let responder = TestResponder(
      decide: { head in
        if head.path == "/ws" { return .collect(upTo: 0) }
        if head.path == "/end" { socket.opened?.release() }
        return .respond(.text(head.path))
      },
      handler: { _, _ in socket.response })
    try await withEngine(responder) { server in
      let listener = try Self.open(server)
      let client = try RawClient(server.address)
      try client.send(["/first", "/end", "/last"].map { Self.get($0) }.joined())
      for path in ["/first", "/end", "/last"] { #expect(try client.response().body == path) }
      #expect(try listener.toEnd() == Self.goingAway)
    }
  }

  @Test(
    "A handler cancelled while it closes a WebSocket does not send its 503 on the WebSocket", arguments: [false, true])
  func cancelling(afterReset: Bool) async throws {
    let socket = ServedSocket()
    let closing = Event()
    let responder = TestResponder(
      decide: { .collect(upTo: 0, timeout: $0.path == "/kick" && !afterReset ? .milliseconds(50) : nil) },
      handler: { head, _ in
        if head.path == "/ws" { return socket.response }
        closing.set()
        // The client of the WebSocket does not reply, so this waits until it is cancelled.
        if let session = socket.opened { _ = await session.close(WebSocketClosure(.normalClosure)) }
        return .text(head.path)
      })
    try await withEngine(responder) { server in
      let listener = try Self.open(server)
      let client = try RawClient(server.address)
      try client.send(Self.get("/kick"))
      await closing.wait()
      if afterReset {
        try client.reset()
      } else {
        #expect(try client.response().status == 503)
        #expect(try client.toEnd() == "")
      }
      #expect(try listener.toEnd() == Self.text([0x88, 2, 0x03, 0xE8]))
    }
  }
}
