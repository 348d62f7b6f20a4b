/// Reads the content of one request, by its framing and up to a limit.
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
  /// The content so far, handed over when it is complete.
  var bytes: [UInt8] = []

  /// The most bytes that there can be.
  private let maxBytes: Int

  /// Room made for a first piece; more is made as content comes, so that a promise of content costs nothing.
  private static let minCapacity = 4 << 10

  /// A reader for content that the framing announces; nil when there is none.
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

  /// The bytes that content has memory for.
  var heldBytes: Int { bytes.capacity }

  /// Hands over what has been read.
  mutating func takeBytes() -> [UInt8] {
    var taken: [UInt8] = []
    swap(&taken, &bytes)
    return taken
  }

  /// Makes room for `count` bytes more, as far as there can be so many.
  ///
  /// An array that grows by itself doubles, and holds both its old and its new memory while it does: nearly three times
  /// the limit at worst. Its sizes here are the limit and its halves, so that the old half and what was copied from it
  /// are the limit together.
  private mutating func makeRoom(for count: Int) {
    let needed = min(bytes.count + count, maxBytes)
    guard needed > bytes.capacity else { return }
    var capacity = maxBytes
    while capacity / 2 >= max(needed, Self.minCapacity) { capacity -= capacity / 2 }
    bytes.reserveCapacity(capacity)
  }

  /// Takes content from `input` and moves `position` behind it.
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
