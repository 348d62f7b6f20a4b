import ContractHTTP
import Testing

@testable import ContractLoop

@Suite("A loop as an executor")
struct ContractLoopExecutorTests {
  @Test("A task that prefers a loop, and its child tasks, run on the loop after every suspension")
  func staysOnLoop() async throws {
    try await withLoop { loop in
      let places = await withTaskExecutorPreference(loop) {
        var places = [loop.isCurrent]
        await Task.yield()
        places.append(loop.isCurrent)
        try? await Task.sleep(for: .milliseconds(1))
        places.append(loop.isCurrent)
        await withCheckedContinuation { continuation in
          Task.detached { continuation.resume() }
        }
        places.append(loop.isCurrent)
        async let child = loop.isCurrent
        places.append(await child)
        places.append(
          await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<4 { group.addTask { loop.isCurrent && ContractLoop.current === loop } }
            return await group.allSatisfy { $0 }
          })
        return places
      }
      #expect(places == Array(repeating: true, count: 6))
    }
  }

  @Test("A detached task does not run on the loop, and a task that prefers another loop runs on that loop")
  func leavesLoop() async throws {
    try await withLoop { loop in
      try await withLoop { other in
        let (detached, elsewhere) = await withTaskExecutorPreference(loop) {
          let detached = await Task.detached { loop.isCurrent }.value
          let elsewhere = await Task(executorPreference: other) { other.isCurrent && !loop.isCurrent }.value
          return (detached, elsewhere)
        }
        #expect(!detached)
        #expect(elsewhere)
      }
    }
  }

  @Test("An immediate task starts before its creator continues, and resumes on the loop")
  func immediateTask() async throws {
    try await withLoop { loop in
      let steps = Lock<[String]>([])
      let finished = Outcome<Bool>()
      let waiting = Lock<CheckedContinuation<Void, Never>?>(nil)
      loop.execute {
        Task.immediate(executorPreference: loop) {
          steps.withLock { $0.append(loop.isCurrent ? "started on loop" : "started elsewhere") }
          await withCheckedContinuation { continuation in
            waiting.withLock { $0 = continuation }
          }
          steps.withLock { $0.append(loop.isCurrent ? "resumed on loop" : "resumed elsewhere") }
          finished.set(true)
        }
        steps.withLock { $0.append("caller goes on") }
        Task.detached { waiting.withLock { $0 }?.resume() }
      }
      _ = await finished.value
      #expect(steps.withLock { $0 } == ["started on loop", "caller goes on", "resumed on loop"])
    }
  }

  @Test("A loop is current only on its thread")
  func current() async throws {
    try await withLoop { loop in
      #expect(!loop.isCurrent)
      #expect(ContractLoop.current == nil)
      let isInside = try await loop.perform { loop.isCurrent && ContractLoop.current === loop }
      #expect(isInside)
    }
  }

  @Test("Closures run in the order of submission, and never inside `execute`")
  func order() async throws {
    try await withLoop { loop in
      let seen = Lock<[Int]>([])
      let done = Outcome<Bool>()
      loop.execute {
        for number in 0..<100 { loop.execute { seen.withLock { $0.append(number) } } }
        seen.withLock { $0.append(-1) }
        loop.execute { done.set(true) }
      }
      _ = await done.value
      #expect(seen.withLock { $0 } == [-1] + Array(0..<100))
    }
  }

  @Test("80,000 closures from eight tasks all run, in the order in which each task submitted them")
  func remoteItems() async throws {
    try await withLoop { loop in
      let seen = Lock([[Int]](repeating: [], count: 8))
      await withTaskGroup(of: Void.self) { group in
        for thread in 0..<8 {
          group.addTask {
            for number in 0..<10_000 { loop.execute { seen.withLock { $0[thread].append(number) } } }
          }
        }
      }
      _ = try await loop.perform { true }
      #expect(seen.withLock { $0 } == Array(repeating: Array(0..<10_000), count: 8))
    }
  }

  @Test("10,000 tasks created outside the loop all run on it and finish")
  func remoteTasks() async throws {
    try await withLoop { loop in
      let sum = await withTaskGroup(of: Int.self) { group in
        for number in 0..<10_000 {
          group.addTask(executorPreference: loop) {
            await Task.yield()
            return loop.isCurrent ? number : -1_000_000
          }
        }
        return await group.reduce(0, +)
      }
      #expect(sum == 49_995_000)
    }
  }

  @Test("`run` executes its closure on a new loop, stops the loop afterwards, and rethrows errors")
  func run() async throws {
    let (inside, loop) = try await ContractLoop.run {
      await Task.yield()
      return (ContractLoop.current?.isCurrent == true, ContractLoop.current)
    }
    #expect(inside)
    #expect(ContractLoop.current == nil)
    #expect(loop?.execute {} == false, "the loop has stopped")
    #expect(loop?.hasThread == false, "the loop's thread was joined")
    await #expect(throws: LoopStopped.self) { try await ContractLoop.run { throw LoopStopped() } }
  }
}
