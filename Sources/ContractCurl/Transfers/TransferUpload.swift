internal import CCurl
internal import ContractHTTP

/// A request body that libcurl pulls: a chunk in memory, possibly followed by more from a stream. Loop thread only.
final class TransferUpload {
  private enum Source {
    /// `chunk` is the whole body, and libcurl may rewind it.
    case bytes
    /// Chunks follow one another; their total length may be announced.
    case stream(ByteStream)
  }

  private let source: Source
  private let engine: CurlEngine
  private let progress: ProgressSink?
  private var chunk: [UInt8]
  private var offset = 0
  private(set) var sentBytes = 0
  /// True if no chunk follows `chunk`.
  private var isEnded: Bool
  /// The task that waits until `chunk` is sent.
  private var feeder: UnsafeContinuation<Bool, Never>?

  /// True while libcurl requests no more bytes until it is resumed.
  private(set) var isPaused = false

  /// Creates an upload of a body in memory, which is kept until the transfer ends.
  init(bytes: [UInt8], for engine: CurlEngine, progress: ProgressSink?) {
    self.engine = engine
    self.progress = progress
    source = .bytes
    chunk = bytes
    isEnded = true
  }

  /// Creates an upload of a stream.
  ///
  /// - Parameter stream: The stream. Without an announced length, the body is chunked.
  init(_ stream: ByteStream, for engine: CurlEngine, progress: ProgressSink?) {
    self.engine = engine
    self.progress = progress
    source = .stream(stream)
    chunk = []
    isEnded = false
  }

  /// The length to announce; nil if unknown.
  var length: Int? {
    switch source {
    case .bytes: chunk.count
    case .stream(let stream): stream.length
    }
  }

  /// The digest that follows the last chunk; nil if there is none.
  var contentDigest: String? {
    if case .stream(let stream) = source { stream.contentDigest?() } else { nil }
  }

  /// True if libcurl has taken the whole body.
  var isTaken: Bool { offset == chunk.count && (isEnded || length == sentBytes) }

  // MARK: Calls by libcurl

  // SAFETY: `count` exceeds neither libcurl's buffer nor the rest of `chunk`.
  /// Fills `buffer` and returns the number of bytes; 0 at the end, or libcurl's code for a pause.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    if offset < chunk.count {
      let count = min(buffer.count, chunk.count - offset)
      chunk.withUnsafeBytes { buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[offset..<(offset + count)])) }
      offset += count
      sentBytes += count
      if offset == chunk.count, feeder != nil { engine.pending.drained.append(self) }
      progress?.sent(sentBytes, on: engine)
      return count
    }
    if isEnded { return 0 }
    isPaused = true
    return contract_curl_readfunc_pause
  }

  /// Moves to a position; returns false if the body is a stream at another position.
  func seek(to position: Int) -> Bool {
    switch source {
    case .bytes:
      guard (0...chunk.count).contains(position) else { return false }
      offset = position
      sentBytes = position
      return true
    case .stream:
      return position == sentBytes
    }
  }

  // MARK: Calls by the stream

  /// Sets the next chunk. `feeder` is resumed with true when the chunk is sent, and with false if no further chunk is
  /// wanted.
  ///
  /// - Returns: A failure if the body exceeds its announced length.
  func supply(_ next: [UInt8], feeder: UnsafeContinuation<Bool, Never>) -> TransferFailure? {
    self.feeder = feeder
    if case .stream = source, let length, next.count > length - sentBytes {
      return TransferFailure(.requestBodyFailed, "the request body is longer than its announced length")
    }
    chunk = next
    offset = 0
    isPaused = false
    return nil
  }

  /// Records the end of the stream.
  ///
  /// - Returns: A failure if the body is shorter than its announced length.
  func end() -> TransferFailure? {
    isEnded = true
    isPaused = false
    if case .stream = source, let length, sentBytes < length {
      return TransferFailure(.requestBodyFailed, "the request body is shorter than its announced length")
    }
    return nil
  }

  /// Resumes the waiting feeder. Never called inside libcurl.
  func releaseFeeder(wantsMore: Bool) {
    let waiting = feeder
    feeder = nil
    waiting?.resume(returning: wantsMore)
  }
}
