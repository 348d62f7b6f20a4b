import SwiftDiagnostics
import SwiftSyntaxMacros

/// What the rules have found in one contract.
///
/// It also says how much can be generated all the same, so that one mistake is one error and not a page of them.
struct Report {
  /// What a mistake of the protocol itself takes with it.
  enum Damage {
    /// Everything can be generated.
    case none
    /// Serving the contract would be a second error.
    case routes
    /// No type could conform to the protocol.
    case everything
  }

  private(set) var findings: [Finding] = []
  /// The endpoints with a mistake of their own, by index.
  private(set) var brokenEndpoints: Set<Int> = []
  private(set) var damage: Damage = .none

  /// Records a mistake of the protocol itself.
  mutating func add(_ finding: Finding, damage: Damage) {
    findings.append(finding)
    switch (self.damage, damage) {
    case (.everything, _), (_, .none): break
    default: self.damage = damage
    }
  }

  /// Records a mistake of the endpoint at `index`.
  mutating func add(_ finding: Finding, endpoint index: Int) {
    findings.append(finding)
    brokenEndpoints.insert(index)
  }

  /// Tells the compiler everything, in the order of the source.
  func diagnose(in context: some MacroExpansionContext) {
    Self.diagnose(findings, in: context)
  }

  /// Tells the compiler some findings, in the order of the source.
  static func diagnose(_ findings: [Finding], in context: some MacroExpansionContext) {
    let diagnostics = findings.map(\.diagnostic)
    let sorted = diagnostics.enumerated().sorted { left, right in
      let positions = (left.element.position, right.element.position)
      return positions.0 == positions.1 ? left.offset < right.offset : positions.0 < positions.1
    }
    for (_, diagnostic) in sorted { context.diagnose(diagnostic) }
  }
}
