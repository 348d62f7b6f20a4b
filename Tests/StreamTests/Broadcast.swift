import ContractTestSupport
import ContractTesting

/// A contract of one feed. The padding enlarges the events of a subscriber.
@API protocol Broadcast: Sendable {
  @GET("/feed") func feed(padding: Int) async throws -> ServerEvents<Notice>
}

@Schema struct Notice: Sendable {
  var n: Int
  /// The time of publication in microseconds.
  var sent: Int
  var padding: String
}

struct BroadcastService: Broadcast {
  let feed = Feed()
  /// The bytes of padding that were produced.
  let padded = Lock(0)

  func feed(padding: Int) async throws -> ServerEvents<Notice> {
    let text = String(repeating: "x", count: padding)
    let notices = feed.subscribe().map { number in
      padded.withLock { $0 += padding }
      return Notice(n: number.n, sent: number.sent, padding: text)
    }
    return ServerEvents(notices, heartbeat: nil)
  }
}

/// Numbers for any number of subscribers.
final class Feed: Sendable {
  struct Number: Sendable {
    var n: Int
    /// The time of publication in microseconds.
    var sent: Int
  }

  private struct State {
    var subscribers: [Int: AsyncStream<Number>.Continuation] = [:]
    var subscriptions = 0
    var awaited: (count: Int, gate: Gate)?
  }
  private let state = Lock(State())

  /// The number of all subscriptions so far.
  var subscriptions: Int { state.withLock { $0.subscriptions } }

  /// The number of subscribers now.
  var subscribers: Int { state.withLock { $0.subscribers.count } }

  func subscribe() -> AsyncStream<Number> {
    let (numbers, continuation) = AsyncStream<Number>.makeStream()
    let id = state.withLock { state in
      state.subscriptions += 1
      return state.subscriptions
    }
    continuation.onTermination = { [weak self] _ in self?.change { $0[id] = nil } }
    change { $0[id] = continuation }
    return numbers
  }

  /// Returns the number of subscribers that the number is for.
  func publish(_ n: Int) {
    let subscribers = state.withLock { Array($0.subscribers.values) }
    let number = Number(n: n, sent: ProcessState.microseconds)
    for subscriber in subscribers { subscriber.yield(number) }
  }

  /// Waits until the feed has so many subscribers.
  func wait(for count: Int) async {
    let gate = Gate()
    state.withLock { $0.awaited = (count, gate) }
    change { _ in }
    await gate.wait()
  }

  private func change(_ body: (inout [Int: AsyncStream<Number>.Continuation]) -> Void) {
    let gate = state.withLock { state in
      body(&state.subscribers)
      return state.awaited?.count == state.subscribers.count ? state.awaited?.gate : nil
    }
    gate?.open()
  }
}

/// Counts the readers of each event, and keeps the longest time that an event took to reach one of them.
final class Deliveries: Sendable {
  private struct State {
    var counts: [Int]
    var longest = 0
  }
  private let state: Lock<State>
  private let readers: Int
  /// Opened when all readers have the event.
  private let gates: [Gate]

  init(of events: Int, to readers: Int) {
    state = Lock(State(counts: Array(repeating: 0, count: events)))
    self.readers = readers
    gates = (0..<events).map { _ in Gate() }
  }

  /// The longest time from the service to a reader, in microseconds.
  var longest: Int { state.withLock { $0.longest } }

  func add(_ notice: Notice) {
    let time = ProcessState.microseconds - notice.sent
    let isLast = state.withLock { state in
      state.longest = max(state.longest, time)
      state.counts[notice.n] += 1
      return state.counts[notice.n] == readers
    }
    if isLast { gates[notice.n].open() }
  }

  /// Waits until all readers have an event, or one of them has ended.
  func wait(for n: Int) async { await gates[n].wait() }

  func readerEnded() {
    for gate in gates { gate.open() }
  }
}
