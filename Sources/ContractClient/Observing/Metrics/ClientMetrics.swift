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

  private struct State {
    var snapshot = Snapshot()
    /// Calls under way that are counted as `other`, by their numbers.
    var others: Set<Int> = []
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
  public func snapshot() -> Snapshot { state.withLock { $0.snapshot } }

  // MARK: Events

  /// Counts a call that begins.
  public func started(_ request: HTTPRequest, in call: ClientCall) {
    state.withLock { state in
      let name = name(call, state.snapshot.inFlight)
      if name == Self.other { state.others.insert(call.number) }
      state.snapshot.inFlight[name, default: 0] += 1
    }
  }

  /// Counts a redirect.
  public func redirected(_ redirect: ClientRedirect, in call: ClientCall) {
    state.withLock { $0.snapshot.redirects[name(call, $0.snapshot.redirects), default: 0] += 1 }
  }

  /// Counts a repetition.
  public func repeating(_ repetition: ClientRepetition, in call: ClientCall) {
    state.withLock { $0.snapshot.repetitions[name(call, $0.snapshot.repetitions), default: 0] += 1 }
  }

  /// Counts an attempt beside another.
  public func hedging(after delay: Duration, in call: ClientCall) {
    state.withLock { $0.snapshot.hedges[name(call, $0.snapshot.hedges), default: 0] += 1 }
  }

  /// Counts a call that is over.
  public func finished(_ outcome: ClientOutcome, in call: ClientCall) {
    let seconds = outcome.duration / .seconds(1)
    let bucket = bounds.firstIndex { seconds <= $0 } ?? bounds.count
    let key = Key(
      operation: call.operation.id, method: outcome.request.method.rawValue, route: call.operation.path.description,
      status: outcome.response?.status.code, error: outcome.errorName)
    let bucketCount = bounds.count + 1
    state.withLock { state in
      let isKnown = state.snapshot.figures[key] != nil || state.snapshot.figures.count < maxSeries
      let key = isKnown ? key : Key(operation: Self.other, method: Self.other, route: Self.other)
      state.snapshot.figures[key, default: Figures(buckets: Array(repeating: 0, count: bucketCount))]
        .add(outcome, seconds: seconds, bucket: bucket)
      let isOther = state.others.remove(call.number) != nil
      state.snapshot.end(isOther ? Self.other : call.operation.id)
    }
  }

  private static let other = "other"

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

extension ClientMetrics.Snapshot {
  fileprivate mutating func end(_ operation: String) {
    let count = (inFlight[operation] ?? 0) - 1
    inFlight[operation] = count > 0 ? count : nil
  }
}

extension APIClient {
  /// Counts calls.
  public func metrics(_ metrics: ClientMetrics) -> APIClient { listener(metrics) }
}
