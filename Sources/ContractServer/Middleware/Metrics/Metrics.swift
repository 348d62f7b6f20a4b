public import Contract
package import ContractLoop
internal import Synchronization

/// Middleware that counts and times requests, and serves metrics to Prometheus at `/metrics` (text format 0.0.4).
///
/// ```swift
/// let metrics = Metrics()
/// metrics.gauge("todo_queue_length", "Waiting todos.") { Double(queue.count) }
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
/// | `http_server_connections_refused_total`: per-peer limit, PROXY header, TLS handshake | |
/// | `http_server_connections_idle_ended_total`: closed without a request, to make room for others | |
/// | `http_server_connections_dropped_total`: the client was too slow | `reason`: `slow_reader`, `silent_websocket` |
/// | `http_server_loop_lag_seconds` (gauge): the longest loop iteration since the last scrape | |
/// | `http_server_loop_stalls_total` | |
/// | `http_server_blocking_threads`, `…_threads_busy`, `…_queued` (gauges), `http_server_blocking_refused_total` | |
///
/// The label `route` is the path template, such as `/todos/{id}`, or empty without a matching route; unregistered
/// methods are labeled `other`, so clients cannot create series. `http_server_refused_total` counts responses that the
/// server itself creates, such as those to malformed requests. Handlers that time out are also timed, with status 503.
/// Requests whose client disconnected, or that exceeded the time to drain, are counted with status 499.
///
/// Every client that reaches the server can read the path: block it at the proxy, or pass `path: nil` and serve
/// ``text()`` from a route that requires credentials.
public final class Metrics: ServerMiddleware {
  /// The default bounds of durations in seconds, from 1 ms to 10 s.
  public static let defaultBounds: [Double] = [
    0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
  ]

  private struct Gauge: Sendable {
    let name: String
    let help: String
    let kind: String
    let value: @Sendable () -> Double
  }

  /// The start time and the received bytes, for a request that the server refuses while its handler runs.
  private struct Start: Sendable {
    let steady: Int64
    let received: Received
  }

  /// The number of received body bytes; for a stream, the number of bytes read so far.
  private enum Received: Sendable {
    case whole(Int)
    case counted(Lock<Int>)

    var bytes: Int {
      switch self {
      case .whole(let bytes): bytes
      case .counted(let bytes): bytes.withLock { $0 }
      }
    }
  }

  private let path: String?
  private let time: TimeSource
  private let series: Lock<MetricSeries>
  private let inFlight = Atomic(0)
  private let gauges = Lock<[Gauge]>([])
  private let server = Lock<ServerFigures?>(nil)

  /// Creates metrics of requests.
  ///
  /// - Parameters:
  ///   - path: the path that serves the metrics with GET; nil for none. Default: `/metrics`.
  ///   - bounds: the upper bounds of the duration buckets in seconds, ascending.
  public convenience init(path: String? = "/metrics", bounds: [Double] = Metrics.defaultBounds) {
    self.init(path: path, bounds: bounds, time: .system)
  }

  package init(path: String? = "/metrics", bounds: [Double] = Metrics.defaultBounds, time: TimeSource) {
    self.path = path
    self.time = time
    self.series = Lock(MetricSeries(bounds: bounds))
  }

  /// Adds a metric that can go up and down. `value` is called on every scrape.
  ///
  /// - Parameters:
  ///   - name: letters, digits, `_` and `:`, not beginning with a digit. An invalid name traps.
  ///   - help: one sentence.
  public func gauge(_ name: String, _ help: String, _ value: @escaping @Sendable () -> Double) {
    add(Gauge(name: name, help: help, kind: "gauge", value: value))
  }

  /// Adds a metric that only goes up. `value` is called on every scrape. By convention the name ends in `_total`.
  public func counter(_ name: String, _ help: String, _ value: @escaping @Sendable () -> Double) {
    add(Gauge(name: name, help: help, kind: "counter", value: value))
  }

  private func add(_ gauge: Gauge) {
    precondition(PrometheusText.isName(gauge.name), "invalid metric name `\(gauge.name)`")
    gauges.withLock { $0.append(gauge) }
  }

