import Contract
import ContractTesting
import FoundationEssentials
import Prometheus
import Testing

/// A real Prometheus that `Scripts/check-sdk` has started, and the file in which it looks for targets.
struct LiveServer {
  let url: String
  let targetsFile: String
  /// The folder for a recorded session.
  let fixtures: String

  static let current: LiveServer? = {
    let environment = ProcessInfo.processInfo.environment
    guard let url = environment["PROMETHEUS_TEST_URL"], let file = environment["PROMETHEUS_TEST_TARGETS"],
      let fixtures = environment["PROMETHEUS_TEST_FIXTURES"]
    else { return nil }
    return LiveServer(url: url, targetsFile: file, fixtures: fixtures)
  }()

  var prometheus: Prometheus { Prometheus(baseURL: url) }

  /// Sets the targets that Prometheus scrapes in addition to itself.
  func scrape(_ targets: [(job: String, address: String)]) throws {
    let own = (job: "prometheus", address: String(url.drop { $0 != "/" }.dropFirst(2)))
    let groups = (targets + [own]).map { #"{"targets":["\#($0.address)"],"labels":{"job":"\#($0.job)"}}"# }
    try Data("[\(groups.joined(separator: ","))]".utf8).write(to: URL(filePath: targetsFile), options: .atomic)
  }
}

/// An expected result that did not arrive.
private struct Missing: Error {
  let what: String
}

/// Repeats a call until it has a result, because Prometheus chooses the time of a scrape.
private func eventually<Value>(_ what: String, _ ask: () async throws -> Value?) async throws -> Value {
  let end = ContinuousClock.now + .seconds(60)
  while ContinuousClock.now < end {
    if let value = try await ask() { return value }
    try await Task.sleep(for: .milliseconds(100))
  }
  throw Missing(what: what)
}

@Suite("A real Prometheus", .enabled(if: LiveServer.current != nil, "Scripts/check-sdk starts one"), .serialized)
struct LiveTests {
  private let live: LiveServer
  private let prometheus: Prometheus

  init() throws {
    live = try #require(LiveServer.current)
    prometheus = live.prometheus
  }

  /// The time of a scrape of Prometheus by itself.
  private func scraped() async throws -> Date {
    try live.scrape([])
    return try await eventually("a scrape") {
      try await prometheus.vector(#"timestamp(up{job="prometheus"} == 1)"#).first?.value.map {
        Sample(Date(timeIntervalSince1970: $0.value), 0).time
      }
    }
  }

  @Test("GET and POST return the same results")
  func forms() async throws {
    let time = try await scraped()
    let api = prometheus.api
    for query in ["up", "vector(1) / 0", "scalar(vector(-1)) / 0", "\"text\"", "up[1m]"] {
      let got = try await api.query(query: query, time: time, timeout: .seconds(5))
      let posted = try await api.queryForm(query: query, time: time, timeout: .seconds(5))
      #expect(got.data == posted.data, "\(query)")
    }
    let start = time - 10
    #expect(
      try await api.queryRange(query: "up", start: start, end: time, step: .milliseconds(500), timeout: nil)
        == api.queryRangeForm(query: "up", start: start, end: time, step: .milliseconds(500), timeout: nil))
    let selectors = ["up", #"prometheus_build_info{job="prometheus"}"#]
    let series = try await api.series(match: selectors, start: start, end: time)
    #expect(series.data.map(\.name) == ["prometheus_build_info", "up"])
    #expect(try await api.seriesForm(match: selectors, start: start, end: time) == series)
    let labels = try await api.labels(match: selectors, start: start, end: time)
    #expect(labels.data.contains("goversion"))
    #expect(try await api.labelsForm(match: selectors, start: start, end: time) == labels)
  }

  @Test("Every type of result is decoded")
  func results() async throws {
    let time = try await scraped()
    #expect(try await prometheus.query("1 / 0", at: time) == .scalar(Sample(time, .infinity)))
    #expect(try await prometheus.query("\"é\"", at: time) == .string(TextSample(time, "é")))
    #expect(try await prometheus.vector("vector(0) / 0").first?.value?.value.isNaN == true)
    let values = try await prometheus.queryRange(
      "vector(time())", from: time, to: time + 1.5, step: .milliseconds(500))
    #expect(values.first?.values.map { ($0.time.timeIntervalSince(time) * 1000).rounded() } == [0, 500, 1000, 1500])
    #expect(values.first?.values.allSatisfy { abs($0.time.timeIntervalSince1970 - $0.value) < 1e-6 } == true)
    guard case .matrix(let matrix) = try await prometheus.query("up[1m]") else {
      Issue.record("the result of a range is not a matrix")
      return
    }
    #expect(matrix.first?.metric["job"] == "prometheus")
  }

