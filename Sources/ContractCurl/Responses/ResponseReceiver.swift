internal import ContractHTTP
internal import ContractLoop

/// Content of a response on its way from a loop to whoever pulls it.
///
/// The loop delivers, one reader takes. While much is waiting to be taken, the transfer pauses.
package final class ResponseReceiver: Sendable {
  /// From so many bytes on the transfer pauses.
  static let highWater = 256 * 1024

  fileprivate struct State {
    var bytes: [UInt8] = []
    var end: Result<Void, TransferFailure>?
    var reader: UnsafeContinuation<Void, Never>?
    /// When the reader began to wait.
    var waitingSince: LoopInstant?
    var isPaused = false
  }

  /// How long the reader may wait in vain.
  let idleTimeout: IdleTimeout
  private let state = Lock(State())

  init(idleTimeout: IdleTimeout) {
    self.idleTimeout = idleTimeout
  }

  // MARK: On the loop

  /// Hands over content.
  ///
  /// - Returns: true when the transfer should pause until ``take()`` says otherwise.
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

  /// Nothing more will come. Only the first call counts.
  func end(_ result: Result<Void, TransferFailure>) {
    let reader = state.withLock { state in
      if state.end == nil { state.end = result }
      return state.takeReader()
    }
    reader?.resume()
  }

  /// Since when the reader waits for something to take; nil while it does not.
  var waitingSince: LoopInstant? { state.withLock { $0.waitingSince } }

  // MARK: For the reader

  /// The bytes that wait to be taken.
  var waitingCount: Int { state.withLock { $0.bytes.count } }

  enum Step {
    /// Content, and whether the transfer waits for it to be taken.
    case bytes([UInt8], wasPaused: Bool)
    case end(Result<Void, TransferFailure>)
    /// Nothing is there yet.
    case wait
  }

  /// What is there. A failure counts when all content before it has been taken.
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

  /// Waits until there is something to take.
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
