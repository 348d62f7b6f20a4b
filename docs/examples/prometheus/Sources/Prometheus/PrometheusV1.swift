public import Contract
public import FoundationEssentials

/// The HTTP API of Prometheus, version 1: https://prometheus.io/docs/prometheus/latest/querying/api/
///
/// Most programs call ``Prometheus``, which removes the ``Envelope`` of results and selects GET or POST. Use this
/// protocol for mocks, for servers of the same API, and for calls that need the whole response.
///
/// Functions with a GET and a POST variant have the same parameters in the query and in a form. Only the server limits
/// the length of a form, and access logs do not contain it.
@API(prefix: "/api/v1") @Mock @URLForm(URLFormOptions(arrays: .brackets))
public protocol PrometheusV1: Sendable {
  /// Evaluates an expression at one point in time.
  ///
  /// - Parameters:
  ///   - query: an expression of PromQL.
  ///   - time: the point in time. Default: the server's current time.
  ///   - timeout: the timeout of the evaluation, at most the server's limit.
  @GET("/query")
  func query(
    query: String, time: Date?, timeout: PromDuration?
  ) async throws(CallFailure<PrometheusRefusal>) -> Envelope<QueryResult>

  /// Evaluates an expression at one point in time; the form variant of ``query(query:time:timeout:)``.
  @POST("/query") @Idempotent
  func queryForm(
    query: String, time: Date?, timeout: PromDuration?
  ) async throws(CallFailure<PrometheusRefusal>) -> Envelope<QueryResult>

  /// Evaluates an expression at every `step` from `start` to `end`, both included; at most 11,000 points for each series.
  @GET("/query_range")
  func queryRange(
    query: String, start: Date, end: Date, step: PromDuration, timeout: PromDuration?
  ) async throws(CallFailure<PrometheusRefusal>) -> Envelope<QueryResult>

  /// Evaluates an expression at several points in time; the form variant of
  /// ``queryRange(query:start:end:step:timeout:)``.
  @POST("/query_range") @Idempotent
  func queryRangeForm(
    query: String, start: Date, end: Date, step: PromDuration, timeout: PromDuration?
  ) async throws(CallFailure<PrometheusRefusal>) -> Envelope<QueryResult>

  /// Returns the series that one of the selectors matches.
  ///
  /// - Parameter match: selectors such as `up{job="api"}`, at least one.
  @GET("/series") @Validate("match", .count(1...))
  func series(
    match: [String], start: Date?, end: Date?
  ) async throws(CallFailure<PrometheusRefusal>) -> Envelope<[Labels]>

  /// Returns series; the form variant of ``series(match:start:end:)``.
  @POST("/series") @Idempotent @Validate("match", .count(1...))
  func seriesForm(
    match: [String], start: Date?, end: Date?
  ) async throws(CallFailure<PrometheusRefusal>) -> Envelope<[Labels]>

  /// Returns the names of labels, of all series or of those that a selector matches.
  @GET("/labels")
  func labels(
    match: [String], start: Date?, end: Date?
  ) async throws(CallFailure<PrometheusRefusal>) -> Envelope<[String]>

  /// Returns the names of labels; the form variant of ``labels(match:start:end:)``.
  @POST("/labels") @Idempotent
  func labelsForm(
    match: [String], start: Date?, end: Date?
  ) async throws(CallFailure<PrometheusRefusal>) -> Envelope<[String]>

  /// Returns the values of a label.
  @GET("/label/:name/values")
  func labelValues(
    name: String, match: [String], start: Date?, end: Date?
  ) async throws(CallFailure<PrometheusRefusal>) -> Envelope<[String]>

  /// Returns the scraped targets and the dropped targets, or only those selected by `state`.
  @GET("/targets")
  func targets(state: TargetSelection?) async throws(CallFailure<PrometheusRefusal>) -> Envelope<Targets>

  /// Returns the loaded rules, or only those of the kind `type`.
  @GET("/rules")
  func rules(type: RuleSelection?) async throws(CallFailure<PrometheusRefusal>) -> Envelope<RuleGroups>

  /// Returns the metadata of one metric, or of at most `limit` metrics.
  @GET("/metadata")
  func metadata(
    metric: String?, limit: Int?
  ) async throws(CallFailure<PrometheusRefusal>) -> Envelope<[String: [MetricMetadata]]>

  /// Returns the version of the server.
  @GET("/status/buildinfo")
  func buildInfo() async throws(CallFailure<PrometheusRefusal>) -> Envelope<BuildInfo>
}
