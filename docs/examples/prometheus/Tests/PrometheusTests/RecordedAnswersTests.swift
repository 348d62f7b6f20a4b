import Contract
import ContractTesting
import FoundationEssentials
import Prometheus
import Testing

/// Returns a client that gets one recorded response of Prometheus 2.42.
func recorded(_ status: HTTPStatus, _ content: String, type: String = "application/json") -> (
  prometheus: Prometheus, transport: ScriptedTransport
) {
  var fields = HTTPFields()
  fields[.contentType] = HTTPFieldValue(type)
  let answer = HTTPResponse(status, fields: fields, body: .bytes(Array(content.utf8)))
  let transport = ScriptedTransport([answer])
  return (Prometheus(APIClient(baseURL: "http://prometheus.example", transport: transport)), transport)
}

private func recorded(_ content: String) -> Prometheus { recorded(.ok, content).prometheus }

private func at(_ seconds: Double) -> Date { Date(timeIntervalSince1970: seconds) }

@Suite("Recorded responses")
struct RecordedAnswersTests {
  @Test("An instant query returns a vector")
  func vector() async throws {
    let (prometheus, transport) = recorded(
      .ok,
      """
      {"status":"success","data":{"resultType":"vector","result":[{"metric":{"__name__":"up","instance":"127.0.0.1:1",\
      "job":"broken"},"value":[1795295789.322,"0"]},{"metric":{},"value":[1795295789.322,"NaN"]}]}}
      """)
    let series = try await prometheus.vector("up", at: at(1_795_295_789.5), timeout: .milliseconds(1500))
    #expect(series.count == 2)
    #expect(series[0].metric == ["__name__": "up", "instance": "127.0.0.1:1", "job": "broken"])
    #expect(series[0].value == Sample(at(1_795_295_789.322), 0))
    #expect(series[1].metric == [:])
    #expect(series[1].value?.value.isNaN == true)
    #expect(
      transport.requests.map(\.target) == ["/api/v1/query?query=up&time=2026-11-21T21%3A16%3A29.5Z&timeout=1s500ms"])
  }

  @Test("A range query returns a matrix")
  func matrix() async throws {
    let (prometheus, transport) = recorded(
      .ok,
      """
      {"status":"success","data":{"resultType":"matrix","result":[{"metric":{"job":"a"},\
      "values":[[1795295788,"0"],[1795295790,"+Inf"],[1795295792,"-1.5e-07"]]}]}}
      """)
    let series = try await prometheus.queryRange(
      "sum by (job) (up)", from: at(1_795_295_788), to: at(1_795_295_792), step: .seconds(2))
    #expect(
      series == [
        RangeSeries(
          ["job": "a"],
          [
            Sample(at(1_795_295_788), 0), Sample(at(1_795_295_790), .infinity), Sample(at(1_795_295_792), -1.5e-07),
          ])
      ])
    #expect(
      transport.requests.map(\.target) == [
        "/api/v1/query_range?query=sum%20by%20%28job%29%20%28up%29&start=2026-11-21T21%3A16%3A28Z"
          + "&end=2026-11-21T21%3A16%3A32Z&step=2s"
      ])
  }

  @Test("Scalars and strings are decoded wherever the result type is in the object")
  func singleResults() async throws {
    let scalar = recorded(
      #"{"status":"success","data":{"result":[1795295789.38,"1.5"],"resultType":"scalar"}}"#)
    #expect(try await scalar.query("scalar(vector(1.5))") == .scalar(Sample(at(1_795_295_789.38), 1.5)))
    let text = recorded(
      #"{"status":"success","data":{"resultType":"string","result":[1795295789.392,"hi"]}}"#)
    #expect(try await text.query("\"hi\"") == .string(TextSample(at(1_795_295_789.392), "hi")))
  }

  @Test("Native histograms are decoded in addition to values")
  func histograms() async throws {
    let prometheus = recorded(
      """
      {"status":"success","data":{"resultType":"vector","result":[{"metric":{},"histogram":[1795295789.1,\
      {"count":"3","sum":"1.5","buckets":[[0,"0.25","0.5","2"],[3,"-0.001","0.001","1"]]}]}]}}
      """)
    let series = try #require(try await prometheus.vector("h").first)
    #expect(series.value == nil)
    let histogram = try #require(series.histogram)
    #expect(histogram.count == 3)
    #expect(histogram.buckets.map(\.upper) == [0.5, 0.001])
    #expect(histogram.buckets.map(\.boundaryRule) == [0, 3])
  }

  @Test(
    "An invalid sample is reported with its location",
    arguments: [
      (#"[1,"1",2]"#, ""), (#"["1","1"]"#, "/0"), (#"[1]"#, ""), (#"[1,1]"#, "/1"), (#"[1,"one"]"#, "/1"),
      (#"[1,"0x1p3"]"#, ""), (#"{}"#, ""),
    ])
  func brokenSamples(_ sample: String, _ place: String) async throws {
    let prometheus = recorded(
      #"{"status":"success","data":{"resultType":"matrix","result":[{"metric":{},"values":[[1,"1"],\#(sample)]}]}}"#)
    let error = await #expect(throws: PrometheusError.self) { try await prometheus.query("up") }
    guard case .other(let error) = error else {
      Issue.record("\(String(describing: error)) is not a ClientError")
      return
    }
    #expect(error.code == .decoding)
    #expect(error.failures.first?.pointer.hasPrefix("/data/result/0/values/1\(place)") == true)
  }

  @Test(
    "Refusals are distinguished by type and status",
    arguments: [
      (
        HTTPStatus.badRequest, #"{"status":"error","errorType":"bad_data","error":"no match[] parameter provided"}"#,
        PrometheusRefusal.badData(error: "no match[] parameter provided")
      ),
      (
        .init(422)!, #"{"status":"error","errorType":"execution","error":"duplicate series"}"#,
        .execution(error: "duplicate series")
      ),
      (
        .serviceUnavailable,
        #"{"status":"error","errorType":"timeout","error":"query timed out in expression evaluation"}"#,
        .timeout(error: "query timed out in expression evaluation")
      ),
      (.init(499)!, #"{"status":"error","errorType":"canceled","error":"gone"}"#, .canceled(error: "gone")),
      (.internalServerError, #"{"status":"error","errorType":"internal","error":"x"}"#, .internal(error: "x")),
    ])
  func refusals(_ status: HTTPStatus, _ content: String, _ refusal: PrometheusRefusal) async throws {
    do {
      _ = try await recorded(status, content).prometheus.query("up{")
      Issue.record("\(content) is a success")
    } catch .declared(let found) {
      #expect(found == refusal)
    } catch {
      Issue.record("\(error) is not a refusal")
    }
  }

  @Test(
    "A response of another program is an unexpected response",
    arguments: [
      (HTTPStatus.notFound, "404 page not found\n", "text/plain; charset=utf-8"),
      (.badGateway, "<html>Bad Gateway</html>", "text/html"),
      (.badRequest, #"{"status":"error","errorType":"news","error":"x"}"#, "application/json"),
    ])
  func unexpected(_ status: HTTPStatus, _ content: String, _ type: String) async throws {
    do {
      _ = try await recorded(status, content, type: type).prometheus.query("up")
      Issue.record("\(content) is a success")
    } catch .other(let error) {
      #expect(error.code == .unexpected)
      #expect(error.response?.status == status)
    } catch {
      Issue.record("\(error) is a refusal")
    }
  }

  @Test("Targets are decoded")
  func targets() async throws {
    let prometheus = recorded(
      """
      {"status":"success","data":{"activeTargets":[{"discoveredLabels":{"__address__":"127.0.0.1:1"},"labels":\
      {"instance":"127.0.0.1:1","job":"broken"},"scrapePool":"targets","scrapeUrl":"http://127.0.0.1:1/metrics",\
      "globalUrl":"http://vm:1/metrics","lastError":"connection refused","lastScrape":"2026-11-21T21:16:29.442519066Z",\
      "lastScrapeDuration":0.000591381,"health":"down","scrapeInterval":"1m30s","scrapeTimeout":"1s"},\
      {"discoveredLabels":{},"labels":{},"scrapePool":"targets","scrapeUrl":"http://a/metrics","lastError":"",\
      "lastScrape":"0001-01-01T00:00:00Z","lastScrapeDuration":0,"health":"unknown"}],\
      "droppedTargets":[{"discoveredLabels":{"job":"x"}}]}}
      """)
    let targets = try await prometheus.targets()
    #expect(targets.active.map(\.health) == [.down, .unknown])
    #expect(targets.active[0].lastScrapeSeconds == 0.000591381)
    #expect(targets.active[0].scrapeInterval == .seconds(90))
    #expect(abs(targets.active[0].lastScrape.timeIntervalSince1970 - 1_795_295_789.442519) < 1e-5)
    #expect(targets.active[1].scrapeInterval == nil)
    #expect(targets.active[1].lastScrape.timeIntervalSince1970 == -62_135_596_800)
    #expect(targets.dropped == [DroppedTarget(discoveredLabels: ["job": "x"])])
  }

  @Test("Recording and alerting rules are decoded")
  func rules() async throws {
    let prometheus = recorded(
      """
      {"status":"success","data":{"groups":[{"name":"example","file":"rules.yml","rules":[{"name":"job:up:sum","query":\
      "sum by (job) (up)","health":"ok","evaluationTime":0.000178827,"lastEvaluation":"2026-11-21T21:16:29.460893604Z",\
      "type":"recording"},{"state":"firing","name":"Always","query":"vector(1)","duration":90,"keepFiringFor":0,"labels":\
      {"severity":"none"},"annotations":{"summary":"always"},"alerts":[{"labels":{"alertname":"Always"},"annotations":{},\
      "state":"firing","activeAt":"2026-11-21T21:16:01.456891295Z","value":"1e+00"}],"health":"ok","type":"alerting"}],\
      "interval":1,"limit":0,"evaluationTime":0.000425584,"lastEvaluation":"2026-11-21T21:16:29.460889058Z"}]}}
      """)
    let group = try #require(try await prometheus.rules().first)
    #expect(group.name == "example")
    #expect(group.intervalSeconds == 1)
    guard case .recording(let recording) = group.rules.first, case .alerting(let alerting) = group.rules.last else {
      Issue.record("\(group.rules)")
      return
    }
    #expect(recording.name == "job:up:sum")
    #expect(recording.labels == [:])
    #expect(alerting.forSeconds == 90)
    #expect(alerting.alerts.map(\.value) == [SampleNumber(1)])
    #expect(alerting.labels["severity"] == "none")
  }

  @Test("Series, labels, values, metadata and the version are decoded")
  func metadata() async throws {
    let (series, transport) = recorded(
      .ok, #"{"status":"success","data":[{"__name__":"up","job":"a"},{"__name__":"up","job":"b"}]}"#)
    let all = try await series.series(matching: ["up", #"a{b="c"}"#], from: at(1), to: at(2.25))
    #expect(all.map(\.description) == [#"up{job="a"}"#, #"up{job="b"}"#])
    #expect(
      transport.requests.map(\.target) == [
        "/api/v1/series?match%5B%5D=up&match%5B%5D=a%7Bb%3D%22c%22%7D&start=1970-01-01T00%3A00%3A01Z"
          + "&end=1970-01-01T00%3A00%3A02.25Z"
      ])
    let (names, namesTransport) = recorded(.ok, #"{"status":"success","data":["__name__","job"]}"#)
    #expect(try await names.labels() == ["__name__", "job"])
    #expect(namesTransport.requests.map(\.target) == ["/api/v1/labels"])
    let (values, valuesTransport) = recorded(.ok, #"{"status":"success","data":["a"]}"#)
    #expect(try await values.values(of: "job") == ["a"])
    #expect(valuesTransport.requests.map(\.target) == ["/api/v1/label/job/values"])
    let metadata = recorded(
      #"{"status":"success","data":{"go_goroutines":[{"type":"gauge","help":"How many.","unit":""}]}}"#)
    #expect(try await metadata.metadata(limit: 1) == ["go_goroutines": [.init(type: .gauge, help: "How many.")]])
    let version = recorded(
      #"{"status":"success","data":{"version":"2.42.0+ds","revision":"r","branch":"b","goVersion":"go1.19.8"}}"#)
    #expect(try await version.buildInfo().version == "2.42.0+ds")
  }
}
