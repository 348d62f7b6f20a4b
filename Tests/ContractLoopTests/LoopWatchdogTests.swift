import ContractHTTP
import ContractTestSupport
import Testing

@testable import ContractLoop

@Suite("The watchdog of loops", .timeLimit(.minutes(1)))
struct LoopWatchdogTests {
  struct Look: CustomTestStringConvertible {
    /// The start of the iteration; nil while the loop waits.
    let start: Int64?
    let now: Int64
    let run: UInt
    /// The processor time of the thread; nil for a thread that waits.
    let used: Int64?
    let events: [String]
    var testDescription: String { "\(start.map(String.init) ?? "waits") at \(now)" }

    init(_ start: Int64?, _ now: Int64, run: UInt = 1, used: Int64? = nil, _ events: String...) {
      self.start = start
      self.now = now
      self.run = run
      self.used = used
      self.events = events
    }
  }

  static let looks: [[Look]] = [
    [Look(nil, 100), Look(nil, 900)],
    [Look(100, 150), Look(180, 230), Look(250, 300)],
    [
      Look(100, 100), Look(100, 199), Look(100, 200, "stalled 100"), Look(100, 900), Look(nil, 950, "over 850"),
      Look(nil, 999),
    ],
    [Look(100, 110), Look(100, 350, "stalled 250"), Look(360, 400, "over 260"), Look(360, 500, "stalled 140")],
    [Look(100, 100), Look(100, 300, "stalled 200"), Look(400, 600, "over 300"), Look(nil, 700)],
    // A clock that does not advance, or an iteration that started after the clock was read.
    [Look(100, 100), Look(150, 149)],
    // Code that gets no processor time is not reported, however long it takes.
    [
      Look(100, 110, used: 5), Look(100, 400, used: 9), Look(100, 5000, used: 104),
      Look(100, 5100, used: 105, "stalled 5000"),
    ],
    [
      Look(100, 110, used: 5), Look(100, 160, used: 55), Look(100, 210, used: 105, "stalled 110"),
      Look(nil, 220, "over 120"),
    ],
    // Several pieces of code have run, none of them for long.
    [
      Look(100, 110, run: 1, used: 0), Look(100, 180, run: 2, used: 70), Look(100, 250, run: 3, used: 140),
      Look(100, 320, run: 4, used: 210, "several 220"), Look(nil, 330, "over 230"),
    ],
    [
      Look(100, 110, run: 1, used: 0), Look(100, 180, run: 2, used: 70), Look(100, 240, run: 2, used: 130),
      Look(100, 290, run: 2, used: 180, "stalled 190"),
    ],
  ]

  @Test("A stall is reported once when it is noticed and once when it is over", arguments: looks)
  func detector(looks: [Look]) {
    var detector = StallDetector(threshold: 100)
    for look in looks {
      let start = look.start.map(LoopInstant.init(nanoseconds:))
      let seen = start.map {
        StallDetector.Observation(start: $0, run: look.run, processorTime: look.used ?? 0, waits: look.used == nil)
      }
      let events = detector.observe(seen, at: LoopInstant(nanoseconds: look.now)).map { event in
        switch event {
        case .stalled(_, let nanoseconds, let isKnown): "\(isKnown ? "stalled" : "several") \(nanoseconds)"
        case .over(_, let nanoseconds): "over \(nanoseconds)"
        }
      }
      #expect(events == look.events, "\(look.testDescription)")
    }
  }

  /// The reports of a watchdog, which a task can await.
  final class Reports: Sendable {
    private let stalls = Lock<[LoopWatchdog.Stall]>([])
    func add(_ stall: LoopWatchdog.Stall) { stalls.withLock { $0.append(stall) } }
    func first(_ matches: (LoopWatchdog.Stall) -> Bool) async -> LoopWatchdog.Stall {
      while true {
        if let stall = stalls.withLock({ $0.first(where: matches) }) { return stall }
        await Task.yield()
      }
    }
  }

  private func watched(
    _ body: (ContractLoop, Reports) async throws -> Void
  ) async throws {
    try await withLoop { loop in
      let reports = Reports()
      let watchdog = LoopWatchdog([loop], threshold: .milliseconds(20)) { reports.add($0) }
      try watchdog.start()
      defer { watchdog.stop() }
      try await body(loop, reports)
    }
  }

  @Test("A report has the tag of the running code, and no tag for untagged code")
  func tags() async throws {
    try await watched { loop, reports in
      for tag in [7, 0, -1, nil] {
        let gate = BlockingGate()
        defer { gate.open() }
        loop.execute {
          if let tag { loop.activity.run(tag: tag) }
          gate.wait()
        }
        if let tag {
          #expect(await reports.first { $0.tag == tag && !$0.isOver }.duration >= .milliseconds(20))
          gate.open()
          #expect(await reports.first { $0.tag == tag && $0.isOver }.duration >= .milliseconds(20))
        } else {
          _ = await reports.first { $0.tag == nil && !$0.isOver }
        }
      }
      #expect(loop.activity.takeLongestTurn(at: .read()) >= .milliseconds(20))
    }
  }

  @Test("The Swift runtime in use identifies tasks, and two tasks have different identities")
  func identities() async {
    #expect(LoopActivity.TaskIdentity.isKnown)
    let (first, second) = await (Task { LoopActivity.TaskIdentity.current }.value, LoopActivity.TaskIdentity.current)
    #expect(first != nil && second != nil && first != second)
  }

  @Test("The current task has no identity if the runtime does not identify tasks")
  func withoutIdentities() {
    #expect(LoopActivity.TaskIdentity.current(isKnown: false) == nil)
  }

  @Test("A report has the tag of a task that resumed after a suspension, until the tag is removed")
  func tasks() async throws {
    try await watched { loop, reports in
      let gate = BlockingGate()
      let named = Outcome<Void>()
      let go = Outcome<Void>()
      let task = Task(executorPreference: loop) {
        let identity = LoopActivity.TaskIdentity.current
        if let identity { #expect(loop.activity.name(identity, tag: 9)) }
        named.set(())
        await go.value
        gate.wait()
        if let identity { loop.activity.forget(identity) }
      }
      await named.value
      try await loop.perform { loop.activity.run(tag: 3) }
      go.set(())
      _ = await reports.first { $0.tag == 9 }
      gate.open()
      await task.value
      // The task no longer has a tag.
      let second = BlockingGate()
      loop.execute { second.wait() }
      _ = await reports.first { $0.tag == nil && !$0.isOver }
      second.open()
    }
  }

  @Test("The longest iteration includes the running one, and is kept until it is read")
  func longestTurn() async throws {
    try await withLoop { loop in
      let gate = BlockingGate()
      let started = Outcome<LoopInstant>()
      loop.execute {
        started.set(.read())
        gate.wait()
      }
      let start = await started.value
      while LoopInstant.read() < start.advanced(by: .milliseconds(5)) { await Task.yield() }
      #expect(loop.activity.takeLongestTurn(at: .read()) >= .milliseconds(5))
      gate.open()
      try await loop.perform {}
      // The end of that iteration is published after the next poll.
      var longest = Duration.zero
      while longest < .milliseconds(5) {
        longest = max(longest, loop.activity.takeLongestTurn(at: .read()))
        try await loop.perform {}
      }
      #expect(loop.activity.takeLongestTurn(at: start) < longest)
    }
  }
}
