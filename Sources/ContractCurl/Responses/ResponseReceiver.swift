internal import ContractHTTP
internal import ContractLoop

/// The buffer between a loop that receives a response body and its one reader. While the buffer is full, the transfer
/// pauses.
package final class ResponseReceiver: Sendable {
  /// The number of buffered bytes at which the transfer pauses.
  static let highWater = 256 * 1024

  fileprivate struct State {
    var bytes: [UInt8] = []
    var end: Result<Void, TransferFailure>?
    var contentDigest: String?
    var reader: UnsafeContinuation<Void, Never>?
    /// The start of the reader's wait.
    var waitingSince: LoopInstant?
    var isPaused = false
  }

  let idleTimeout: IdleTimeout
  private let state = Lock(State())

  package init(idleTimeout: IdleTimeout) {
    self.idleTimeout = idleTimeout
  }

  // MARK: On the loop

  /// Adds a part of the body.
  ///
  /// - Returns: True if the transfer should pause; ``take()`` reports when it may continue.
  func deliver(_ bytes: [UInt8]) -> Bool {
    if bytes.isEmpty { return false }
    let (reader, isFull) = state.withLock { state in
      state.bytes += bytes
      let isFull = state.bytes.count >= Self.highWater
      if isFull { state.isPaused = true }
      return (state.takeReader(), isFull)
    }
    reader?.resume()
    return isFull
  }

  /// Ends the body; later calls have no effect.
  ///
  /// - Parameter contentDigest: The trailer field `Content-Digest`.
  func end(_ result: Result<Void, TransferFailure>, contentDigest: String? = nil) {
    let reader = state.withLock { state in
      if state.end == nil { (state.end, state.contentDigest) = (result, contentDigest) }
      return state.takeReader()
    }
    reader?.resume()
  }

  /// The start of the reader's current wait; nil while it does not wait.
  var waitingSince: LoopInstant? { state.withLock { $0.waitingSince } }

  // MARK: For the reader

  /// The number of buffered bytes.
  var waitingCount: Int { state.withLock { $0.bytes.count } }

  /// The trailer field `Content-Digest`; nil before the end of the body, or if absent.
  var contentDigest: String? { state.withLock { $0.contentDigest } }

  enum Step {
    /// A part of the body, and whether the transfer was paused until the part was removed.
    case bytes([UInt8], wasPaused: Bool)
    case end(Result<Void, TransferFailure>)
    /// Nothing has arrived yet.
    case wait
  }

  /// Removes and returns the received bytes. A failure follows all bytes received before it.
  func take() -> Step {
    state.withLock { state in
      if !state.bytes.isEmpty {
        let bytes = state.bytes
        let wasPaused = state.isPaused
        state.bytes = []
        state.isPaused = false
        return .bytes(bytes, wasPaused: wasPaused)
      }
      return state.end.map(Step.end) ?? .wait
    }
  }

  /// Waits until something has arrived.
  func wait() async {
    await withUnsafeContinuation { continuation in
      let isReady = state.withLock { state in
        if !state.bytes.isEmpty || state.end != nil { return true }
        state.reader = continuation
        state.waitingSince = LoopInstant.read()
        return false
      }
      if isReady { continuation.resume() }
    }
  }
}

extension ResponseReceiver.State {
  fileprivate mutating func takeReader() -> UnsafeContinuation<Void, Never>? {
    defer { (reader, waitingSince) = (nil, nil) }
    return reader
  }
}
