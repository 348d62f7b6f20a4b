import ContractHTTP
import ContractWebSocket
import Testing

@Suite("Both ends of a WebSocket")
struct WebSocketRoleTests {
  /// Two machines and the bytes between them.
  private struct Pair {
    var (client, server) = (
      WebSocketMachine(role: .client, maxMessageBytes: 100) { 0x0102_0304 },
      WebSocketMachine(role: .server, maxMessageBytes: 100)
    )
    /// The events of each end since the last call.
    var (clientEvents, serverEvents) = ([WebSocketMachine.Event](), [WebSocketMachine.Event]())

    /// Exchanges all frames.
    mutating func exchange() {
      while true {
        let (up, down) = (Self.output(&client), Self.output(&server))
        if up.isEmpty, down.isEmpty { return }
        Self.input(up, &server, &serverEvents)
        Self.input(down, &client, &clientEvents)
      }
    }

    static func output(_ machine: inout WebSocketMachine) -> [UInt8] {
      var bytes: [UInt8] = []
      while let frame = machine.nextFrame() { bytes += frame.bytes }
      return bytes
    }

    static func input(_ bytes: [UInt8], _ machine: inout WebSocketMachine, _ events: inout [WebSocketMachine.Event]) {
      var position = 0
      while let event = machine.receive(bytes.span, from: &position) { events.append(event) }
    }
  }

  private static func frame(_ text: String, _ role: WebSocketRole) -> [UInt8] {
    WebSocketFrame(.text(text)).bytes(mask: role == .client ? 7 : nil)
  }

  @Test(
    "Each end reads only the frames of the other role", arguments: [WebSocketRole.client, .server])
  func masks(role: WebSocketRole) {
    let other: WebSocketRole = role == .client ? .server : .client
    for (sender, isValid) in [(sender: other, isValid: true), (sender: role, isValid: false)] {
      var machine = WebSocketMachine(role: role, maxMessageBytes: 100)
      var events: [WebSocketMachine.Event] = []
      Pair.input(Self.frame("a", sender), &machine, &events)
      if isValid {
        #expect(events == [.message(.text("a"))])
      } else {
        let text = role == .server ? "a frame is not masked" : "a frame is masked"
        #expect(events == [.violated(WebSocketViolation(.protocolError, text))])
        #expect(!machine.isOver)
        _ = Pair.output(&machine)
        #expect(machine.isOver)
      }
    }
  }

  @Test("Messages of both ends arrive in order, and Pings get Pongs")
  func messages() {
    var pair = Pair()
    for text in ["a", "b"] {
      _ = pair.client.send(.framed(Self.frame(text, .client)))
      _ = pair.server.send(.framed(Self.frame(text, .server)))
    }
    pair.server.ping()
    pair.exchange()
    let expected: [WebSocketMachine.Event] = [.message(.text("a")), .message(.text("b"))]
    #expect(pair.clientEvents == expected && pair.serverEvents == expected)
  }

  @Test(
    "A close by either end, or by both, ends both ends with its code",
    arguments: [([WebSocketRole.client], 4001, 4001), ([.server], 4001, 4001), ([.client, .server], 1001, 4001)])
  func closes(row: (closers: [WebSocketRole], client: UInt16, server: UInt16)) {
    var pair = Pair()
    let code = WebSocketCloseCode(rawValue: 4001)
    if row.closers.contains(.client) { pair.client.close(WebSocketClosure(code)) }
    if row.closers.contains(.server) {
      pair.server.close(WebSocketClosure(row.closers.count == 1 ? code : .goingAway))
    }
    pair.exchange()
    #expect(pair.client.isClosed && pair.server.isClosed && pair.server.isOver)
    // If only one end closes, the reply has the same code. If both close, each end receives the code of the other.
    #expect(pair.clientEvents == [.closed(WebSocketClosure(WebSocketCloseCode(rawValue: row.client)))])
    #expect(pair.serverEvents == [.closed(WebSocketClosure(WebSocketCloseCode(rawValue: row.server)))])
  }

  @Test("A message over the limit is refused with 1009 by either end", arguments: [WebSocketRole.client, .server])
  func limit(role: WebSocketRole) {
    var pair = Pair()
    let long = String(repeating: "x", count: 101)
    if role == .client {
      _ = pair.client.send(.framed(Self.frame(long, .client)))
    } else {
      _ = pair.server.send(.framed(Self.frame(long, .server)))
    }
    pair.exchange()
    let told = role == .client ? pair.clientEvents : pair.serverEvents
    #expect(told == [.closed(WebSocketClosure(.messageTooBig))])
  }
}
