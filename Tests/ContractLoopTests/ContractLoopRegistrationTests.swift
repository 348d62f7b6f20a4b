import ContractHTTP
import ContractLoop
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

@Suite("Descriptors on a loop")
struct ContractLoopRegistrationTests {
  @Test("Readability and the end of the peer's data are reported")
  func events() async throws {
    try await withLoop { loop in
      let pair = try SocketPair()
      let text = Outcome<String?>()
      let end = Outcome<Bool>()
      try await loop.perform {
        let handler = ClosureHandler { events, loop in
          if events.contains(.peerClosed) {
            end.set(events.contains(.read))
            shutdown(pair.near.raw, Int32(SHUT_RDWR))
          } else if events.contains(.read) {
            text.set(try? receive(from: pair.near.raw))
          }
        }
        _ = try loop.register(pair.near.raw, [.read, .peerClosed, .edgeTriggered], handler: handler)
      }
      try send("hello", on: pair.far.raw)
      #expect(await text.value == "hello")
      try Syscalls.shutdownWriting(pair.far.raw)
      #expect(await end.value)
    }
  }

  @Test("Invalid descriptors are refused, and the loop continues", arguments: [-1, .min, .max] as [Int32])
  func noDescriptor(number: Int32) async throws {
    try await withLoop { loop in
      _ = try await loop.perform {
        #expect(throws: SystemError.self) {
          try loop.register(number, [.read], handler: ClosureHandler { _, _ in })
        }
      }
      try await loop.perform {}
    }
  }

  @Test(
    "Level-triggered readiness is reported repeatedly, edge-triggered readiness once",
    arguments: [Interest.read, [.read, .edgeTriggered]])
  func triggering(interest: Interest) async throws {
    try await withLoop { loop in
      let pair = try SocketPair()
      let calls = Lock(0)
      let registration = try await loop.perform {
        let handler = ClosureHandler { _, _ in calls.withLock { $0 += 1 } }
        return try loop.register(pair.near.raw, interest, handler: handler)
      }
      try send("x", on: pair.far.raw)
      // Each round trip takes at least one iteration, which reports level-triggered readiness again.
      for _ in 0..<5 { _ = try await loop.perform { true } }
      let count = calls.withLock { $0 }
      if interest.contains(.edgeTriggered) { #expect(count == 1) } else { #expect(count > 1) }
      _ = try await loop.perform { loop.deregister(registration) }
    }
  }

  @Test("A changed interest takes effect, and an empty interest reports no events")
  func modify() async throws {
    try await withLoop { loop in
      let pair = try SocketPair()
      let seen = Lock<[ReadyEvents]>([])
      let writable = Outcome<Bool>()
      let registration = try await loop.perform {
        let handler = ClosureHandler { events, loop in
          seen.withLock { $0.append(events) }
          if events.contains(.write) { writable.set(true) }
        }
        return try loop.register(pair.near.raw, [], handler: handler)
      }
      try send("x", on: pair.far.raw)
      for _ in 0..<5 { _ = try await loop.perform { true } }
      #expect(seen.withLock { $0 } == [])
      try await loop.perform { try loop.modify(registration, .write) }
      #expect(await writable.value)
      try await loop.perform { try loop.modify(registration, []) }
      #expect(seen.withLock { $0.allSatisfy { $0 == .write } })
    }
  }

  /// Registers the near end of a pair, whose first event sets `calls`.
  private static func register(
    _ pair: SocketPair, _ interest: Interest, on loop: ContractLoop, _ calls: Outcome<Bool>
  ) async throws -> Registration {
    try await loop.perform {
      let handler = ClosureHandler { _, loop in
        _ = try? receive(from: pair.near.raw)
        calls.set(true)
      }
      return try loop.register(pair.near.raw, interest, handler: handler)
    }
  }

  @Test("An exclusive registration can be paused and resumed")
  func exclusive() async throws {
    try await withLoop { loop in
      let pair = try SocketPair()
      let calls = Outcome<Bool>()
      let registration = try await Self.register(pair, [.read, .exclusive], on: loop, calls)
      try await loop.perform { try loop.modify(registration, []) }
      try send("x", on: pair.far.raw)
      try await loop.perform { try loop.modify(registration, [.read, .exclusive]) }
      #expect(await calls.value)
    }
  }

  @Test(
    "An exclusive registration can be resumed after the kernel refused to change it",
    arguments: [[.read, .exclusive], []] as [Interest])
  func refusedChange(interest: Interest) async throws {
    try await withLoop { loop in
      let pair = try SocketPair()
      let calls = Outcome<Bool>()
      let registration = try await Self.register(pair, interest, on: loop, calls)
      try await loop.perform {
        for _ in 0..<2 {
          #expect(throws: SystemError.self) { try loop.modify(registration, [.read, .exclusive, .peerClosed]) }
        }
      }
      try send("x", on: pair.far.raw)
      try await loop.perform { try loop.modify(registration, [.read, .exclusive]) }
      #expect(await calls.value)
    }
  }

  @Test("An event for a descriptor deregistered in the same iteration is dropped, even if its number is reused")
  func staleEvents() async throws {
    try await withLoop { loop in
      let (first, second) = (try SocketPair(), try SocketPair())
      let calls = Lock<[String]>([])
      let pairs = [first, second]
      _ = try await loop.perform {
        // Both sockets become ready before the next poll. The handler that runs first replaces the registration of the
        // other handler.
        let registrations = Lock<[Registration]>([])
        for index in 0..<2 {
          let handler = ClosureHandler { _, loop in
            calls.withLock { $0.append("first round") }
            let both = registrations.withLock { $0 }
            for registration in both { loop.deregister(registration) }
            for pair in pairs {
              let replacement = ClosureHandler { _, loop in
                calls.withLock { $0.append(loop.registrationCount == 2 ? "second round" : "odd") }
                _ = try? receive(from: pair.near.raw)
              }
              _ = try? loop.register(pair.near.raw, [.read, .edgeTriggered], handler: replacement)
            }
          }
          let registration = try loop.register(pairs[index].near.raw, .read, handler: handler)
          registrations.withLock { $0.append(registration) }
        }
        for pair in pairs { try send("x", on: pair.far.raw) }
      }
      for _ in 0..<5 { _ = try await loop.perform { true } }
      #expect(calls.withLock { $0 } == ["first round", "second round", "second round"])
    }
  }

  @Test("A registration that outlives its descriptor does not affect the next owner of the descriptor number")
  func reusedNumber() async throws {
    try await withLoop { loop in
      let heard = Outcome<Bool>()
      let kept = Lock<SocketPair?>(nil)
      let (stale, number) = try await loop.perform {
        let (first, second) = try Syscalls.streamPair()
        let stale = try loop.register(first, .read, handler: ClosureHandler { _, _ in heard.set(false) })
        close(first)
        close(second)
        let pair = try SocketPair()
        kept.withLock { $0 = pair }
        let handler = ClosureHandler { _, _ in heard.set(true) }
        _ = try loop.register(pair.near.raw, [.read, .edgeTriggered], handler: handler)
        return (stale, pair.near.raw)
      }
      try await loop.perform {
        if number == stale.descriptor {
          #expect(throws: SystemError.self) { try loop.modify(stale, [.read, .write]) }
        }
        loop.deregister(stale)
        loop.deregister(stale)
        #expect(loop.registrationCount == 1)
      }
      try send("x", on: try #require(kept.withLock { $0 }).far.raw)
      #expect(await heard.value)
    }
  }

  @Test("A descriptor that epoll kept after its registration ended can be registered again")
  func kept() async throws {
    try await withLoop { loop in
      let pair = try SocketPair()
      let heard = Outcome<Bool>()
      let (number, third) = try await loop.perform {
        let deaf = ClosureHandler { _, _ in heard.set(false) }
        let number = dup(pair.near.raw)
        let first = try loop.register(number, .read, handler: deaf)
        // `dup2` gives the number to another file. `pair.near` keeps the first file open, so epoll keeps its registration as
        // well.
        let other = try SocketPair()
        dup2(other.near.raw, number)
        let second = try loop.register(number, .read, handler: deaf)
        loop.deregister(first)
        loop.deregister(second)
        dup2(pair.near.raw, number)
        let third = try loop.register(
          number, [.read, .edgeTriggered], handler: ClosureHandler { _, _ in heard.set(true) })
        #expect(loop.registrationCount == 1)
        return (number, third)
      }
      try send("x", on: pair.far.raw)
      #expect(await heard.value)
      try await loop.perform {
        loop.deregister(third)
        // The number is closed last, because afterwards another test may get it.
        close(number)
      }
    }
  }

  @Test("A descriptor that epoll refuses leaves no registration")
  func refused() async throws {
    try await withLoop { loop in
      let pair = try SocketPair()
      let heard = Outcome<Bool>()
      try await loop.perform {
        let handler = ClosureHandler { _, _ in heard.set(true) }
        #expect(throws: SystemError(EBADF, "epoll_ctl")) { _ = try loop.register(-1, .read, handler: handler) }
        let registration = try loop.register(pair.near.raw, [.read, .edgeTriggered], handler: handler)
        let twice = #expect(throws: SystemError.self) {
          _ = try loop.register(pair.near.raw, .read, handler: handler)
        }
        #expect(twice?.code == EEXIST)
        #expect(loop.registrationCount == 1)
        try loop.modify(registration, [.read])
        try loop.modify(registration, [.read, .edgeTriggered])
      }
      try send("x", on: pair.far.raw)
      #expect(await heard.value)
    }
  }

  /// Counted in rounds of the tasks, not in time, so the load of the machine has no effect.
  @Test("Tasks that yield forever delay a socket event by at most one loop iteration", .timeLimit(.minutes(5)))
  func fairness() async throws {
    try await withLoop { loop in
      let pair = try SocketPair()
      let isDone = Lock(false)
      let rounds = Lock(0)
      let spinning = Outcome<Bool>()
      let spinners = (0..<2).map { _ in
        Task(executorPreference: loop) {
          while !isDone.withLock({ $0 }) {
            await Task.yield()
            let count = rounds.withLock { rounds in
              rounds += 1
              return rounds
            }
            if count == 100 { spinning.set(true) }
          }
        }
      }
      _ = await spinning.value
      let readings = Lock<[Int]>([])
      let finished = Outcome<Bool>()
      try await loop.perform {
        let handler = ClosureHandler { _, _ in
          _ = try? receive(from: pair.near.raw)
          let reading = rounds.withLock { $0 }
          let count = readings.withLock { readings in
            readings.append(reading)
            return readings.count
          }
          if count == 100 { finished.set(true) } else { try? send("y", on: pair.far.raw) }
        }
        _ = try loop.register(pair.near.raw, .read, handler: handler)
        try send("x", on: pair.far.raw)
      }
      _ = await finished.value
      isDone.withLock { $0 = true }
      for spinner in spinners { await spinner.value }
      let seen = readings.withLock { $0 }
      // Each byte arrives before the next iteration, and an iteration runs each of the two tasks once.
      #expect(zip(seen, seen.dropFirst()).allSatisfy { $1 - $0 <= 2 })
    }
  }
}
