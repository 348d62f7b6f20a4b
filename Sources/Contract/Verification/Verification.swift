/// Something that is wrong with operations that are meant to be served together.
public struct VerificationFinding: Hashable, Sendable, CustomStringConvertible {
  /// How bad it is.
  public enum Severity: String, Hashable, Sendable {
    /// It cannot work; a server does not start with it.
    case error
    /// It works, and probably not as intended.
    case warning
  }

  /// How bad it is.
  public let severity: Severity
  /// The rule that has found it, such as `duplicate-route`.
  public let rule: String
  /// The ids of the operations concerned.
  public let operations: [String]
  /// Where it is, what is wrong, and what to do.
  public let message: String

  init(_ severity: Severity, _ rule: String, _ operations: [Operation], _ message: String) {
    self.severity = severity
    self.rule = rule
    self.operations = operations.map(\.id)
    self.message = message
  }

  /// The message.
  public var description: String { message }
}

/// One thing that operations must satisfy to be served together.
protocol VerificationRule: Sendable {
  /// Everything that is wrong, in the order of the operations.
  func findings(in operations: [Operation]) -> [VerificationFinding]
}

extension VerificationRule {
  /// The groups of at least two operations with one key, in the order of their first ones.
  func groups<Key: Hashable>(_ operations: [Operation], by key: (Operation) -> Key) -> [[Operation]] {
    var order: [Key] = []
    var groups: [Key: [Operation]] = [:]
    for operation in operations {
      let key = key(operation)
      if groups[key] == nil { order.append(key) }
      groups[key, default: []].append(operation)
    }
    return order.compactMap { groups[$0] }.filter { $0.count > 1 }
  }
}

extension [Operation] {
  private static var rules: [any VerificationRule] {
    [
      DuplicateIDRule(), DuplicateRouteRule(), ShadowedValueRule(), UnboundNameRule(), WireNameRule(),
      ManagedHeaderRule(), ContentRule(), AmbiguousResponseRule(), PatternRule(), SchemeNameRule(),
    ]
  }

  /// What is wrong with these operations, as a server would find at its start: errors first.
  ///
  /// ```swift
  /// @Test func contractIsSound() { #expect(TodosEndpoints.all.verify().isEmpty) }
  /// ```
  public func verify() -> [VerificationFinding] {
    let findings = Self.rules.flatMap { $0.findings(in: self) }
    return findings.filter { $0.severity == .error } + findings.filter { $0.severity == .warning }
  }
}
