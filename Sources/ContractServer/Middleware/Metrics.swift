public import Contract
internal import Synchronization

/// Counts and times requests, and serves the figures to Prometheus at `/metrics` (text format 0.0.4).
///
/// ```swift
/// let metrics = Metrics()
/// metrics.gauge("todo_queue_length", "Todos that wait.") { Double(queue.count) }
/// let server = Server(port: 8080, middleware: [metrics]) { … }
/// ```
///
/// | metric | labels |
/// |---|---|
/// | `http_server_request_duration_seconds` (histogram) | `method`, `route`, `status` |
/// | `http_server_requests_in_flight` (gauge) | |
/// | `http_server_request_bytes_total`, `http_server_response_bytes_total` | `route` |
/// | `http_server_refused_total` | `status` |
/// | `http_server_connections` (gauge) | |
/// | `http_server_connections_refused_total`: too many of a peer, no PROXY header or a wrong one, a failed TLS handshake | |
/// | `http_server_connections_idle_ended_total`: closed without a request, to make room for others | |
/// | `http_server_loop_lag_seconds` (gauge): the longest turn of a loop since the last scrape | |
/// | `http_server_loop_stalls_total` | |
/// | `http_server_blocking_threads`, `…_threads_busy`, `…_queued` (gauges), `http_server_blocking_refused_total` | |
///
/// A route is the template, such as `/todos/{id}`, and empty where nothing is served, so clients cannot make series; so is
/// a method that is not registered `other`. Refused is what the server answers by itself, such as what is no request; a
/// handler that ran past its time is timed as well, with the status 503. A request whose client has gone counts with 499.
///
/// The path is open to everybody who reaches the server: keep it from the outside at the proxy, or choose `path: nil` and
/// serve ``text()`` from a route that asks for credentials.
public final class Metrics: ServerMiddleware {
  /// Bounds of the durations in seconds, from 1 ms to 10 s.
  public static let defaultBounds: [Double] = [
    0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
  ]

  private struct Gauge: Sendable {
    let name: String
    let help: String
    let kind: String
    let value: @Sendable () -> Double
  }

  /// When middleware got the request, for one that is refused while its handler is at work.
  private struct Start: Sendable {
    let steady: Int64
  }

  private let path: String?
  private let time: TimeSource
  private let series: Lock<MetricSeries>
  private let inFlight = Atomic(0)
  private let gauges = Lock<[Gauge]>([])
  private let server = Lock<ServerFigures?>(nil)

  /// Figures of requests.
  ///
  /// - Parameters:
  ///   - path: where they are served with GET; nil serves them nowhere.
  ///   - bounds: the upper bounds of the duration's buckets in seconds, ascending.
  public convenience init(path: String? = "/metrics", bounds: [Double] = Metrics.defaultBounds) {
    self.init(path: path, bounds: bounds, time: .system)
  }

  package init(path: String? = "/metrics", bounds: [Double] = Metrics.defaultBounds, time: TimeSource) {
    self.path = path
    self.time = time
    self.series = Lock(MetricSeries(bounds: bounds))
  }

  /// Adds a figure that can go up and down, asked for with every scrape.
  ///
  /// - Parameters:
  ///   - name: letters, digits, `_` and `:`, not beginning with a digit; another one traps, a mistake in the source.
  ///   - help: one sentence.
  public func gauge(_ name: String, _ help: String, _ value: @escaping @Sendable () -> Double) {
    add(Gauge(name: name, help: help, kind: "gauge", value: value))
  }

  /// Adds a figure that only goes up, asked for with every scrape; its name ends in `_total` by custom.
  public func counter(_ name: String, _ help: String, _ value: @escaping @Sendable () -> Double) {
    add(Gauge(name: name, help: help, kind: "counter", value: value))
  }

  private func add(_ gauge: Gauge) {
    precondition(PrometheusText.isName(gauge.name), "`\(gauge.name)` is no name of a metric")
    gauges.withLock { $0.append(gauge) }
  }

  /// All figures in the text format.
  public func text() -> String {
    var text = PrometheusText()
    let gauges = gauges.withLock { $0 }
    series.withLock { $0 }.write(to: &text)
    text.header("http_server_requests_in_flight", "Requests that are being answered.", "gauge")
    text.sample("http_server_requests_in_flight", [], Double(inFlight.load(ordering: .relaxed)))
    if let figures = server.withLock({ $0 }) { Self.write(figures, to: &text) }
    for gauge in gauges {
      text.header(gauge.name, gauge.help, gauge.kind)
      text.sample(gauge.name, [], gauge.value())
    }
    return text.text
  }

