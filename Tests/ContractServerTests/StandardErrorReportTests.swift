import Testing

@testable import ContractServer

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

@Suite("Reports to standard error")
struct StandardErrorReportTests {
  /// The bytes received through a pipe so far.
  private func take(_ descriptor: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = read(descriptor, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }

  @Test("A report is one line without control characters that fits an atomic pipe write")
  func lines() {
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    let report = StandardErrorReport(descriptor: ends[1])
    report.write("one\r\ntwo\u{2028}three")
    #expect(take(ends[0]) == "one two three\n")
    report.write("a\u{1B}[2J\u{7}b\u{8}\u{7F}c\u{85}\u{9B}31m\u{2029}\u{E9}\td")
    #expect(take(ends[0]) == #"a\u{1b}[2J\u{7}b\u{8}\u{7f}c \u{9b}31m "# + "\u{E9}" + #"\u{9}d"# + "\n")
    report.write(String(repeating: "a", count: 3000))
    #expect(take(ends[0]) == String(repeating: "a", count: 2000) + "\n")
    report.write(String(repeating: "\u{1B}", count: 2000))
    #expect(take(ends[0]) == String(String(repeating: #"\u{1b}"#, count: 400).prefix(2000)) + "\n")
    // Each of these characters has three bytes.
    report.write(String(repeating: "\u{20AC}", count: 2000))
    #expect(take(ends[0]) == String(repeating: "\u{20AC}", count: 1333) + "\n")
  }

  @Test("A report never blocks, and the next report states how many were dropped")
  func stuck() {
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    let report = StandardErrorReport(descriptor: ends[1])
    // A pipe has room for 64 KiB: one more write would block forever.
    for _ in 0..<100 { report.write(String(repeating: "a", count: 2000)) }
    let lines = take(ends[0]).split(separator: "\n")
    #expect((15...33).contains(lines.count) && lines.allSatisfy { $0.count == 2000 })
    report.write("there")
    #expect(take(ends[0]) == "there (\(100 - lines.count) reports before this one were dropped)\n")
    report.write("again")
    #expect(take(ends[0]) == "again\n")
  }
}
