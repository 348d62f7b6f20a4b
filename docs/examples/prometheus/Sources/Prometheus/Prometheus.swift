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
/// Results are returned without their envelope. Refusals by the server are thrown as `PrometheusError.declared`, other
/// failures as `.other`. Queries only read, so a call is retried up to twice after a transient failure. Expressions
/// that are too long for a URL are sent as a form.
public struct Prometheus: Sendable {
  /// The contract of the HTTP API.
  public let api: any PrometheusV1
  private var onNotes: (@Sendable (Notes) -> Void)?

  /// The maximum number of bytes of an expression or of selectors in a URL. Longer expressions and selectors are sent as a
  /// form.
  static let maxBytesInQuery = 2000

  /// Creates a client of the server at `baseURL`, with a timeout of 30 s for a call including its retries.
  ///
  /// - Parameter baseURL: such as `http://localhost:9090` or `https://example.com/prometheus`. If it is invalid, calls
  ///   throw `.other` with the code `invalidBaseURL`.
  public init(baseURL: String) {
    self.init(APIClient(baseURL: baseURL).timeout(.seconds(30)).retry())
  }

  /// Creates a client over an `APIClient`, which sets credentials, timeouts, retries, middleware and proxies.
  ///
  /// ```swift
  /// Prometheus(APIClient(baseURL: url).auth(.bearer(token)).timeout(.seconds(5)).retry())
  /// ```
  public init(_ client: APIClient) {
    self.init(api: PrometheusV1API(client))
  }

  /// Creates a client over an implementation of the API, such as a `PrometheusV1Mock`.
  public init(api: any PrometheusV1) {
    self.api = api
  }

  /// The notes of a server about a result.
  public struct Notes: Hashable, Sendable {
    /// Possible faults of the result, such as a remote server that did not respond.
    public var warnings: [String]
    /// Possible improvements of the expression, such as a rate of a metric that does not seem to be a counter.
    public var infos: [String]

    /// Creates notes.
    public init(warnings: [String] = [], infos: [String] = []) {
      self.warnings = warnings
      self.infos = infos
    }
  }

  /// Returns a client that passes notes to `tell`, once for each result that has notes. Other clients drop notes.
  public func onNotes(_ tell: @escaping @Sendable (Notes) -> Void) -> Prometheus {
    var copy = self
    copy.onNotes = tell
    return copy
  }

  /// Returns the result without its envelope.
  func opened<Content>(_ envelope: Envelope<Content>) -> Content {
    let notes = Notes(warnings: envelope.warnings, infos: envelope.infos)
    if notes != Notes() { onNotes?(notes) }
    return envelope.data
  }
}
