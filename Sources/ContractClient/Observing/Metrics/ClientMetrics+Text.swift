internal import Contract

extension ClientMetrics {
  /// The figures in the text format of Prometheus, 0.0.4.
  ///
  /// `http_client_request_duration_seconds` (a histogram), `http_client_attempts_total`,
  /// `http_client_request_bytes_total`, `http_client_response_bytes_total`, `http_client_cache_hits_total`,
  /// `http_client_cache_revalidations_total`, each with the labels `operation`, `method`,
  /// `route`, `status` and `error`; `http_client_active_requests`, `http_client_repetitions_total`,
  /// `http_client_hedges_total` and `http_client_redirects_total` with `operation`.
  public func prometheusText() -> String {
    let snapshot = snapshot()
    let series = snapshot.figures.map { (labels: Self.labels($0.key), figures: $0.value) }.sorted {
      $0.labels < $1.labels
    }
    var lines: [String] = []
    let duration = "http_client_request_duration_seconds"
    lines.append("# HELP \(duration) Time from a call's start to its end.")
    lines.append("# TYPE \(duration) histogram")
    for (labels, figures) in series {
      var total = 0
      for (bound, count) in zip(bounds, figures.buckets) {
        total += count
        lines.append("\(duration)_bucket{\(labels),le=\"\(Self.number(bound))\"} \(total)")
      }
      lines.append("\(duration)_bucket{\(labels),le=\"+Inf\"} \(figures.calls)")
      lines.append("\(duration)_sum{\(labels)} \(Self.number(figures.seconds))")
      lines.append("\(duration)_count{\(labels)} \(figures.calls)")
    }
    func counter(_ name: String, _ help: String, _ value: (Figures) -> Int) {
      lines.append("# HELP \(name) \(help)")
      lines.append("# TYPE \(name) counter")
      lines += series.map { "\(name){\($0.labels)} \(value($0.figures))" }
    }
    counter("http_client_attempts_total", "Attempts of calls.", \.attempts)
    counter("http_client_request_bytes_total", "Bytes of content sent.", \.requestBytes)
    counter("http_client_response_bytes_total", "Bytes of content received.", \.responseBytes)
    counter("http_client_cache_hits_total", "Calls whose response was kept.", \.cacheHits)
    counter(
      "http_client_cache_revalidations_total", "Calls whose response was kept and confirmed.", \.cacheRevalidations)
    func byOperation(_ name: String, _ type: String, _ help: String, _ values: [String: Int]) {
      lines.append("# HELP \(name) \(help)")
      lines.append("# TYPE \(name) \(type)")
      lines += values.sorted { $0.key < $1.key }.map { "\(name){operation=\"\(Self.escaped($0.key))\"} \($0.value)" }
    }
    byOperation("http_client_active_requests", "gauge", "Calls under way.", snapshot.inFlight)
    byOperation("http_client_repetitions_total", "counter", "Attempts after the first.", snapshot.repetitions)
    byOperation("http_client_hedges_total", "counter", "Attempts beside slow ones.", snapshot.hedges)
    byOperation("http_client_redirects_total", "counter", "Redirects followed.", snapshot.redirects)
    return lines.joined(separator: "\n") + "\n"
  }

  private static func labels(_ key: Key) -> String {
    let labels = [
      ("operation", key.operation), ("method", key.method), ("route", key.route),
      ("status", key.status.map(String.init) ?? ""), ("error", key.error ?? ""),
    ]
    return labels.map { "\($0)=\"\(escaped($1))\"" }.joined(separator: ",")
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += #"\\"#
      case "\"": result += #"\""#
      case "\n": result += #"\n"#
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func number(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? "\(Int(value))" : "\(value)"
  }
}
