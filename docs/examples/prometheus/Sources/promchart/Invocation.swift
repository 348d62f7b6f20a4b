internal import FoundationEssentials
internal import Prometheus

/// A parsed command line.
enum Invocation: Hashable, Sendable {
  case help
  case chart(ChartCommand)

  static let defaultURL = "http://127.0.0.1:9090"

  static let usage = """
    Usage: promchart QUERY [OPTIONS]

    Runs a range query and draws it as a chart.

    Options:
      --from TIME     the left end, -1h unless given
      --to TIME       the right end, now unless given
      --step LENGTH   the distance of points, such as 15s or 1h30m; about one for each column unless given
      --width N       columns, 30 to 1000; those of the terminal unless given
      --height N      rows of the plot, 3 to 200; 15 unless given
      --ascii         draws with ASCII alone
      --color WHEN    always, never, or auto: on a terminal
      --url URL       the server; otherwise the variable PROMETHEUS_URL, otherwise \(defaultURL)
      --help          prints this

    A TIME is `now`, a length of time ago (`-90m`), RFC 3339 (`2026-01-31T12:00:00Z`) or seconds since 1970.
    A bearer token comes from the variable PROMETHEUS_TOKEN.

    Exit codes: 0 done, 1 refused by the server, 64 wrong usage, 69 server not reachable
    """

  /// Parses a command line without the program's name.
  ///
  /// - Parameter now: the reference of relative times.
  init(
    _ arguments: [String], environment: [String: String] = [:], terminal: Terminal = Terminal(), now: Date
  ) throws(UsageError) {
    let options = try Options(arguments)
    if options.isHelp {
      self = .help
      return
    }
    guard let query = options.words.first, !query.isEmpty else { throw UsageError("there is no query") }
    guard options.words.count == 1 else {
      throw UsageError("there is more than one query; put quotation marks around it")
    }
    // Times are rounded as in the request, because the first and the last point have the requested times and must be in the
    // chart.
    let from = (try options.time("--from", now: now) ?? now - 3600).wholeMilliseconds
    let to = (try options.time("--to", now: now) ?? now).wholeMilliseconds
    guard from < to else { throw UsageError("`--from` must be before `--to`") }
    let width = try options.integer("--width", in: 30...1000) ?? min(max(terminal.width, 30), 1000)
    let height = try options.integer("--height", in: 3...200) ?? 15
    let isColored = try options.isColored(terminal)
    let step = try options.step(from: from, to: to, columns: width)
    let variable = environment["PROMETHEUS_URL", default: ""]
    self = .chart(
      ChartCommand(
        query: query, from: from, to: to, step: step, width: width, height: height, isASCII: options.isASCII,
        isColored: isColored, url: options.values["--url"] ?? (variable.isEmpty ? Self.defaultURL : variable)))
  }
}

/// A command line, split into words and options.
private struct Options {
  private static let names: Set<String> = [
    "--from", "--to", "--step", "--width", "--height", "--color", "--url",
  ]

  var words: [String] = []
  var values: [String: String] = [:]
  var isHelp = false
  var isASCII = false

  init(_ arguments: [String]) throws(UsageError) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      switch argument {
      case "--": (words, rest) = (words + rest, [])
      case "--help", "-h": isHelp = true
      case "--ascii": isASCII = true
      case _ where parts.count == 2 && Self.names.contains(parts[0]): try set(parts[0], parts[1])
      case _ where Self.names.contains(argument):
        guard let value = rest.popFirst() else { throw UsageError("`\(argument)` needs a value") }
        try set(argument, value)
      case _ where argument.hasPrefix("--"): throw UsageError("unknown option `\(parts[0])`")
      default: words.append(argument)
      }
    }
  }

  private mutating func set(_ name: String, _ value: String) throws(UsageError) {
    guard values.updateValue(value, forKey: name) == nil else {
      throw UsageError("`\(name)` is given more than once")
    }
  }

  func time(_ name: String, now: Date) throws(UsageError) -> Date? {
    guard let text = values[name] else { return nil }
    guard let time = TimeArgument.time(text, now: now) else {
      throw UsageError(
        "`\(name)` must be `now`, a length of time ago such as `-1h`, RFC 3339 or seconds since 1970, not `\(text)`")
    }
    return time
  }

  func integer(_ name: String, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
    guard let text = values[name] else { return nil }
    guard let integer = Int(text), range.contains(integer) else {
      throw UsageError("`\(name)` must be a number from \(range.lowerBound) to \(range.upperBound), not `\(text)`")
    }
    return integer
  }

  func isColored(_ terminal: Terminal) throws(UsageError) -> Bool {
    switch values["--color"] ?? "auto" {
    case "auto": return terminal.isColored
    case "always": return true
    case "never": return false
    case let other: throw UsageError("`--color` must be `auto`, `always` or `never`, not `\(other)`")
    }
  }

  /// Returns the given step, or else whole seconds with about one point for each column.
  func step(from: Date, to: Date, columns: Int) throws(UsageError) -> PromDuration {
    let span = to.timeIntervalSince(from)
    guard let text = values["--step"] else {
      return .seconds(UInt32(clamping: Int((span / Double(columns)).rounded(.up))))
    }
    guard let step = PromDuration(text), step.milliseconds > 0 else {
      throw UsageError("`--step` must be a length of time such as `15s`, not `\(text)`")
    }
    guard span / step.seconds <= 11_000 else {
      throw UsageError("`--step` makes more than 11000 points, which servers refuse; choose a longer one")
    }
    return step
  }
}
