import ContractHTTP
import ContractHTTP1
import ContractWebSocket

/// Reads frames in one piece, byte by byte and split in two, as a client and as a server, with and without compression,
/// and writes the result again. A machine reads them as well, and the other end reads what it sends.
enum WebSocketFuzzer {
  private static let limit = 1 << 12

  private struct Outcome: Equatable {
    var events: [WebSocketReader.Event] = []
    var violation: WebSocketViolation?
  }

  /// One way to read the bytes.
  private struct Setting {
    let isServer: Bool
    let agreement: PerMessageDeflate?

    var role: WebSocketRole { isServer ? .server : .client }

    func compression(of role: WebSocketRole) -> MessageCompression? {
      agreement.map { MessageCompression($0, as: role, minMessageBytes: 0) }
    }
  }

  private static let agreements: [PerMessageDeflate?] = [
    nil, agreement(keepsWindow: false, windowBits: 15), agreement(keepsWindow: true, windowBits: 9),
  ]

  private static func agreement(keepsWindow: Bool, windowBits: Int) -> PerMessageDeflate {
    let direction = PerMessageDeflate.Direction(keepsWindow: keepsWindow, windowBits: windowBits)
    return PerMessageDeflate(server: direction, client: direction)
  }

  static func check(_ bytes: [UInt8]) -> String? {
    for isServer in [false, true] {
      for agreement in agreements {
        let setting = Setting(isServer: isServer, agreement: agreement)
        let whole = read(bytes, cuts: [], setting)
        if let complaint = checkCuts(bytes, whole, setting) ?? checkEvents(whole.events, setting)
          ?? checkMachine(bytes, whole, setting)
        {
          return complaint
        }
      }
    }
    return nil
  }

  private static func checkCuts(_ bytes: [UInt8], _ whole: Outcome, _ setting: Setting) -> String? {
    guard bytes.count > 1 else { return nil }
    // With compression, fewer cuts are tried, because each attempt creates zlib contexts, which cost more than frames.
    let step = max(1, bytes.count / (setting.agreement == nil ? 64 : 8))
    for cuts in [Array(1..<bytes.count)] + stride(from: 1, to: bytes.count, by: step).map({ [$0] }) {
      let parts = read(bytes, cuts: cuts, setting)
      if parts != whole { return "cut at \(cuts): \(parts), and whole: \(whole)" }
    }
    return nil
  }

  private static func read(_ bytes: [UInt8], cuts: [Int], _ setting: Setting) -> Outcome {
    var reader = WebSocketReader(
      expectsMask: setting.isServer, maxMessageBytes: limit, compression: setting.compression(of: setting.role))
    var outcome = Outcome()
    var (start, frames) = (0, Int.max)
    do {
      for end in cuts + [bytes.count] {
        let piece = Array(bytes[start..<end])
        var position = 0
        while let event = try reader.read(piece.span, from: &position, frames: &frames) { outcome.events.append(event) }
        start = end
      }
    } catch {
      outcome.violation = error
    }
    return outcome
  }

  /// The result is within its limits and round-trips.
  private static func checkEvents(_ events: [WebSocketReader.Event], _ setting: Setting) -> String? {
    let mask: UInt32? = setting.isServer ? 0x1234_5678 : nil
    let writer = setting.compression(of: setting.isServer ? .client : .server)
    var written: [UInt8] = []
    for event in events {
      switch event {
      case .message(let message):
        if message.byteCount > limit { return "a message of \(message.byteCount) bytes" }
        written += (writer?.frame(message) ?? WebSocketFrame(message)).bytes(mask: mask)
      case .ping(let payload): written += WebSocketFrame(.ping, payload).bytes(mask: mask)
      case .pong(let payload): written += WebSocketFrame(.pong, payload).bytes(mask: mask)
      case .close(let closure): written += WebSocketFrame(closing: closure).bytes(mask: mask)
      }
    }
    let again = read(written, cuts: [], setting)
    return again == Outcome(events: events) ? nil : "\(events) came back as \(again)"
  }

  /// A machine that repeats the messages reports the same events as the reader, up to the first Close frame, and the
  /// other end reads as many messages as the machine sends.
  private static func checkMachine(_ bytes: [UInt8], _ whole: Outcome, _ setting: Setting) -> String? {
    var machine = WebSocketMachine(
      role: setting.role, maxMessageBytes: limit, compression: setting.compression(of: setting.role))
    var received: [WebSocketMessage] = []
    var (position, sent) = (0, [UInt8]())
    while let event = machine.receive(bytes.span, from: &position) {
      if case .message(let message) = event {
        received.append(message)
        _ = machine.send(.inContext(message))
        while let frame = machine.nextFrame() { sent += frame.bytes }
      }
    }
    while let frame = machine.nextFrame() { sent += frame.bytes }
    let reply = read(sent, cuts: [], Setting(isServer: !setting.isServer, agreement: setting.agreement))
    if let violation = reply.violation { return "a machine sent what its other end refuses: \(violation)" }
    let messages = reply.events.compactMap { if case .message(let message) = $0 { message } else { nil } }
    if messages != received { return "\(received) was repeated as \(messages)" }
    let expected = whole.events.prefix { if case .close = $0 { false } else { true } }
      .compactMap { if case .message(let message) = $0 { message } else { nil } }
    return received == expected ? nil : "a machine received \(received), and a reader \(expected)"
  }
}
