import CZlib

/// Restores compressed content that arrives in pieces, and refuses more output than allowed.
///
/// Memory stays small whatever the content claims: output appears piece by piece, and ``InflateError/outputTooLarge(limit:)``
/// comes with the first byte too many. Not thread-safe.
public final class Inflater {
  private enum State {
    /// Waiting for the first two bytes of `deflate`, which tell zlib from bare data.
    case detecting([UInt8])
    case running(ZStream)
    /// A member of `gzip` is complete; another may follow.
    case betweenMembers(ZStream)
    case complete
    case failed(InflateError)
  }

  private let format: CompressionFormat
  private let maxOutputBytes: Int
  private var remaining: Int
  private var state: State

  /// An inflater of one content.
  ///
  /// - Parameter maxOutputBytes: Bytes that may come out in all.
  public init(_ format: CompressionFormat, maxOutputBytes: Int) {
    self.format = format
    self.maxOutputBytes = maxOutputBytes
    remaining = max(maxOutputBytes, 0)
    switch format {
    case .gzip: state = .running(ZStream(inflatingWithWindowBits: 15 + 16))
    case .deflate: state = .detecting([])
    }
  }

  /// The whole content restored.
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

  /// Takes a piece of compressed content and appends what it restores to.
  ///
  /// - Throws: ``InflateError``, and the same one from then on.
  public func inflate(_ piece: ArraySlice<UInt8>, into output: inout [UInt8]) throws(InflateError) {
    var input = piece
    do throws(InflateError) {
      while !input.isEmpty { try advance(&input, &output) }
    } catch {
      state = .failed(error)
      throw error
    }
  }

  /// Says that the content has ended.
  ///
  /// - Throws: ``InflateError/truncated`` when it is not complete, or the error that came before.
  public func finish() throws(InflateError) {
    switch state {
    case .betweenMembers, .complete: return
    case .failed(let error): throw error
    case .detecting, .running: throw .truncated
    }
  }

  private func advance(_ input: inout ArraySlice<UInt8>, _ output: inout [UInt8]) throws(InflateError) {
    switch state {
    case .detecting(let head):
      try detect(head + [input.removeFirst()], &output)
    case .running(let stream):
      try run(stream, &input, &output)
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
    while !input.isEmpty { try advance(&input, &output) }
  }

  private func run(
    _ stream: ZStream, _ input: inout ArraySlice<UInt8>, _ output: inout [UInt8]
  ) throws(InflateError) {
    switch stream.run(&input, flush: Z_NO_FLUSH, into: &output, remaining: &remaining) {
    case .needsInput: return
    case .ended: state = format == .gzip ? .betweenMembers(stream) : .complete
    case .full: throw .outputTooLarge(limit: maxOutputBytes)
    case .corrupt: throw .corrupt
    }
  }
}
