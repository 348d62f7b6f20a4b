public import Contract

/// Counts the calls of a client: how many, how long, how many bytes, attempts and redirects, and how many are under way.
///
/// ```swift
/// let metrics = ClientMetrics()
/// let client = APIClient(baseURL: url).metrics(metrics)
/// …
/// print(metrics.prometheusText())
/// ```
///
/// Calls are told apart by operation, method, route template, status and error name, never by paths with values in them.
/// Past ``maxSeries`` of them further ones are counted as `other`, so that memory stays bounded whatever a program calls.
public final class ClientMetrics: ClientListener {
  /// What tells calls apart.
  public struct Key: Hashable, Sendable {
    /// The operation's id.
    public var operation: String
    /// The method.
    public var method: String
    /// The template of the path, such as `/users/{id}`.
    public var route: String
    /// The status; nil without a response.
    public var status: Int?
    /// The name of the error, as in ``ClientOutcome/errorName``; nil without one.
    public var error: String?

    /// A key with these parts.
    public init(operation: String, method: String, route: String, status: Int? = nil, error: String? = nil) {
      self.operation = operation
      self.method = method
      self.route = route
      self.status = status
      self.error = error
    }
  }

  /// The figures of calls that are alike.
  public struct Figures: Hashable, Sendable {
    /// How many calls.
    public var calls = 0
    /// How many attempts they took.
    public var attempts = 0
    /// Bytes of content that was sent, of calls whose content has a known length, once for each call.
    public var requestBytes = 0
    /// Bytes of content that was received.
    public var responseBytes = 0
    /// How many had a response that was kept, and nobody was asked.
    public var cacheHits = 0
    /// How many had a response that was kept, and a server has confirmed.
    public var cacheRevalidations = 0
    /// Seconds that the calls took together.
    public var seconds = 0.0
    /// How many calls were over within each of the bounds, and not within the one before; the last is all the others.
    public var buckets: [Int]
  }

  /// All figures at one moment.
  public struct Snapshot: Sendable {
    /// The figures of finished calls.
    public var figures: [Key: Figures] = [:]
    /// Calls under way, by operation; operations without any are left out.
    public var inFlight: [String: Int] = [:]
    /// Repetitions, by operation.
    public var repetitions: [String: Int] = [:]
    /// Attempts beside others that were slow, by operation.
    public var hedges: [String: Int] = [:]
    /// Redirects that were followed, by operation.
    public var redirects: [String: Int] = [:]
  }

  /// The bounds of durations, in seconds: those of OpenTelemetry's `http.client.request.duration` unless given.
  public let bounds: [Double]
  /// The most different keys, and the most different operations.
  public let maxSeries: Int
  private let state = Lock(State())

  fileprivate struct State {
    /// What is counted seldom.
    var rare = Snapshot()
    /// The figures of finished calls, and where those of a key are.
    var figures: [Figures] = []
    var places: [Key: Int] = [:]
    /// Where the figures of the last call are.
    var last: Last?
    /// Calls under way, by operation, and how many operations have some.
    var inFlight = NameTable<Int>()
    var active = 0
    /// Calls under way that are counted as `other`, by their numbers.
    var others: Set<Int> = []
  }

  /// Where the figures of a call without an error are; the next one is often like it, and needs no key then.
  fileprivate struct Last {
    // Held, so that no other operation gets its identity.
    let operation: APIOperation
    let method: HTTPMethod
    let status: HTTPStatus?
    let place: Int
  }

  /// Metrics without any calls yet.
  ///
  /// - Parameters:
  ///   - bounds: in seconds, rising.
  ///   - maxSeries: how many different keys are kept.
  public init(
    bounds: [Double] = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10],
    maxSeries: Int = 1000
  ) {
    self.bounds = bounds
    self.maxSeries = maxSeries
  }

  /// The figures so far.
  public func snapshot() -> Snapshot {
    state.withLock { state in
      var snapshot = state.rare
      snapshot.figures = state.places.mapValues { state.figures[$0] }
      snapshot.inFlight = state.inFlight.all.filter { $0.value > 0 }
      return snapshot
    }
  }

  // MARK: Events

  /// Counts a call that begins.
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

  /// Counts a repetition.
  public func repeating(_ repetition: ClientRepetition, in call: ClientCall) {
    state.withLock { $0.rare.repetitions[name(call, $0.rare.repetitions), default: 0] += 1 }
  }

  /// Counts an attempt beside another.
  public func hedging(after delay: Duration, in call: ClientCall) {
    state.withLock { $0.rare.hedges[name(call, $0.rare.hedges), default: 0] += 1 }
  }

  /// Counts a call that is over.
  public func finished(_ outcome: ClientOutcome, in call: ClientCall) {
    let seconds = outcome.duration / .seconds(1)
    let bucket = bounds.firstIndex { seconds <= $0 } ?? bounds.count
    state.withLock { state in
      state.figures[place(of: outcome, call, &state)].add(outcome, seconds: seconds, bucket: bucket)
      let isOther = !state.others.isEmpty && state.others.remove(call.number) != nil
      state.end(isOther ? Self.other : call.operation.id)
    }
  }

  private func place(of outcome: ClientOutcome, _ call: ClientCall, _ state: inout State) -> Int {
    let (method, status) = (outcome.request.method, outcome.response?.status)
    if outcome.error == nil, let last = state.last, last.operation === call.operation, last.status == status,
      last.method == method
    {
      return last.place
    }
    let key = Key(
      operation: call.operation.id, method: method.rawValue, route: call.operation.path.description,
      status: status?.code, error: outcome.errorName)
    let place = state.place(of: key, maxSeries: maxSeries, bucketCount: bounds.count + 1)
    if outcome.error == nil {
      state.last = Last(operation: call.operation, method: method, status: status, place: place)
    }
    return place
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
  fileprivate mutating func place(of key: ClientMetrics.Key, maxSeries: Int, bucketCount: Int) -> Int {
    if let known = places[key] { return known }
    let other = ClientMetrics.other
    let key = places.count < maxSeries ? key : ClientMetrics.Key(operation: other, method: other, route: other)
    if let known = places[key] { return known }
    figures.append(ClientMetrics.Figures(buckets: Array(repeating: 0, count: bucketCount)))
    places[key] = figures.count - 1
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
  /// Counts calls.
  public func metrics(_ metrics: ClientMetrics) -> APIClient { listener(metrics) }
}
