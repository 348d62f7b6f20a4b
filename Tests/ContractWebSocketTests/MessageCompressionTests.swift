import ContractHTTP
import ContractHTTP1
import ContractTestSupport
import ContractWebSocket
import Testing

@Suite("Compressed WebSocket messages")
struct MessageCompressionTests {
  private static func agreement(keepsWindow: Bool, _ bits: Int = 15) -> PerMessageDeflate {
    .both(keepsWindow: keepsWindow, windowBits: bits)
  }

  private static func machine(_ agreement: PerMessageDeflate, minMessageBytes: Int = 0) -> WebSocketMachine {
    let compression = MessageCompression(agreement, as: .client, minMessageBytes: minMessageBytes)
    return WebSocketMachine(role: .client, maxMessageBytes: 1 << 20, compression: compression) { 0x0102_0304 }
  }

  /// Sends messages as a connection does, and returns their frames.
  private static func frames(
    _ messages: [WebSocketMessage], _ agreement: PerMessageDeflate, minMessageBytes: Int = 0
  ) -> [[UInt8]] {
    var machine = machine(agreement, minMessageBytes: minMessageBytes)
    let compression = MessageCompression(agreement, as: .client, minMessageBytes: minMessageBytes)
    for message in messages {
      _ = machine.send(
        compression.keepsWindow ? .inContext(message) : .framed(compression.frame(message).bytes(mask: 0x0102_0304)))
    }
    var frames: [[UInt8]] = []
    while let frame = machine.nextFrame() { frames.append(frame.bytes) }
    return frames
  }

  private static let messages: [WebSocketMessage] = [
    .text("Hello"), .text(""), .binary([]), .text("Hello Hello"), .binary((0..<70_000).map { UInt8($0 % 251) }),
    .text(String(repeating: "aß€😀", count: 9_000)), .binary([UInt8](repeating: 0, count: 1 << 20)),
    .text(String(repeating: "aß€😀", count: 9_000)),
  ]

  @Test(
    "Messages are read as they were sent, for each window, with and without context",
    arguments: [false, true], 8...15)
  func roundTrip(keepsWindow: Bool, bits: Int) {
    let agreement = Self.agreement(keepsWindow: keepsWindow, bits)
    var messages = Self.messages
    var random = Randomness(seed: UInt64(bits)).generator
    for _ in 0..<20 {
      messages.append(
        .binary((0..<Int.random(in: 0..<3000, using: &random)).map { _ in .random(in: 0...9, using: &random) }))
    }
    let bytes = Self.frames(messages, agreement).flatMap { $0 }
    let reading = WebSocketReading(bytes, cuts: [], expectsMask: true, agreement: agreement)
    #expect(reading.violation == nil)
    #expect(reading.events == messages.map { .message($0) })
  }

  @Test("An incompressible message at the limit is read")
  func incompressible() {
    var random = Randomness(seed: 1).generator
    let message = WebSocketMessage.binary((0..<(1 << 20)).map { _ in .random(in: 0...255, using: &random) })
    for keepsWindow in [false, true] {
      let agreement = Self.agreement(keepsWindow: keepsWindow)
      let frames = Self.frames([message], agreement)
      #expect(
        (frames[0][0] & 0x40 != 0) == keepsWindow,
        "without context, a message that compression enlarges is sent uncompressed")
      #expect(WebSocketReading(frames[0], expectsMask: true, agreement: agreement).events == [.message(message)])
    }
  }

  @Test("Messages are not compressed if they are short or zlib does not support the window")
  func uncompressed() {
    let text = WebSocketMessage.text(String(repeating: "x", count: 100))
    for (minimum, bits, isCompressed) in [
      (minimum: 101, bits: 15, isCompressed: false), (minimum: 100, bits: 15, isCompressed: true),
      (minimum: 0, bits: 9, isCompressed: true), (minimum: 0, bits: 8, isCompressed: false),
    ] {
      for keepsWindow in [false, true] {
        let frame = Self.frames([text], Self.agreement(keepsWindow: keepsWindow, bits), minMessageBytes: minimum)[0]
        #expect((frame[0] & 0x40 != 0) == isCompressed, "\(minimum), \(bits), \(keepsWindow)")
      }
    }
  }

  @Test("With context, a repeated message is short; without context, it is as long as the first one")
  func context() {
    let text = WebSocketMessage.text((0..<200).map { "\($0 &* 7919) " }.joined())
    let kept = Self.frames([text, text], Self.agreement(keepsWindow: true)).map(\.count)
    let forgotten = Self.frames([text, text], Self.agreement(keepsWindow: false)).map(\.count)
    #expect(kept[1] < kept[0] / 10)
    #expect(forgotten[0] == forgotten[1])
  }

  @Test("A withdrawn message does not change the context of later ones")
  func withdrawn() {
    let agreement = Self.agreement(keepsWindow: true)
    var machine = Self.machine(agreement)
    let (first, second) = (WebSocketMessage.text("Hello"), WebSocketMessage.text("Hello World"))
    _ = machine.send(.inContext(first))
    let ticket = machine.send(.inContext(.text("World")))
    _ = machine.send(.inContext(second))
    let isWithdrawn = machine.withdraw(ticket ?? 0)
    #expect(isWithdrawn)
    var bytes: [UInt8] = []
    while let frame = machine.nextFrame() { bytes += frame.bytes }
    #expect(
      WebSocketReading(bytes, expectsMask: true, agreement: agreement).events == [.message(first), .message(second)])
  }

  @Test("A decompression bomb is refused with 1009 before a tenth of it has arrived", arguments: [false, true])
  func bomb(keepsWindow: Bool) {
    let agreement = Self.agreement(keepsWindow: keepsWindow)
    let bytes = Self.frames([.binary([UInt8](repeating: 0, count: 1 << 22))], agreement)[0]
    var machine = WebSocketMachine(
      role: .server, maxMessageBytes: 100_000,
      compression: MessageCompression(agreement, as: .server, minMessageBytes: 0))
    var position = 0
    var event: WebSocketMachine.Event?
    while event == nil, position < bytes.count {
      let part = Array(bytes[position..<min(position + 16, bytes.count)])
      var used = 0
      event = machine.receive(part.span, from: &used)
      position += part.count
    }
    guard case .violated(let violation) = event else {
      Issue.record("expected a violation, got \(String(describing: event))")
      return
    }
    #expect(violation.code == .messageTooBig)
    #expect(position < bytes.count / 10, "\(position) of \(bytes.count) bytes")
    let close = machine.nextFrame()?.bytes
    #expect(close == WebSocketFrame(closing: WebSocketClosure(.messageTooBig)).bytes(mask: nil))
  }

  @Test("A closing end discards compressed messages without decompressing them, until the Close frame")
  func closing() {
    var machine = Self.machine(Self.agreement(keepsWindow: true))
    machine.close(WebSocketClosure(.normalClosure))
    let bytes = frame(0xC1, [0xFF, 0xFF]) + WebSocketFrame(closing: WebSocketClosure(.normalClosure)).bytes(mask: nil)
    var position = 0
    let event = machine.receive(bytes.span, from: &position)
    #expect(event == .closed(WebSocketClosure(.normalClosure)))
  }
}
