/// What the rules have found in one contract.
package struct Report {
  /// Every mistake, in the order of the rules.
  private(set) var findings: [Finding] = []
  /// The endpoints with a mistake of their own, by index.
  private(set) var brokenEndpoints: Set<Int> = []
  /// True when the contract as a whole cannot be generated.
  private(set) var isContractBroken = false

  /// Records a mistake of the protocol itself.
  mutating func add(_ finding: Finding) {
    findings.append(finding)
    isContractBroken = true
  }

  /// Records a mistake of the endpoint at `index`.
  mutating func add(_ finding: Finding, endpoint index: Int) {
    findings.append(finding)
    brokenEndpoints.insert(index)
  }

  /// True when nothing was found.
  var isClean: Bool { findings.isEmpty }

  /// The mistakes in the order of the source.
  var sortedFindings: [Finding] {
    findings.enumerated().sorted { left, right in
      let positions = (left.element.diagnostic.position, right.element.diagnostic.position)
      return positions.0 == positions.1 ? left.offset < right.offset : positions.0 < positions.1
    }.map(\.element)
  }
}
