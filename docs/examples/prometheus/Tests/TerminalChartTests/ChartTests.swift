import Testing

@testable import TerminalChart

@Suite("Charts")
struct ChartTests {
  /// 2026-01-31 12:00 UTC.
  private static let noon = 1_769_860_800.0

  private func series(_ name: String, _ values: Double?...) -> ChartSeries {
    ChartSeries(
      name,
      values.enumerated().compactMap { index, value in
        value.map { .init(Self.noon + Double(index) * 60, $0) }
      })
  }

  private func chart(_ series: ChartSeries..., maxGap: Double? = nil) -> Chart {
    Chart(series: series, from: Self.noon, to: Self.noon + 600, maxGap: maxGap)
  }

  private func text(_ chart: Chart, width: Int = 50, height: Int = 7, _ style: Chart.Style) -> String {
    chart.lines(width: width, height: height, style: style).joined(separator: "\n")
  }

  private var ramp: ChartSeries { series("ramp", 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10) }
  private var level: ChartSeries { series("level", 2, nil, nil, nil, nil, nil, nil, nil, nil, nil, 2) }

  @Test("A braille chart draws lines of dots")
  func braille() {
    #expect(
      text(chart(ramp, level), .braille) == """
        10┤                                         ⣀⣀⠤⠔⠒⠉
          │                                 ⢀⣀⠤⠔⠒⠊⠉⠉
          │                           ⢀⣀⠤⠔⠒⠉⠁
          │                    ⣀⣀⡠⠤⠔⠒⠉⠁
          │             ⢀⣀⠤⠔⠒⠉⠉
          │⠤⠤⠤⠤⠤⠤⣤⣤⡤⠤⠴⠶⠭⠥⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤
         0┤⣀⠤⠔⠒⠉⠉
          └┬────────┬────────┬─────────┬────────┬────────┬
           12:00  12:02    12:04     12:06    12:08  12:10
        ━ ramp   min 0  max 10  last 10
        ━ level  min 2  max 2   last 2
        """)
  }

  @Test("A chart of marks has a different mark for each series")
  func marks() {
    #expect(
      text(chart(ramp, level), .marks) == """
        10┤                                            ●●●
          │                                   ●●●●●●●●●
          │                          ●●●●●●●●●
          │                     ●●●●●
          │            ●●●●●●●●●
          │○○○○○○○○○○○○○○○○○○○○○○○○○○○○○○○○○○○○○○○○○○○○○○○
         0┤●●●
          └┬────────┬────────┬─────────┬────────┬────────┬
           12:00  12:02    12:04     12:06    12:08  12:10
        ● ramp   min 0  max 10  last 10
        ○ level  min 2  max 2   last 2
        """)
  }

  @Test("An ASCII chart replaces the characters of marks")
  func ascii() {
    #expect(
      text(chart(ramp, level), .ascii) == """
        10+                                            ***
          |                                   *********
          |                          *********
          |                     *****
          |            *********
          |ooooooooooooooooooooooooooooooooooooooooooooooo
         0+***
          ++--------+--------+---------+--------+--------+
           12:00  12:02    12:04     12:06    12:08  12:10
        * ramp   min 0  max 10  last 10
        o level  min 2  max 2   last 2
        """)
  }

  @Test("Distant points and values that are not finite leave gaps")
  func gaps() {
    let gaps = series("gaps", 1, 1, nil, 1, .nan, 1, .infinity, 1, 1, -.infinity, 1)
    let rows = chart(gaps, maxGap: 90).lines(width: 32, height: 3, style: .ascii)
    #expect(rows[1] == "1+****     *     *    ****     *")
    // Without a maximum gap, only values that are not finite interrupt a line.
    #expect(chart(gaps).lines(width: 32, height: 3, style: .ascii)[1] == "1+**********     *    ****     *")
  }

  @Test("Colors start at a series and reset at the end of the line")
  func colors() {
    let rows = chart(ramp, level).lines(width: 32, height: 3, style: .marks, isColored: true)
    #expect(
      rows == [
        "10┤                     \u{1B}[32m●●●●●●●●\u{1B}[0m", "  │       \u{1B}[32m●●●●●●●●●●●●●●\u{1B}[0m",
        " 0┤\u{1B}[33m○○○○○○○○○○○○○○○○○○○○○○○○○○○○○\u{1B}[0m", "  └┬─────────────┬─────────────┬",
        "   12:00       12:05       12:10", "\u{1B}[32m●\u{1B}[0m ramp   min 0  max 10  last 10",
        "\u{1B}[33m○\u{1B}[0m level  min 2  max 2   last 2",
      ])
  }

  @Test("A chart without finite values has axes and a legend")
  func nothing() {
    #expect(
      text(chart(series("none"), series("endless", .infinity)), width: 40, height: 3, .ascii) == """
        1+
         |
        0+
         ++------------------+-----------------+
          12:00            12:05           12:10
        * none     no values
        o endless               last +Inf
        """)
    #expect(chart().lines(width: 40, height: 3, style: .ascii).count == 5)
  }

  @Test("Lines are limited to the width, and legends to twenty series", arguments: [30, 41, 80, 200])
  func width(_ width: Int) {
    let many = (0..<25).map { series(String(repeating: "long", count: 30) + "\($0)", Double($0), -1e9) }
    for style in [Chart.Style.braille, .marks, .ascii] {
      let chart = Chart(series: many, from: Self.noon, to: Self.noon + 600)
      let lines = chart.lines(width: width, height: 12, style: style)
      #expect(lines.allSatisfy { $0.count <= width })
      #expect(lines.count == 12 + 2 + 20 + 1)
      #expect(lines.last == "and 5 more")
    }
  }

  @Test("A narrow legend omits the values that the axis shows")
  func narrow() {
    let chart = chart(series("requests", -1.5e-200, 1e300, -2.25e-200), series("none"), series("x", 1, 2, 1.5))
    let legends = [60, 44, 30].map { chart.lines(width: $0, height: 3, style: .ascii).suffix(3) }
    #expect(
      legends == [
        [
          "* requests  min -2.25e-200  max 1.00e300  last -2.25e-200", "o none      no values",
          "+ x         min 1           max 2         last 1.5",
        ],
        ["* requests  max 1.00e300  last -2.25e-200", "o none      no values", "+ x         max 2         last 1.5"],
        ["* requests  last -2.25e-200", "o none      no values", "+ x         last 1.5"],
      ])
  }

  @Test("A name cannot send control characters to the terminal")
  func names() {
    let lines = chart(series("a\u{1B}[2J\nb\u{202E}é", 1)).lines(width: 60, height: 3, style: .ascii)
    #expect(lines.last?.hasPrefix("* a?[2J b??  min 1") == true)
    #expect(Chart.line("é\u{7}", width: 9, style: .marks) == "é?")
    #expect(Chart.line("abcdef", width: 4, style: .marks) == "abc…")
    #expect(Chart.line("abcdef", width: 5, style: .ascii) == "ab...")
  }
}
