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
/// clients that are remembered is bounded: past `maxKeys` a new one takes the place of one at rest, and when none of those
/// that are looked at is, it shares a bucket with others like it. Keys of more than 64 bytes are remembered as 128 bits of
/// hash, so a key takes at most about 200 bytes.
public final class RateLimit: ServerMiddleware {
  /// Names who a request counts for; nil does not count it.
  public typealias Key = @Sendable (HTTPRequest, Exchange) -> String?

  private let rule: TokenBucket.Rule
  private let key: Key
  private let time: TimeSource
  private let table: Lock<TokenBucketTable>

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
    self.table = Lock(TokenBucketTable(capacity: maxKeys))
    self.key = key ?? Self.address
    self.time = time
  }

  /// Keys that are remembered now.
  public var keyCount: Int { table.withLock { $0.count } }

  /// Passes the request on, or answers 429.
  public func handle(
    _ request: HTTPRequest, in exchange: Exchange, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    guard let key = key(request, exchange) else { return try await next(request) }
    let now = time.steady()
    let answer = table.withLock { $0.take(key, at: now, rule) }
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
