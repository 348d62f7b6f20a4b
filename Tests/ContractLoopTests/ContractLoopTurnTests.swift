import ContractHTTP
import Testing

@testable import ContractLoop

@Suite("The end of a turn")
struct ContractLoopTurnTests {
  /// Writes down that it was called, and asks again as often as it was told.
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

  @Test("comes once, after the jobs that were there and before those they queued")
  func order() async throws {
    try await withLoop { loop in
      let recorder = Recorder()
      try await loop.perform {
        // These are of one turn, the next one: both are queued from the loop itself.
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

  @Test("who asks again while it is called is called again, without anything else to wake the loop")
  func again() async throws {
    try await withLoop { loop in
      let recorder = Recorder(again: 2)
      try await loop.perform { loop.atTurnEnd(recorder) }
      while recorder.events.withLock({ $0.count }) < 3 { await Task.yield() }
      #expect(recorder.events.withLock { $0 } == ["end", "end", "end"])
    }
  }
}
