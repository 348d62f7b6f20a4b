import Contract
import ContractTesting
import FoundationEssentials
import Prometheus
import Testing

@Suite("The client")
struct ClientTests {
  private let start = Date(timeIntervalSince1970: 1_000_000_000)

  @Test("The contract is valid")
  func contract() {
    #expect(PrometheusV1Endpoints.all.verify().isEmpty)
  }

  @Test("Long expressions and selectors are sent as a form")
  func forms() async throws {
    let mock = PrometheusV1Mock()
    mock.mockQuery { _, _, _ in Envelope(.vector([])) }
    mock.mockQueryForm { _, _, _ in Envelope(.vector([])) }
    mock.mockQueryRange { _, _, _, _, _ in Envelope(.matrix([])) }
    mock.mockQueryRangeForm { _, _, _, _, _ in Envelope(.matrix([])) }
    mock.mockSeries { _, _, _ in Envelope([]) }
    mock.mockSeriesForm { _, _, _ in Envelope([]) }
    mock.mockLabels { _, _, _ in Envelope([]) }
    mock.mockLabelsForm { _, _, _ in Envelope([]) }
    let prometheus = Prometheus(api: mock)
    let short = String(repeating: "a", count: 2000)
    for text in [short, short + "a"] {
      _ = try await prometheus.query(text, at: start)
      _ = try await prometheus.queryRange(text, from: start, to: start + 60, step: .seconds(1))
      _ = try await prometheus.series(matching: [text])
      _ = try await prometheus.labels(matching: [text])
    }
    #expect(mock.queryCalls.map(\.query) == [short])
    #expect(mock.queryFormCalls.map(\.query) == [short + "a"])
    #expect(mock.queryFormCalls.map(\.time) == [start])
    #expect(mock.queryRangeCalls.map(\.query) == [short])
    #expect(mock.queryRangeFormCalls.map(\.query) == [short + "a"])
    #expect(mock.queryRangeFormCalls.map(\.step) == [.seconds(1)])
    #expect(mock.seriesCalls.map(\.match) == [[short]])
    #expect(mock.seriesFormCalls.map(\.match) == [[short + "a"]])
    #expect(mock.labelsCalls.map(\.match) == [[short]])
    #expect(mock.labelsFormCalls.map(\.match) == [[short + "a"]])
  }

  @Test("A form carries the parameters of the query")
  func formOnTheWire() async throws {
    let (prometheus, transport) = recorded(.ok, #"{"status":"success","data":[]}"#)
    _ = try await prometheus.api.seriesForm(match: ["a{b=\"c d\"}", "up"], start: start, end: nil)
    let request = try #require(transport.requests.first)
    #expect(request.method == .post)
    #expect(request.target == "/api/v1/series")
    #expect(request.fields[.contentType]?.rawValue == "application/x-www-form-urlencoded")
    guard case .bytes(let bytes) = request.body else {
      Issue.record("the form is \(request.body)")
      return
    }
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == "match%5B%5D=a%7Bb%3D%22c%20d%22%7D&match%5B%5D=up&start=2001-09-09T01%3A46%3A40Z")
  }

