/// One character of a plot, and the series that it belongs to.
struct PlotCell: Hashable {
  var character: Character
  var series: Int
}

/// Draws series into a grid of cells.
struct Plot {
  let columns: Int
  let rows: Int
  let style: Chart.Style

  /// Dots in a cell.
  private var dots: (x: Int, y: Int) { style == .braille ? (2, 4) : (1, 1) }

  /// Returns the rows of the plot; nil where nothing is drawn.
  func cells(of chart: Chart, scale: ValueScale) -> [[PlotCell?]] {
    var masks = [[UInt8]](repeating: [UInt8](repeating: 0, count: columns), count: rows)
    var owners = [[Int]](repeating: [Int](repeating: 0, count: columns), count: rows)
    for (index, series) in chart.series.enumerated() {
      for (x, y) in path(of: series, in: chart, scale: scale) {
        masks[y / dots.y][x / dots.x] |= Self.bit(x % dots.x, y % dots.y)
        owners[y / dots.y][x / dots.x] = index
      }
    }
    return zip(masks, owners).map { masks, owners in
      zip(masks, owners).map { mask, owner in
        mask == 0 ? nil : PlotCell(character: character(mask, of: owner), series: owner)
      }
    }
  }

  private func character(_ mask: UInt8, of series: Int) -> Character {
    style == .braille ? Self.braille(mask) : Marks.character(of: series, style)
  }

  /// Returns the dots of a series: its points and the lines between them.
  private func path(of series: ChartSeries, in chart: Chart, scale: ValueScale) -> [(x: Int, y: Int)] {
    var path: [(x: Int, y: Int)] = []
    var last: (point: ChartSeries.Point, x: Int, y: Int)?
    for point in series.points {
      guard point.value.isFinite, point.time >= chart.from, point.time <= chart.to else {
        last = nil
        continue
      }
      let span = chart.to - chart.from
      let x = span > 0 ? Int(((point.time - chart.from) / span * Double(columns * dots.x - 1)).rounded()) : 0
      let y = scale.row(of: point.value, rows: rows * dots.y)
      if let last, point.time - last.point.time <= chart.maxGap ?? .infinity {
        path += Self.line(from: (last.x, last.y), to: (x, y))
      }
      path.append((x, y))
      last = (point, x, y)
    }
    return path
  }

  /// Returns the dots between two dots: one for each step along the longer side.
  private static func line(from start: (x: Int, y: Int), to end: (x: Int, y: Int)) -> [(x: Int, y: Int)] {
    let (width, height) = (end.x - start.x, end.y - start.y)
    let steps = max(abs(width), abs(height))
    guard steps > 1 else { return [] }
    return (1..<steps).map { step in
      let part = Double(step) / Double(steps)
      return (start.x + Int((Double(width) * part).rounded()), start.y + Int((Double(height) * part).rounded()))
    }
  }

  /// Returns the bit of a dot in a braille character (Unicode 15.0, chapter 21.1): dots 1 to 3 and 7 on the left, 4 to
  /// 6 and 8 on the right.
  private static func bit(_ x: Int, _ y: Int) -> UInt8 {
    let left: [UInt8] = [0x01, 0x02, 0x04, 0x40]
    let right: [UInt8] = [0x08, 0x10, 0x20, 0x80]
    return x == 0 ? left[y] : right[y]
  }

  private static func braille(_ mask: UInt8) -> Character {
    Unicode.Scalar(0x2800 + UInt32(mask)).map(Character.init) ?? " "
  }
}

/// The marks and colors of series.
enum Marks {
  private static let symbols: [Character] = ["●", "○", "■", "□", "▲", "△", "◆", "◇"]
  private static let ascii: [Character] = ["*", "o", "+", "x", "#", "@", "%", "&"]

  /// Returns the mark of a series; the marks repeat after eight series.
  static func character(of series: Int, _ style: Chart.Style) -> Character {
    let marks = style == .ascii ? ascii : symbols
    return marks[series % marks.count]
  }
}

/// A writer of cells as lines, with or without colors.
struct Ink {
  let isColored: Bool
  private static let colors = [32, 33, 36, 35, 34, 31, 92, 96]

  /// Returns a row of cells; nil is a space.
  func text(of cells: [PlotCell?]) -> String {
    var text = ""
    var current: Int?
    for cell in cells {
      if isColored, let cell, cell.series != current {
        text += Self.start(cell.series)
        current = cell.series
      }
      text.append(cell?.character ?? " ")
    }
    guard current != nil else { return text }
    return text.withoutTrailingSpaces + Self.end
  }

  /// Returns a text in the color of a series.
  func colored(_ text: String, series: Int) -> String {
    isColored ? Self.start(series) + text + Self.end : text
  }

  private static func start(_ series: Int) -> String { "\u{1B}[\(colors[series % colors.count])m" }
  private static let end = "\u{1B}[0m"
}
