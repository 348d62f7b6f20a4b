import ContractHTTP
import ContractHTTP1

/// Reads frames in one piece, byte by byte and cut in two, as a client and as a server, and writes what came anew.
enum WebSocketFuzzer {
  private static let limit = 1 << 12

  private struct Outcome: Equatable {
    var events: [WebSocketReader.Event] = []
    var violation: WebSocketViolation?
  }

  static func check(_ bytes: [UInt8]) -> String? {
    for isServer in [false, true] {
      let whole = read(bytes, cuts: [], isServer)
      if bytes.count > 1 {
        let step = max(1, bytes.count / 64)
        for cuts in [Array(1..<bytes.count)] + stride(from: 1, to: bytes.count, by: step).map({ [$0] }) {
          let parts = read(bytes, cuts: cuts, isServer)
          if parts != whole { return "cut at \(cuts): \(parts), and whole: \(whole)" }
        }
      }
      if let complaint = checkEvents(whole.events, isServer) { return complaint }
    }
    return nil
  }

  private static func read(_ bytes: [UInt8], cuts: [Int], _ isServer: Bool) -> Outcome {
    var reader = WebSocketReader(expectsMask: isServer, maxMessageBytes: limit)
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

  /// What was read is within its limits, and is the same when it is written and read again.
  private static func checkEvents(_ events: [WebSocketReader.Event], _ isServer: Bool) -> String? {
    var written: [UInt8] = []
    for event in events {
      switch event {
      case .message(let message):
        if message.byteCount > limit { return "a message of \(message.byteCount) bytes" }
        written += WebSocketFrame(message).bytes(mask: isServer ? 0x1234_5678 : nil)
      case .ping(let payload): written += WebSocketFrame(.ping, payload).bytes(mask: isServer ? 1 : nil)
      case .pong(let payload): written += WebSocketFrame(.pong, payload).bytes(mask: isServer ? 1 : nil)
      case .close(let closure): written += WebSocketFrame(closing: closure).bytes(mask: isServer ? 1 : nil)
      }
    }
    let again = read(written, cuts: [], isServer)
    return again == Outcome(events: events) ? nil : "\(events) came back as \(again)"
  }
}
