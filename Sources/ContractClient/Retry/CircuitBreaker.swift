internal import Contract
internal import ContractHTTP
internal import ContractLoop

/// A circuit breaker that stops calls to a failing host. After a number of consecutive failures it rejects all calls
/// for a while, then lets one probe pass.
///
/// A rejected call throws `ClientError` with the code `circuitOpen`. A breaker can serve several clients and counts
/// each host and port separately. After a redirect to another host, the result counts for that host; a redirect to a
/// host that the breaker blocks is not followed, and the call is rejected.
public final class CircuitBreaker: Sendable {
  private static let maxHosts = 1024

  private let rule: BreakerState.Rule
  private let condition: RetryCondition
  private let hosts = Lock(NameTable<BreakerState>())

  /// Creates a breaker.
  ///
  /// - Parameters:
  ///   - failures: The number of consecutive failures that opens the breaker.
  ///   - cooldown: The time that the breaker stays open before it admits a probe.
  ///   - condition: The outcomes that count as failures. Default: ``RetryCondition/transportFailure``,
  ///     ``RetryCondition/timeout``, or a status of 5xx.
  public init(failures: Int = 5, cooldown: Duration = .seconds(10), when condition: RetryCondition? = nil) {
    self.rule = BreakerState.Rule(failures: max(1, failures), cooldown: cooldown.loopNanoseconds)
    self.condition =
      condition ?? .transportFailure || .timeout || RetryCondition { $0.status?.kind == .serverError }
  }

  /// Whether calls to a host and port, such as `api.example:8443`, are rejected.
  public func isOpen(for host: String) -> Bool {
    hosts.withLock { $0[host]?.isOpen ?? false }
  }

  /// True while no attempt is admitted.
  func blocks(_ host: String, now: Int64) -> Bool {
    hosts.withLock { $0[host]?.blocks(now: now) ?? false }
  }

  /// Admits an attempt; nil if the breaker rejects it.
  func admit(to host: String, now: Int64) -> BreakerState.Admission? {
    hosts.withLock { hosts in
      if hosts.count >= Self.maxHosts, hosts[host] == nil { hosts.filter(\.isOpen) }
      return hosts[host, default: BreakerState()].admit(rule, now: now)
    }
  }

  /// Records the outcome of an admitted attempt.
  func record(_ outcome: AttemptOutcome, _ admission: BreakerState.Admission, host: String, now: Int64) {
    let verdict = verdict(on: outcome)
    hosts.withLock { $0[host, default: BreakerState()].record(verdict, admission, rule, now: now) }
  }

  private func verdict(on outcome: AttemptOutcome) -> BreakerState.Verdict {
    if outcome.isCancelled { return .none }
    if condition.holds(outcome) { return .failure }
    // Other errors, such as those of the program, show nothing about the host.
    return outcome.status == nil ? .none : .success
  }
}

/// The state of a breaker for one host.
///
/// | state | admits | on failure | on success |
/// |---|---|---|---|
/// | closed | all attempts | counts it; opens at the limit | resets the count |
/// | open | nothing until the cooldown ends, then a probe | – | – |
/// | probing | nothing | opens again | closes |
struct BreakerState: Equatable {
  struct Rule {
    var failures: Int
    /// The cooldown in nanoseconds.
    var cooldown: Int64
  }

  enum Verdict {
    case success, failure
    /// An unknown result: the caller stopped waiting, or the attempt failed for another reason.
    case none
  }

  /// The admission of an attempt. Only attempts admitted in the current period affect the state.
  struct Admission: Equatable, Sendable {
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

  /// True while no attempt is admitted.
  func blocks(now: Int64) -> Bool {
    switch phase {
    case .closed: false
    case .open(let until): now < until
    case .probing: true
    }
  }

  mutating func admit(_ rule: Rule, now: Int64) -> Admission? {
    if blocks(now: now) { return nil }
    if isOpen {
      move(to: .probing)
      return Admission(period: period, isProbe: true)
    }
    return Admission(period: period, isProbe: false)
  }

  mutating func record(_ verdict: Verdict, _ admission: Admission, _ rule: Rule, now: Int64) {
    guard admission.period == period else { return }
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
    // The probe showed nothing about the host, so the next call may probe immediately.
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
  /// Stops calls to failing hosts; nil removes the breaker.
  public func circuitBreaker(_ breaker: CircuitBreaker? = CircuitBreaker()) -> APIClient {
    configured { $0.circuitBreaker = breaker }
  }
}
