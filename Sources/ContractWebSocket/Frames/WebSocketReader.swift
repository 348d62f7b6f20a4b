package import ContractHTTP
internal import ContractHTTP1

/// A protocol violation by a peer, with the close code to send.
package struct WebSocketViolation: Error, Hashable, Sendable {
  package let code: WebSocketCloseCode
  /// A description of the violation without message data.
  package let text: String

  package init(_ code: WebSocketCloseCode, _ text: String) {
    self.code = code
    self.text = text
  }

  /// Returns the violation of a message that exceeds the limit.
  static func tooBig(limit: Int) -> WebSocketViolation {
    WebSocketViolation(.messageTooBig, "a message exceeds the limit of \(limit) bytes")
  }
}

/// An incremental reader that decodes a peer's frames and reassembles fragmented messages (RFC 6455 §5), without I/O.
///
/// Lengths are checked before data is stored, and text is validated as it arrives. Memory is limited to one message of
/// the maximum size, one control frame, and the context of compressed messages.
package struct WebSocketReader {
  /// A complete unit that was received.
  package enum Event: Hashable, Sendable {
    case message(WebSocketMessage)
    case ping([UInt8])
    case pong([UInt8])
    case close(WebSocketClosure)
  }

  /// A frame whose payload is being received.
  private struct Current: Sendable {
    var opcode: WebSocketOpcode
    var isFinal: Bool
    var remaining: Int
    var mask: WebSocketMask?
    var position = 0
  }

  private let expectsMask: Bool
  private var header: [UInt8] = []
  private var current: Current?
  private var control: [UInt8] = []
  private var message: MessageAssembly

  /// - Parameters:
  ///   - expectsMask: true for a server, whose clients must mask frames; false for a client, whose server must not.
  ///   - maxMessageBytes: the maximum size of a message in bytes, across all its frames, after its decompression.
  ///   - compression: the agreed compression; nil if messages may not be compressed.
  package init(expectsMask: Bool, maxMessageBytes: Int, compression: MessageCompression? = nil) {
    self.expectsMask = expectsMask
    message = MessageAssembly(
      maxBytes: maxMessageBytes, inflation: compression.map { MessageInflation($0.receiving) })
  }

  /// Drops the current and all later messages. Frames are still checked.
  package mutating func discardMessages() { message.discard() }

  /// Consumes bytes from `position` up to the next complete unit; nil when more input is needed or `frames` is 0.
  ///
  /// - Parameter frames: the number of frames that may start, decremented for each one.
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

  /// Returns true when the header is complete.
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

  /// The length of the header in bytes, determined by its second byte.
  private var headerCount: Int {
    let extended = header[1] & 0x7F
    return 2 + (extended == 126 ? 2 : extended == 127 ? 8 : 0) + (expectsMask ? 4 : 0)
  }

  private func checkFirst(_ byte: UInt8) throws(WebSocketViolation) {
    guard byte & (message.allowsCompression ? 0x30 : 0x70) == 0 else {
      throw WebSocketViolation(.protocolError, "a frame sets a reserved bit without a negotiated extension")
    }
    guard let opcode = WebSocketOpcode(rawValue: byte & 0x0F) else {
      throw WebSocketViolation(.protocolError, "a frame has a reserved opcode")
    }
    let isFinal = byte & 0x80 != 0
    if opcode.isControl, !isFinal { throw WebSocketViolation(.protocolError, "a control frame is fragmented") }
    if byte & 0x40 != 0, opcode.isControl || opcode == .continuation {
      throw WebSocketViolation(.protocolError, "only the first frame of a message may set the compression bit")
    }
    if opcode == .continuation, message.kind == nil {
      throw WebSocketViolation(.protocolError, "a continuation frame has no message to continue")
    }
    if opcode == .text || opcode == .binary, message.kind != nil {
      throw WebSocketViolation(.protocolError, "a message starts within another message")
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
    // The opcode is valid, because the first two bytes of the header were checked on arrival.
    let opcode = WebSocketOpcode(rawValue: header[0] & 0x0F) ?? .close
    let count = try contentCount()
    if !opcode.isControl { try message.begin(opcode, isCompressed: header[0] & 0x40 != 0, count: count) }
    var mask: WebSocketMask?
    if expectsMask { mask = WebSocketMask(header.suffix(4).reduce(0) { $0 << 8 | UInt32($1) }) }
    current = Current(opcode: opcode, isFinal: header[0] & 0x80 != 0, remaining: Int(count), mask: mask)
    header.removeAll(keepingCapacity: true)
  }

  /// Returns the payload length, which must be encoded in the shortest form.
  private func contentCount() throws(WebSocketViolation) -> UInt64 {
    let short = UInt64(header[1] & 0x7F)
    if short < 126 { return short }
    let width = short == 126 ? 2 : 8
    let count = header[2..<(2 + width)].reduce(0) { $0 << 8 | UInt64($1) }
    guard count >> 63 == 0 else { throw WebSocketViolation(.protocolError, "the length of a frame is negative") }
    guard count > (width == 2 ? 125 : 0xFFFF) else {
      throw WebSocketViolation(.protocolError, "the length of a frame is not encoded in the shortest form")
    }
    return count
  }

  // MARK: The payload

  /// Returns true when the payload of the frame is complete.
  private mutating func readContent(_ input: Span<UInt8>, from position: inout Int) throws(WebSocketViolation) -> Bool {
    guard let frame = current else { return false }
    let part = position..<(position + min(frame.remaining, input.count - position))
    if frame.opcode.isControl {
      let start = control.count
      control.append(input, in: part)
      frame.mask?.apply(to: &control, from: start, offset: frame.position)
    } else {
      try message.append(input, part, mask: frame.mask, position: frame.position)
    }
    position = part.upperBound
    current?.remaining -= part.count
    current?.position += part.count
    return frame.remaining == part.count
  }

  /// Returns the event that a frame completes; nil for a fragment that is not the last one.
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
    return try message.end().map(Event.message)
  }

  /// Parses the payload of a Close frame (RFC 6455 §5.5.1 and §7.4).
  private static func closure(_ content: [UInt8]) throws(WebSocketViolation) -> WebSocketClosure {
    guard !content.isEmpty else { return WebSocketClosure(.noStatusReceived) }
    guard content.count >= 2 else { throw WebSocketViolation(.protocolError, "a Close frame has an incomplete code") }
    let code = WebSocketCloseCode(rawValue: UInt16(content[0]) << 8 | UInt16(content[1]))
    guard code.mayTravel else {
      throw WebSocketViolation(.protocolError, "a Close frame has an invalid code")
    }
    guard let reason = String(validating: content[2...], as: UTF8.self) else {
      throw WebSocketViolation(.invalidPayload, "the reason of a Close frame is not UTF-8")
    }
    return WebSocketClosure(code, reason: reason)
  }
}
