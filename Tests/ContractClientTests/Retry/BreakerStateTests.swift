import Contract
import ContractHTTP
import Testing

@testable import ContractClient

@Suite("Circuit breaker state")
struct BreakerStateTests {
  private static let rule = BreakerState.Rule(failures: 2, cooldown: 100)

  /// Admits an attempt and records its verdict at once; returns false if it was not admitted.
  private func attempt(_ state: inout BreakerState, _ verdict: BreakerState.Verdict, at now: Int64) -> Bool {
    guard let admission = state.admit(Self.rule, now: now) else { return false }
    state.record(verdict, admission, Self.rule, now: now)
    return true
  }

  @Test("A breaker opens after consecutive failures, and a success resets the count")
  func opening() {
    var state = BreakerState()
    let verdicts: [BreakerState.Verdict] = [.failure, .success, .failure, .none]
    for verdict in verdicts {
      let isAdmitted = attempt(&state, verdict, at: 0)
      #expect(isAdmitted)
    }
    #expect(!state.isOpen)
    let last = attempt(&state, .failure, at: 0)
    #expect(last)
    #expect(state.isOpen)
    let kept = [0, 99].map { attempt(&state, .success, at: $0) }
    #expect(kept == [false, false])
  }

  @Test("One probe is admitted after the cooldown and decides the state")
  func probing() {
    var open = BreakerState()
    for _ in 0..<2 { _ = attempt(&open, .failure, at: 0) }
    var closed = open
    let probe = closed.admit(Self.rule, now: 100)
    #expect(probe?.isProbe == true)
    #expect(closed.admit(Self.rule, now: 100) == nil)
    closed.record(.success, probe!, Self.rule, now: 110)
    #expect(!closed.isOpen)
    var failed = open
    _ = attempt(&failed, .failure, at: 100)
    #expect(failed.admit(Self.rule, now: 199) == nil)
    #expect(failed.admit(Self.rule, now: 200) != nil)
    var abandoned = open
    _ = attempt(&abandoned, .none, at: 100)
    #expect(abandoned.admit(Self.rule, now: 100) != nil)
  }

  @Test("The result of an attempt that began before a state change is ignored")
  func periods() {
    var state = BreakerState()
    let early = state.admit(Self.rule, now: 0)!
    for _ in 0..<2 { _ = attempt(&state, .failure, at: 0) }
    state.record(.success, early, Self.rule, now: 50)
    #expect(state.isOpen)
    let probe = state.admit(Self.rule, now: 100)!
    state.record(.failure, early, Self.rule, now: 100)
    state.record(.success, probe, Self.rule, now: 101)
    #expect(!state.isOpen)
  }
}
