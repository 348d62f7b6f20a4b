import ContractHTTP
import ContractTestSupport
import ContractWebSocket
import Testing

@Suite("WebSocket frames as bytes")
struct WebSocketReaderTests {
  @Test("Frames have the expected result", arguments: FrameRow.rows)
  func whole(_ row: FrameRow) {
    let reading = WebSocketReading(
      row.bytes, expectsMask: row.isServer, maxMessageBytes: row.max, agreement: row.agreement)
    #expect(reading.events == row.events)
    #expect(reading.violation?.code.rawValue == row.code, "\(reading)")
  }

  @Test("Frames have the same result wherever they are split in two, and byte by byte", arguments: FrameRow.rows)
  func cut(_ row: FrameRow) {
    let whole = WebSocketReading(
      row.bytes, expectsMask: row.isServer, maxMessageBytes: row.max, agreement: row.agreement)
    // All offsets inside long payloads are equivalent.
    let places = Set(1..<max(1, min(row.bytes.count, 300))).union(max(1, row.bytes.count - 9)..<max(1, row.bytes.count))
    for cuts in places.sorted().map({ [$0] }) + [Array(1..<max(1, row.bytes.count))] {
      let parts = WebSocketReading(
        row.bytes, cuts: cuts, expectsMask: row.isServer, maxMessageBytes: row.max, agreement: row.agreement)
      #expect(parts == whole, "cut at \(cuts.prefix(3))")
    }
  }

  @Test(
    "Invalid UTF-8 is detected at the first invalid byte, wherever the message is fragmented",
    arguments: FrameRow.malformed)
  func notText(bytes: [UInt8], needed: Int) {
    let start = frame(0x01, Array("αβ€😀".utf8))
    for split in 0...bytes.count {
      let parts = start + frame(0x00, Array(bytes[..<split])) + frame(0x80, Array(bytes[split...]))
      #expect(WebSocketReading(parts).violation?.code == .invalidPayload, "split at \(split)")
    }
    let known = start + [0x00, UInt8(bytes.count)] + bytes.prefix(needed)
    #expect(WebSocketReading(known).violation?.code == .invalidPayload)
    #expect(WebSocketReading(Array(known.dropLast())).violation == nil)
  }

  @Test("Text that ends inside a character is refused, but fragments may split a character")
  func characters() {
    let text = Array("aß€😀\u{10FFFF}\u{D7FF}\u{E000}".utf8)
    for split in 0...text.count {
      let parts = frame(0x01, Array(text[..<split])) + frame(0x80, Array(text[split...]))
      #expect(WebSocketReading(parts).events == [.message(.text(String(decoding: text, as: UTF8.self)))])
      let isWhole = String(validating: text[..<split], as: UTF8.self) != nil
      #expect((WebSocketReading(frame(0x81, Array(text[..<split]))).violation == nil) == isWhole, "\(split)")
    }
    // Binary messages may contain any bytes.
    #expect(WebSocketReading(frame(0x82, [0xFF])).events == [.message(.binary([0xFF]))])
  }

  @Test(
    "Frames that are written with random fragments, splits and masks are read back", arguments: 0..<50 as Range<UInt64>
  )
  func roundTrip(seed: UInt64) {
    var random = Randomness(seed: seed).generator
    var bytes: [UInt8] = []
    var expected: [WebSocketReader.Event] = []
    let isServer = Bool.random(using: &random)
    func add(_ frame: WebSocketFrame) {
      bytes += frame.bytes(mask: isServer ? UInt32.random(in: 0 ... .max, using: &random) : nil)
    }
    for _ in 0..<20 {
      let content = (0..<[0, 1, 5, 125, 126, 300, 70_000].randomElement(using: &random)!).map { _ in
        UInt8.random(in: 0x20...0x7E, using: &random)
      }
      let isText = Bool.random(using: &random)
      var cuts = (0..<Int.random(in: 0...3, using: &random)).map { _ in
        Int.random(in: 0...content.count, using: &random)
      }.sorted()
      cuts.append(content.count)
      var start = 0
      for (index, end) in cuts.enumerated() {
        let opcode: WebSocketOpcode = index > 0 ? .continuation : isText ? .text : .binary
        add(WebSocketFrame(opcode, Array(content[start..<end]), isFinal: index == cuts.count - 1))
        start = end
        guard Bool.random(using: &random) else { continue }
        let payload = Array(content.prefix(Int.random(in: 0...125, using: &random)))
        let isPing = Bool.random(using: &random)
        add(WebSocketFrame(isPing ? .ping : .pong, payload))
        let event: WebSocketReader.Event = isPing ? .ping(payload) : .pong(payload)
        if index == cuts.count - 1 {
          expected.append(.message(isText ? .text(String(decoding: content, as: UTF8.self)) : .binary(content)))
          expected.append(event)
        } else {
          expected.append(event)
        }
        if index == cuts.count - 1 { cuts = [] }
      }
      if !cuts.isEmpty {
        expected.append(.message(isText ? .text(String(decoding: content, as: UTF8.self)) : .binary(content)))
      }
    }
    let cuts = (0..<30).map { _ in Int.random(in: 0...bytes.count, using: &random) }.sorted()
    let reading = WebSocketReading(bytes, cuts: cuts, expectsMask: isServer)
    #expect(reading.violation == nil && reading.events == expected)
  }
}
