public import Contract

/// Lets every client make so many requests in a time, and answers more with 429 (RFC 6585 §4).
///
/// ```swift
/// Server(port: 8080, middleware: [TrustedProxies(["10.0.0.0/8"]), RateLimit(100, per: .seconds(60))]) { … }
/// ```
///
/// Requests that have not been made are kept as tokens up to `burst`. Answers carry `RateLimit-Limit`,
/// `RateLimit-Remaining` and `RateLimit-Reset` (seconds until the bucket is full); a 429 has `Retry-After`. The count is this
/// process's own: behind a load balancer each server has one.
///
/// A client is its IP address (IPv6: its /64, which one host has to itself) unless `key` says otherwise. The number of
/// clients that are remembered is bounded: past `maxKeys` those that are at rest are forgotten, and when there are none, new
/// ones share a bucket.
public final class RateLimit: ServerMiddleware {
  /// Names who a request counts for; nil does not count it.
  public typealias Key = @Sendable (HTTPRequest, Exchange) -> String?

  private struct State {
    var buckets: [String: TokenBucket] = [:]
    /// For those for whom there is no room.
    var shared: TokenBucket?
    /// When to look for buckets at rest again.
    var nextSweep: Int64 = .min
  }

  private let rule: TokenBucket.Rule
  private let maxKeys: Int
  private let key: Key
  private let time: TimeSource
  private let state = Lock(State())

  /// A limit of `count` requests in `period` for each key.
  ///
  /// - Parameters:
  ///   - burst: the most requests at once; `count` unless given.
  ///   - maxKeys: how many keys are remembered.
  ///   - key: who a request counts for; the client's address unless given.
  public convenience init(
    _ count: Int, per period: Duration, burst: Int? = nil, maxKeys: Int = 100_000, key: Key? = nil
  ) {
    self.init(count, per: period, burst: burst, maxKeys: maxKeys, time: .system, key: key)
  }

  package init(
    _ count: Int, per period: Duration, burst: Int? = nil, maxKeys: Int = 100_000, time: TimeSource, key: Key? = nil
  ) {
    self.rule = TokenBucket.Rule(count, per: period, burst: burst)
    self.maxKeys = max(1, maxKeys)
    self.key = key ?? Self.address
    self.time = time
  }

  /// Keys that are remembered now.
  public var keyCount: Int { state.withLock { $0.buckets.count } }

  /// Passes the request on, or answers 429.
  public func handle(
    _ request: HTTPRequest, in exchange: Exchange, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    guard let key = key(request, exchange) else { return try await next(request) }
    let now = time.steady()
    let answer = state.withLock { Self.take(key, from: &$0, at: now, rule, maxKeys) }
    var response: HTTPResponse
    if answer.isAllowed {
      response = try await next(request)
    } else {
      response = RequestPipeline.answer(
        Problem(
          .tooManyRequests, detail: "too many requests; try again later",
          fields: ["Retry-After": Self.seconds(answer.wait)]))
    }
    response.fields["RateLimit-Limit"] = HTTPFieldValue(unchecked: String(rule.capacity))
    response.fields["RateLimit-Remaining"] = HTTPFieldValue(unchecked: String(answer.remaining))
    response.fields["RateLimit-Reset"] = Self.seconds(answer.reset)
    return response
  }

  private static func take(
    _ key: String, from state: inout State, at now: Int64, _ rule: TokenBucket.Rule, _ maxKeys: Int
  ) -> TokenBucket.Answer {
    if state.buckets[key] == nil, state.buckets.count >= maxKeys {
      if now >= state.nextSweep {
        state.buckets = state.buckets.filter { !$0.value.isFull(at: now) }
        // So that a flood of new keys cannot make every request look at all of them.
        state.nextSweep = now.addingReportingOverflow(1_000_000_000).partialValue
      }
      if state.buckets.count >= maxKeys {
        var shared = state.shared ?? TokenBucket(at: now)
        defer { state.shared = shared }
        return shared.take(at: now, rule)
      }
    }
    return state.buckets[key, default: TokenBucket(at: now)].take(at: now, rule)
  }

  /// Whole seconds, upwards, so that nobody comes back too early.
  private static func seconds(_ nanoseconds: Int64) -> HTTPFieldValue {
    let whole = nanoseconds / 1_000_000_000 + (nanoseconds % 1_000_000_000 > 0 ? 1 : 0)
    return HTTPFieldValue(unchecked: String(max(0, whole)))
  }

  private static func address(_ request: HTTPRequest, _ exchange: Exchange) -> String? {
    guard let text = exchange.client.address, let address = IPAddress(text) else { return exchange.client.address }
    return address.isIPv4 ? text : String(address.number >> 64, radix: 16)
  }
}