  @Test("An expression too long for a URL is sent")
  func longExpression() async throws {
    _ = try await scraped()
    let long = #"up{job!="\#(String(repeating: "x", count: 120_000))"}"#
    #expect(try await prometheus.vector(long).count == 1)
  }

  @Test("Targets, rules, metadata, values and the version are read")
  func metadata() async throws {
    _ = try await scraped()
    try live.scrape([("broken", "127.0.0.1:1")])
    let broken = try await eventually("a target that is down") {
      try await prometheus.targets(.active).active.first { $0.labels["job"] == "broken" && $0.health == .down }
    }
    #expect(broken.lastError.contains("connect"))
    #expect(broken.scrapeInterval == .seconds(1))
    #expect(abs(broken.lastScrape.timeIntervalSinceNow) < 3600)
    #expect(
      try await eventually("its label") { try await prometheus.values(of: "job").contains("broken") ? true : nil })

    let alert = try await eventually("an alert that fires") {
      try await prometheus.rules(.alert).first?.rules.compactMap { rule -> Alert? in
        guard case .alerting(let rule) = rule else { return nil }
        return rule.alerts.first { $0.state == "firing" }
      }.first
    }
    #expect(alert.labels["alertname"] == "Always")
    #expect(alert.value == SampleNumber(1))
    guard case .recording(let rule) = try await prometheus.rules(.record).first?.rules.first else {
      Issue.record("there is no recording rule")
      return
    }
    #expect(rule.name == "job:up:sum")

    #expect(try await prometheus.metadata(of: "go_goroutines")["go_goroutines"]?.map(\.type) == [.gauge])
    #expect(try await prometheus.metadata(limit: 1).count == 1)
    #expect(try await prometheus.buildInfo().version.isEmpty == false)
  }

  @Test("A refusal is thrown with its type")
  func refusals() async throws {
    let time = try await scraped()
    await refusal {
      _ = try await prometheus.query("up{")
    } isExpected: {
      if case .badData(let error) = $0 { error.contains("parse error") } else { false }
    }
    await refusal {
      _ = try await prometheus.query("up * on () (up or vector(1))", at: time)
    } isExpected: {
      if case .execution = $0 { true } else { false }
    }
    await refusal {
      _ = try await prometheus.queryRange("up", from: time, to: time + 11_001, step: .seconds(1))
    } isExpected: {
      if case .badData(let error) = $0 { error.contains("11,000") } else { false }
    }
    await refusal {
      _ = try await prometheus.api.labelValues(name: "b-d", match: [], start: nil, end: nil)
    } isExpected: {
      if case .badData = $0 { true } else { false }
    }
    do {
      _ = try await Prometheus(baseURL: live.url + "/elsewhere").query("up")
      Issue.record("a query at another path succeeded")
    } catch .other(let error) {
      #expect(error.code == .unexpected)
      #expect(error.response?.status == .notFound)
    } catch {
      Issue.record("\(error)")
    }
  }

  private func refusal(
    _ call: () async throws -> Void, isExpected: (PrometheusRefusal) -> Bool,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    do {
      try await call()
      Issue.record("the call succeeded", sourceLocation: sourceLocation)
    } catch PrometheusError.declared(let refusal) {
      #expect(isExpected(refusal), "\(refusal)", sourceLocation: sourceLocation)
    } catch {
      Issue.record("\(error)", sourceLocation: sourceLocation)
    }
  }

  @Test("Prometheus scrapes the metrics of a server of this toolkit")
  func ownMetrics() async throws {
    let mock = PrometheusV1Mock()
    mock.mockLabels { _, _, _ in Envelope(["job"]) }
    let server = Server(port: 0, threads: 1, middleware: [Metrics()]) { PrometheusV1Routes(mock) }
    try await withServer(server) { client in
      let scraped = Prometheus(client)
      for _ in 0..<7 { _ = try await scraped.labels() }
      _ = try? await scraped.buildInfo()

      let address = String("\(client)".split(separator: "/").last ?? "")
      try live.scrape([("toolkit", address)])
      let count = #"http_server_request_duration_seconds_count{job="toolkit", route=~"/api.*"}"#
      let series = try await eventually("the server's requests") {
        let series = try await prometheus.vector(count)
        return series.isEmpty ? nil : series
      }
      let counts = series.map { "\($0.metric["route"] ?? "") \($0.metric["status"] ?? ""): \($0.value?.value ?? 0)" }
      #expect(counts.sorted() == ["/api/v1/labels 200: 7.0", "/api/v1/status/buildinfo 500: 1.0"])
      let metadata = try await eventually("metadata") {
        try await prometheus.metadata(of: "http_server_request_duration_seconds").values.first
      }
      #expect(metadata.map(\.type) == [.histogram])
      let slowest = try await prometheus.vector(
        #"histogram_quantile(1, sum by (le) (http_server_request_duration_seconds_bucket{job="toolkit"}))"#)
      #expect((slowest.first?.value?.value ?? -1) > 0)
    }
  }
}
