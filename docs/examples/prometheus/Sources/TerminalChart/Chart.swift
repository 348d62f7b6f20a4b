/// A chart of series over time, as lines of text.
///
/// ```swift
/// let chart = Chart(series: [ChartSeries("up", points)], from: start, to: end)
/// print(chart.lines(width: 80, height: 15, style: .braille).joined(separator: "\n"))
/// ```
///
/// Times are seconds since 1970, and are labeled in UTC. The text has no control characters except those of
/// `isColored`.
public struct Chart: Hashable, Sendable {
  /// The representation of points.
  public enum Style: Hashable, Sendable {
    /// Dots of braille characters, two by four in a cell. Without colors, series look alike.
    case braille
    /// One mark for each cell, different for each series.
    case marks
    /// Marks and axes in ASCII.
    case ascii
  }

  /// The series, later ones drawn above earlier ones.
  public var series: [ChartSeries]
  /// The left end of the time axis.
  public var from: Double
  /// The right end of the time axis.
  public var to: Double
  /// The maximum distance of connected points in seconds; nil connects all points.
  public var maxGap: Double?

  /// Creates a chart.
  public init(series: [ChartSeries], from: Double, to: Double, maxGap: Double? = nil) {
    self.series = series
    self.from = from
    self.to = to
    self.maxGap = maxGap
  }

  /// Returns the lines of the chart: the plot with its axes, and a legend.
  ///
  /// - Parameters:
  ///   - width: columns of the longest line, at least 30.
  ///   - height: rows of the plot, at least 3, without axis and legend.
  ///   - isColored: whether series have colors, as ANSI escape sequences.
  public func lines(width: Int, height: Int, style: Style, isColored: Bool = false) -> [String] {
    let height = max(height, 3)
    let width = max(width, 30)
    let scale = ValueScale(values: series.flatMap(\.finiteValues), ticks: max(2, height / 3))
    let labels = scale.ticks.map(scale.label)
    let margin = labels.map(\.count).max() ?? 0
    let axis = AxisCharacters(style)
    let plot = Plot(columns: width - margin - 1, rows: height, style: style)
    var grid = plot.cells(of: self, scale: scale)[...]
    let ink = Ink(isColored: isColored)

    var lines: [String] = []
    let labelled = [Int: String](
      zip(scale.ticks.map { scale.row(of: $0, rows: height) }, labels), uniquingKeysWith: { first, _ in first })
    for row in 0..<height {
      let label = labelled[row].map { $0.leftPadded(to: margin) + axis.tick } ?? "".leftPadded(to: margin) + axis.side
      lines.append((label + ink.text(of: grid.removeFirst())).withoutTrailingSpaces)
    }
    let time = TimeScale(from: from, to: to, columns: plot.columns)
    lines.append(String(repeating: " ", count: margin) + axis.corner + time.axis(axis))
    lines.append((String(repeating: " ", count: margin + 1) + time.labels).withoutTrailingSpaces)
    return lines + Legend(chart: self, style: style).lines(width: width, ink: ink)
  }
}

/// A line of a chart.
public struct ChartSeries: Hashable, Sendable {
  /// A point of a line.
  public struct Point: Hashable, Sendable {
    /// Seconds since 1970.
    public var time: Double
    /// The value; a value that is not finite is not drawn.
    public var value: Double

    /// Creates a point.
    public init(_ time: Double, _ value: Double) {
      self.time = time
      self.value = value
    }
  }

  /// The name in the legend.
  public var name: String
  /// The points in the order of time.
  public var points: [Point]

  /// Creates a line.
  public init(_ name: String, _ points: [Point]) {
    self.name = name
    self.points = points
  }

  var finiteValues: [Double] { points.map(\.value).filter(\.isFinite) }
}

/// The characters of the axes.
struct AxisCharacters {
  let side: String
  let tick: String
  let corner: String
  let line: Character
  let lineTick: Character

  init(_ style: Chart.Style) {
    let isASCII = style == .ascii
    side = isASCII ? "|" : "│"
    tick = isASCII ? "+" : "┤"
    corner = isASCII ? "+" : "└"
    line = isASCII ? "-" : "─"
    lineTick = isASCII ? "+" : "┬"
  }
}

extension String {
  /// Returns the text padded with spaces on the left.
  func leftPadded(to width: Int) -> String {
    String(repeating: " ", count: Swift.max(0, width - count)) + self
  }

  var withoutTrailingSpaces: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
