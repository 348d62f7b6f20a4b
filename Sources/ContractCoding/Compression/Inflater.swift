import CZlib

/// An incremental decompressor that limits the size of its output.
///
/// Memory use stays small whatever the input: output is produced in steps, and ``InflateError/outputTooLarge(limit:)``
/// is thrown as soon as the limit is exceeded. Not thread-safe.
public final class Inflater {
  private enum State {
    /// Waiting for the first two bytes of `deflate`, which distinguish zlib from raw data.
    case detecting([UInt8])
    case running(ZStream)
    /// After a complete `gzip` member. Another one may follow.
    case betweenMembers(ZStream)
    case complete
    case failed(InflateError)
  }

  private let format: CompressionFormat
  private let maxOutputBytes: Int
  private var remaining: Int
  private var state: State
  /// True when more output may follow although all input was consumed.
  private var hasMore = false

  /// Creates a decompressor.
  ///
  /// - Parameter maxOutputBytes: the maximum total output in bytes.
  public init(_ format: CompressionFormat, maxOutputBytes: Int) {
    self.format = format
    self.maxOutputBytes = maxOutputBytes
    remaining = max(maxOutputBytes, 0)
    switch format {
    case .gzip: state = .running(ZStream(inflatingWithWindowBits: 15 + 16))
    case .deflate: state = .detecting([])
    }
  }

  /// Returns the decompressed form of bytes.
  ///
  /// - Throws: ``InflateError``.
  public static func inflate(
    _ bytes: [UInt8], _ format: CompressionFormat, maxOutputBytes: Int
  ) throws(InflateError) -> [UInt8] {
    let inflater = Inflater(format, maxOutputBytes: maxOutputBytes)
    var output: [UInt8] = []
    try inflater.inflate(bytes[...], into: &output)
    try inflater.finish()
    return output
  }

  /// Decompresses a chunk and appends the output.
  ///
  /// - Throws: ``InflateError``. Later calls throw the same error.
  public func inflate(_ chunk: ArraySlice<UInt8>, into output: inout [UInt8]) throws(InflateError) {
    var input = chunk
    _ = try inflate(&input, into: &output, upTo: .max)
  }

  /// Decompresses input until `output` has at least `count` bytes, so that a decompression bomb is processed in steps.
  ///
  /// - Parameter input: consumed bytes are removed from its front.
  /// - Returns: false when all input is consumed and all its output was produced.
  /// - Throws: ``InflateError``. Later calls throw the same error.
  package func inflate(
    _ input: inout ArraySlice<UInt8>, into output: inout [UInt8], upTo count: Int
  ) throws(InflateError) -> Bool {
    do throws(InflateError) {
      while output.count < count, hasMore || !input.isEmpty { try advance(&input, &output, upTo: count) }
      return hasMore || !input.isEmpty
    } catch {
      state = .failed(error)
      throw error
    }
  }

  /// Whether the compressed data has ended. Another `gzip` member may follow.
  package var hasEnded: Bool {
    switch state {
    case .betweenMembers, .complete: true
    case .detecting, .running, .failed: false
    }
  }

  /// Checks that the compressed data has ended.
  ///
  /// - Throws: ``InflateError/truncated`` when it is incomplete, or the earlier error.
  public func finish() throws(InflateError) {
    switch state {
    case .betweenMembers, .complete: return
    case .failed(let error): throw error
    case .detecting, .running: throw .truncated
    }
  }

  private func advance(
    _ input: inout ArraySlice<UInt8>, _ output: inout [UInt8], upTo count: Int
  ) throws(InflateError) {
    switch state {
    case .detecting(let head):
      try detect(head + [input.removeFirst()], &output)
    case .running(let stream):
      try run(stream, &input, &output, upTo: count)
    case .betweenMembers(let stream):
      guard input.first == 0x1F else { throw .trailingBytes }
      stream.reset()
      state = .running(stream)
    case .complete: throw .trailingBytes
    case .failed(let error): throw error
    }
  }

  private func detect(_ head: [UInt8], _ output: inout [UInt8]) throws(InflateError) {
    guard head.count == 2 else {
      state = .detecting(head)
      return
    }
    let isZlib = head[0] & 0x0F == 8 && (Int(head[0]) << 8 | Int(head[1])) % 31 == 0
    let stream = ZStream(inflatingWithWindowBits: isZlib ? 15 : -15)
    state = .running(stream)
    var input = head[...]
    while !input.isEmpty { try advance(&input, &output, upTo: .max) }
  }

  private func run(
    _ stream: ZStream, _ input: inout ArraySlice<UInt8>, _ output: inout [UInt8], upTo count: Int
  ) throws(InflateError) {
    hasMore = false
    switch stream.run(&input, flush: Z_NO_FLUSH, into: &output, remaining: &remaining, upTo: count) {
    case .needsInput: return
    case .enough: hasMore = true
    case .ended: state = format == .gzip ? .betweenMembers(stream) : .complete
    case .full: throw .outputTooLarge(limit: maxOutputBytes)
    case .corrupt: throw .corrupt
    }
  }
}
