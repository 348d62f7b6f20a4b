internal import Contract
internal import ContractHTTP
internal import ContractLoop

/// Keeps calls from a host that fails: after so many failures in a row none is sent for a while, then one tries.
///
/// A call that is kept back throws `ClientError` with the code `circuitOpen`. One breaker may serve many clients; it counts
/// for each host and port on its own.
public final class CircuitBreaker: Sendable {
  private static let maxHosts = 1024

  private let rule: BreakerState.Rule
  private let condition: RetryCondition
  private let hosts = Lock(NameTable<BreakerState>())

  /// A breaker.
  ///
  /// - Parameters:
  ///   - failures: how many failures in a row open it.
  ///   - cooldown: how long it stays open before one call tries.
  ///   - condition: what is a failure; no response, or a status of 5xx, unless given.
  public init(failures: Int = 5, cooldown: Duration = .seconds(10), when condition: RetryCondition? = nil) {
    self.rule = BreakerState.Rule(failures: max(1, failures), cooldown: cooldown.loopNanoseconds)
    self.condition =
      condition ?? .transportFailure || .timeout || RetryCondition { $0.status?.kind == .serverError }
  }

  /// True while calls to a host and port, such as `api.example:8443`, are kept back.
  public func isOpen(for host: String) -> Bool {
    hosts.withLock { $0[host]?.isOpen ?? false }
  }

  /// True while no attempt is let pass.
  func keepsBack(_ host: String, now: Int64) -> Bool {
    hosts.withLock { $0[host]?.keepsBack(now: now) ?? false }
  }

  /// Lets an attempt pass, or not.
  func admit(to host: String, now: Int64) -> BreakerState.Pass? {
    hosts.withLock { hosts in
      if hosts.count >= Self.maxHosts, hosts[host] == nil { hosts.filter(\.isOpen) }
      return hosts[host, default: BreakerState()].admit(rule, now: now)
    }
  }

  /// Learns what came of an attempt that was let pass.
  func record(_ outcome: AttemptOutcome, _ pass: BreakerState.Pass, host: String, now: Int64) {
    let verdict = verdict(on: outcome)
    hosts.withLock { $0[host, default: BreakerState()].record(verdict, pass, rule, now: now) }
  }

  private func verdict(on outcome: AttemptOutcome) -> BreakerState.Verdict {
    if outcome.errorCode == .cancelled { return .none }
    if condition.holds(outcome) { return .failure }
    // Other errors, such as one of the program's own, say nothing about the host.
    return outcome.status == nil ? .none : .success
  }
}

/// The state of a breaker for one host: pure.
///
/// | state | admits | a failure | a success |
/// |---|---|---|---|
/// | closed | everything | counts, and opens it at the limit | forgets the failures |
/// | open | nothing until the time is over, then a probe | – | – |
/// | probing | nothing | opens it again | closes it |
struct BreakerState: Equatable {
  struct Rule {
    var failures: Int
    /// Nanoseconds.
    var cooldown: Int64
  }

  enum Verdict {
    case success, failure
    /// Nothing is known, because the caller did not wait, or failed by itself.
    case none
  }

  /// What an attempt was let pass as. Only what began in the present period says something about it.
  struct Pass: Equatable, Sendable {
    var period: Int
    var isProbe: Bool
  }

  private enum Phase: Equatable {
    case closed(failures: Int)
    case open(until: Int64)
    case probing
  }

  private var phase = Phase.closed(failures: 0)
  private var period = 0

  var isOpen: Bool {
    if case .closed = phase { false } else { true }
  }

  /// True while nothing is admitted.
  func keepsBack(now: Int64) -> Bool {
    switch phase {
    case .closed: false
    case .open(let until): now < until
    case .probing: true
    }
  }

  mutating func admit(_ rule: Rule, now: Int64) -> Pass? {
    if keepsBack(now: now) { return nil }
    if isOpen {
      move(to: .probing)
      return Pass(period: period, isProbe: true)
    }
    return Pass(period: period, isProbe: false)
  }

  mutating func record(_ verdict: Verdict, _ pass: Pass, _ rule: Rule, now: Int64) {
    guard pass.period == period else { return }
    switch (phase, verdict) {
    case (.closed, .success): phase = .closed(failures: 0)
    case (.closed(let failures), .failure):
      if failures + 1 < rule.failures {
        phase = .closed(failures: failures + 1)
      } else {
        move(to: .open(until: now + rule.cooldown))
      }
    case (.probing, .success): move(to: .closed(failures: 0))
    case (.probing, .failure): move(to: .open(until: now + rule.cooldown))
    // Somebody else may try at once.
    case (.probing, .none): move(to: .open(until: now))
    case (.closed, .none), (.open, _): break
    }
  }

  private mutating func move(to phase: Phase) {
    self.phase = phase
    period += 1
  }
}

extension APIClient {
  /// Keeps calls from hosts that fail; nil ends it.
  public func circuitBreaker(_ breaker: CircuitBreaker? = CircuitBreaker()) -> APIClient {
    configured { $0.circuitBreaker = breaker }
  }
}
