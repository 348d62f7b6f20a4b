import ContractHTTP
import ContractLoop
import ContractTestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

@Suite("Stopping a loop", .ownThreads)
struct ContractLoopStopTests {
  @Test("A continuation resumed after the loop has stopped resumes its task outside the loop")
  func lateContinuation() async throws {
    let loop = try ContractLoop(name: "test-stop")
    try loop.start()
    let suspended = Outcome<CheckedContinuation<Int, Never>>()
    let task = Task(executorPreference: loop) {
      let number = await withCheckedContinuation { suspended.set($0) }
      await Task.yield()
      return (number, loop.isCurrent)
    }
    let continuation = await suspended.value
    loop.stop()
    continuation.resume(returning: 7)
    let (number, isOnLoop) = await task.value
    #expect(number == 7 && !isOnLoop)
  }

  @Test("Tasks that yield finish even if the loop stops")
  func busyTasks() async throws {
    let loop = try ContractLoop(name: "test-stop")
    try loop.start()
    let started = Outcome<Bool>()
    let tasks = (0..<100).map { number in
      Task(executorPreference: loop) {
        for step in 0..<20 {
          if number == 50, step == 3 { started.set(true) }
          await Task.yield()
        }
        return number
      }
    }
    _ = await started.value
    loop.stop()
    var sum = 0
    for task in tasks { sum += await task.value }
    #expect(sum == 4950)
  }

  @Test("Every closure accepted before the loop stops runs, and later closures are refused")
  func acceptedWork() async throws {
    for _ in 0..<50 {
      let loop = try ContractLoop(name: "test-stop")
      try loop.start()
      let counts = Lock((accepted: 0, ran: 0))
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<4 {
          group.addTask {
            for _ in 0..<200 {
              let accepted = loop.execute { counts.withLock { $0.ran += 1 } }
              if accepted { counts.withLock { $0.accepted += 1 } }
            }
          }
        }
        group.addTask { loop.stop() }
      }
      let (accepted, ran) = counts.withLock { $0 }
      #expect(accepted == ran)
      #expect(!loop.execute {})
    }
  }

  @Test("A loop that never started runs queued closures when it stops, and moves its jobs to the global executor")
  func neverStarted() async throws {
    let loop = try ContractLoop(name: "test-idle")
    let ran = Lock(false)
    let task = Task(executorPreference: loop) { loop.isCurrent }
    // A task that prefers the loop is queued when it is created, so both the task and this closure wait in the queue.
    #expect(loop.execute { ran.withLock { $0 = loop.isCurrent } })
    loop.stop()
    #expect(ran.withLock { $0 })
    #expect(await task.value == false)
  }

  @Test("A loop can stop itself, and several threads can stop it concurrently")
  func stopsItself() async throws {
    for _ in 0..<50 {
      let loop = try ContractLoop(name: "test-self")
      try loop.start()
      loop.execute { loop.stop() }
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<3 { group.addTask { loop.stop() } }
      }
      #expect(!loop.execute {})
    }
  }

  // The test runs in a separate process, where no other test opens descriptors.
  @Test("Stopped loops leave no open descriptors and no threads")
  func leavesNothing() async {
    await #expect(processExitsWith: .success) {
      func oneLife() async throws {
        try await withLoop { loop in
          let pair = try SocketPair()
          let watch = try SignalWatch([SIGUSR1], on: loop) { _ in }
          let heard = Outcome<Bool>()
          try await loop.perform {
            let handler = ClosureHandler { _, _ in heard.set(true) }
            _ = try loop.register(pair.near.raw, [.read, .edgeTriggered], handler: handler)
          }
          try send("x", on: pair.far.raw)
          _ = await heard.value
          await withTaskExecutorPreference(loop) { await Task.yield() }
          watch.stop()
        }
        let own = try ContractLoop(name: "test-self")
        try own.start()
        own.execute { own.stop() }
        _ = try await ContractLoop.run { try await Task.sleep(for: .microseconds(1)) }
      }
      // A loop that stopped itself is released by its own thread, and a joined thread by the kernel, asynchronously.
      func settle(until isSettled: () -> Bool) {
        for _ in 0..<5000 where !isSettled() { usleep(1000) }
      }
      func loopThreads() -> Int { ["test-self", "test-loop", "contract-run"].map(threadCount).reduce(0, +) }
      try await oneLife()
      settle { loopThreads() == 0 }
      let before = openDescriptorCount()
      for _ in 0..<50 { try await oneLife() }
      settle { loopThreads() == 0 && openDescriptorCount() == before }
      precondition(openDescriptorCount() == before, "\(openDescriptorCount() - before) descriptors left")
      precondition(loopThreads() == 0, "threads left")
    }
  }

  @Test("Handlers and timers are released when a loop stops")
  func letsGo() async throws {
    final class Canary: LoopTimerHandler, LoopHandler {
      let ended: Outcome<Bool>
      init(_ ended: Outcome<Bool>) { self.ended = ended }
      deinit { ended.set(true) }
      func timerFired(_ token: TimerToken, on loop: ContractLoop) {}
      func ready(_ events: ReadyEvents, on loop: ContractLoop) {}
    }
    let ended = Outcome<Bool>()
    try await withLoop { loop in
      let pair = try SocketPair()
      try await loop.perform {
        let canary = Canary(ended)
        _ = try loop.register(pair.near.raw, .read, handler: canary)
        _ = loop.schedule(after: .seconds(3600), canary)
      }
    }
    #expect(await ended.value)
  }
}
