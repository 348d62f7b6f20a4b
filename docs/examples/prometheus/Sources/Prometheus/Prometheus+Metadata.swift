public import FoundationEssentials

extension Prometheus {
  /// The series that one of the selectors matches.
  ///
  /// - Parameters:
  ///   - selectors: at least one, such as `up{job="api"}`.
  ///   - start: the oldest point in time that counts; all unless given.
  ///   - end: the newest one; all unless given.
  public func series(
    matching selectors: [String], from start: Date? = nil, to end: Date? = nil
  ) async throws(PrometheusError) -> [Labels] {
    isLong(selectors)
      ? opened(try await api.seriesForm(match: selectors, start: start?.wholeMilliseconds, end: end?.wholeMilliseconds))
      : opened(try await api.series(match: selectors, start: start?.wholeMilliseconds, end: end?.wholeMilliseconds))
  }

  /// The names of labels, of all series or of those that one of the selectors matches.
  public func labels(
    matching selectors: [String] = [], from start: Date? = nil, to end: Date? = nil
  ) async throws(PrometheusError) -> [String] {
    isLong(selectors)
      ? opened(try await api.labelsForm(match: selectors, start: start?.wholeMilliseconds, end: end?.wholeMilliseconds))
      : opened(try await api.labels(match: selectors, start: start?.wholeMilliseconds, end: end?.wholeMilliseconds))
  }

  /// The values of a label, in all series or in those that one of the selectors matches.
  ///
  /// - Parameter label: a name such as `job` or `service.name`; `__name__` gives the names of metrics.
  public func values(
    of label: String, matching selectors: [String] = [], from start: Date? = nil, to end: Date? = nil
  ) async throws(PrometheusError) -> [String] {
    opened(
      try await api.labelValues(
        name: MetricName.inPath(label), match: selectors, start: start?.wholeMilliseconds, end: end?.wholeMilliseconds))
  }

  /// What the server scrapes.
  public func targets(_ selection: TargetSelection = .any) async throws(PrometheusError) -> Targets {
    opened(try await api.targets(state: selection))
  }

  /// The rules that the server has loaded.
  ///
  /// - Parameter selection: rules of both kinds unless given.
  public func rules(_ selection: RuleSelection? = nil) async throws(PrometheusError) -> [RuleGroup] {
    opened(try await api.rules(type: selection)).groups
  }

  /// What targets say about their metrics, by the names of the metrics. Several targets may say different things.
  ///
  /// - Parameters:
  ///   - metric: all metrics unless given.
  ///   - limit: the most metrics; all unless given.
  public func metadata(
    of metric: String? = nil, limit: Int? = nil
  ) async throws(PrometheusError) -> [String: [MetricMetadata]] {
    opened(try await api.metadata(metric: metric, limit: limit))
  }

  /// The version of the server.
  public func buildInfo() async throws(PrometheusError) -> BuildInfo {
    opened(try await api.buildInfo())
  }
}
