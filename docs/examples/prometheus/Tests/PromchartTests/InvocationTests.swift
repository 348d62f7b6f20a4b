import FoundationEssentials
import Prometheus
import Testing

@testable import promchart

@Suite("Command lines")
struct InvocationTests {
  private static let now = Date(timeIntervalSince1970: 1_800_000_000)

  private func command(_ arguments: String..., environment: [String: String] = [:]) throws -> ChartCommand {
    let invocation = try Invocation(
      arguments, environment: environment, terminal: Terminal(width: 100, isColored: true), now: Self.now)
    guard case .chart(let command) = invocation else { throw UsageError("help") }
    return command
  }

  @Test("A query without options covers the last hour of the local server at the width of the terminal")
  func defaults() throws {
    let command = try command("up")
    #expect(command.query == "up")
    #expect(command.from == Self.now - 3600)
    #expect(command.to == Self.now)
    #expect(command.step == .seconds(36))
    #expect(command.width == 100)
    #expect(command.height == 15)
    #expect(command.isColored)
    #expect(!command.isASCII)
    #expect(command.url == "http://127.0.0.1:9090")
  }

  @Test("Every option is read")
  func options() throws {
    let command = try command(
      "--from=-2h", "rate(a[1m])", "--to", "now-1h", "--step", "1m30s", "--width", "40", "--height=5", "--ascii",
      "--color", "never", "--url", "http://a.example")
    #expect(command.query == "rate(a[1m])")
    #expect(command.from == Self.now - 7200)
    #expect(command.to == Self.now - 3600)
    #expect(command.step == .seconds(90))
    #expect(command.width == 40)
    #expect(command.height == 5)
    #expect(command.isASCII)
    #expect(!command.isColored)
    #expect(command.url == "http://a.example")
    #expect(try self.command("--", "-up").query == "-up")
    #expect(try self.command("-up").query == "-up")
    #expect(try self.command("up", environment: ["PROMETHEUS_URL": "http://b.example"]).url == "http://b.example")
    #expect(try self.command("up", environment: ["PROMETHEUS_URL": ""]).url == "http://127.0.0.1:9090")
    #expect(try Invocation(["up", "--help"], now: Self.now) == .help)
  }

  @Test(
    "Each format of a time is parsed",
    arguments: [
      ("now", 1_800_000_000), ("-90m", 1_799_994_600), ("now-1d", 1_799_913_600), ("0", 0),
      ("1700000000.25", 1_700_000_000.25),
      ("2026-01-31T12:00:00Z", 1_769_860_800), ("2026-01-31T12:00:00.5Z", 1_769_860_800.5),
      ("2026-01-31T12:00:00+02:00", 1_769_853_600),
    ])
  func times(_ text: String, _ seconds: Double) {
    #expect(TimeArgument.time(text, now: Self.now)?.timeIntervalSince1970 == seconds)
  }

  @Test(
    "An invalid time is refused",
    arguments: ["", "soon", "-", "-1", "-1x", "nan", "inf", "1e300", "2026-13-01T00:00:00Z", "-400000000d"])
  func notTimes(_ text: String) {
    #expect(TimeArgument.time(text, now: Self.now) == nil)
  }

  @Test(
    "An invalid command line is refused with a remedy",
    arguments: [
      ([], "there is no query"), ([""], "there is no query"),
      (["up", "down"], "there is more than one query; put quotation marks around it"),
      (["up", "--wide"], "unknown option `--wide`"), (["up", "--wide=1"], "unknown option `--wide`"),
      (["up", "--width"], "`--width` needs a value"),
      (["up", "--width", "29"], "`--width` must be a number from 30 to 1000, not `29`"),
      (["up", "--height", "x"], "`--height` must be a number from 3 to 200, not `x`"),
      (["up", "--step", "0s"], "`--step` must be a length of time such as `15s`, not `0s`"),
      (
        ["up", "--from", "-1d", "--step", "1s"],
        "`--step` makes more than 11000 points, which servers refuse; choose a longer one"
      ),
      (["up", "--from", "now"], "`--from` must be before `--to`"),
      (
        ["up", "--to", "soon"],
        "`--to` must be `now`, a length of time ago such as `-1h`, RFC 3339 or seconds since 1970, not `soon`"
      ),
      (["up", "--color", "blue"], "`--color` must be `auto`, `always` or `never`, not `blue`"),
      (["up", "--url", "a", "--url", "b"], "`--url` is given more than once"),
    ])
  func mistakes(_ arguments: [String], _ message: String) {
    #expect(throws: UsageError(message)) { try Invocation(arguments, now: Self.now) }
  }
}
