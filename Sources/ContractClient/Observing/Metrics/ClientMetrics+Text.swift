internal import Contract

extension ClientMetrics {
  /// Returns the metrics in version 0.0.4 of the Prometheus text format.
  ///
  /// With the labels `operation`, `method`, `route`, `status` and `error`: `http_client_request_duration_seconds` (a
  /// histogram), `http_client_attempts_total`, `http_client_request_bytes_total`, `http_client_response_bytes_total`,
  /// `http_client_cache_hits_total` and `http_client_cache_revalidations_total`. With `operation` only:
  /// `http_client_active_requests`, `http_client_repetitions_total`, `http_client_hedges_total` and
  /// `http_client_redirects_total`.
  public func prometheusText() -> String {
    let snapshot = snapshot()
    let series = snapshot.figures.map { (labels: Self.labels($0.key), figures: $0.value) }.sorted { first, second in
      first.labels.lexicographicallyPrecedes(second.labels) { $0.value < $1.value }
    }
    var text = PrometheusText()
    let duration = "http_client_request_duration_seconds"
    text.header(duration, "Time from a call's start to its end.", "histogram")
    for (labels, figures) in series {
      text.histogram(
        duration, labels, bounds: bounds, buckets: figures.buckets, sum: figures.seconds, count: figures.calls)
    }
    func counter(_ name: String, _ help: String, _ value: (Figures) -> Int) {
      text.header(name, help, "counter")
      for (labels, figures) in series { text.sample(name, labels, Double(value(figures))) }
    }
    counter("http_client_attempts_total", "Attempts, including retries.", \.attempts)
    counter("http_client_request_bytes_total", "Bytes of request bodies.", \.requestBytes)
    counter("http_client_response_bytes_total", "Bytes of response bodies.", \.responseBytes)
    counter("http_client_cache_hits_total", "Calls served from the cache.", \.cacheHits)
    counter(
      "http_client_cache_revalidations_total", "Calls served from the cache after revalidation.", \.cacheRevalidations)
    func byOperation(_ name: String, _ kind: String, _ help: String, _ values: [String: Int]) {
      text.header(name, help, kind)
      for (operation, value) in values.sorted(by: { $0.key < $1.key }) {
        text.sample(name, [("operation", operation)], Double(value))
      }
    }
    byOperation("http_client_active_requests", "gauge", "Calls in flight.", snapshot.inFlight)
    byOperation("http_client_repetitions_total", "counter", "Retries.", snapshot.repetitions)
    byOperation("http_client_hedges_total", "counter", "Hedged attempts.", snapshot.hedges)
    byOperation("http_client_redirects_total", "counter", "Redirects followed.", snapshot.redirects)
    return text.text
  }

  private static func labels(_ key: Key) -> [PrometheusText.Label] {
    [
      ("operation", key.operation), ("method", key.method), ("route", key.route),
      ("status", key.status.map(String.init) ?? ""), ("error", key.error ?? ""),
    ]
  }
}
