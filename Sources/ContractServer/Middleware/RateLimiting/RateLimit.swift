public import Contract
package import ContractHTTP
package import ContractLoop
internal import ContractSockets

/// Middleware that limits the request rate of each client, and responds with 429 to excess requests (RFC 6585 §4).
///
/// ```swift
/// Server(port: 8080, middleware: [TrustedProxies(["10.0.0.0/8"]), RateLimit(100, per: .seconds(60))]) { … }
/// ```
///
/// A token bucket accumulates unused requests up to `burst`. Responses carry `RateLimit-Limit`, `RateLimit-Remaining`
/// and `RateLimit-Reset` (seconds until the bucket is full). If several limits apply, these headers describe the limit
/// with the fewest remaining requests. A 429 carries `Retry-After`. Each process has its own buckets: with a load
/// balancer the limit applies per server.
///
/// By default a client is identified by its IP address, or its /64 network for IPv6. Clients without a known address,
/// such as those of a Unix socket, share one bucket; a request from the same process does not count. The number of
/// buckets is limited to `maxKeys`: a new client then replaces one with a full bucket, or shares a bucket with other new
/// clients if none is found quickly. Keys over 64 bytes are stored as a 128-bit hash, so a bucket takes at most about 200
/// bytes.
public final class RateLimit: ServerMiddleware {
  /// A function that returns the key under which a request is counted; nil if it is not counted.
  public typealias Key = @Sendable (HTTPRequest, Exchange) -> String?

  private let rule: TokenBucket.Rule
  private let key: Key
  private let time: TimeSource
  private let table: Lock<TokenBucketTable>

  /// Creates a limit of `count` requests in `period` for each key.
  ///
  /// - Parameters:
  ///   - burst: the maximum number of requests at once. Default: `count`.
  ///   - maxKeys: the maximum number of buckets. Default: 100,000.
  ///   - key: returns the key under which a request is counted. Default: the client's address, or one key for all
  ///     clients without a known address.
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

  /// The current number of buckets.
  public var keyCount: Int { table.withLock { $0.count } }

  /// Passes the request on, or responds with 429.
  public func handle(
    _ request: HTTPRequest, in exchange: Exchange, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    guard let key = key(request, exchange) else { return try await next(request) }
    let now = time.now()
    let outcome = table.withLock { $0.take(key, at: now, rule) }
    var response: HTTPResponse
    if outcome.isAllowed {
      response = try await next(request)
    } else {
      response = RequestPipeline.response(
        Problem(
          .tooManyRequests, detail: "too many requests; try again later",
          fields: ["Retry-After": Self.seconds(outcome.wait)]))
    }
    // If several limits apply, the response describes the one that the client reaches first, here an inner limit.
    if let inner = response.fields["RateLimit-Remaining"].flatMap({ Int($0.rawValue) }), inner <= outcome.remaining {
      return response
    }
    response.fields["RateLimit-Limit"] = HTTPFieldValue(unchecked: String(rule.capacity))
    response.fields["RateLimit-Remaining"] = HTTPFieldValue(unchecked: String(outcome.remaining))
    response.fields["RateLimit-Reset"] = Self.seconds(outcome.reset)
    return response
  }

  /// Returns whole seconds, rounded up so that clients do not retry too early.
  private static func seconds(_ nanoseconds: Int64) -> HTTPFieldValue {
    let whole = nanoseconds / 1_000_000_000 + (nanoseconds % 1_000_000_000 > 0 ? 1 : 0)
    return HTTPFieldValue(unchecked: String(max(0, whole)))
  }

  private static func address(_ request: HTTPRequest, _ exchange: Exchange) -> String? {
    // A request without a peer comes from the same process, and is not limited.
    guard let text = exchange.client.address else { return exchange.remoteAddress == nil ? nil : "" }
    guard let address = IPAddress(text) else { return text }
    return address.isIPv4 ? text : String(address.number >> 64, radix: 16)
  }
}

extension RateLimit: RefusingMiddleware {
  package var refusals: [HTTPStatus] { [.tooManyRequests] }
}
