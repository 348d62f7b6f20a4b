/// The result of a contract test.
public struct ContractTestReport: Sendable, CustomStringConvertible {
  /// The differences between server and document, in the order of their discovery. Equal differences are reported once.
  public let findings: [ContractTestFinding]
  /// The number of generated requests, excluding those that shrink a finding.
  public let cases: Int
  /// The number of valid requests among the generated requests.
  public let validCases: Int
  /// The number of operations to which a request was sent.
  public let operations: Int
  /// The parts of the document that could not be tested, one sentence each.
  public let omissions: [String]
  /// The seed of the run.
  public let seed: UInt64

  /// Whether there are no findings.
  public var isEmpty: Bool { findings.isEmpty }

  /// The findings and a summary, for people.
  public var description: String {
    let count = findings.count == 1 ? "1 finding" : "\(findings.count) findings"
    let summary =
      "\(count) in \(cases) requests (\(validCases) valid) to \(operations) operations, seed \(seed)"
    return (findings.map(\.text) + omissions.map { "note: \($0)" } + [summary]).joined(separator: "\n")
  }
}
