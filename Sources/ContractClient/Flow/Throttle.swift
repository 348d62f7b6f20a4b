public import Contract
internal import ContractHTTP
internal import ContractLoop

/// A limit of one call per interval for equal requests.
public final class Throttle: Sendable {
  /// The treatment of further calls in the interval.
  public enum Mode: Sendable, Hashable {
    /// Further calls get the response of the first one. This applies to requests with a name, and to GET and HEAD requests
    /// without a body, unless ``ClientAuth/custom(_:)`` or attempt middleware may change them.
    case reuse
    /// Further calls wait for their turn. Without names this applies to all requests of all clients with this throttle,
    /// whether equal or not. Above 4096 names in one interval, requests with further names share one sequence of start
    /// times.
    case wait
  }

  /// The start time assigned to a call.
  struct Turn: Sendable {
    let key: RequestKey
    fileprivate let start: Int64
    /// The time until the start.
    let delay: Duration
  }

  let mode: Mode
  private let interval: Int64
  private let name: (@Sendable (HTTPRequest) -> String?)?
  private let state = Lock(ThrottleState())
  /// The requester in the keys of waiting requests, because pacing does not depend on the client.
  private let anyRequester = RequestKey.Requester(sharingScope: SharingScope())
  let flights = SingleFlight<RequestKey, SharedResponse>()

  /// Creates a throttle.
  ///
  /// - Parameters:
  ///   - interval: The time between the starts of two calls.
  ///   - mode: The treatment of further calls.
  ///   - name: A closure that returns the same name for equal requests, and nil for requests that are not throttled.
  ///     Default: method, URL and headers. The closure runs in the task of each call. If ``ClientAuth/custom(_:)`` or
  ///     attempt middleware make responses depend on the caller, the name must depend on the caller too.
  public init(
    interval: Duration, mode: Mode = .reuse, name: (@Sendable (HTTPRequest) -> String?)? = nil
  ) {
    self.interval = interval.loopNanoseconds
    self.mode = mode
    self.name = name
  }

  /// True if the program names requests.
  var isNamed: Bool { name != nil }

  /// Returns the key of requests with the same name; nil if the request is not throttled.
  func name(of request: HTTPRequest, _ requester: RequestKey.Requester) -> RequestKey? {
    name.flatMap { $0(request) }.map { RequestKey(named: $0, requester) }
  }

  /// Returns the key of requests that wait for each other; nil if the request is not throttled.
  func pace(of request: HTTPRequest) -> RequestKey? {
    isNamed ? name(of: request, anyRequester) : RequestKey(named: "", anyRequester)
  }

  /// Returns the response stored for the interval that contains `now`; nil for none.
  func known(_ key: RequestKey, now: Int64) -> SharedResponse? {
    state.withLock { $0.known(key, now: now, interval: interval) }
  }

  /// Stores a response for the interval that began at `start`, unless it is an error or streamed.
  func keep(_ shared: SharedResponse, _ key: RequestKey, start: Int64) {
    if case .stream = shared.response.body { return }
    if shared.response.status.code >= 400 { return }
    state.withLock { $0.keep(shared, key, start: start, interval: interval) }
  }

  /// Assigns the next start time; returns nil if it is not within `time`.
  func turn(_ key: RequestKey, now: Int64, within time: Duration) -> Turn? {
    state.withLock { state in
      let pace = state.pace(of: key, now: now, interval: interval)
      let start = state.turn(pace, now: now, interval: interval, within: time.loopNanoseconds)
      return start.map { Turn(key: pace, start: $0, delay: .nanoseconds($0 - now)) }
    }
  }

  /// Makes an unused start time available to other calls.
  func giveBack(_ turn: Turn) {
    state.withLock { $0.giveBack(turn.key, turn.start, interval: interval) }
  }
}

/// The state of a ``Throttle``. A pure value.
struct ThrottleState {
  private struct Entry {
    /// The start time of the last call.
    var start: Int64
    var shared: SharedResponse?
    /// The unused start times before `start`.
    var free: [Int64] = []
  }

  private static let maxResponses = 256
  private static let maxPaces = 4096
  /// The pace of the names that exceed the maximum.
  private static let sharedPace = RequestKey(named: "", RequestKey.Requester(sharingScope: SharingScope()))

  private var entries: [RequestKey: Entry] = [:]

  func known(_ key: RequestKey, now: Int64, interval: Int64) -> SharedResponse? {
    guard let entry = entries[key], now - entry.start < interval else { return nil }
    return entry.shared
  }

  mutating func keep(_ shared: SharedResponse, _ key: RequestKey, start: Int64, interval: Int64) {
    if entries[key] == nil { makeRoom(now: start, interval: interval) }
    entries[key] = Entry(start: start, shared: shared)
  }

  /// Returns the key whose start times apply to a name.
  mutating func pace(of key: RequestKey, now: Int64, interval: Int64) -> RequestKey {
    if entries[key] != nil || entries.count < Self.maxPaces { return key }
    // Only entries whose interval has passed are removed: if a key lost its entry earlier, its next request could start too
    // early.
    removePassed(now: now, interval: interval)
    return entries.count < Self.maxPaces ? key : Self.sharedPace
  }

  /// Assigns the next start time; returns nil, and assigns none, if it is not within `time`.
  mutating func turn(_ key: RequestKey, now: Int64, interval: Int64, within time: Int64) -> Int64? {
    var entry = entries[key] ?? Entry(start: now - interval)
    entry.free.removeAll { $0 < now }
    let free = entry.free.min()
    let start = free ?? max(now, entry.start + interval)
    guard start == now || start - now < time else { return nil }
    if free == nil { entry.start = start } else { entry.free.removeAll { $0 == start } }
    entries[key] = entry
    return start
  }

  /// Makes an unused start time available to other calls.
  mutating func giveBack(_ key: RequestKey, _ start: Int64, interval: Int64) {
    guard var entry = entries[key], start <= entry.start else { return }
    entry.free.append(start)
    // If the latest start times are unused, the start of the last call moves back by one interval for each of them.
    while let last = entry.free.firstIndex(of: entry.start) {
      entry.free.remove(at: last)
      entry.start -= interval
    }
    entries[key] = entry
  }

  private mutating func makeRoom(now: Int64, interval: Int64) {
    guard entries.count >= Self.maxResponses else { return }
    removePassed(now: now, interval: interval)
    if entries.count >= Self.maxResponses, let oldest = entries.min(by: { $0.value.start < $1.value.start }) {
      entries[oldest.key] = nil
    }
  }

  private mutating func removePassed(now: Int64, interval: Int64) {
    entries = entries.filter { now - $0.value.start < interval }
  }
}

extension APIClient {
  /// Makes equal calls at most once per interval; further calls get the response of the first one.
  ///
  /// ```swift
  /// let rates = client("rates").throttle(.seconds(10))
  /// ```
  ///
  /// - Parameters:
  ///   - interval: The time between the starts of two calls.
  ///   - mode: The treatment of further calls; ``Throttle/Mode/wait`` makes them wait.
  public func throttle(_ interval: Duration, _ mode: Throttle.Mode = .reuse) -> APIClient {
    throttle(Throttle(interval: interval, mode: mode))
  }

  /// Sets a throttle, which other clients may share; nil removes it.
  public func throttle(_ throttle: Throttle?) -> APIClient {
    configured { $0.throttle = throttle }
  }
}
