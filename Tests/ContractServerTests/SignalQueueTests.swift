import Testing

@testable import ContractServer

@Suite("Signal queue", .timeLimit(.minutes(1)))
struct SignalQueueTests {
  @Test("Pending signals are kept in order without duplicates")
  func keepsSignals() async {
    let queue = SignalQueue()
    for signal: Int32 in [1, 15, 1, 2, 15] { queue.send(signal) }
    var received: [Int32] = []
    for _ in 0..<3 { received.append(await queue.next() ?? 0) }
    #expect(received == [1, 15, 2])
    queue.send(1)
    #expect(await queue.next() == 1, "a signal that was taken can be queued again")
  }

  @Test(
    "A signal reaches the waiting task, even if the task begins to wait while the signal is sent", arguments: 0..<50)
  func wakes(_: Int) async {
    let queue = SignalQueue()
    async let received = queue.next()
    queue.send(15)
    #expect(await received == 15)
  }

  @Test("The end of the queue follows the pending signals and persists")
  func finishes() async {
    let queue = SignalQueue()
    queue.send(1)
    queue.finish()
    #expect(await queue.next() == 1)
    #expect(await queue.next() == nil)
    #expect(await queue.next() == nil)
  }

  @Test("The end of the queue reaches the waiting task", arguments: 0..<50)
  func finishWakes(_: Int) async {
    let queue = SignalQueue()
    async let received = queue.next()
    queue.finish()
    #expect(await received == nil)
  }

  @Test("A cancelled task stops waiting for a signal", arguments: 0..<50)
  func cancels(_: Int) async {
    let queue = SignalQueue()
    let waiting = Task { await queue.next() }
    waiting.cancel()
    #expect(await waiting.value == nil)
  }
}
