internal import FoundationEssentials
internal import Prometheus
internal import TerminalChart

/// A range query with the settings of its chart.
struct ChartCommand: Hashable, Sendable {
  var query: String
  var from: Date
  var to: Date
  var step: PromDuration
  var width: Int
  var height: Int
  var isASCII: Bool
  var isColored: Bool
  var url: String

  /// Sends the query to a server and draws the result.
  func draw(from prometheus: Prometheus) async throws(PrometheusError) -> String {
    text(of: try await prometheus.queryRange(query, from: from, to: to, step: step))
  }

  /// Returns the chart of these series.
  func text(of series: [RangeSeries]) -> String {
    guard series.contains(where: { !$0.values.isEmpty }) else {
      return series.isEmpty
        ? "no series: nothing matches from \(from.ISO8601Format()) to \(to.ISO8601Format())"
        : "no values to draw: \(series.count) series with native histograms alone; try histogram_quantile(0.9, …)"
    }
    let names = SeriesNames(series.map(\.metric))
    let lines = zip(names.own, series).map { name, series in
      ChartSeries(name, series.values.map { .init($0.time.timeIntervalSince1970, $0.value) })
    }
    let chart = Chart(
      series: lines, from: from.timeIntervalSince1970, to: to.timeIntervalSince1970, maxGap: step.seconds * 1.5)
    let style: Chart.Style = isASCII ? .ascii : series.count == 1 || isColored ? .braille : .marks
    let body = chart.lines(width: width, height: height, style: style, isColored: isColored)
    let title = Chart.line(names.common.map { "\(query)  (\($0))" } ?? query, width: width, style: style)
    return ([title] + body).joined(separator: "\n")
  }
}

/// The names of series in one chart. Common labels are stated once.
struct SeriesNames {
  /// The labels that all series share; nil if no labels are shared, or for a single series.
  let common: String?
  /// The names of the series, as short as they can be.
  let own: [String]

  init(_ metrics: [Labels]) {
    guard metrics.count > 1, let first = metrics.first else {
      common = nil
      own = metrics.map(\.description)
      return
    }
    let shared = first.values.filter { label in metrics.allSatisfy { $0[label.key] == label.value } }
    let labels = shared.filter { $0.key != "__name__" }
    common = labels.isEmpty ? nil : Labels(labels).description
    own = metrics.map { Labels($0.values.filter { shared[$0.key] == nil }).description }
  }
}
