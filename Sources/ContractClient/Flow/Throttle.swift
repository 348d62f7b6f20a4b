public import Contract
internal import ContractHTTP
internal import ContractLoop

/// Makes the same call at most once in an interval.
public final class Throttle: Sendable {
  /// What happens to further calls in the interval.
  public enum Mode: Sendable, Hashable {
    /// They get the response of the first one. GET and HEAD requests without content, and what has a name.
    case reuse
    /// They wait for their turn. All requests, whether they are the same or not, unless they have a name.
    case wait
  }

  let mode: Mode
  private let interval: Int64
  private let name: (@Sendable (HTTPRequest) -> String?)?
  private let state = Lock(ThrottleState())
  let flights = SingleFlight<RequestKey, HTTPResponse>()

  /// A throttle.
  ///
  /// - Parameters:
  ///   - interval: from the start of one call to that of the next.
  ///   - mode: what happens to further calls.
  ///   - name: what calls are the same; nil for those that are not throttled. Method, URL and fields unless given.
  public init(
    interval: Duration, mode: Mode = .reuse, name: (@Sendable (HTTPRequest) -> String?)? = nil
  ) {
    self.interval = interval.loopNanoseconds
    self.mode = mode
    self.name = name
  }

  /// What a request shares its interval with; nil when it is not throttled.
  func key(of request: HTTPRequest, _ lane: Lane) -> RequestKey? {
    if let name { return name(request).map { RequestKey(named: $0, lane) } }
    return mode == .wait ? RequestKey(named: "", lane) : RequestKey(request, lane)
  }

  /// The response of the interval that `now` is in.
  func known(_ key: RequestKey, now: Int64) -> HTTPResponse? {
    state.withLock { $0.known(key, now: now, interval: interval) }
  }

  /// Keeps a response for the interval that began at `start`.
  func keep(_ response: HTTPResponse, _ key: RequestKey, start: Int64) {
    if case .stream = response.body { return }
    state.withLock { $0.keep(response, key, start: start, interval: interval) }
  }

  /// Takes the next turn; the time to wait for it.
  func turn(_ key: RequestKey, now: Int64) -> Duration {
    .nanoseconds(state.withLock { $0.turn(key, now: now, interval: interval) })
  }
}

/// What a ``Throttle`` remembers: pure.
struct ThrottleState {
  private struct Entry {
    var start: Int64
    var response: HTTPResponse?
  }

  private static let maxEntries = 256

  private var entries: [RequestKey: Entry] = [:]

  func known(_ key: RequestKey, now: Int64, interval: Int64) -> HTTPResponse? {
    guard let entry = entries[key], now - entry.start < interval else { return nil }
    return entry.response
  }

  mutating func keep(_ response: HTTPResponse, _ key: RequestKey, start: Int64, interval: Int64) {
    makeRoom(now: start, interval: interval)
    entries[key] = Entry(start: start, response: response)
  }

  /// Nanoseconds until the next turn, which is taken.
  mutating func turn(_ key: RequestKey, now: Int64, interval: Int64) -> Int64 {
    makeRoom(now: now, interval: interval)
    let start = max(now, entries[key].map { $0.start + interval } ?? now)
    entries[key] = Entry(start: start)
    return start - now
  }

  private mutating func makeRoom(now: Int64, interval: Int64) {
    guard entries.count >= Self.maxEntries else { return }
    entries = entries.filter { now - $0.value.start < interval }
    if entries.count >= Self.maxEntries, let oldest = entries.min(by: { $0.value.start < $1.value.start }) {
      entries[oldest.key] = nil
    }
  }
}

extension APIClient {
  /// Makes the same call at most once in an interval; further ones get its response.
  ///
  /// ```swift
  /// let rates = client("rates").throttle(.seconds(10))
  /// ```
  ///
  /// - Parameters:
  ///   - interval: from the start of one call to that of the next.
  ///   - mode: ``Throttle/Mode/wait`` lets further calls wait instead.
  public func throttle(_ interval: Duration, _ mode: Throttle.Mode = .reuse) -> APIClient {
    throttle(Throttle(interval: interval, mode: mode))
  }

  /// Throttles with a throttle that others may share; nil ends it.
  public func throttle(_ throttle: Throttle?) -> APIClient {
    configured { $0.throttle = throttle }
  }
}
