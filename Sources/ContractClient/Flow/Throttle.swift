public import Contract
internal import ContractHTTP
internal import ContractLoop

/// Makes the same call at most once in an interval.
public final class Throttle: Sendable {
  /// What happens to further calls in the interval.
  public enum Mode: Sendable, Hashable {
    /// They get the response of the first one. GET and HEAD requests without content, unless ``ClientAuth/custom(_:)`` or
    /// attempt middleware change them later; and what has a name.
    case reuse
    /// They wait for their turn. All requests of all clients with this throttle, whether they are the same or not, unless
    /// they have a name.
    case wait
  }

  /// When a call may begin.
  struct Turn: Sendable {
    let key: RequestKey
    fileprivate let start: Int64
    /// The time until then.
    let delay: Duration
  }

  let mode: Mode
  private let interval: Int64
  private let name: (@Sendable (HTTPRequest) -> String?)?
  private let state = Lock(ThrottleState())
  /// Stands for all clients, because who asks makes no difference to a pace.
  private let everybody = RequestKey.Asker(lane: Lane())
  let flights = SingleFlight<RequestKey, HTTPResponse>()

  /// A throttle.
  ///
  /// - Parameters:
  ///   - interval: from the start of one call to that of the next.
  ///   - mode: what happens to further calls.
  ///   - name: what calls are the same; nil for those that are not throttled. Method, URL and fields unless given. It runs
  ///     in the task of each call, and has to tell apart what callers have different responses to, where
  ///     ``ClientAuth/custom(_:)`` or attempt middleware decide that.
  public init(
    interval: Duration, mode: Mode = .reuse, name: (@Sendable (HTTPRequest) -> String?)? = nil
  ) {
    self.interval = interval.loopNanoseconds
    self.mode = mode
    self.name = name
  }

  /// True when the program says what calls are the same.
  var isNamed: Bool { name != nil }

  /// What a request shares its response with, by the program's name for it; nil when it is not throttled.
  func name(of request: HTTPRequest, _ asker: RequestKey.Asker) -> RequestKey? {
    name.flatMap { $0(request) }.map { RequestKey(named: $0, asker) }
  }

  /// What a request shares its pace with; nil when it is not throttled.
  func pace(of request: HTTPRequest) -> RequestKey? {
    isNamed ? name(of: request, everybody) : RequestKey(named: "", everybody)
  }

  /// The response of the interval that `now` is in.
  func known(_ key: RequestKey, now: Int64) -> HTTPResponse? {
    state.withLock { $0.known(key, now: now, interval: interval) }
  }

  /// Keeps a response for the interval that began at `start`; not a failure, which the next call may not meet.
  func keep(_ response: HTTPResponse, _ key: RequestKey, start: Int64) {
    if case .stream = response.body { return }
    if response.status.code >= 400 { return }
    state.withLock { $0.keep(response, key, start: start, interval: interval) }
  }

  /// Takes the next turn, unless it is further away than a call can wait.
  func turn(_ key: RequestKey, now: Int64, within time: Duration) -> Turn? {
    let start = state.withLock { $0.turn(key, now: now, interval: interval, within: time.loopNanoseconds) }
    return start.map { Turn(key: key, start: $0, delay: .nanoseconds($0 - now)) }
  }

  /// Gives back a turn whose call has not begun.
  func giveBack(_ turn: Turn) {
    state.withLock { $0.giveBack(turn.key, turn.start, interval: interval) }
  }
}

/// What a ``Throttle`` remembers: pure.
struct ThrottleState {
  private struct Entry {
    /// When the last call begins.
    var start: Int64
    var response: HTTPResponse?
    /// Turns before that one that were given back.
    var free: [Int64] = []
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

  /// When the next turn begins, which is taken; nil when it is not less than `time` away, and then it is left to others.
  mutating func turn(_ key: RequestKey, now: Int64, interval: Int64, within time: Int64) -> Int64? {
    makeRoom(now: now, interval: interval)
    var entry = entries[key] ?? Entry(start: now - interval)
    entry.free.removeAll { $0 < now }
    let free = entry.free.min()
    let start = free ?? max(now, entry.start + interval)
    guard start == now || start - now < time else { return nil }
    if free == nil { entry.start = start } else { entry.free.removeAll { $0 == start } }
    entries[key] = entry
    return start
  }

  /// Lets another call have a turn that nobody has used.
  mutating func giveBack(_ key: RequestKey, _ start: Int64, interval: Int64) {
    guard var entry = entries[key], start <= entry.start else { return }
    entry.free.append(start)
    // A turn that was waited for came one interval behind the one before it.
    while let last = entry.free.firstIndex(of: entry.start) {
      entry.free.remove(at: last)
      entry.start -= interval
    }
    entries[key] = entry
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
