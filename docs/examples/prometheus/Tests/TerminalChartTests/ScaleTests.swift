import Testing

@testable import TerminalChart

@Suite("Scales")
struct ScaleTests {
  @Test(
    "Ticks are round numbers around all values",
    arguments: [
      ([0, 10], 3, ["10", "5", "0"]), ([0.1, 0.9], 3, ["1.0", "0.5", "0"]), ([-3, 7], 3, ["10", "5", "0", "-5"]),
      ([35, 36], 3, ["36.0", "35.5", "35.0"]), ([1500, 3200], 3, ["4k", "3k", "2k", "1k"]),
      ([1e9, 1.5e9], 3, ["1.5G", "1.0G"]), ([0, 2e-5], 3, ["2.00e-5", "1.00e-5", "0"]),
      ([5, 5], 2, ["10", "5", "0"]), ([0, 0], 2, ["1", "0"]), ([], 2, ["1", "0"]), ([-4, -4], 2, ["0", "-5", "-10"]),
      ([0, 1e300], 2, ["1.00e300", "0"]),
      ([1_769_860_800, 1_769_861_100], 3, ["1769861200", "1769861000", "1769860800"]),
      ([1_769_860_000, 1_769_866_000], 3, ["1.769870G", "1.769865G", "1.769860G"]),
      ([1e12, 1e12 + 1], 3, ["1000000000001.0", "1000000000000.5", "1000000000000.0"]),
      ([4e15, 4e15 + 40], 3, ["4.00000000000004e15", "4.00000000000002e15", "4.00000000000000e15"]),
      ([4e15, 4e15 + 4], 3, ["4000000000000004.0", "4000000000000002.0", "4000000000000000.0"]),
      ([1e16, 1e16 + 4], 3, ["1.0000000000000004e+16", "1e+16"]),
      ([0.5, 0.500_000_02], 3, ["0.50000002", "0.50000001", "0.50000000"]),
      ([-5e-4, -5.000_015e-4], 2, ["-5.00000e-4", "-5.00002e-4"]),
    ] as [([Double], Int, [String])])
  func ticks(_ values: [Double], _ count: Int, _ labels: [String]) {
    let scale = ValueScale(values: values, ticks: count)
    #expect(scale.ticks.map(scale.label) == labels)
  }

  @Test(
    "Extreme values have a row and distinct labels",
    arguments: [
      [-Double.greatestFiniteMagnitude, .greatestFiniteMagnitude], [1, 1 + Double.ulpOfOne],
      [Double.leastNonzeroMagnitude, 0], [1e16, 1e16 + 2], [.greatestFiniteMagnitude, .greatestFiniteMagnitude],
      [9, (9.0).nextUp], [1e9, 1e9.nextUp], [9e14, 9e14.nextUp], [5e15, 5e15.nextUp], [9e15, 9e15 + 1],
      [1e300, 1e300.nextUp], [7e-5, 7e-5.nextUp], [-1e16, -1e16 - 2],
    ])
  func extremes(_ values: [Double]) {
    let scale = ValueScale(values: values, ticks: 5)
    for value in values { #expect((0..<10).contains(scale.row(of: value, rows: 10))) }
    #expect(scale.ticks.count >= 2)
    let labels = scale.ticks.map(scale.label)
    #expect(labels.allSatisfy { !$0.isEmpty })
    #expect(Set(labels).count == labels.count, "\(labels)")
  }

  @Test(
    "Numbers are shortened",
    arguments: [
      (0, "0"), (1, "1"), (-1.5, "-1.5"), (0.00335, "0.00335"), (1234, "1.23k"), (999_999, "1000k"),
      (34_100_000, "34.1M"),
      (1e15, "1.00e15"), (0.000_012_34, "1.23e-5"), (.nan, "NaN"), (.infinity, "+Inf"), (-.infinity, "-Inf"),
      (100, "100"), (9.999, "10"),
    ] as [(Double, String)])
  func numbers(_ value: Double, _ text: String) {
    #expect(NumberFormat.short(value) == text)
  }

  private static let noon = 1_769_860_800.0

  @Test(
    "Time labels are at the columns of their times",
    arguments: [
      (60.0, "12:00:00 12:00:15   12:00:30   12:00:45 12:01:00"),
      (3600, "12:00 12:10   12:20   12:30  12:40   12:50 13:00"),
      (86_400, "12:00     18:00       00:00      06:00     12:00"),
      (7 * 86_400, "     2026-02-02    2026-02-04   2026-02-06"),
    ] as [(Double, String)])
  func times(_ span: Double, _ labels: String) {
    let scale = TimeScale(from: Self.noon, to: Self.noon + span, columns: 48)
    #expect(scale.labels.withoutTrailingSpaces == labels)
  }

  @Test("A time range may be empty, a nanosecond or ten thousand years")
  func odd() {
    for (from, to) in [(0.0, 0.0), (0, 1e-9), (-62_135_596_800, 253_402_300_799)] {
      let scale = TimeScale(from: from, to: to, columns: 40)
      #expect(scale.labels.count == 40)
      #expect(scale.axis(AxisCharacters(.ascii)).count == 40)
    }
  }
}
