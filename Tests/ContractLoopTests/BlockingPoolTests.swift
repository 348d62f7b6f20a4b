import ContractHTTP
import ContractTestSupport
import Testing

@testable import ContractLoop

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

@Suite("Thread pool for blocking work", .timeLimit(.minutes(1)))
struct BlockingPoolTests {
  /// Polls until the pool is in the expected state.
  private func wait(_ pool: BlockingPool, _ isDone: (BlockingPool.Figures) -> Bool) async {
    while !isDone(pool.figures) { await Task.yield() }
  }

  @Test("The pool creates threads up to its limit, and further work waits")
  func bounded() async {
    let pool = BlockingPool(name: "test-block", maxThreads: 2, maxWaiting: 10)
    let gate = BlockingGate()
    let done = Lock(0)
    let tasks = (0..<5).map { _ in
      Task(executorPreference: pool) {
        gate.wait()
        done.withLock { $0 += 1 }
      }
    }
    await wait(pool) { $0.busy == 2 && $0.queued == 3 }
    #expect(pool.figures.threads == 2)
    gate.open()
    for task in tasks { await task.value }
    #expect(done.withLock { $0 } == 5)
    await wait(pool) { $0.busy == 0 }
    #expect(pool.figures.queued == 0)
  }

  @Test("A free thread is reused, and threads end when they are idle or the pool stops")
  func idle() async {
    let pool = BlockingPool(name: "test-block", maxThreads: 8, maxWaiting: 10, idleTime: .seconds(600))
    for _ in 0..<50 {
      await Task(executorPreference: pool) {}.value
      await wait(pool) { $0.busy == 0 }
    }
    #expect(pool.figures.threads == 1)
    pool.stop()
    await wait(pool) { $0.threads == 0 }
    // Later jobs still run.
    #expect(await Task(executorPreference: pool) { 7 }.value == 7)
    await wait(pool) { $0.threads == 0 }

    let hasty = BlockingPool(name: "test-block", maxThreads: 8, maxWaiting: 10, idleTime: .milliseconds(1))
    for count in 1...20 {
      #expect(await Task(executorPreference: hasty) { count }.value == count)
      if count.isMultiple(of: 5) { await wait(hasty) { $0.threads == 0 } }
    }
  }

  @Test("The pool admits at most maxThreads plus maxWaiting jobs, and counts refused jobs")
  func admission() {
    let pool = BlockingPool(name: "test-block", maxThreads: 2, maxWaiting: 1)
    var places = (0..<3).map { _ in pool.admit() }
    #expect(places.allSatisfy { $0 != nil })
    #expect(pool.admit() == nil && pool.figures.refused == 1 && pool.figures.admitted == 3)
    places.removeLast()
    #expect(pool.admit() != nil)
    places = []
    #expect(pool.figures.admitted == 0)
    #expect(BlockingPool(name: "test-block", maxThreads: 0, maxWaiting: .max).admit() != nil)
  }

  @Test("Every job of 200 concurrent tasks runs once")
  func stress() async {
    let pool = BlockingPool(name: "test-block", maxThreads: 3, maxWaiting: 10, idleTime: .zero)
    let count = Lock(0)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<200 {
        group.addTask(executorPreference: pool) {
          for _ in 0..<20 {
            count.withLock { $0 += 1 }
            await Task.yield()
          }
        }
      }
    }
    #expect(count.withLock { $0 } == 4000)
    await wait(pool) { $0.threads == 0 && $0.busy == 0 && $0.queued == 0 }
  }
}
