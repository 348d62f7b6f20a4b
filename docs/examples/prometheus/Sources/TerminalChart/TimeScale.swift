internal import FoundationEssentials

/// The time axis: ticks at round times of day, labeled in UTC.
struct TimeScale {
  private let from: Double
  private let to: Double
  private let columns: Int
  private let step: Double
  private let form: Form

  /// The format of times, as a part of `2026-11-21T21:16:28Z`.
  private enum Form {
    case secondsOfDay, minutesOfDay, minutesOfMonth, days

    func text(_ time: Double) -> String {
      let text = Date(timeIntervalSince1970: time).ISO8601Format()
      // Years with more than four digits shift the other parts.
      guard text.utf8.count == 20 else { return text }
      let characters = Array(text)
      return switch self {
      case .secondsOfDay: String(characters[11..<19])
      case .minutesOfDay: String(characters[11..<16])
      case .minutesOfMonth: String(characters[5..<10]) + " " + String(characters[11..<16])
      case .days: String(characters[0..<10])
      }
    }

    var width: Int {
      switch self {
      case .secondsOfDay: 8
      case .minutesOfDay: 5
      case .minutesOfMonth: 11
      case .days: 10
      }
    }
  }

  private static let steps: [Double] = [
    1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400, 172_800, 604_800,
    1_209_600, 2_419_200, 7_776_000, 31_536_000,
  ]

  init(from: Double, to: Double, columns: Int) {
    self.from = from
    self.to = to
    self.columns = columns
    let span = to - from
    let isWithinDay = span <= 86_400
    func form(_ step: Double) -> Form {
      if step >= 86_400 { return .days }
      if step < 60 { return .secondsOfDay }
      return isWithinDay ? .minutesOfDay : .minutesOfMonth
    }
    let last = Self.steps[Self.steps.count - 1]
    step = Self.steps.first { Double(columns) / (span / $0) >= Double(form($0).width + 3) } ?? max(last, span)
    self.form = form(step)
  }

  /// The columns of the ticks and their times.
  private var ticks: [(column: Int, time: Double)] {
    guard to > from else { return [(0, from)] }
    var time = (from / step).rounded(.up) * step
    var ticks: [(Int, Double)] = []
    while time <= to, ticks.count <= columns {
      ticks.append((Int(((time - from) / (to - from) * Double(columns - 1)).rounded()), time))
      time += step
    }
    return ticks
  }

  /// Returns the line below the plot.
  func axis(_ characters: AxisCharacters) -> String {
    var line = [Character](repeating: characters.line, count: columns)
    for tick in ticks { line[tick.column] = characters.lineTick }
    return String(line)
  }

  /// The labels below the line, under their ticks where there is room.
  var labels: String {
    var line = [Character](repeating: " ", count: columns)
    var free = 0
    for tick in ticks {
      let text = Array(form.text(tick.time))
      let start = min(max(tick.column - text.count / 2, free), columns - text.count)
      guard start >= free else { continue }
      line.replaceSubrange(start..<start + text.count, with: text)
      free = start + text.count + 1
    }
    return String(line)
  }
}
