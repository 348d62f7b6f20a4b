internal import Contract
internal import ContractHTTP
internal import ContractLoop

/// A back-off that delays all calls to a host for the time in `Retry-After` of a 429 or 503 response.
///
/// A call waits for that time plus a random part of up to a tenth. A call with a shorter timeout fails immediately with
/// the code `timeout`. After a redirect to another host, the response counts for that host, but the redirect is not delayed.
public final class HostBackoff: Sendable {
  private static let maxHosts = 1024

  private let maxWait: Duration
  private let until = Lock<[String: Int64]>([:])

  /// Creates a back-off that does not delay calls until a host requests it.
  ///
  /// - Parameter maxWait: The maximum time that a host can request; longer times are reduced to it.
  public init(maxWait: Duration = .seconds(60)) {
    self.maxWait = maxWait
  }

  /// Returns the time to wait before calling a host.
  func wait(for host: String, now: Int64, random: Double) -> Duration {
    let left = until.withLock { ($0[host] ?? now) - now }
    guard left > 0 else { return .zero }
    return .nanoseconds(left) * (1 + random / 10)
  }

  /// Records a response that may request a delay.
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
  /// Delays all calls to a host for the time that one of its responses requested; nil disables it.
  public func hostBackoff(_ backoff: HostBackoff? = HostBackoff()) -> APIClient {
    configured { $0.hostBackoff = backoff }
  }
}
