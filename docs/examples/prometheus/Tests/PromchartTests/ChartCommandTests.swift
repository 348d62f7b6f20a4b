import Contract
import ContractTesting
import FoundationEssentials
import Prometheus
import Testing

@testable import promchart

@Suite("Charts of query results")
struct ChartCommandTests {
  private static let start = Date(timeIntervalSince1970: 1_769_860_800)

  private var command: ChartCommand {
    ChartCommand(
      query: "up", from: Self.start, to: Self.start + 600, step: .minutes(1), width: 40, height: 5, isASCII: true,
      isColored: false, url: "http://a.example")
  }

  private func series(_ labels: Labels, _ values: Double...) -> RangeSeries {
    RangeSeries(labels, values.enumerated().map { Sample(Self.start + Double($0.offset) * 60, $0.element) })
  }

  @Test("The query is sent as typed, and its result is drawn")
  func asks() async throws {
    let mock = PrometheusV1Mock()
    let answer = [series(["__name__": "up", "job": "a"], 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10)]
    mock.mockQueryRange { _, _, _, _, _ in Envelope(.matrix(answer)) }
    let text = try await command.draw(from: Prometheus(api: mock))
    #expect(text.hasPrefix("up\n10+"))
    #expect(text.hasSuffix("\n* up{job=\"a\"}  min 0  max 10  last 10"))
    let call = try #require(mock.queryRangeCalls.first)
    #expect(call.query == "up")
    #expect(call.start == Self.start)
    #expect(call.end == Self.start + 600)
    #expect(call.step == .minutes(1))
  }

  @Test("The first and last points are drawn, whatever the time", arguments: [0, 0.000_2, 0.000_4, 0.000_6, 0.000_8])
  func ends(_ part: Double) async throws {
    let mock = PrometheusV1Mock()
    mock.mockQueryRange { _, start, end, _, _ in
      Envelope(.matrix([RangeSeries(["__name__": "up"], [Sample(start, 1), Sample(end, 1)])]))
    }
    let arguments = ["up", "--step", "1h", "--width", "30", "--height", "3", "--ascii"]
    guard case .chart(let command) = try Invocation(arguments, now: Self.start + part) else { return }
    let text = try await command.draw(from: Prometheus(api: mock))
    #expect(text.split(separator: "\n")[2] == "1+****************************")
  }

  @Test("A chart without values is replaced by a sentence")
  func nothing() {
    #expect(
      command.text(of: [])
        == "no series: nothing matches from 2026-01-31T12:00:00Z to 2026-01-31T12:10:00Z")
    #expect(command.text(of: [series([:])]).hasPrefix("no values to draw: 1 series"))
  }

  @Test("Labels common to all series are shown once")
  func names() {
    let names = SeriesNames([
      ["__name__": "up", "job": "a", "instance": "x"], ["__name__": "up", "job": "a", "instance": "y"],
    ])
    #expect(names.common == #"{job="a"}"#)
    #expect(names.own == [#"{instance="x"}"#, #"{instance="y"}"#])
    #expect(SeriesNames([["__name__": "up", "job": "a"]]).own == [#"up{job="a"}"#])
    #expect(SeriesNames([["__name__": "a"], ["__name__": "b"]]).own == ["a", "b"])
    #expect(SeriesNames([["__name__": "a"], ["__name__": "b"]]).common == nil)
  }

  @Test("A label cannot send control characters to the terminal")
  func escapes() {
    let text = command.text(of: [series(["__name__": "up", "job": "\u{1B}[2J\u{7}é\u{202E}"], 1)])
    #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || (0x20..<0x7F).contains($0.value) })
  }

  @Test(
    "An error is explained in a sentence with an exit status",
    arguments: [
      (
        PrometheusError.declared(.badData(error: "1:4: parse error")),
        "the server does not understand the query: 1:4: parse error", ExitCode.failure
      ),
      (
        .other(ClientError(.noConnection, stage: .connect, "refused")),
        "cannot reach http://a.example: nothing accepts connections there", .unavailable
      ),
      (
        .other(ClientError(.unexpected, stage: .decode, "x", response: HTTPResponse(.unauthorized))),
        "http://a.example asks for credentials; set PROMETHEUS_TOKEN", .failure
      ),
      (
        .other(
          ClientError(
            .unexpected, stage: .decode, "the server responded with 404 Not Found", response: HTTPResponse(.notFound))),
        "http://a.example does not answer as Prometheus does: the server responded with 404 Not Found", .failure
      ),
      (
        .other(ClientError(.invalidBaseURL, stage: .encode, "no scheme")),
        "`http://a.example` is not a server's address: no scheme", .usage
      ),
    ])
  func explanations(_ error: PrometheusError, _ text: String, _ exitCode: ExitCode) {
    let explanation = Explanation(error, url: "http://a.example")
    #expect(explanation.text == text)
    #expect(explanation.exitCode == exitCode)
  }
}
