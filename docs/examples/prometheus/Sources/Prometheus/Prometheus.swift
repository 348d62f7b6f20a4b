public import ContractClient

/// A Prometheus server.
///
/// ```swift
/// let prometheus = Prometheus(baseURL: "http://localhost:9090")
///
/// for series in try await prometheus.vector("rate(http_requests_total[5m])") {
///   print(series.metric, series.value?.value ?? .nan)
/// }
/// let hour = try await prometheus.queryRange("up", from: .now - 3600, to: .now, step: .minutes(1))
/// ```
///
/// Results come without the envelope that they travel in. A server that refuses is `PrometheusError.declared`, anything else
/// that goes wrong `.other`. Queries read, so every call is repeated after a transient failure, twice at most. Expressions
/// that are too long for a URL are sent as a form.
public struct Prometheus: Sendable {
  /// The API as it is on the wire.
  public let api: any PrometheusV1
  private var onNotes: (@Sendable (Notes) -> Void)?

  /// An expression or a set of selectors with more bytes than this is sent as a form.
  static let maxBytesInQuery = 2000

  /// The server at `baseURL`, with a timeout of 30 s for a call and its repetitions.
  ///
  /// - Parameter baseURL: such as `http://localhost:9090` or `https://example.com/prometheus`. When it is no URL, calls throw
  ///   `.other` with the code `invalidBaseURL`.
  public init(baseURL: String) {
    self.init(APIClient(baseURL: baseURL).timeout(.seconds(30)).retry())
  }

  /// The server that a client calls, which has everything that one wants to say about calls: credentials, timeouts,
  /// repetition, middleware, proxies.
  ///
  /// ```swift
  /// Prometheus(APIClient(baseURL: url).auth(.bearer(token)).timeout(.seconds(5)).retry())
  /// ```
  public init(_ client: APIClient) {
    self.init(api: PrometheusV1API(client))
  }

  /// Whatever answers the API, such as a `PrometheusV1Mock`.
  public init(api: any PrometheusV1) {
    self.api = api
  }

  /// What a server has to say about a result beside it.
  public struct Notes: Hashable, Sendable {
    /// What may be wrong with the result, such as a remote server that did not answer.
    public var warnings: [String]
    /// What could be better about the expression, such as a rate of what seems to be no counter.
    public var infos: [String]

    /// Notes about a result.
    public init(warnings: [String] = [], infos: [String] = []) {
      self.warnings = warnings
      self.infos = infos
    }
  }

  /// The same server, whose notes about results are told to `tell`, once for each result that has some; nobody learns them
  /// otherwise.
  public func onNotes(_ tell: @escaping @Sendable (Notes) -> Void) -> Prometheus {
    var copy = self
    copy.onNotes = tell
    return copy
  }

  /// The result without its envelope.
  func opened<Content>(_ envelope: Envelope<Content>) -> Content {
    let notes = Notes(warnings: envelope.warnings, infos: envelope.infos)
    if notes != Notes() { onNotes?(notes) }
    return envelope.data
  }
}
