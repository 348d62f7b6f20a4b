package import ContractHTTP

/// Why a peer's frames are not read any further, and the code that it is told.
package struct WebSocketViolation: Error, Hashable, Sendable {
  package let code: WebSocketCloseCode
  /// One sentence fragment for people, without content.
  package let text: String

  package init(_ code: WebSocketCloseCode, _ text: String) {
    self.code = code
    self.text = text
  }
}

/// Reads the frames of a peer, cut into pieces of any size, and joins the parts of messages (RFC 6455 §5): pure.
///
/// Nothing is taken on trust: lengths are judged before content is, text is checked while it comes, and what is held is
/// never more than one message up to the limit and one control frame.
package struct WebSocketReader: Sendable {
  /// What has arrived completely.
  package enum Event: Hashable, Sendable {
    case message(WebSocketMessage)
    case ping([UInt8])
    case pong([UInt8])
    case close(WebSocketClosure)
  }

  /// A frame whose content is arriving.
  private struct Current: Sendable {
    var opcode: WebSocketOpcode
    var isFinal: Bool
    var remaining: Int
    var mask: WebSocketMask?
    var position = 0
  }

  /// The most parts of one message that have no content: they cost time and bring nothing.
  package static let maxEmptyParts = 1024

  private let expectsMask: Bool
  private let maxMessageBytes: Int
  private var header: [UInt8] = []
  private var current: Current?
  private var control: [UInt8] = []
  /// The message that is arriving in parts, or in the current frame.
  private var message: [UInt8] = []
  private var kind: WebSocketOpcode?
  private var emptyParts = 0
  private var text = UTF8Checker()

  /// - Parameters:
  ///   - expectsMask: true for a server, whose clients have to mask; false for a client, whose server must not.
  ///   - maxMessageBytes: the most content of one message, whatever number of frames it comes in.
  package init(expectsMask: Bool, maxMessageBytes: Int) {
    self.expectsMask = expectsMask
    self.maxMessageBytes = maxMessageBytes
  }

  /// Takes bytes from `position` on, up to the end of the next thing that is complete; nil when more has to come, or when
  /// no frame may begin any more.
  ///
  /// - Parameter frames: how many frames may begin; each that does is taken off.
  package mutating func read(
    _ input: Span<UInt8>, from position: inout Int, frames: inout Int
  ) throws(WebSocketViolation) -> Event? {
    while true {
      if current == nil {
        guard frames > 0, try readHeader(input, from: &position) else { return nil }
        frames -= 1
      }
      guard try readContent(input, from: &position) else { return nil }
      if let event = try finishFrame() { return event }
    }
  }

  // MARK: The header (RFC 6455 §5.2)

  /// True when a header is complete.
  private mutating func readHeader(_ input: Span<UInt8>, from position: inout Int) throws(WebSocketViolation) -> Bool {
    while position < input.count {
      header.append(input[position])
      position += 1
      if header.count == 1 { try checkFirst(header[0]) }
      if header.count == 2 { try checkSecond(header[1]) }
      guard header.count >= 2, header.count == headerCount else { continue }
      try beginFrame()
      return true
    }
    return false
  }

  /// The bytes of the header, which its second one tells.
  private var headerCount: Int {
    let extended = header[1] & 0x7F
    return 2 + (extended == 126 ? 2 : extended == 127 ? 8 : 0) + (expectsMask ? 4 : 0)
  }

  private func checkFirst(_ byte: UInt8) throws(WebSocketViolation) {
    guard byte & 0x70 == 0 else {
      throw WebSocketViolation(.protocolError, "a frame has a reserved bit, though no extension was agreed on")
    }
    guard let opcode = WebSocketOpcode(rawValue: byte & 0x0F) else {
      throw WebSocketViolation(.protocolError, "a frame has a reserved opcode")
    }
    let isFinal = byte & 0x80 != 0
    if opcode.isControl, !isFinal { throw WebSocketViolation(.protocolError, "a control frame is in parts") }
    if opcode == .continuation, kind == nil {
      throw WebSocketViolation(.protocolError, "a frame goes on with a message that has not begun")
    }
    if opcode == .text || opcode == .binary, kind != nil {
      throw WebSocketViolation(.protocolError, "a message begins inside another")
    }
  }

  private func checkSecond(_ byte: UInt8) throws(WebSocketViolation) {
    guard (byte & 0x80 != 0) == expectsMask else {
      throw WebSocketViolation(.protocolError, expectsMask ? "a frame is not masked" : "a frame is masked")
    }
    if header[0] & 0x08 != 0, byte & 0x7F > WebSocketFrame.maxControlBytes {
      throw WebSocketViolation(.protocolError, "a control frame has more than 125 bytes")
    }
  }

  private mutating func beginFrame() throws(WebSocketViolation) {
    // Both were checked when they came.
    let opcode = WebSocketOpcode(rawValue: header[0] & 0x0F) ?? .close
    let count = try contentCount()
    if !opcode.isControl {
      guard count <= UInt64(maxMessageBytes - message.count) else {
        throw WebSocketViolation(.messageTooBig, "a message is longer than \(maxMessageBytes) bytes")
      }
      if opcode != .continuation { (kind, text, emptyParts) = (opcode, UTF8Checker(), 0) }
      if count == 0 { emptyParts += 1 }
      guard emptyParts <= Self.maxEmptyParts else {
        throw WebSocketViolation(
          .policyViolation, "a message has more than \(Self.maxEmptyParts) parts without content")
      }
    }
    var mask: WebSocketMask?
    if expectsMask { mask = WebSocketMask(header.suffix(4).reduce(0) { $0 << 8 | UInt32($1) }) }
    current = Current(opcode: opcode, isFinal: header[0] & 0x80 != 0, remaining: Int(count), mask: mask)
    header.removeAll(keepingCapacity: true)
  }

  /// The length of the content, which has to be spelled as short as it can be.
  private func contentCount() throws(WebSocketViolation) -> UInt64 {
    let short = UInt64(header[1] & 0x7F)
    if short < 126 { return short }
    let width = short == 126 ? 2 : 8
    let count = header[2..<(2 + width)].reduce(0) { $0 << 8 | UInt64($1) }
    guard count >> 63 == 0 else { throw WebSocketViolation(.protocolError, "the length of a frame is negative") }
    guard count > (width == 2 ? 125 : 0xFFFF) else {
      throw WebSocketViolation(.protocolError, "the length of a frame takes more bytes than it needs")
    }
    return count
  }

  // MARK: The content

  /// True when the content of the frame is complete.
  private mutating func readContent(_ input: Span<UInt8>, from position: inout Int) throws(WebSocketViolation) -> Bool {
    guard let frame = current else { return false }
    let piece = position..<(position + min(frame.remaining, input.count - position))
    if frame.opcode.isControl {
      Self.append(input, piece, of: frame, to: &control)
    } else {
      let start = message.count
      Self.append(input, piece, of: frame, to: &message)
      var checker = text
      let isText = kind != .text || checker.accepts(message.span, in: start..<message.count)
      text = checker
      guard isText else {
        throw WebSocketViolation(.invalidPayload, "a text message is not UTF-8")
      }
    }
    position = piece.upperBound
    current?.remaining -= piece.count
    current?.position += piece.count
    return frame.remaining == piece.count
  }

  private static func append(_ input: Span<UInt8>, _ piece: Range<Int>, of frame: Current, to bytes: inout [UInt8]) {
    let start = bytes.count
    bytes.append(input, in: piece)
    frame.mask?.apply(to: &bytes, from: start, offset: frame.position)
  }

  /// What a frame completes, which for a part of a message is nothing yet.
  private mutating func finishFrame() throws(WebSocketViolation) -> Event? {
    guard let frame = current else { return nil }
    current = nil
    if frame.opcode.isControl {
      defer { control = [] }
      switch frame.opcode {
      case .ping: return .ping(control)
      case .pong: return .pong(control)
      default: return .close(try Self.closure(control))
      }
    }
    guard frame.isFinal else { return nil }
    guard kind != .text || text.isComplete else {
      throw WebSocketViolation(.invalidPayload, "a text message ends inside a character")
    }
    defer { (message, kind) = ([], nil) }
    return .message(kind == .text ? .text(String(decoding: message, as: UTF8.self)) : .binary(message))
  }

  /// What a Close frame says (RFC 6455 §5.5.1 and §7.4).
  private static func closure(_ content: [UInt8]) throws(WebSocketViolation) -> WebSocketClosure {
    guard !content.isEmpty else { return WebSocketClosure(.noStatusReceived) }
    guard content.count >= 2 else { throw WebSocketViolation(.protocolError, "a Close frame has half a code") }
    let code = WebSocketCloseCode(rawValue: UInt16(content[0]) << 8 | UInt16(content[1]))
    guard code.mayTravel else {
      throw WebSocketViolation(.protocolError, "a Close frame has a code that never travels")
    }
    guard let reason = String(validating: content[2...], as: UTF8.self) else {
      throw WebSocketViolation(.invalidPayload, "the reason of a Close frame is not UTF-8")
    }
    return WebSocketClosure(code, reason: reason)
  }
}
