import ContractHTTP
import ContractWebSocket
import Testing

@Suite("One end of a WebSocket")
struct WebSocketMachineTests {
  typealias Event = WebSocketMachine.Event

  private static func client(max: Int = 1 << 20) -> WebSocketMachine {
    WebSocketMachine(role: .client, maxMessageBytes: max) { 0x0102_0304 }
  }

  private static func server() -> WebSocketMachine {
    WebSocketMachine(role: .server, maxMessageBytes: 1 << 20) { 0 }
  }

  private static func take(_ bytes: [UInt8], _ machine: inout WebSocketMachine) -> [Event] {
    var position = 0
    var events: [Event] = []
    while let event = machine.receive(bytes.span, from: &position) { events.append(event) }
    return events
  }

  /// The sent frames, read by the other end.
  private static func sent(by machine: inout WebSocketMachine, masked: Bool = true) -> [WebSocketReader.Event] {
    var bytes: [UInt8] = []
    while let frame = machine.nextFrame() { bytes += frame.bytes }
    return WebSocketReading(bytes, expectsMask: masked).events
  }

  private static func text(_ text: String) -> [UInt8] { WebSocketFrame(.text(text)).bytes(mask: 9) }

  @Test("A client masks its frames, and a server does not")
  func masks() {
    var client = Self.client()
    client.ping()
    let masked = client.nextFrame()?.bytes
    #expect(masked == [0x89, 0x80, 1, 2, 3, 4])
    var server = Self.server()
    server.ping()
    let plain = server.nextFrame()?.bytes
    #expect(plain == [0x89, 0x00])
    #expect(
      WebSocketFrame(.binary([1, 2, 3, 4, 5])).bytes(mask: 0x0102_0304) == [0x82, 0x85, 1, 2, 3, 4, 0, 0, 0, 0, 4])
  }

  @Test("Messages are sent in order, with their numbers")
  func order() {
    var machine = Self.client()
    let tickets = [machine.send(.framed(Self.text("a"))), machine.send(.framed(Self.text("b")))]
    let handedOut = [machine.nextFrame()?.ticket, machine.nextFrame()?.ticket, machine.nextFrame()?.ticket]
    #expect(handedOut == tickets + [nil])
  }

  @Test("A message can be withdrawn until it is sent")
  func withdraw() throws {
    var machine = Self.client()
    let (one, other) = (machine.send(.framed(Self.text("a"))), machine.send(.framed(Self.text("b"))))
    let (first, second) = (try #require(one), try #require(other))
    _ = machine.nextFrame()
    let withdrawn = [machine.withdraw(first), machine.withdraw(second), machine.withdraw(second)]
    #expect(withdrawn == [false, true, false])
    let next = machine.nextFrame()
    #expect(next == nil)
  }

  @Test("Each Ping gets a Pong before messages are sent, and a flood of Pings gets only the last Pongs")
  func pongs() {
    var machine = Self.client()
    _ = machine.send(.framed(Self.text("a")))
    let flood = (0..<10_000).flatMap { frame(0x89, [UInt8($0 & 0xFF), UInt8($0 >> 8)]) }
    #expect(Self.take(flood, &machine).isEmpty)
    let last = (9_968..<10_000).map { WebSocketReader.Event.pong([UInt8($0 & 0xFF), UInt8($0 >> 8)]) }
    #expect(last.count == WebSocketMachine.maxPongs)
    #expect(Self.sent(by: &machine) == last + [.message(.text("a"))])
    let few = (0..<10).map { UInt8($0) }
    #expect(Self.take(few.flatMap { frame(0x89, [$0]) }, &machine).isEmpty)
    #expect(Self.sent(by: &machine) == few.map { .pong([$0]) })
  }

  @Test(
    "A call handles a limited number of frames of any kind, and leaves the other bytes",
    arguments: [
      (frame(0x8A, []), 10), (frame(0x89, [1]), 10), (frame(0x00, []), 10), (frame(0x00, [0x61]), 10),
      (frame(0x8A, []), 1), (frame(0x8A, []), 0),
    ])
  func frames(row: (frame: [UInt8], limit: Int)) {
    var machine = Self.client()
    // A message has started, so continuations are valid.
    #expect(Self.take(frame(0x01, [0x61]), &machine).isEmpty)
    let bytes = (0..<100).flatMap { _ in row.frame }
    var (position, frames) = (0, row.limit)
    let event = machine.receive(bytes.span, from: &position, frames: &frames)
    #expect(event == nil && frames == 0 && position == row.limit * row.frame.count)
    let rest = Array(bytes[position...]) + frame(0x80, [0x62])
    let events = Self.take(rest, &machine)
    #expect(events.count == 1)
  }

  @Test("A close is sent after waiting messages, and nothing after it")
  func close() {
    var machine = Self.client()
    _ = machine.send(.framed(Self.text("a")))
    machine.close(WebSocketClosure(.normalClosure, reason: "bye"))
    machine.close(WebSocketClosure(.goingAway))
    let refused = machine.send(.framed(Self.text("b")))
    #expect(!machine.isOpen && refused == nil)
    #expect(Self.sent(by: &machine) == [.message(.text("a")), .close(WebSocketClosure(.normalClosure, reason: "bye"))])
    machine.ping()
    let next = machine.nextFrame()
    #expect(next == nil && machine.hasSentClose && !machine.isClosed)
    #expect(
      Self.take(frame(0x81, [0x41]) + frame(0x88, [3, 0xE8]), &machine) == [.closed(WebSocketClosure(.normalClosure))])
    let last = machine.nextFrame()
    #expect(machine.isClosed && last == nil)
  }

  @Test(
    "A Close frame gets a Close frame with its code before anything else is sent, and later frames are ignored",
    arguments: [(frame(0x88, [3, 0xE9, 0x78]), 1001, 1001), (frame(0x88, []), 1005, 1005)]
      as [([UInt8], UInt16, UInt16)])
  func answer(bytes: [UInt8], received: UInt16, answered: UInt16) {
    var machine = Self.client()
    _ = machine.send(.framed(Self.text("a")))
    let events = Self.take(frame(0x89, [1]) + bytes + frame(0x81, [0x41]), &machine)
    guard case .closed(let closure) = events.first, events.count == 1 else {
      Issue.record("expected only the close, got \(events)")
      return
    }
    #expect(closure.code.rawValue == received)
    #expect(Self.sent(by: &machine) == [.close(WebSocketClosure(WebSocketCloseCode(rawValue: answered)))])
    let refused = machine.send(.framed([]))
    #expect(machine.isClosed && refused == nil)
  }

  @Test("A protocol violation is reported with its code, and further frames are ignored")
  func violation() {
    var machine = Self.client(max: 2)
    _ = machine.send(.framed(Self.text("a")))
    let events = Self.take(frame(0x82, [1, 2]) + frame(0x82, [1, 2, 3]) + frame(0x82, [1]), &machine)
    #expect(events.count == 2 && events.first == .message(.binary([1, 2])))
    guard case .violated(let violation) = events.last else {
      Issue.record("expected a violation, got \(events)")
      return
    }
    #expect(violation.code == .messageTooBig)
    #expect(Self.sent(by: &machine) == [.close(WebSocketClosure(.messageTooBig))])
    #expect(Self.take(frame(0x88, []), &machine).isEmpty)
  }

  @Test("A released socket sends only a Close frame")
  func abandoned() {
    var machine = Self.client()
    _ = machine.send(.framed(Self.text("a")))
    machine.ping()
    machine.abandon(WebSocketClosure(.goingAway))
    #expect(Self.sent(by: &machine) == [.close(WebSocketClosure(.goingAway))])
  }
}