  @Test("Warnings and infos are reported apart from the result")
  func notes() async throws {
    let envelopes: [Envelope<[String]>] = [
      Envelope(["job"], warnings: ["a remote server did not answer"]), Envelope(["job"]),
      Envelope(["job"], infos: ["this may be no counter"]), Envelope(["job"], warnings: ["a", "b"], infos: ["c"]),
    ]
    let told = Lock<[Prometheus.Notes]>([])
    for envelope in envelopes {
      let mock = PrometheusV1Mock()
      mock.mockLabels { _, _, _ in envelope }
      let prometheus = Prometheus(api: mock).onNotes { notes in told.withLock { $0.append(notes) } }
      #expect(try await prometheus.labels() == ["job"])
    }
    #expect(
      told.withLock { $0 } == [
        Prometheus.Notes(warnings: ["a remote server did not answer"]),
        Prometheus.Notes(infos: ["this may be no counter"]),
        Prometheus.Notes(warnings: ["a", "b"], infos: ["c"]),
      ])
  }

  @Test("An expression of another type throws when a vector is requested")
  func mismatch() async throws {
    let mock = PrometheusV1Mock()
    mock.mockQuery { _, _, _ in Envelope(.scalar(Sample(.now, 1))) }
    do {
      _ = try await Prometheus(api: mock).vector("1")
      Issue.record("1 is a vector")
    } catch .other(let error) {
      #expect(error.message == "the expression gives a scalar, not a vector")
    } catch {
      Issue.record("\(error)")
    }
  }

  @Test("An empty selector is refused before anything is sent")
  func emptySelectors() async throws {
    let (prometheus, transport) = recorded(.ok, "")
    do throws(PrometheusError) {
      _ = try await prometheus.series(matching: [])
      Issue.record("no selector is needed")
    } catch .other(let error) {
      #expect(error.code == .invalidInput)
    } catch {
      Issue.record("\(error)")
    }
    #expect(transport.requests.isEmpty)
  }

  @Test("A transient failure is retried, and a refusal is not")
  func repetition() async throws {
    let ready = HTTPResponse(
      .ok, fields: [.contentType: "application/json"],
      body: .bytes(Array(#"{"status":"success","data":["up"]}"#.utf8)))
    let transport = ScriptedTransport([HTTPResponse(.serviceUnavailable), ready])
    let client = APIClient(baseURL: "http://prometheus.example", transport: transport).retry(backoff: .none)
    #expect(try await Prometheus(client).api.labelsForm(match: [], start: nil, end: nil).data == ["up"])
    #expect(transport.requests.count == 2)
  }

  @Test("Client and server of the contract agree over sockets")
  func bothEnds() async throws {
    let mock = PrometheusV1Mock()
    let series = RangeSeries(
      ["__name__": "up"], [Sample(start, 1), Sample(start + 0.25, -.infinity), Sample(start + 1, 1e300)])
    mock.mockQueryRange { _, _, _, _, _ in Envelope(.matrix([series])) }
    mock.mockQueryRangeForm { _, _, _, _, _ in throw PrometheusError.declared(.execution(error: "too many")) }
    mock.mockLabelValues { _, _, _, _ in Envelope(["a/b"]) }
    let secondly: PromDuration = .milliseconds(90_061_001)
    try await withServer(PrometheusV1Routes(mock)) { client async throws -> Void in
      let prometheus = Prometheus(client)
      #expect(try await prometheus.queryRange("up", from: start, to: start + 1.5, step: secondly) == [series])
      #expect(try await prometheus.values(of: "a/b", matching: ["up", "down"]) == ["a/b"])
      #expect(try await prometheus.api.labelValues(name: "a/b", match: [], start: nil, end: nil).data == ["a/b"])
      do throws(PrometheusError) {
        _ = try await prometheus.queryRange(
          String(repeating: "é", count: 20_000), from: start, to: start + 1, step: .seconds(1))
        Issue.record("a refused query succeeded")
      } catch .declared(let refusal) {
        #expect(refusal == .execution(error: "too many"))
      } catch {
        Issue.record("\(error)")
      }
    }
    let call = try #require(mock.queryRangeCalls.first)
    #expect(call.end == start + 1.5)
    #expect(call.step == secondly)
    #expect(mock.labelValuesCalls.map(\.name) == ["U__a_2f_b", "a/b"])
    #expect(mock.labelValuesCalls.map(\.match) == [["up", "down"], []])
  }
}

@Suite("Range queries in windows")
struct RangeWindowsTests {
  private let start = Date(timeIntervalSince1970: 1_000_000_000)

  @Test(
    "Every point is in exactly one window",
    arguments: [(1, 4, 4), (2, 4, 2), (3, 4, 2), (4, 4, 1), (100, 1, 1), (3, 0, 0)])
  func pieces(_ points: Int, _ count: Int, _ pieces: Int) async throws {
    let mock = PrometheusV1Mock()
    mock.mockQueryRange { _, start, end, step, _ in
      let times = stride(from: start.timeIntervalSince1970, through: end.timeIntervalSince1970, by: step.seconds)
      return Envelope(.matrix([RangeSeries([:], times.map { Sample(Date(timeIntervalSince1970: $0), 1) })]))
    }
    let end = start + Double(count - 1) * 0.5
    let windows = Prometheus(api: mock).windows(
      of: "up", from: start, to: end, step: .milliseconds(500), points: points)
    var found: [Date] = []
    for try await series in windows { found += series.flatMap(\.values).map(\.time) }
    #expect(found == (0..<count).map { start + Double($0) * 0.5 })
    #expect(mock.queryRangeCalls.count == pieces)
  }

  @Test("A failed window ends the sequence")
  func failure() async throws {
    let mock = PrometheusV1Mock()
    mock.mockQueryRange { _, _, _, _, _ in throw PrometheusError.declared(.timeout(error: "slow")) }
    do throws(PrometheusError) {
      for try await _ in Prometheus(api: mock).windows(of: "up", from: start, to: start, step: .seconds(1)) {}
      Issue.record("a window was returned")
    } catch {
      guard case .declared(.timeout) = error else {
        Issue.record("\(error)")
        return
      }
    }
  }
}
