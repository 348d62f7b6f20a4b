import ContractTestSupport
import Testing

@testable import ContractLoop

@Suite("Timer heap", .ownThreads)
struct TimerHeapTests {
  private final class Handler: LoopTimerHandler {
    func timerFired(_ token: TimerToken, on loop: ContractLoop) {}
  }

  /// Equal operations on the heap and on a plain dictionary must result in equal timers at any time.
  @Test(
    "Random arming, moving, cancelling and firing agree with a simple model", arguments: 1...20 as ClosedRange<UInt64>)
  func model(seed: UInt64) {
    var random = Randomness.Generator(seed: seed)
    var heap = TimerHeap()
    var model: [TimerToken: Int64] = [:]
    let handler = Handler()
    var now: Int64 = 0
    for _ in 0..<5_000 {
      let deadline = now + Int64.random(in: 0..<1_000, using: &random)
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<4:
        model[heap.arm(at: LoopInstant(nanoseconds: deadline), handler)] = deadline
      case 4..<6:
        guard let token = model.keys.min(by: { $0.slot < $1.slot }) else { continue }
        #expect(heap.rearm(token, at: LoopInstant(nanoseconds: deadline)) == true)
        model[token] = deadline
      case 6..<8:
        guard let token = model.keys.max(by: { $0.slot < $1.slot }) else { continue }
        #expect(heap.cancel(token) != nil)
        model[token] = nil
        #expect(heap.cancel(token) == nil)
        #expect(heap.rearm(token, at: .distantFuture) == false)
      default:
        now += Int64.random(in: 0..<50, using: &random)
        var due: [TimerToken] = []
        heap.collectDue(LoopInstant(nanoseconds: now), into: &due)
        let deadlines = due.map { model[$0] ?? .max }
        #expect(deadlines == deadlines.sorted())
        #expect(Set(due) == Set(model.filter { $0.value <= now }.keys))
        for token in due {
          #expect(heap.takeDue(token) != nil)
          model[token] = nil
        }
      }
      #expect(heap.count == model.count)
      #expect((heap.earliest?.nanoseconds ?? .max) <= (model.values.min() ?? .max))
    }
  }

  @Test("100,000 cancelled timers leave one reused slot")
  func cancelDoesNotLeak() {
    var heap = TimerHeap()
    let handler = Handler()
    for _ in 0..<100_000 {
      let token = heap.arm(at: .distantFuture, handler)
      _ = heap.cancel(token)
    }
    #expect(heap.count == 0)
    #expect(heap.slotCount == 1)
  }

  @Test("Timers for one instant keep the order in which they were armed")
  func ties() {
    var heap = TimerHeap()
    let handler = Handler()
    let moment = LoopInstant(nanoseconds: 5)
    let tokens = (0..<50).map { _ in heap.arm(at: moment, handler) }
    var due: [TimerToken] = []
    heap.collectDue(moment, into: &due)
    #expect(due == tokens)
  }

  @Test("A due timer that is moved before it fires waits again")
  func movedWhileDue() {
    var heap = TimerHeap()
    let token = heap.arm(at: LoopInstant(nanoseconds: 1), Handler())
    var due: [TimerToken] = []
    heap.collectDue(LoopInstant(nanoseconds: 1), into: &due)
    #expect(due == [token])
    #expect(heap.rearm(token, at: LoopInstant(nanoseconds: 9)) == true)
    #expect(heap.takeDue(token) == nil)
    #expect(heap.earliest == LoopInstant(nanoseconds: 9))
  }
}
