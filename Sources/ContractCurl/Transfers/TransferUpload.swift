internal import CCurl

/// The content of a request on its way into libcurl, which pulls it: a part at hand, then perhaps more from a stream.
///
/// Loop thread only.
final class TransferUpload {
  private enum Source {
    /// Everything is in `part`; libcurl may rewind.
    case bytes
    /// Parts come one after the other, so many bytes in all when that is known.
    case stream(length: Int?)
  }

  private let source: Source
  /// Hears when a part is used up.
  private let engine: CurlEngine
  private let progress: ProgressSink?
  private var part: [UInt8]
  private var offset = 0
  private(set) var sentBytes = 0
  private var isEnded: Bool
  /// Who waits for `part` to be used up.
  private var feeder: UnsafeContinuation<Bool, Never>?

  /// True while libcurl has stopped asking and must be told that there is more.
  private(set) var isPaused = false

  /// - Parameter bytes: the whole content, kept until the transfer is over.
  init(bytes: [UInt8], for engine: CurlEngine, progress: ProgressSink?) {
    self.engine = engine
    self.progress = progress
    source = .bytes
    part = bytes
    isEnded = true
  }

  /// - Parameter length: the announced number of bytes, or nil for a chunked request.
  init(streamOf length: Int?, for engine: CurlEngine, progress: ProgressSink?) {
    self.engine = engine
    self.progress = progress
    source = .stream(length: length)
    part = []
    isEnded = false
  }

  /// The length to announce.
  var length: Int? {
    switch source {
    case .bytes: part.count
    case .stream(let length): length
    }
  }

  // MARK: From libcurl

  // SAFETY: `count` is no more than there is room for in libcurl's buffer, nor than is left of `part`.
  /// Fills `buffer`, or says pause or end.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    if offset < part.count {
      let count = min(buffer.count, part.count - offset)
      part.withUnsafeBytes { buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[offset..<(offset + count)])) }
      offset += count
      sentBytes += count
      if offset == part.count, feeder != nil { engine.thirsty.append(self) }
      progress?.sent(sentBytes, on: engine)
      return count
    }
    if isEnded { return 0 }
    isPaused = true
    return contract_curl_readfunc_pause
  }

  /// Goes back to `position`, which only content in memory can.
  func seek(to position: Int) -> Bool {
    switch source {
    case .bytes:
      guard (0...part.count).contains(position) else { return false }
      offset = position
      sentBytes = position
      return true
    case .stream:
      return position == sentBytes
    }
  }

  // MARK: From the stream

  /// Takes the next part; `feeder` is resumed with true when it is used up, with false when no more is wanted.
  ///
  /// - Returns: a failure when the parts exceed the announced length.
  func supply(_ next: [UInt8], feeder: UnsafeContinuation<Bool, Never>) -> TransferFailure? {
    self.feeder = feeder
    if case .stream(let length?) = source, next.count > length - sentBytes {
      return TransferFailure(.requestBodyFailed, "the content of the request is longer than its announced length")
    }
    part = next
    offset = 0
    isPaused = false
    return nil
  }

  /// No more parts will come.
  ///
  /// - Returns: a failure when the parts fall short of the announced length.
  func end() -> TransferFailure? {
    isEnded = true
    isPaused = false
    if case .stream(let length?) = source, sentBytes < length {
      return TransferFailure(.requestBodyFailed, "the content of the request is shorter than its announced length")
    }
    return nil
  }

  /// Lets the feeder go on, or tells it to stop. Never called inside a libcurl callback.
  func releaseFeeder(wantsMore: Bool) {
    let waiting = feeder
    feeder = nil
    waiting?.resume(returning: wantsMore)
  }
}
