/// The metrics of requests by method, route and status.
struct MetricSeries: Sendable {
  struct Key: Hashable, Sendable {
    var method: String
    var route: String
    var status: Int
  }

  /// A histogram of durations: the counts of the buckets, and the count and sum of all.
  struct Histogram: Sendable {
    var buckets: [Int]
    var count = 0
    var sum = 0.0
  }

  private let bounds: [Double]
  private var durations: [Key: Histogram] = [:]
  private var received: [String: Int] = [:]
  private var sent: [String: Int] = [:]
  /// The number of responses that the server itself created, by status.
  var refused: [Int: Int] = [:]

  init(bounds: [Double]) {
    self.bounds = bounds
  }

  mutating func count(_ key: Key, seconds: Double, received: Int, sent: Int) {
    let index = bounds.firstIndex { seconds <= $0 }
    let empty = Histogram(buckets: Array(repeating: 0, count: bounds.count))
    durations[key, default: empty].add(seconds, to: index)
    self.received[key.route, default: 0] &+= received
    self.sent[key.route, default: 0] &+= sent
  }

  func write(to text: inout PrometheusText) {
    let name = "http_server_request_duration_seconds"
    text.header(name, "Time from the request to the end of its response.", "histogram")
    for (key, histogram) in durations.sorted(by: { Self.precedes($0.key, $1.key) }) {
      let labels = [("method", key.method), ("route", key.route), ("status", String(key.status))]
      text.histogram(
        name, labels, bounds: bounds, buckets: histogram.buckets, sum: histogram.sum, count: histogram.count)
    }
    write(received, "http_server_request_bytes_total", "Body bytes received.", to: &text)
    write(sent, "http_server_response_bytes_total", "Body bytes sent.", to: &text)
    text.header("http_server_refused_total", "Requests that the server itself responded to.", "counter")
    for (status, count) in refused.sorted(by: { $0.key < $1.key }) {
      text.sample("http_server_refused_total", [("status", String(status))], Double(count))
    }
  }

  private func write(_ bytes: [String: Int], _ name: String, _ help: String, to text: inout PrometheusText) {
    text.header(name, help, "counter")
    for (route, count) in bytes.sorted(by: { $0.key < $1.key }) {
      text.sample(name, [("route", route)], Double(count))
    }
  }

  private static func precedes(_ left: Key, _ right: Key) -> Bool {
    (left.route, left.method, left.status) < (right.route, right.method, right.status)
  }
}

extension MetricSeries.Histogram {
  fileprivate mutating func add(_ seconds: Double, to bucket: Int?) {
    if let bucket { buckets[bucket] += 1 }
    count += 1
    sum += seconds
  }
}
