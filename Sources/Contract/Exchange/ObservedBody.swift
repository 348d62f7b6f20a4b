/// The end of an observed body.
package struct ObservedEnd: Sendable {
  /// The number of bytes read from the body, including those of heartbeats.
  package let bytes: Int
  /// The error that ended the body, or nil.
  package let error: (any Error)?
  /// True when the body was read to its end. A stream with a length ends only after its last byte. A stream whose
  /// reader was cancelled is not complete.
  package let isComplete: Bool
}

extension HTTPBody {
  /// Returns a body with equal bytes that calls `onEnd` once: now if the body is in memory, and for a stream when it is
  /// read to its end, fails or is dropped.
  package func observed(_ onEnd: @escaping @Sendable (ObservedEnd) -> Void) -> HTTPBody {
    guard case .stream(let stream) = self else {
      onEnd(ObservedEnd(bytes: length ?? 0, error: nil, isComplete: true))
      return self
    }
    let observer = StreamObserver(of: stream, onEnd)
    let next: @Sendable () async throws -> [UInt8]? = { try await observer.next(of: stream) }
    let observed =
      if let file = stream.file { ByteStream(length: stream.length, file: file, next: next) } else {
        stream.passing(next: next)
      }
    guard let heartbeat = stream.heartbeat else { return .stream(observed) }
    return .stream(observed.beating(observer.counting(heartbeat)))
  }
}

/// A counter of the bytes read from a stream. Dropping the stream before its end ends the observation. An empty body is
/// then complete, because an engine does not read a stream of length 0.
private final class StreamObserver: Sendable {
  private struct State {
    var bytes = 0
    var hasEnded = false
  }

  private let onEnd: @Sendable (ObservedEnd) -> Void
  /// The file of the stream, whose bytes an engine may send without reading the stream.
  private let file: FileReader?
  private let length: Int?
  private let state = Lock(State())

  init(of stream: ByteStream, _ onEnd: @escaping @Sendable (ObservedEnd) -> Void) {
    self.file = stream.file
    self.length = stream.length
    self.onEnd = onEnd
  }

  deinit { end(isComplete: length == 0) }

  func next(of stream: ByteStream) async throws -> [UInt8]? {
    do {
      let chunk = try await stream.next()
      // A stream that ends because its reader is cancelled is not complete.
      if let chunk { state.withLock { $0.bytes += chunk.count } } else { end(isComplete: !Task.isCancelled) }
      return chunk
    } catch {
      end(isComplete: false, error)
      throw error
    }
  }

  /// Returns the heartbeat with its bytes counted. The heartbeat does not retain the observer, because an engine may release
  /// the heartbeat after the stream.
  func counting(_ heartbeat: ByteStream.Heartbeat) -> ByteStream.Heartbeat {
    ByteStream.Heartbeat(every: heartbeat.interval) { [weak self] in
      let bytes = heartbeat.bytes()
      self?.state.withLock { $0.bytes += bytes.count }
      return bytes
    }
  }

  private func end(isComplete: Bool, _ error: (any Error)? = nil) {
    let read: Int? = state.withLock { state in
      defer { state.hasEnded = true }
      return state.hasEnded ? nil : state.bytes
    }
    guard let read else { return }
    let bytes = file?.position ?? read
    onEnd(ObservedEnd(bytes: bytes, error: error, isComplete: isComplete && bytes == length ?? bytes))
  }
}
