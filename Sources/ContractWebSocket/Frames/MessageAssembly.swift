internal import ContractHTTP
internal import ContractHTTP1

/// A message that is being received in any number of fragments. It is decompressed and checked as it arrives.
struct MessageAssembly {
  /// The maximum number of empty fragments in a message, which cost time without transferring data.
  static let maxEmptyParts = 1024

  private let maxBytes: Int
  private let inflation: MessageInflation?
  private var bytes: [UInt8] = []
  private var text = UTF8Checker()
  private var emptyParts = 0
  private var isCompressed = false
  /// The number of bytes in the frames of a compressed message.
  private var compressedBytes = 0
  private var isDiscarding = false

  /// The type of the message; nil between messages.
  private(set) var kind: WebSocketOpcode?

  /// - Parameters:
  ///   - maxBytes: the maximum size of a message in bytes.
  ///   - inflation: the decompression of messages; nil if the peer may not compress them.
  init(maxBytes: Int, inflation: MessageInflation?) {
    // The limit is at most half of the largest integer, so that sums do not overflow.
    self.maxBytes = min(maxBytes, Int.max / 2)
    self.inflation = inflation
  }

  /// True if messages may be compressed.
  var allowsCompression: Bool { inflation != nil }

  /// Drops the message and all later ones, which are neither decompressed nor checked.
  mutating func discard() {
    isDiscarding = true
    bytes = []
  }

  /// Begins a frame with the given number of bytes: the first one of a message, or a continuation.
  mutating func begin(_ opcode: WebSocketOpcode, isCompressed: Bool, count: UInt64) throws(WebSocketViolation) {
    if opcode != .continuation {
      (kind, text, emptyParts) = (opcode, UTF8Checker(), 0)
      (self.isCompressed, compressedBytes) = (isCompressed, 0)
    }
    guard count <= UInt64(room) else { throw .tooBig(limit: maxBytes) }
    if self.isCompressed { compressedBytes += Int(count) }
    if count == 0 { emptyParts += 1 }
    guard emptyParts <= Self.maxEmptyParts else {
      throw WebSocketViolation(.policyViolation, "a message has more than \(Self.maxEmptyParts) empty fragments")
    }
  }

  /// The maximum size of the next frame. Compression enlarges incompressible data slightly, so a compressed message may
  /// exceed the limit by 0.2 % and 64 bytes.
  private var room: Int {
    isCompressed ? maxBytes + maxBytes / 512 + 64 - compressedBytes : maxBytes - bytes.count
  }

  /// Adds a part of a frame.
  ///
  /// - Parameter position: the number of payload bytes of the frame before the part.
  mutating func append(
    _ input: Span<UInt8>, _ part: Range<Int>, mask: WebSocketMask?, position: Int
  ) throws(WebSocketViolation) {
    if isDiscarding { return }
    let start = bytes.count
    if isCompressed {
      var chunk: [UInt8] = []
      chunk.append(input, in: part)
      mask?.apply(to: &chunk, from: 0, offset: position)
      do throws(WebSocketViolation) {
        try inflation?.inflate(chunk[...], into: &bytes, limit: maxBytes)
      } catch {
        try checkTextFirst(from: start, error)
      }
    } else {
      bytes.append(input, in: part)
      mask?.apply(to: &bytes, from: start, offset: position)
    }
    try checkText(from: start)
  }

  private mutating func checkText(from start: Int) throws(WebSocketViolation) {
    guard kind == .text else { return }
    var checker = text
    let isText = checker.accepts(bytes.span, in: start..<bytes.count)
    text = checker
    if !isText { throw WebSocketViolation(.invalidPayload, "a text message is not UTF-8") }
  }

  /// Throws the violation of the text before corrupt compressed data, if there is one; otherwise throws `violation`. The
  /// result then does not depend on how the bytes are split.
  private mutating func checkTextFirst(
    from start: Int, _ violation: WebSocketViolation
  ) throws(WebSocketViolation) {
    try checkText(from: start)
    throw violation
  }

  /// Ends the message; returns nil if it was dropped.
  mutating func end() throws(WebSocketViolation) -> WebSocketMessage? {
    defer { (bytes, kind) = ([], nil) }
    if isDiscarding { return nil }
    if isCompressed {
      let start = bytes.count
      do throws(WebSocketViolation) {
        try inflation?.endMessage(into: &bytes, limit: maxBytes)
      } catch {
        try checkTextFirst(from: start, error)
      }
      try checkText(from: start)
    }
    guard kind == .text else { return .binary(bytes) }
    guard text.isComplete else {
      throw WebSocketViolation(.invalidPayload, "a text message ends within a character")
    }
    return .text(String(decoding: bytes, as: UTF8.self))
  }
}
