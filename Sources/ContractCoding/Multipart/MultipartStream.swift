package import ContractHTTP

extension MultipartEncoder {
  private static let maxSourceBytes = 1 << 48

  /// Encodes a form as a message body: in memory or, if a part has a source, as a replayable stream of known length.
  ///
  /// - Throws: ``MultipartError``, and ``PartSourceError`` for content that cannot be read.
  package func content(of form: MultipartFormData) throws -> (body: HTTPBody, mediaType: MediaType) {
    let layout = try layout(of: form)
    if layout.sources.isEmpty { return (.bytes(layout.end), layout.mediaType) }
    let lengths = try layout.sources.map { _, source, part in
      let count: Int
      do {
        count = try source.count()
      } catch {
        throw PartSourceError(part: part, cause: error)
      }
      // Each length is limited so that the sum does not overflow.
      guard count <= Self.maxSourceBytes else {
        throw PartSourceError(part: part, cause: MultipartError(.tooLong(limit: Self.maxSourceBytes)))
      }
      return count
    }
    let length = zip(layout.sources, lengths).reduce(layout.end.count) { $0 + $1.0.before.count + $1.1 }
    let stream = ByteStream(
      length: length,
      replaying: {
        let reader = Lock(MultipartReader(layout, lengths))
        return { try reader.withLock { try $0.next() } }
      })
    return (.stream(stream), layout.mediaType)
  }
}

/// A sequential reader of a form. It returns bytes in memory unchanged and sources chunk by chunk.
private struct MultipartReader {
  private enum Step {
    case bytes([UInt8])
    case source(PartSource, part: Int, length: Int)
  }

  private let forbidden: [UInt8]?
  private var steps: ArraySlice<Step>
  private var reading: SourceReader?

  init(_ layout: MultipartEncoder.Layout, _ lengths: [Int]) {
    forbidden = layout.forbidden
    steps = []
    for (source, length) in zip(layout.sources, lengths) {
      steps.append(.bytes(source.before))
      steps.append(.source(source.source, part: source.part, length: length))
    }
    steps.append(.bytes(layout.end))
  }

  mutating func next() throws -> [UInt8]? {
    while true {
      if let chunk = try reading?.next() { return chunk }
      reading = nil
      switch steps.popFirst() {
      case nil: return nil
      case .bytes(let bytes): return bytes
      case .source(let source, let part, let length):
        reading = try SourceReader(source, part: part, length: length, forbidden: forbidden)
      }
    }
  }
}

/// A reader of one source, which must have the announced length.
private struct SourceReader {
  private let read: () throws -> [UInt8]?
  private let part: Int
  private var left: Int
  private let forbidden: [UInt8]?
  /// The last bytes read, in which a boundary line may have started.
  private var tail: [UInt8] = []
  private var isAtStart = true

  init(_ source: PartSource, part: Int, length: Int, forbidden: [UInt8]?) throws {
    self.part = part
    self.left = length
    self.forbidden = forbidden
    do {
      self.read = try source.open()
    } catch {
      throw PartSourceError(part: part, cause: error)
    }
  }

  mutating func next() throws -> [UInt8]? {
    let chunk: [UInt8]?
    do {
      chunk = try read()
    } catch {
      throw PartSourceError(part: part, cause: error)
    }
    let count = chunk?.count ?? 0
    // If the source had another size, the body would not have the announced length.
    guard count <= left, chunk != nil || left == 0 else { throw PartSourceError(part: part, cause: ChangedSize()) }
    left -= count
    if let chunk, let forbidden { try check(chunk, forbidden) }
    return chunk
  }

  private mutating func check(_ chunk: [UInt8], _ forbidden: [UInt8]) throws {
    let text = tail + chunk
    if MultipartBoundary.occurs(forbidden, in: text, atLineStart: isAtStart) {
      throw MultipartError(.boundaryInContent, part: part)
    }
    // The tail is long enough for the start of a boundary line and the line end before it.
    tail = text.suffix(forbidden.count)
    isAtStart = isAtStart && tail.count == text.count
  }
}

/// An error for a source whose size has changed since the request was made.
private struct ChangedSize: Error, CustomStringConvertible {
  var description: String { "the size of the content has changed since the request was made" }
}
