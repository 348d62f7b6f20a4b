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

  /// Room made before any content has arrived; more is made as it comes, so that a promise of content costs nothing.
  private static let maxInitialCapacity = 16 << 10

  /// A reader for content that the framing announces; nil when there is none.
  static func reader(for framing: BodyFraming, limits: HTTP1Limits, maxContentBytes: Int) -> ContentReader? {
    switch framing {
    case .none: nil
    case .length(let count): ContentReader(length: count)
    case .chunked: ContentReader(.chunked(ChunkedDecoder(limits: limits, maxContentBytes: maxContentBytes)))
    }
  }

  private init(_ source: consuming Source) { self.source = source }

  private init(length: Int) {
    source = .length(remaining: length)
    bytes.reserveCapacity(min(length, Self.maxInitialCapacity))
  }

  /// Hands over what has been read.
  mutating func takeBytes() -> [UInt8] {
    var taken: [UInt8] = []
    swap(&taken, &bytes)
    return taken
  }

  /// Takes content from `input` and moves `position` behind it.
  mutating func read(_ input: Span<UInt8>, from position: inout Int) throws(RequestError) -> Progress {
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
