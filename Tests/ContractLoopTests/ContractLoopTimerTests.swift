import ContractHTTP
import Testing

@testable import ContractLoop

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

@Suite("Timers on a loop")
struct ContractLoopTimerTests {
  @Test("Timers fire in the order of their deadlines and never early")
  func order() async throws {
    try await withLoop { loop in
      let fired = Lock<[String]>([])
      let done = Outcome<Bool>()
      try await loop.perform {
        let start = LoopInstant.read()
        for delay in [9, 3, 7, 1, 5, 0, 3] {
          let handler = Recorder("\(delay)", fired) {
            #expect(start.duration(to: .read()) >= .milliseconds(delay))
            if delay == 9 { done.set(true) }
          }
          _ = loop.schedule(at: start.advanced(by: .milliseconds(delay)), handler)
        }
      }
      _ = await done.value
      #expect(fired.withLock { $0 } == ["0", "1", "3", "3", "5", "7", "9"])
    }
  }

  @Test("A timer's delay starts at the call of `schedule`, not when the loop last read the clock")
  func delayFromNow() async throws {
    try await withLoop { loop in
      let elapsed = Outcome<Duration>()
      try await loop.perform {
        let stale = loop.now
        while stale.duration(to: .read()) < .milliseconds(5) {}
        let start = LoopInstant.read()
        _ = loop.schedule(after: .milliseconds(3)) { elapsed.set(start.duration(to: .read())) }
      }
      #expect(await elapsed.value >= .milliseconds(3))
    }
  }

  @Test("A timer cancelled by another timer of the same iteration does not fire")
  func cancelInTurn() async throws {
    try await withLoop { loop in
      let fired = Lock<[String]>([])
      let done = Outcome<Bool>()
      try await loop.perform {
        let moment = LoopInstant.read().advanced(byNanoseconds: 1_000_000)
        let tokens = Lock<[TimerToken]>([])
        let first = Recorder("first", fired) { tokens.withLock { $0 }.forEach(loop.cancel) }
        let second = Recorder("second", fired) {}
        let third = Recorder("third", fired) { done.set(true) }
        _ = loop.schedule(at: moment, first)
        let token = loop.schedule(at: moment, second)
        tokens.withLock { $0 = [token] }
        _ = loop.schedule(at: moment, third)
      }
      _ = await done.value
      #expect(fired.withLock { $0 } == ["first", "third"])
      let left = try await loop.perform { loop.timerCount }
      #expect(left == 0)
    }
  }

  @Test("A timer that rearms itself for the current time does not block the loop")
  func selfRearming() async throws {
    final class Eager: LoopTimerHandler {
      private let hasRearmed: Outcome<Bool>
      private var count = 0

      init(_ hasRearmed: Outcome<Bool>) {
        self.hasRearmed = hasRearmed
      }

      func timerFired(_ token: TimerToken, on loop: ContractLoop) {
        count += 1
        if count == 100 { hasRearmed.set(true) }
        _ = loop.schedule(at: loop.now, self)
      }
    }
    try await withLoop { loop in
      let hasRearmed = Outcome<Bool>()
      _ = try await loop.perform { loop.schedule(at: loop.now, Eager(hasRearmed)) }
      #expect(await hasRearmed.value)
      for number in 0..<100 {
        let answer = try await loop.perform { number }
        #expect(answer == number)
      }
    }
  }

  @Test("A timer fires after all events that precede it, even if one poll does not return all of them")
  func manyEvents() async throws {
    try await withLoop { loop in
      let events = Lock(0)
      let seen = Outcome<Int>()
      let count = Epoll.maxEvents + 44
      let pair = try SocketPair()
      // One socket has many descriptors, so its bytes make all of them ready at once.
      let copies = (0..<count).map { _ in dup(pair.near.raw) }
      defer { copies.forEach { close($0) } }
      try await loop.perform {
        for copy in copies {
          _ = try loop.register(
            copy, [.read, .edgeTriggered], handler: ClosureHandler { _, _ in events.withLock { $0 += 1 } })
        }
        try send("now", on: pair.far.raw)
        _ = loop.schedule(after: .zero) { seen.set(events.withLock { $0 }) }
      }
      #expect(await seen.value == count)
    }
  }

  @Test("A postponed timer fires once, at its new time")
  func postponed() async throws {
    try await withLoop { loop in
      let fired = Lock<[String]>([])
      let done = Outcome<Bool>()
      let early = Recorder("early", fired) {}
      let late = Recorder("late", fired) { done.set(true) }
      try await loop.perform {
        let start = LoopInstant.read()
        let token = loop.schedule(at: start.advanced(byNanoseconds: 1_000_000), late)
        #expect(loop.reschedule(token, at: start.advanced(byNanoseconds: 6_000_000)))
        _ = loop.schedule(at: start.advanced(byNanoseconds: 3_000_000), early)
      }
      _ = await done.value
      #expect(fired.withLock { $0 } == ["early", "late"])
    }
  }
}

private final class Recorder: LoopTimerHandler, @unchecked Sendable {
  private let name: String
  private let fired: Lock<[String]>
  private let then: () -> Void

  init(_ name: String, _ fired: Lock<[String]>, then: @escaping () -> Void) {
    self.name = name
    self.fired = fired
    self.then = then
  }

  func timerFired(_ token: TimerToken, on loop: ContractLoop) {
    fired.withLock { $0.append(name) }
    then()
  }
}
