public import Contract
public import FoundationEssentials

/// The HTTP API of Prometheus, version 1, as it is on the wire: https://prometheus.io/docs/prometheus/latest/querying/api/
///
/// Most programs call ``Prometheus``, which takes results out of their ``Envelope`` and chooses between GET and POST. This
/// protocol is for what stands behind it: mocks, servers that speak the same API, and calls that need the whole answer.
///
/// What has a GET and a POST form takes the same parameters in the query and in a form. A form has no limit on its length
/// but the server's, and does not stand in access logs.
@API(prefix: "/api/v1") @Mock @URLForm(URLFormOptions(arrays: .brackets))
public protocol PrometheusV1: Sendable {
  /// Evaluates an expression at one point in time.
  ///
  /// - Parameters:
  ///   - query: an expression of PromQL.
  ///   - time: the server's present unless given.
  ///   - timeout: for the evaluation; the server's own limit is the most.
  @GET("/query")
  func query(
    query: String, time: Date?, timeout: PromDuration?
  ) async throws(CallFailure<PrometheusRefusal>) -> Envelope<QueryResult>

  /// ``query(query:time:timeout:)`` with a form.
  @POST("/query") @Idempotent
  func queryForm(
    query: String, time: Date?, timeout: PromDuration?
  ) async throws(CallFailure<PrometheusRefusal>) -> Envelope<QueryResult>

  /// Evaluates an expression at every `step` from `start` to `end`, both included; at most 11,000 points for each series.
  @GET("/query_range")
  func queryRange(
    query: String, start: Date, end: Date, step: PromDuration, timeout: PromDuration?
  ) async throws(CallFailure<PrometheusRefusal>) -> Envelope<QueryResult>

  /// ``queryRange(query:start:end:step:timeout:)`` with a form.
  @POST("/query_range") @Idempotent
  func queryRangeForm(
    query: String, start: Date, end: Date, step: PromDuration, timeout: PromDuration?
  ) async throws(CallFailure<PrometheusRefusal>) -> Envelope<QueryResult>

  /// The series that one of the selectors matches.
  ///
  /// - Parameter match: selectors such as `up{job="api"}`, at least one.
  @GET("/series") @Validate("match", .count(1...))
  func series(
    match: [String], start: Date?, end: Date?
  ) async throws(CallFailure<PrometheusRefusal>) -> Envelope<[Labels]>

  /// ``series(match:start:end:)`` with a form.
  @POST("/series") @Idempotent @Validate("match", .count(1...))
  func seriesForm(
    match: [String], start: Date?, end: Date?
  ) async throws(CallFailure<PrometheusRefusal>) -> Envelope<[Labels]>

  /// The names of labels, of all series or of those that a selector matches.
  @GET("/labels")
  func labels(
    match: [String], start: Date?, end: Date?
  ) async throws(CallFailure<PrometheusRefusal>) -> Envelope<[String]>

  /// ``labels(match:start:end:)`` with a form.
  @POST("/labels") @Idempotent
  func labelsForm(
    match: [String], start: Date?, end: Date?
  ) async throws(CallFailure<PrometheusRefusal>) -> Envelope<[String]>

  /// The values of a label.
  @GET("/label/:name/values")
  func labelValues(
    name: String, match: [String], start: Date?, end: Date?
  ) async throws(CallFailure<PrometheusRefusal>) -> Envelope<[String]>

  /// What is scraped, and what was found and dropped; both unless `state` says which.
  @GET("/targets")
  func targets(state: TargetSelection?) async throws(CallFailure<PrometheusRefusal>) -> Envelope<Targets>

  /// The rules that are loaded; both kinds unless `type` says which.
  @GET("/rules")
  func rules(type: RuleSelection?) async throws(CallFailure<PrometheusRefusal>) -> Envelope<RuleGroups>

  /// What targets say about their metrics: of one, or of at most `limit`.
  @GET("/metadata")
  func metadata(
    metric: String?, limit: Int?
  ) async throws(CallFailure<PrometheusRefusal>) -> Envelope<[String: [MetricMetadata]]>

  /// The version of the server.
  @GET("/status/buildinfo")
  func buildInfo() async throws(CallFailure<PrometheusRefusal>) -> Envelope<BuildInfo>
}
