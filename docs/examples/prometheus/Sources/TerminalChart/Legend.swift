/// The lines below a chart: for each series its mark, its name and its values.
struct Legend {
  let chart: Chart
  let style: Chart.Style

  /// The maximum number of series in the legend.
  private static let maxSeries = 20

  func lines(width: Int, ink: Ink) -> [String] {
    guard !chart.series.isEmpty else { return [] }
    let shown = chart.series.prefix(Self.maxSeries)
    let least = min(8, shown.map(\.name.count).max() ?? 0)
    var facts: [String] = []
    var room = 0
    // The axis also shows the least and the greatest value, so both are omitted before the last value.
    for count in [3, 2, 1] {
      facts = Self.aligned(shown.map { Self.facts($0, count) })
      room = width - (facts.map(\.count).max() ?? 0) - 4
      if room >= least { break }
    }
    let names = shown.map { Chart.line($0.name, width: max(room, least), style: style) }
    let nameWidth = names.map(\.count).max() ?? 0
    var lines = names.enumerated().map { index, name in
      let mark = ink.colored(String(mark(of: index)), series: index)
      return "\(mark) \(name)\(String(repeating: " ", count: nameWidth - name.count + 2))\(facts[index])"
    }
    let rest = chart.series.count - shown.count
    if rest > 0 { lines.append("and \(rest) more") }
    return lines
  }

  private func mark(of index: Int) -> Character {
    style == .braille ? "━" : Marks.character(of: index, style)
  }

  /// Returns the least, the greatest and the last value, or only the last `count` of these three.
  private static func facts(_ series: ChartSeries, _ count: Int) -> [String] {
    guard let last = series.points.last?.value else { return Array(["no values", "", ""].prefix(count)) }
    let values = series.finiteValues
    let least = values.min().map { "min \(NumberFormat.short($0))" }
    let greatest = values.max().map { "max \(NumberFormat.short($0))" }
    return [least ?? "", greatest ?? "", "last \(NumberFormat.short(last))"].suffix(count)
  }

  /// Returns a line for each row, with every column as wide as its longest text.
  private static func aligned(_ rows: [[String]]) -> [String] {
    guard let first = rows.first else { return [] }
    let widths = first.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
        .joined(separator: "  ").withoutTrailingSpaces
    }
  }
}

extension Chart {
  /// Returns a text on one line: truncated at `width`, without control characters, and in ASCII if the chart is.
  public static func line(_ text: String, width: Int, style: Style) -> String {
    var line = ""
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned:
        line += scalar == "\n" || scalar == "\t" ? " " : "?"
      default:
        if style == .ascii, !scalar.isASCII { line += "?" } else { line.unicodeScalars.append(scalar) }
      }
    }
    guard line.count > width else { return line }
    let dots = style == .ascii ? "..." : "…"
    return line.prefix(max(0, width - dots.count)) + dots
  }
}
