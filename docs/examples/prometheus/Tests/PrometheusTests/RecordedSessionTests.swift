import Contract
import ContractTesting
import FoundationEssentials
import Prometheus
import Testing

@Suite("A recorded session")
struct RecordedSessionTests {
  /// Recorded with Prometheus 2.42; `PROMETHEUS_TEST_FIXTURES=… Scripts/check-sdk` records it again.
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures").path

  @Test("The SDK reads the recorded responses of Prometheus")
  func replay() async throws {
    let client = APIClient(baseURL: "http://replayed").environment(try .replaying(from: Self.folder))
    try await Self.session(Prometheus(client))
  }

  @Test("A new recording of Prometheus can be replayed", .enabled(if: LiveServer.current != nil))
  func record() async throws {
    let live = try #require(LiveServer.current)
    let recording = APIClient(baseURL: live.url)
      .environment(try .recording(to: live.fixtures, replacing: true))
    try await Self.session(Prometheus(recording))
    let replaying = APIClient(baseURL: "http://replayed").environment(try .replaying(from: live.fixtures))
    try await Self.session(Prometheus(replaying))
  }

  /// Makes calls whose requests are always equal, and whose results do not depend on scraped values.
  private static func session(_ prometheus: Prometheus) async throws {
    let time = Date(timeIntervalSince1970: 1_769_860_800)
    #expect(try await prometheus.query("1 / 0", at: time) == .scalar(Sample(time, .infinity)))
    #expect(try await prometheus.query("\"é\"", at: time) == .string(TextSample(time, "é")))
    let forms = try await prometheus.api.queryForm(query: "vector(-1) / 0", time: time, timeout: nil)
    #expect(forms.data == .vector([InstantSeries([:], Sample(time, -.infinity))]))
    let range = try await prometheus.queryRange("vector(time())", from: time, to: time + 2, step: .milliseconds(500))
    #expect(range.map { $0.values.map(\.value) } == [[0, 0.5, 1, 1.5, 2].map { time.timeIntervalSince1970 + $0 }])
    #expect(try await prometheus.rules().flatMap(\.rules).count == 2)
    #expect(try await prometheus.targets(.dropped).dropped.isEmpty)
    #expect(try await prometheus.series(matching: ["nothing_at_all"]) == [])
    #expect(try await !prometheus.buildInfo().goVersion.isEmpty)
    await refusal(of: "up{", prometheus) { $0.declaredCase.code == "bad_data" }
    await refusal(of: #"vector(1) + on () (vector(1) or label_replace(vector(2), "a", "b", "", ""))"#, prometheus) {
      $0.declaredCase.code == "execution"
    }
  }

  private static func refusal(
    of expression: String, _ prometheus: Prometheus, isExpected: (PrometheusRefusal) -> Bool
  ) async {
    do throws(PrometheusError) {
      _ = try await prometheus.query(expression, at: Date(timeIntervalSince1970: 1_769_860_800))
      Issue.record("\(expression) is a success")
    } catch {
      guard case .declared(let refusal) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(isExpected(refusal), "\(refusal)")
    }
  }
}
