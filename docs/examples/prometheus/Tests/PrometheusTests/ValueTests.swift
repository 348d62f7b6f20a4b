import Contract
import ContractTesting
import FoundationEssentials
import Prometheus
import Testing

@Suite("Values")
struct ValueTests {
  @Test(
    "Durations are parsed and formatted",
    arguments: [
      ("0", 0, "0s"), ("15s", 15_000, "15s"), ("1h30m", 5_400_000, "1h30m"), ("1d2h3m4s5ms", 93_784_005, "1d2h3m4s5ms"),
      ("1w", 604_800_000, "7d"), ("1y", 31_536_000_000, "365d"), ("90m", 5_400_000, "1h30m"), ("1000ms", 1000, "1s"),
    ])
  func lengths(_ text: String, _ milliseconds: Int64, _ written: String) throws {
    let length = try #require(PromDuration(text))
    #expect(length.milliseconds == milliseconds)
    #expect(length.description == written)
    #expect(PromDuration(length.description) == length)
  }

  @Test(
    "An invalid duration is refused",
    arguments: [
      "", "15", "s", "-1s", "1s1s", "1m1h", "1.5s", "1 s", "1µs", "99999999999999999999s", "9223372036854775807y", "１s",
      "292471208y292471208w",
    ])
  func notLengths(_ text: String) {
    #expect(PromDuration(text) == nil)
  }

  @Test("Durations are rounded up to a millisecond")
  func durations() {
    #expect(PromDuration(Duration.microseconds(1)) == .milliseconds(1))
    #expect(PromDuration(Duration.seconds(90)) == .seconds(90))
    #expect(PromDuration(Duration.milliseconds(-1)) == nil)
    #expect(PromDuration(Duration.seconds(Int64.max)) == nil)
    #expect(PromDuration.hours(1).duration == .seconds(3600))
  }

  @Test(
    "Sample numbers are parsed and formatted",
    arguments: [
      ("1", 1), ("1e+06", 1_000_000), ("-0.5", -0.5), ("+Inf", .infinity), ("-Inf", -.infinity),
      ("1.7976931348623157e+308", .greatestFiniteMagnitude),
      ("0", 0),
    ])
  func numbers(_ text: String, _ value: Double) throws {
    let number = try #require(SampleNumber(rawValue: text))
    #expect(number.value == value)
    #expect(SampleNumber(rawValue: number.rawValue)?.value == value)
  }

  @Test(
    "An invalid number is refused", arguments: ["", "nan", "inf", "one", "0x1", "1 ", " 1", "1e999", "1,5", "infinity"])
  func notNumbers(_ text: String) {
    #expect(SampleNumber(rawValue: text) == nil)
  }

  @Test("Times keep their milliseconds in both directions", arguments: [0.001, 0.29, 0.499, 0.999])
  func milliseconds(_ part: Double) async throws {
    let (prometheus, transport) = recorded(
      .ok, #"{"status":"success","data":{"resultType":"scalar","result":[\#(1_795_295_789 + part),"1"]}}"#)
    guard case .scalar(let sample) = try await prometheus.query("1") else {
      Issue.record("no scalar")
      return
    }
    _ = try? await prometheus.query("1", at: sample.time)
    _ = try? await prometheus.query("1", at: Date(timeIntervalSince1970: 1_795_295_789 + part))
    let texts = transport.requests.dropFirst().map { $0.target.split(separator: "A").last ?? "" }
    #expect(texts == ["29\(String("\(part)".dropFirst()))Z", "29\(String("\(part)".dropFirst()))Z"])
  }

  @Test("Every coder encodes results alike")
  func coders() throws {
    let time = Date(timeIntervalSince1970: 1_435_781_430.5)
    let results: [QueryResult] = [
      .vector([InstantSeries(["__name__": "up"], Sample(time, .infinity))]),
      .matrix([RangeSeries([:], [Sample(time, 1), Sample(time + 1, 0.25)])]),
      .scalar(Sample(time, 1e21)), .string(TextSample(time, "hi")),
    ]
    for result in results {
      let ours = try JSONWriter.bytes(of: result)
      #expect(try JSONReader().decode(QueryResult.self, from: ours) == result)
      #expect(try JSONDecoder().decode(QueryResult.self, from: Data(ours)) == result)
      #expect(try JSONReader().decode(QueryResult.self, from: Array(JSONEncoder().encode(result))) == result)
    }
  }

  @Test(
    "A label name is encoded as one path segment",
    arguments: [
      ("job", "job"), ("__name__", "__name__"), ("a:b", "a%3Ab"), ("service.name", "U__service_2e_name"),
      ("a/b_c", "U__a_2f_b__c"), ("1a1", "U___31_a1"), ("é😀", "U___e9__1f600_"),
    ])
  func paths(_ label: String, _ name: String) async throws {
    let (prometheus, transport) = recorded(.ok, #"{"status":"success","data":[]}"#)
    _ = try await prometheus.values(of: label)
    #expect(transport.requests.map(\.target) == ["/api/v1/label/\(name)/values"])
  }

  @Test(
    "Labels are written as a selector",
    arguments: [
      (Labels(["__name__": "up"]), "up"), (Labels([:]), "{}"), (Labels(["a": "b"]), #"{a="b"}"#),
      (Labels(["__name__": "up", "z": "\"\\\n", "b": "c"]), #"up{b="c", z="\"\\\n"}"#),
      (
        Labels(["__name__": "http.server.duration", "service.name": "api", "job": "a"]),
        #"{"http.server.duration", job="a", "service.name"="api"}"#
      ),
      (Labels(["__name__": "a.b"]), #"{"a.b"}"#), (Labels(["__name__": "1\"é"]), #"{"1\"é"}"#),
      (Labels(["__name__": "job:up:sum", "a:b": "c"]), #"job:up:sum{"a:b"="c"}"#),
      (Labels(["0a": "", "": "b", "a0_": "c"]), #"{""="b", "0a"="", a0_="c"}"#),
    ])
  func labels(_ labels: Labels, _ text: String) {
    #expect(labels.description == text)
  }
}
