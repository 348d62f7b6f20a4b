package import ContractHTTP

/// How a WebSocket has ended, for whoever reads and sends.
package enum WebSocketEnd: Error {
  /// This end has closed it.
  case finished
  /// The server has closed it.
  case closed(WebSocketClosure)
  case failed(TransferFailure)
}

/// Messages on their way from a loop to whoever reads them.
///
/// The loop delivers, readers take. While much waits to be taken, nothing more is read from the server.
final class WebSocketMailbox: Sendable {
  /// From so many bytes on nothing more is read. Each message counts a little besides, so that empty ones have a limit too.
  static let highWater = 64 * 1024
  private static let costOfMessage = 64

  private struct State {
    var messages: [WebSocketMessage] = []
    var first = 0
    var cost = 0
    var isFull = false
    var end: WebSocketEnd?
    var readers: [UnsafeContinuation<Void, Never>] = []

    mutating func takeReaders() -> [UnsafeContinuation<Void, Never>] {
      defer { readers = [] }
      return readers
    }
  }

  private let state = Lock(State())

  private static func cost(of message: WebSocketMessage) -> Int { message.byteCount + costOfMessage }

  // MARK: On the loop

  /// Hands over a message.
  ///
  /// - Returns: true when nothing more should be read until ``take()`` says otherwise.
  func deliver(_ message: WebSocketMessage) -> Bool {
    let (readers, isFull) = state.withLock { state in
      state.messages.append(message)
      state.cost += Self.cost(of: message)
      if state.cost >= Self.highWater { state.isFull = true }
      return (state.takeReaders(), state.isFull)
    }
    for reader in readers { reader.resume() }
    return isFull
  }

  /// Nothing more will come. Only the first call counts.
  func end(_ end: WebSocketEnd) {
    let readers = state.withLock { state in
      if state.end == nil { state.end = end }
      return state.takeReaders()
    }
    for reader in readers { reader.resume() }
  }

  // MARK: For readers

  /// True once nothing more will come.
  var hasEnded: Bool { state.withLock { $0.end != nil } }

  enum Step {
    /// A message, and whether the server waits for what is taken.
    case message(WebSocketMessage, wasFull: Bool)
    case end(WebSocketEnd)
    /// Nothing is there yet.
    case wait
  }

  /// What is there. An end counts when all messages before it have been taken.
  func take() -> Step {
    state.withLock { state in
      guard state.first < state.messages.count else { return state.end.map(Step.end) ?? .wait }
      let message = state.messages[state.first]
      state.messages[state.first] = .binary([])
      state.first += 1
      if state.first == state.messages.count || state.first == 512 {
        state.messages.removeFirst(state.first)
        state.first = 0
      }
      state.cost -= Self.cost(of: message)
      let wasFull = state.isFull && state.cost < Self.highWater / 2
      if wasFull { state.isFull = false }
      return .message(message, wasFull: wasFull)
    }
  }

  /// Waits until there may be something to take.
  func wait() async {
    await withUnsafeContinuation { continuation in
      let isReady = state.withLock { state in
        if state.first < state.messages.count || state.end != nil { return true }
        state.readers.append(continuation)
        return false
      }
      if isReady { continuation.resume() }
    }
  }
}
