public import Contract

/// Metrics of a client's calls: counts, durations, bytes, attempts, redirects and calls in flight.
///
/// ```swift
/// let metrics = ClientMetrics()
/// let client = APIClient(baseURL: url).metrics(metrics)
/// …
/// print(metrics.prometheusText())
/// ```
///
/// Series are keyed by operation, method, route template, status and error name, never by actual paths. After
/// ``maxSeries`` distinct keys, further calls are counted as `other`, which bounds memory.
public final class ClientMetrics: ClientListener {
  /// The labels of a series.
  public struct Key: Hashable, Sendable {
    /// The operation's ID.
    public var operation: String
    /// The method.
    public var method: String
    /// The path template, such as `/users/{id}`.
    public var route: String
    /// The status; nil without a response.
    public var status: Int?
    /// The error name as in ``ClientOutcome/errorName``; nil without an error.
    public var error: String?

    /// Creates a key.
    public init(operation: String, method: String, route: String, status: Int? = nil, error: String? = nil) {
      self.operation = operation
      self.method = method
      self.route = route
      self.status = status
      self.error = error
    }
  }

  /// The metrics of calls with the same key.
  public struct Figures: Hashable, Sendable {
    /// The number of calls.
    public var calls = 0
    /// The number of attempts.
    public var attempts = 0
    /// The total size of request bodies of known length in bytes, counted once per call.
    public var requestBytes = 0
    /// The total size of response bodies in bytes.
    public var responseBytes = 0
    /// The number of calls served from the cache without a request.
    public var cacheHits = 0
    /// The number of calls served from the cache after revalidation.
    public var cacheRevalidations = 0
    /// The total duration of the calls in seconds.
    public var seconds = 0.0
    /// The number of calls in each interval of ``ClientMetrics/bounds``; the last element counts the calls above all
    /// bounds.
    public var buckets: [Int]
  }

  /// All metrics at one point in time.
  public struct Snapshot: Sendable {
    /// The metrics of finished calls.
    public var figures: [Key: Figures] = [:]
    /// The number of calls in flight by operation; operations without calls are omitted.
    public var inFlight: [String: Int] = [:]
    /// The number of retries by operation.
    public var repetitions: [String: Int] = [:]
    /// The number of hedged attempts by operation.
    public var hedges: [String: Int] = [:]
    /// The number of followed redirects by operation.
    public var redirects: [String: Int] = [:]
  }

  /// The upper bounds of the duration histogram in seconds. Default: the bounds of OpenTelemetry's
  /// `http.client.request.duration`.
  public let bounds: [Double]
  /// The maximum number of distinct keys, and of distinct operations.
  public let maxSeries: Int
  private let state = Lock(State())

  fileprivate struct State {
    /// The counters that rarely change.
    var rare = Snapshot()
    /// The metrics of finished calls.
    var figures: [Figures] = []
    /// The index in `figures` of each key.
    var slots: [Key: Int] = [:]
    /// The series of the last call.
    var last: Last?
    /// The number of calls in flight by operation.
    var inFlight = NameTable<Int>()
    /// The number of operations with calls in flight.
    var active = 0
    /// The numbers of calls in flight that are counted as `other`.
    var others: Set<Int> = []
  }

  /// The series of a call without an error. Consecutive calls often have the same series, so storing it avoids building
  /// a key.
  fileprivate struct Last {
    // The operation is retained so that no other operation gets its identity.
    let operation: APIOperation
    let method: HTTPMethod
    let status: HTTPStatus?
    let slot: Int
  }

