internal import ContractServer
public import FileContract

/// The last changes of a store, for any number of readers.
public final class EventLog: Sendable {
  /// The number of changes that a reader may have missed.
  private static let maxKept = 1000

  private struct State {
    /// The number of the first kept change.
    var first = 1
    var kept: [FileEvent] = []
    var readers: [Int: AsyncStream<Void>.Continuation] = [:]
    var nextReader = 0
  }

  private let state = Lock(State())

  /// Creates an empty log.
  public init() {}

  /// Adds a change.
  public func add(_ event: FileEvent) {
    let readers = state.withLock { state in
      state.kept.append(event)
      if state.kept.count > Self.maxKept {
        state.kept.removeFirst()
        state.first += 1
      }
      return Array(state.readers.values)
    }
    for reader in readers { reader.yield() }
  }

  /// The number of readers.
  public var readerCount: Int { state.withLock { $0.readers.count } }

  /// Returns the changes after the change with this number, or only new changes if it is nil. The id of a change is its
  /// number.
  ///
  /// The log does not wait for a slow reader, which misses changes that are no longer kept.
  func events(after number: Int?) -> ServerEvents<FileEvent> {
    let reader = EventReader(of: self, after: number)
    return ServerEvents(events: AsyncStream { await reader.next() })
  }

  fileprivate func addReader(_ signal: AsyncStream<Void>.Continuation) -> (id: Int, next: Int) {
    state.withLock { state in
      state.nextReader += 1
      state.readers[state.nextReader] = signal
      return (state.nextReader, state.first + state.kept.count)
    }
  }

  fileprivate func removeReader(_ id: Int) { state.withLock { _ = $0.readers.removeValue(forKey: id) } }

  /// Returns the first kept change whose number is at least this number.
  fileprivate func event(from number: Int) -> (number: Int, event: FileEvent)? {
    state.withLock { state in
      let number = max(number, state.first)
      return number < state.first + state.kept.count ? (number, state.kept[number - state.first]) : nil
    }
  }
}

/// A reader of a log, which ends when it is released.
private final class EventReader: Sendable {
  private let log: EventLog
  private let id: Int
  private let signals: AsyncStream<Void>
  private let position: Lock<Int>

  init(of log: EventLog, after number: Int?) {
    self.log = log
    let (signals, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    self.signals = signals
    let (id, next) = log.addReader(continuation)
    self.id = id
    position = Lock(number.map { $0 + 1 } ?? next)
  }

  deinit { log.removeReader(id) }

  /// Waits for the next change; nil when the task is cancelled.
  func next() async -> ServerEvents<FileEvent>.Event? {
    while true {
      if let (number, event) = log.event(from: position.withLock({ $0 })) {
        position.withLock { $0 = number + 1 }
        return ServerEvents.Event(event, id: "\(number)")
      }
      var iterator = signals.makeAsyncIterator()
      guard await iterator.next() != nil else { return nil }
    }
  }
}
