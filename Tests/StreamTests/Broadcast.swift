import ContractTestSupport
import ContractTesting

/// A contract of one feed. The padding enlarges the events of a subscriber.
@API protocol Broadcast: Sendable {
  @GET("/feed") func feed(padding: Int) async throws -> ServerEvents<Notice>
}

@Schema struct Notice: Sendable {
  var n: Int
  var padding: String
}

struct BroadcastService: Broadcast {
  let feed = Feed()
  /// The bytes of padding that were produced.
  let padded = Lock(0)

  func feed(padding: Int) async throws -> ServerEvents<Notice> {
    let text = String(repeating: "x", count: padding)
    let notices = feed.subscribe().map { n in
      padded.withLock { $0 += padding }
      return Notice(n: n, padding: text)
    }
    return ServerEvents(notices, heartbeat: nil)
  }
}

/// Numbers for any number of subscribers.
final class Feed: Sendable {
  private struct State {
    var subscribers: [Int: AsyncStream<Int>.Continuation] = [:]
    var subscriptions = 0
    var awaited: (count: Int, gate: Gate)?
  }
  private let state = Lock(State())

  /// The number of all subscriptions so far.
  var subscriptions: Int { state.withLock { $0.subscriptions } }

  func subscribe() -> AsyncStream<Int> {
    let (numbers, continuation) = AsyncStream<Int>.makeStream()
    let id = state.withLock { state in
      state.subscriptions += 1
      return state.subscriptions
    }
    continuation.onTermination = { [weak self] _ in self?.change { $0[id] = nil } }
    change { $0[id] = continuation }
    return numbers
  }

  func publish(_ n: Int) {
    for subscriber in state.withLock({ Array($0.subscribers.values) }) { subscriber.yield(n) }
  }

  /// Waits until the feed has so many subscribers.
  func wait(for count: Int) async {
    let gate = Gate()
    state.withLock { $0.awaited = (count, gate) }
    change { _ in }
    await gate.wait()
  }

  private func change(_ body: (inout [Int: AsyncStream<Int>.Continuation]) -> Void) {
    let gate = state.withLock { state in
      body(&state.subscribers)
      return state.awaited?.count == state.subscribers.count ? state.awaited?.gate : nil
    }
    gate?.open()
  }
}