  private static func write(_ figures: ServerFigures, to text: inout PrometheusText) {
    let lag = figures.takeLoopLag().components
    let blocking = figures.blocking
    let samples: [(name: String, help: String, kind: String, value: Double)] = [
      ("connections", "Connections that are open.", "gauge", Double(figures.connections)),
      (
        "connections_refused_total", "Connections that were turned away before any request.", "counter",
        Double(figures.refusedConnections)
      ),
      (
        "connections_idle_ended_total", "Idle connections that were closed to make room for others.", "counter",
        Double(figures.idleConnectionsEnded)
      ),
      (
        "loop_lag_seconds", "The longest turn of a loop since the last scrape.", "gauge",
        Double(lag.seconds) + Double(lag.attoseconds) / 1e18
      ),
      ("loop_stalls_total", "Turns of a loop that took too long.", "counter", Double(figures.stalls)),
      ("blocking_threads", "Threads for handlers that block.", "gauge", Double(blocking.threads)),
      ("blocking_threads_busy", "Those of them that run something.", "gauge", Double(blocking.busy)),
      ("blocking_queued", "Parts of handlers that wait for such a thread.", "gauge", Double(blocking.queued)),
      (
        "blocking_refused_total", "Requests refused because too many waited for such a thread.", "counter",
        Double(blocking.refused)
      ),
    ]
    for sample in samples {
      text.header("http_server_" + sample.name, sample.help, sample.kind)
      text.sample("http_server_" + sample.name, [], sample.value)
    }
  }

  /// Learns where the server's own figures are.
  public func serverStarted(_ figures: ServerFigures) { server.withLock { $0 = figures } }

  /// Serves the figures, or counts and times the request.
  public func handle(
    _ request: HTTPRequest, in exchange: Exchange, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    if let path, request.path == path, request.method == .get || request.method == .head {
      return HTTPResponse(
        .ok, fields: [.contentType: "text/plain; version=0.0.4; charset=utf-8", "Cache-Control": "no-store"],
        body: .bytes(Array(text().utf8)))
    }
    let start = time.steady()
    exchange[Start.self] = Start(steady: start)
    inFlight.wrappingAdd(1, ordering: .relaxed)
    let received = request.body.length ?? 0
    var response: HTTPResponse
    do {
      response = try await next(request)
    } catch {
      count(request.method, exchange, start, status: Task.isCancelled ? 499 : 500, received: received, sent: 0)
      throw error
    }
    let status = Task.isCancelled ? 499 : response.status.code
    guard request.method != .head, response.status.allowsContent else {
      count(request.method, exchange, start, status: status, received: received, sent: 0)
      return response
    }
    response.body = response.body.observed { [self] end in
      count(request.method, exchange, start, status: status, received: received, sent: end.bytes)
    }
    return response
  }

  /// Counts what the server has answered by itself, and times a handler that it has given up.
  public func refuse(_ response: inout HTTPResponse, in exchange: Exchange) {
    let status = response.status.code
    series.withLock { $0.refused[status, default: 0] += 1 }
    guard let start = exchange[Start.self], let head = exchange.head else { return }
    add(head.method, exchange, start.steady, status: status, received: 0, sent: 0)
  }

  private func count(
    _ method: HTTPMethod, _ exchange: Exchange, _ start: Int64, status: Int, received: Int, sent: Int
  ) {
    inFlight.wrappingSubtract(1, ordering: .relaxed)
    if exchange.isRefused { return }
    // Middleware around this one may still run past its time, and the request has been counted.
    exchange[Start.self] = nil
    add(method, exchange, start, status: status, received: received, sent: sent)
  }

  private func add(
    _ method: HTTPMethod, _ exchange: Exchange, _ start: Int64, status: Int, received: Int, sent: Int
  ) {
    let key = MetricSeries.Key(method: Self.label(method), route: exchange.route ?? "", status: status)
    let seconds = Double(time.steady() - start) / 1e9
    series.withLock { $0.count(key, seconds: seconds, received: received, sent: sent) }
  }

  private static let methods: Set<String> = [
    "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT",
  ]

  private static func label(_ method: HTTPMethod) -> String {
    methods.contains(method.rawValue) ? method.rawValue : "other"
  }
}
