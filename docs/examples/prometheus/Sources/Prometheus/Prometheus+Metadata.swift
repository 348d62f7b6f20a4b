public import FoundationEssentials

extension Prometheus {
  /// Returns the series that one of the selectors matches.
  ///
  /// - Parameters:
  ///   - selectors: at least one, such as `up{job="api"}`.
  ///   - start: the oldest point in time. Default: unlimited.
  ///   - end: the newest point in time. Default: unlimited.
  public func series(
    matching selectors: [String], from start: Date? = nil, to end: Date? = nil
  ) async throws(PrometheusError) -> [Labels] {
    isLong(selectors)
      ? opened(try await api.seriesForm(match: selectors, start: start?.wholeMilliseconds, end: end?.wholeMilliseconds))
      : opened(try await api.series(match: selectors, start: start?.wholeMilliseconds, end: end?.wholeMilliseconds))
  }

  /// Returns the names of labels, of all series or of those that one of the selectors matches.
  public func labels(
    matching selectors: [String] = [], from start: Date? = nil, to end: Date? = nil
  ) async throws(PrometheusError) -> [String] {
    isLong(selectors)
      ? opened(try await api.labelsForm(match: selectors, start: start?.wholeMilliseconds, end: end?.wholeMilliseconds))
      : opened(try await api.labels(match: selectors, start: start?.wholeMilliseconds, end: end?.wholeMilliseconds))
  }

  /// Returns the values of a label, in all series or in those that one of the selectors matches.
  ///
  /// - Parameter label: a name such as `job` or `service.name`; `__name__` returns the names of metrics.
  public func values(
    of label: String, matching selectors: [String] = [], from start: Date? = nil, to end: Date? = nil
  ) async throws(PrometheusError) -> [String] {
    opened(
      try await api.labelValues(
        name: MetricName.inPath(label), match: selectors, start: start?.wholeMilliseconds, end: end?.wholeMilliseconds))
  }

  /// Returns the targets that the server scrapes.
  public func targets(_ selection: TargetSelection = .any) async throws(PrometheusError) -> Targets {
    opened(try await api.targets(state: selection))
  }

  /// Returns the rules that the server has loaded.
  ///
  /// - Parameter selection: the kind of rules. Default: both.
  public func rules(_ selection: RuleSelection? = nil) async throws(PrometheusError) -> [RuleGroup] {
    opened(try await api.rules(type: selection)).groups
  }

  /// Returns the metadata of metrics, by their names. Targets may state different metadata for a metric.
  ///
  /// - Parameters:
  ///   - metric: the name of a metric. Default: all metrics.
  ///   - limit: the maximum number of metrics. Default: all.
  public func metadata(
    of metric: String? = nil, limit: Int? = nil
  ) async throws(PrometheusError) -> [String: [MetricMetadata]] {
    opened(try await api.metadata(metric: metric, limit: limit))
  }

  /// Returns the version of the server.
  public func buildInfo() async throws(PrometheusError) -> BuildInfo {
    opened(try await api.buildInfo())
  }
}
