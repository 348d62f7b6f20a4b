import SwiftDiagnostics
import SwiftSyntaxMacros

/// The errors of one contract.
///
/// The report also determines which code can still be generated, so that one error causes one message.
struct Report {
  /// The effect of an error of the protocol itself.
  enum Damage {
    /// Everything is generated.
    case none
    /// Routes are not generated, because they would cause a second error.
    case routes
    /// Nothing is generated, because no type could conform to the protocol.
    case everything
  }

  private(set) var findings: [Finding] = []
  /// The indices of the endpoints with errors.
  private(set) var brokenEndpoints: Set<Int> = []
  private(set) var damage: Damage = .none

  var verdict: Verdict { Verdict(damage: damage, brokenEndpoints: brokenEndpoints) }

  /// Records an error of the protocol itself.
  mutating func add(_ finding: Finding, damage: Damage) {
    findings.append(finding)
    switch (self.damage, damage) {
    case (.everything, _), (_, .none): break
    default: self.damage = damage
    }
  }

  /// Records an error of the endpoint at `index`.
  mutating func add(_ finding: Finding, endpoint index: Int) {
    findings.append(finding)
    brokenEndpoints.insert(index)
  }

  /// Prevents the generation of any code, because of an error that the compiler reports.
  mutating func breakProtocol() { damage = .everything }

  /// Marks all endpoints as broken, because an error of one would cause errors in the others.
  mutating func breakAll(of contract: ContractModel) {
    brokenEndpoints.formUnion(contract.endpoints.indices)
  }

  /// Reports all errors to the compiler, in source order.
  func diagnose(in context: some MacroExpansionContext) {
    Self.diagnose(findings, in: context)
  }

  /// Reports findings to the compiler, in source order.
  static func diagnose(_ findings: [Finding], in context: some MacroExpansionContext) {
    let diagnostics = findings.map(\.diagnostic)
    let sorted = diagnostics.enumerated().sorted { left, right in
      let positions = (left.element.position, right.element.position)
      return positions.0 == positions.1 ? left.offset < right.offset : positions.0 < positions.1
    }
    for (_, diagnostic) in sorted { context.diagnose(diagnostic) }
  }
}
