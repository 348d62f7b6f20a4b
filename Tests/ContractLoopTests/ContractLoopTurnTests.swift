import ContractHTTP
import Testing

@testable import ContractLoop

@Suite("The end of a loop iteration")
struct ContractLoopTurnTests {
  /// Records each call, and requests a further call a given number of times.
  private final class Recorder: LoopTurnHandler, Sendable {
    let events = Lock<[String]>([])
    private let again: Lock<Int>

    init(again: Int = 0) { self.again = Lock(again) }

    func note(_ event: String) { events.withLock { $0.append(event) } }

    func turnEnds(on loop: ContractLoop) {
      note("end")
      let asks = again.withLock { left in
        defer { left -= 1 }
        return left > 0
      }
      if asks { loop.atTurnEnd(self) }
    }
  }

  @Test("An end-of-iteration callback runs once, after the queued jobs and before the jobs they queue")
  func order() async throws {
    try await withLoop { loop in
      let recorder = Recorder()
      try await loop.perform {
        // Both closures run in the next iteration, because they are queued from the loop itself.
        for name in ["first", "second"] {
          loop.execute {
            recorder.note(name)
            if name == "first" { loop.atTurnEnd(recorder) }
            loop.execute { recorder.note("after \(name)") }
          }
        }
      }
      while recorder.events.withLock({ $0.count }) < 5 { try await loop.perform {} }
      #expect(recorder.events.withLock { $0 } == ["first", "second", "end", "after first", "after second"])
    }
  }

  @Test(
    "A timer that expires while jobs run fires after the events that arrive meanwhile"
  )
  func timers() async throws {
    try await withLoop { loop in
      let recorder = Recorder()
      let pairs = try (0...ContractLoop.eventsPerStint).map { _ in try SocketPair() }
      try await loop.perform { [last = pairs[pairs.count - 1]] in
        _ = try loop.register(
          last.near.raw, [.read, .edgeTriggered], handler: ClosureHandler { _, _ in recorder.note("event") })
        let started = Lock(false)
        let busy = ClosureHandler { _, loop in
          let isFirst = started.withLock { started in
            defer { started = true }
            return !started
          }
          guard isFirst else { return }
          _ = loop.schedule(after: .milliseconds(5)) { recorder.note("timer") }
          let end = LoopInstant.read().advanced(by: .milliseconds(5))
          loop.execute {
            while LoopInstant.read() <= end {}
            _ = try? send("late", on: last.far.raw)
          }
          // The loop does not read the clock after each of these jobs.
          for _ in 0..<16 { loop.execute {} }
        }
        for pair in pairs.dropLast() {
          _ = try loop.register(pair.near.raw, [.read, .edgeTriggered], handler: busy)
          try send("now", on: pair.far.raw)
        }
      }
      while recorder.events.withLock({ $0.count }) < 2 { await Task.yield() }
      #expect(recorder.events.withLock { $0 } == ["event", "timer"])
    }
  }

  @Test("The loop's time is current for events that follow a job of the same iteration")
  func time() async throws {
    try await withLoop { loop in
      let isCurrent = Outcome<Bool>()
      let pairs = try (0...ContractLoop.eventsPerStint).map { _ in try SocketPair() }
      try await loop.perform {
        let state = Lock((events: 0, jobEnd: LoopInstant.distantFuture))
        let handler = ClosureHandler { _, loop in
          let (events, jobEnd) = state.withLock { state in
            state.events += 1
            return state
          }
          if events == pairs.count { isCurrent.set(loop.now >= jobEnd) }
          guard events == 1 else { return }
          let end = LoopInstant.read().advanced(by: .milliseconds(5))
          loop.execute {
            while LoopInstant.read() <= end {}
            state.withLock { $0.jobEnd = end }
          }
        }
        for pair in pairs {
          _ = try loop.register(pair.near.raw, [.read, .edgeTriggered], handler: handler)
          try send("now", on: pair.far.raw)
        }
      }
      #expect(await isCurrent.value)
    }
  }

  @Test("An end-of-iteration callback that requests another call is called again without an event")
  func again() async throws {
    try await withLoop { loop in
      let recorder = Recorder(again: 2)
      try await loop.perform { loop.atTurnEnd(recorder) }
      while recorder.events.withLock({ $0.count }) < 3 { await Task.yield() }
      #expect(recorder.events.withLock { $0 } == ["end", "end", "end"])
    }
  }
}
