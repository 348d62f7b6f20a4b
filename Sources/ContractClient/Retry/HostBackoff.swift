internal import Contract
internal import ContractHTTP
internal import ContractLoop

/// Keeps all calls from a host for as long as it asked one of them to: 429 and 503 with `Retry-After`.
///
/// A call waits until then, with a tenth of the time more left to chance, or fails at once with the code `timeout` when it
/// has not so much time left.
public final class HostBackoff: Sendable {
  private static let maxHosts = 1024

  private let maxWait: Duration
  private let until = Lock<[String: Int64]>([:])

  /// A back-off that nobody has asked for yet.
  ///
  /// - Parameter maxWait: the longest time that a host may ask for; more counts as this.
  public init(maxWait: Duration = .seconds(60)) {
    self.maxWait = maxWait
  }

  /// How long to stay away from a host.
  func wait(for host: String, now: Int64, random: Double) -> Duration {
    let left = until.withLock { ($0[host] ?? now) - now }
    guard left > 0 else { return .zero }
    return .nanoseconds(left) * (1 + random / 10)
  }

  /// Learns of a response.
  func note(_ response: HTTPResponse, from host: String, now: Int64, wall: Double) {
    guard response.status == .tooManyRequests || response.status == .serviceUnavailable,
      let asked = RetryAfter.delay(of: response, wall: wall), asked > .zero
    else { return }
    let end = now + min(asked, maxWait).loopNanoseconds
    until.withLock { hosts in
      if hosts.count >= Self.maxHosts { hosts = hosts.filter { $0.value > now } }
      hosts[host] = max(hosts[host] ?? end, end)
    }
  }
}

extension APIClient {
  /// Keeps all calls from a host for as long as it asked one of them to.
  public func hostBackoff(_ backoff: HostBackoff? = HostBackoff()) -> APIClient {
    configured { $0.hostBackoff = backoff }
  }
}