  /// Returns all metrics in the Prometheus text format.
  public func text() -> String {
    var text = PrometheusText()
    let gauges = gauges.withLock { $0 }
    series.withLock { $0 }.write(to: &text)
    text.header("http_server_requests_in_flight", "Requests in progress.", "gauge")
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
      ("connections", "Open connections.", "gauge", Double(figures.connections)),
      (
        "connections_refused_total", "Connections refused before their first request.", "counter",
        Double(figures.refusedConnections)
      ),
      (
        "connections_idle_ended_total", "Idle connections closed to make room for others.", "counter",
        Double(figures.idleConnectionsEnded)
      ),
      (
        "loop_lag_seconds", "The longest loop iteration since the last scrape.", "gauge",
        Double(lag.seconds) + Double(lag.attoseconds) / 1e18
      ),
      ("loop_stalls_total", "Loop iterations that took too long.", "counter", Double(figures.stalls)),
      ("blocking_threads", "Threads for blocking handlers.", "gauge", Double(blocking.threads)),
      ("blocking_threads_busy", "Busy threads for blocking handlers.", "gauge", Double(blocking.busy)),
      ("blocking_queued", "Blocking handler jobs waiting for a thread.", "gauge", Double(blocking.queued)),
      (
        "blocking_refused_total", "Requests refused because too many jobs waited for a thread.", "counter",
        Double(blocking.refused)
      ),
    ]
    for sample in samples {
      text.header("http_server_" + sample.name, sample.help, sample.kind)
      text.sample("http_server_" + sample.name, [], sample.value)
    }
    let dropped = "http_server_connections_dropped_total"
    text.header(dropped, "Connections closed because the client was too slow.", "counter")
    text.sample(dropped, [("reason", "silent_websocket")], Double(figures.silentWebSocketsDropped))
    text.sample(dropped, [("reason", "slow_reader")], Double(figures.slowReadersDropped))
  }

  /// Stores the source of the server's own metrics.
  public func serverStarted(_ figures: ServerFigures) { server.withLock { $0 = figures } }

  /// Serves the metrics, or counts and times the request.
  public func handle(
    _ request: HTTPRequest, in exchange: Exchange, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    if let path, request.path == path, request.method == .get || request.method == .head {
      return HTTPResponse(
        .ok, fields: [.contentType: "text/plain; version=0.0.4; charset=utf-8", "Cache-Control": "no-store"],
        body: .bytes(Array(text().utf8)))
    }
    let (body, received) = Self.counted(request.body)
    let start = Start(steady: time.now(), received: received)
    exchange[Start.self] = start
    inFlight.wrappingAdd(1, ordering: .relaxed)
    var passed = request
    passed.body = body
    var response: HTTPResponse
    do {
      response = try await next(passed)
    } catch {
      count(request.method, exchange, start, status: Task.isCancelled ? 499 : 500, sent: 0)
      throw error
    }
    let isCancelled = Task.isCancelled
    let status = isCancelled ? 499 : response.status.code
    guard !isCancelled, request.method != .head, response.status.allowsContent else {
      count(request.method, exchange, start, status: status, sent: 0)
      return response
    }
    response.body = response.body.observed { [self] end in
      count(request.method, exchange, start, status: status, sent: end.bytes)
    }
    return response
  }

  /// Returns the body, and the number of its received bytes.
  private static func counted(_ body: HTTPBody) -> (HTTPBody, Received) {
    guard case .stream(let stream) = body else { return (body, .whole(body.length ?? 0)) }
    let received = Lock(0)
    let counted = stream.passing(mediaType: stream.mediaType) {
      let chunk = try await stream.next()
      if let chunk { received.withLock { $0 += chunk.count } }
      return chunk
    }
    return (.stream(counted), .counted(received))
  }

  /// Counts a response that the server itself created, and times the handler that it abandoned.
  public func refuse(_ response: inout HTTPResponse, in exchange: Exchange) {
    let status = response.status.code
    series.withLock { $0.refused[status, default: 0] += 1 }
    guard let start = exchange[Start.self], let head = exchange.head else { return }
    add(head.method, exchange, start, status: status, sent: 0)
  }

  private func count(_ method: HTTPMethod, _ exchange: Exchange, _ start: Start, status: Int, sent: Int) {
    inFlight.wrappingSubtract(1, ordering: .relaxed)
    if exchange.isRefused { return }
    // The request has been counted. Without its start, `refuse` does not time it again if outer middleware times out.
    exchange[Start.self] = nil
    add(method, exchange, start, status: status, sent: sent)
  }

  private func add(_ method: HTTPMethod, _ exchange: Exchange, _ start: Start, status: Int, sent: Int) {
    let key = MetricSeries.Key(method: Self.label(method), route: exchange.route ?? "", status: status)
    let seconds = Double(time.now() - start.steady) / 1e9
    let received = start.received.bytes
    series.withLock { $0.count(key, seconds: seconds, received: received, sent: sent) }
  }

  private static let methods: Set<String> = [
    "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT",
  ]

  private static func label(_ method: HTTPMethod) -> String {
    methods.contains(method.rawValue) ? method.rawValue : "other"
  }
}
