import ContractHTTP
import ContractHTTP1

/// Reads bytes as a server's connection: whole, byte by byte, split at every offset, and pipelined between other
/// requests. The result must not depend on that.
enum RequestFuzzer {
  private static let plain = Array("GET /plain HTTP/1.1\r\nHost: a\r\n\r\n".utf8)

  static func check(_ bytes: [UInt8]) -> String? {
    let whole = ConnectionRecord(bytes)
    if let complaint = whole.complaint { return complaint }
    for cuts in cuts(bytes) {
      let parts = ConnectionRecord(bytes, cuts: cuts)
      if parts != whole { return "cut at \(cuts): \(parts), and whole: \(whole)" }
    }
    let after = ConnectionRecord(plain + bytes)
    let first = ConnectionRecord(plain).events
    guard after.events == first + whole.events, after.isClosed == whole.isClosed else {
      return "behind another request: \(after), and alone: \(whole)"
    }
    guard whole.isBetweenRequests else { return nil }
    let before = ConnectionRecord(bytes + plain)
    guard before.events == whole.events + first else { return "before another request: \(before), and alone: \(whole)" }
    return nil
  }

  /// Byte by byte; at every CR and LF; and in two, at every offset of short input and at some offsets of long input.
  private static func cuts(_ bytes: [UInt8]) -> [[Int]] {
    guard bytes.count > 1 else { return [] }
    let everywhere = Array(1..<bytes.count)
    let lines = everywhere.filter { bytes[$0] == 0x0A || bytes[$0 - 1] == 0x0D || bytes[$0 - 1] == 0x0A }
    let step = max(1, bytes.count / 64)
    return [everywhere, lines] + stride(from: 1, to: bytes.count, by: step).map { [$0] }
  }
}

/// The result of a connection for bytes, if every request is accepted and gets a response.
private struct ConnectionRecord: Equatable, CustomStringConvertible {
  private(set) var events: [String] = []
  private(set) var isClosed = false
  /// The fault.
  private(set) var complaint: String?
  /// True when nothing of a request is left over.
  private(set) var isBetweenRequests = true
  private var head = ""

  var description: String { "\(events)\(isClosed ? " closed" : "")" }

  init(_ bytes: [UInt8], cuts: [Int] = []) {
    var machine = ConnectionMachine()
    var start = 0
    for end in cuts + [bytes.count] {
      let piece = Array(bytes[start..<end])
      start = end
      var position = 0
      while position < piece.count && !isClosed {
        let before = position
        let step = machine.receive(piece.span, from: &position)
        take(step, &machine, hasMore: position < piece.count)
        if position == before, case .needsInput = step {
          complaint = "input is asked for and not taken"
          return
        }
      }
    }
    isBetweenRequests = machine.wait == .request && !isClosed
  }

  private mutating func take(
    _ step: borrowing ConnectionMachine.Step, _ machine: inout ConnectionMachine, hasMore: Bool
  ) {
    switch step {
    case .needsInput: break
    case .sendContinue: break
    case .streamedRequest: break
    case .close: isClosed = true
    case .head(let head, let length):
      if isClosed { complaint = "a request is read behind the end" }
      complaint = complaint ?? Self.complaint(about: head)
      // Empty lines before a request are not part of it (RFC 9112 §2.2), so they are not compared.
      let bytes = head.bytes.drop { $0 == 0x0D || $0 == 0x0A }
      self.head = "\(head.method) \(bytes) \(length ?? -1)"
      take(machine.accept(maxBodyBytes: 1 << 20, hasMoreInput: hasMore), &machine, hasMore: hasMore)
    case .request(let content):
      events.append("\(head) \(content)")
      answer(200, &machine)
    case .refuse(let error):
      events.append(error.description)
      answer(error.status, &machine)
    }
  }

  private mutating func answer(_ status: HTTPStatus, _ machine: inout ConnectionMachine) {
    _ = machine.beginResponse(HTTPResponse(status))
    if machine.endResponse() == .close { isClosed = true }
  }

  /// An accepted head has no byte that another reader could interpret as the end of a line, and round-trips.
  private static func complaint(about head: RequestHead) -> String? {
    let bytes = head.bytes
    for (index, byte) in bytes.enumerated() where byte < 0x20 && byte != 0x09 {
      let isEnd =
        byte == 0x0D
        ? index + 1 < bytes.count && bytes[index + 1] == 0x0A : byte == 0x0A && index > 0 && bytes[index - 1] == 0x0D
      if !isEnd { return "a head has the byte \(byte) at \(index)" }
    }
    var parser = RequestParser()
    // The second time, the headers repeat those of the previous request.
    for _ in 0..<2 {
      var position = 0
      guard case .head(let again, _) = parser.parse(bytes.span, from: &position), again.bytes == bytes,
        again.path == head.path, again.query == head.query, again.fieldLines.elementsEqual(head.fieldLines)
      else { return "a head is not what it was when it is read again" }
    }
    return nil
  }

  static func == (left: Self, right: Self) -> Bool {
    left.events == right.events && left.isClosed == right.isClosed && left.complaint == right.complaint
      && left.isBetweenRequests == right.isBetweenRequests
  }
}
