import SwiftSyntax
import SwiftSyntaxMacros
import Synchronization

/// The effect of a contract's errors on the generated code.
struct Verdict: Sendable {
  let damage: Report.Damage
  /// The indices of the endpoints with errors.
  let brokenEndpoints: Set<Int>

  /// Returns true if generated functions belong in an extension of the protocol: it is at file scope and has no errors.
  func permitsExtension(in context: some MacroExpansionContext) -> Bool {
    damage == .none && context.lexicalContext.isEmpty
  }
}

extension Rules {
  /// The contract that was checked last, as source text with its enclosing types.
  private static let last = Mutex<(source: String, verdict: Verdict)?>(nil)

  /// Returns the verdict on a contract, without its errors.
  ///
  /// The compiler asks for each role of `@API` and `@Mock` separately, one after the other. The check takes a sixth of the
  /// expansion's time, so it is not repeated for the same source text.
  static func verdict(on contract: ContractModel, in outer: [Syntax]) -> Verdict {
    let source = source(of: contract, in: outer)
    if let last = last.withLock({ $0 }), last.source == source { return last.verdict }
    return check(contract, in: outer).verdict
  }

  /// Returns all errors of a contract, and keeps the verdict for the other roles.
  static func check(_ contract: ContractModel, in outer: [Syntax]) -> Report {
    let report = check(contract)
    let entry = (source: source(of: contract, in: outer), verdict: report.verdict)
    last.withLock { $0 = entry }
    return report
  }

  private static func source(of contract: ContractModel, in outer: [Syntax]) -> String {
    outer.reduce(contract.declaration.description) { $0 + "\n" + $1.description }
  }
}