  /// Creates empty metrics.
  ///
  /// - Parameters:
  ///   - bounds: The upper bounds of the duration histogram in seconds, ascending.
  ///   - maxSeries: The maximum number of distinct keys.
  public init(
    bounds: [Double] = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10],
    maxSeries: Int = 1000
  ) {
    self.bounds = bounds
    self.maxSeries = maxSeries
  }

  /// Returns the current metrics.
  public func snapshot() -> Snapshot {
    state.withLock { state in
      var snapshot = state.rare
      snapshot.figures = state.slots.mapValues { state.figures[$0] }
      snapshot.inFlight = state.inFlight.all.filter { $0.value > 0 }
      return snapshot
    }
  }

  // MARK: Events

  /// Counts the start of a call.
  public func started(_ request: HTTPRequest, in call: ClientCall) {
    let name = call.operation.id
    state.withLock { state in
      if state.inFlight.count / 2 >= maxSeries { state.inFlight.filter { $0 > 0 } }
      if state.inFlight[name, default: 0] > 0 || state.active < maxSeries { return state.begin(name) }
      state.others.insert(call.number)
      state.begin(Self.other)
    }
  }

  /// Counts a redirect.
  public func redirected(_ redirect: ClientRedirect, in call: ClientCall) {
    state.withLock { $0.rare.redirects[name(call, $0.rare.redirects), default: 0] += 1 }
  }

  /// Counts a retry.
  public func repeating(_ repetition: ClientRepetition, in call: ClientCall) {
    state.withLock { $0.rare.repetitions[name(call, $0.rare.repetitions), default: 0] += 1 }
  }

  /// Counts a hedged attempt.
  public func hedging(after delay: Duration, in call: ClientCall) {
    state.withLock { $0.rare.hedges[name(call, $0.rare.hedges), default: 0] += 1 }
  }

  /// Counts the end of a call.
  public func finished(_ outcome: ClientOutcome, in call: ClientCall) {
    let seconds = outcome.duration / .seconds(1)
    let bucket = bounds.firstIndex { seconds <= $0 } ?? bounds.count
    state.withLock { state in
      state.figures[slot(of: outcome, call, &state)].add(outcome, seconds: seconds, bucket: bucket)
      let isOther = !state.others.isEmpty && state.others.remove(call.number) != nil
      state.end(isOther ? Self.other : call.operation.id)
    }
  }

  private func slot(of outcome: ClientOutcome, _ call: ClientCall, _ state: inout State) -> Int {
    let (method, status) = (outcome.request.method, outcome.response?.status)
    if outcome.error == nil, let last = state.last, last.operation === call.operation, last.status == status,
      last.method == method
    {
      return last.slot
    }
    let key = Key(
      operation: call.operation.id, method: method.rawValue, route: call.operation.path.description,
      status: status?.code, error: outcome.errorName)
    let slot = state.slot(of: key, maxSeries: maxSeries, bucketCount: bounds.count + 1)
    if outcome.error == nil {
      state.last = Last(operation: call.operation, method: method, status: status, slot: slot)
    }
    return slot
  }

  fileprivate static let other = "other"

  private func name(_ call: ClientCall, _ known: [String: Int]) -> String {
    known[call.operation.id] != nil || known.count < maxSeries ? call.operation.id : Self.other
  }
}

extension ClientMetrics.Figures {
  fileprivate mutating func add(_ outcome: ClientOutcome, seconds: Double, bucket: Int) {
    calls += 1
    attempts += outcome.attempts
    requestBytes += outcome.requestBytes ?? 0
    responseBytes += outcome.responseBytes
    if outcome.cacheUse == .hit { cacheHits += 1 }
    if outcome.cacheUse == .revalidated { cacheRevalidations += 1 }
    self.seconds += seconds
    buckets[bucket] += 1
  }
}

extension ClientMetrics.State {
  fileprivate mutating func slot(of key: ClientMetrics.Key, maxSeries: Int, bucketCount: Int) -> Int {
    if let known = slots[key] { return known }
    let other = ClientMetrics.other
    let key = slots.count < maxSeries ? key : ClientMetrics.Key(operation: other, method: other, route: other)
    if let known = slots[key] { return known }
    figures.append(ClientMetrics.Figures(buckets: Array(repeating: 0, count: bucketCount)))
    slots[key] = figures.count - 1
    return figures.count - 1
  }

  fileprivate mutating func begin(_ operation: String) {
    let count = inFlight[operation, default: 0]
    if count == 0 { active += 1 }
    inFlight[operation, default: 0] = count + 1
  }

  fileprivate mutating func end(_ operation: String) {
    let count = inFlight[operation, default: 0]
    if count == 1 { active -= 1 }
    inFlight[operation, default: 0] = max(0, count - 1)
  }
}

extension APIClient {
  /// Records metrics of the client's calls.
  public func metrics(_ metrics: ClientMetrics) -> APIClient { listener(metrics) }
}
