/// A reader of one request body with a given framing and limit.
struct ContentReader: Sendable {
  enum Progress {
    case needsInput
    case complete
  }

  private enum Source {
    case length(remaining: Int)
    case chunked(ChunkedDecoder)
  }

  private var source: Source
  /// The body received so far.
  var bytes: [UInt8] = []

  /// The maximum number of bytes.
  private let maxBytes: Int

  /// The initial capacity. More is reserved only as bytes arrive, so announcing a large body costs no memory.
  private static let minCapacity = 4 << 10

  /// Creates a reader for a body with this framing; nil when there is no body.
  static func reader(for framing: BodyFraming, limits: HTTP1Limits, maxContentBytes: Int) -> ContentReader? {
    switch framing {
    case .none: nil
    case .length(let count): ContentReader(length: count)
    case .chunked:
      ContentReader(
        .chunked(ChunkedDecoder(limits: limits, maxContentBytes: maxContentBytes)), maxBytes: maxContentBytes)
    }
  }

  private init(_ source: consuming Source, maxBytes: Int) {
    self.source = source
    self.maxBytes = maxBytes
  }

  private init(length: Int) { self.init(.length(remaining: length), maxBytes: length) }

  /// The trailer field `Content-Digest` of a chunked body; nil before the end of the body, or if absent.
  var contentDigest: String? {
    guard case .chunked(let decoder) = source else { return nil }
    return decoder.contentDigest
  }

  /// The memory held for the body, in bytes.
  var heldBytes: Int { bytes.capacity }

  /// Returns and removes the bytes received so far.
  mutating func takeBytes() -> [UInt8] {
    var taken: [UInt8] = []
    swap(&taken, &bytes)
    return taken
  }

  /// True unless the rest of the body is known to be longer than `count` bytes.
  func isRest(atMost count: Int) -> Bool {
    switch source {
    case .length(let remaining): remaining <= count
    case .chunked(let decoder): decoder.remainingInChunk <= count
    }
  }

  /// Lowers the limit to the bytes received so far plus `count`, but not below the end of the current chunk.
  mutating func limitRest(to count: Int) {
    guard case .chunked(var decoder) = source else { return }
    decoder.limitRest(to: count)
    source = .chunked(decoder)
  }

  /// Reserves capacity for `count` more bytes, within the limit.
  ///
  /// An array that grows by doubling holds the old and the new memory during the copy, up to three times the limit.
  /// Here each capacity is half of the next one, up to the limit, so that the old and the new memory together have at most 1.5
  /// times the limit.
  private mutating func makeRoom(for count: Int) {
    let needed = min(bytes.count + count, maxBytes)
    guard needed > bytes.capacity else { return }
    var capacity = maxBytes
    while capacity / 2 >= max(needed, Self.minCapacity) { capacity -= capacity / 2 }
    bytes.reserveCapacity(capacity)
  }

  /// Consumes body bytes from `input` and advances `position` past them.
  mutating func read(_ input: Span<UInt8>, from position: inout Int) throws(RequestError) -> Progress {
    makeRoom(for: input.count - position)
    switch source {
    case .length(let remaining):
      let count = min(remaining, input.count - position)
      bytes.append(input, in: position..<(position + count))
      position += count
      source = .length(remaining: remaining - count)
      return count == remaining ? .complete : .needsInput
    case .chunked(var decoder):
      let isDone = try decoder.decode(input, from: &position, into: &bytes)
      source = .chunked(decoder)
      return isDone ? .complete : .needsInput
    }
  }
}
