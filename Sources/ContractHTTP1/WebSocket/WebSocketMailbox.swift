package import ContractHTTP

/// The buffer between the receiver of messages, such as a loop, and their readers. While it is full, nothing more should
/// be delivered.
package struct WebSocketMailbox: Sendable {
  /// The cost at which delivery pauses. Each message costs its bytes and a constant, which limits the number of empty
  /// ones.
  package static let highWater = 64 * 1024
  private static let costOfMessage = 64
  /// The number of messages whose memory an empty mailbox keeps.
  private static let keptMessages = 4

  /// The waiting tasks. A single one, the usual case, needs no array.
  private struct Readers {
    private var first: UnsafeContinuation<Void, Never>?
    private var others: [UnsafeContinuation<Void, Never>] = []

    mutating func add(_ reader: UnsafeContinuation<Void, Never>) {
      if first == nil { first = reader } else { others.append(reader) }
    }

    func resume() {
      first?.resume()
      for reader in others { reader.resume() }
    }
  }

  private struct State {
    var messages: [WebSocketMessage] = []
    var first = 0
    var cost = 0
    var isFull = false
    var end: WebSocketEnd?
    var readers = Readers()

    mutating func takeReaders() -> Readers {
      defer { readers = Readers() }
      return readers
    }
  }

  private let state = Lock(State())

  package init() {}

  private static func cost(of message: WebSocketMessage) -> Int { message.byteCount + costOfMessage }

  // MARK: For the receiver

  /// Adds a message, unless the messages have ended.
  ///
  /// - Returns: True if nothing more should be delivered until ``take()`` reports otherwise.
  package func deliver(_ message: WebSocketMessage) -> Bool {
    let (readers, isFull) = state.withLock { state in
      if state.end != nil { return (state.takeReaders(), false) }
      state.messages.append(message)
      state.cost += Self.cost(of: message)
      if state.cost >= Self.highWater { state.isFull = true }
      return (state.takeReaders(), state.isFull)
    }
    readers.resume()
    return isFull
  }

  /// Ends the messages; later calls have no effect.
  package func end(_ end: WebSocketEnd) {
    let readers = state.withLock { state in
      if state.end == nil { state.end = end }
      return state.takeReaders()
    }
    readers.resume()
  }

  // MARK: For readers

  /// True once the messages have ended.
  package var hasEnded: Bool { currentEnd != nil }

  /// The end, which may follow messages that were not removed; nil while messages may arrive.
  package var currentEnd: WebSocketEnd? { state.withLock { $0.end } }

  package enum Step {
    /// A message, and whether the receiver was paused until the message was removed.
    case message(WebSocketMessage, wasFull: Bool)
    case end(WebSocketEnd)
    /// Nothing has arrived yet.
    case wait
  }

  /// Removes and returns the next message. The end follows all messages received before it.
  package func take() -> Step {
    state.withLock { state in
      guard state.first < state.messages.count else { return state.end.map(Step.end) ?? .wait }
      let message = state.messages[state.first]
      state.messages[state.first] = .binary([])
      state.first += 1
      if state.first == state.messages.count {
        // An idle mailbox does not keep the memory of many messages.
        if state.first > Self.keptMessages {
          state.messages = []
        } else {
          state.messages.removeAll(keepingCapacity: true)
        }
        state.first = 0
      } else if state.first == 512 {
        state.messages.removeFirst(state.first)
        state.first = 0
      }
      state.cost -= Self.cost(of: message)
      let wasFull = state.isFull && state.cost < Self.highWater / 2
      if wasFull { state.isFull = false }
      return .message(message, wasFull: wasFull)
    }
  }

  /// Resumes a reader once something may have arrived.
  package func resumeOnArrival(_ reader: UnsafeContinuation<Void, Never>) {
    let isReady = state.withLock { state in
      if state.first < state.messages.count || state.end != nil { return true }
      state.readers.add(reader)
      return false
    }
    if isReady { reader.resume() }
  }
}
