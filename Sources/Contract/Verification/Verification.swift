/// A problem with operations that are to be served together.
public struct VerificationFinding: Hashable, Sendable, CustomStringConvertible {
  /// The severity of a finding.
  public enum Severity: String, Hashable, Sendable {
    /// The operations cannot work; a server does not start with them.
    case error
    /// The operations work, but probably not as intended.
    case warning
  }

  /// The severity.
  public let severity: Severity
  /// The rule that reported the finding, such as `duplicate-route`.
  public let rule: String
  /// The ids of the affected operations.
  public let operations: [String]
  /// The operation, the problem, and the remedy.
  public let message: String

  init(_ severity: Severity, _ rule: String, _ operations: [APIOperation], _ message: String) {
    self.severity = severity
    self.rule = rule
    self.operations = operations.map(\.id)
    self.message = message
  }

  /// The message.
  public var description: String { message }
}

/// A check of operations that are to be served together.
protocol VerificationRule: Sendable {
  /// Returns all problems in the order of the operations.
  func findings(in operations: [APIOperation]) -> [VerificationFinding]
}

/// The indices of operations with the same key.
private struct OperationGroup {
  let key: String
  var members: [Int]
}

extension VerificationRule {
  /// Returns the groups of at least two operations with the same key, in the order of their first operations.
  ///
  /// Avoids a dictionary: nothing else at a server's start uses one with string keys, and its code would stay in
  /// memory.
  func groups(_ operations: [APIOperation], by key: (APIOperation) -> String) -> [[APIOperation]] {
    var groups: [OperationGroup] = []
    /// The indices of groups by the hash of their keys.
    var buckets: [[Int]] = Array(repeating: [], count: operations.count)
    for (index, operation) in operations.enumerated() {
      let key = key(operation)
      let bucket = Int(truncatingIfNeeded: FNV1a.hash(key) % UInt64(operations.count))
      if let known = buckets[bucket].first(where: { groups[$0].key.utf8.elementsEqual(key.utf8) }) {
        groups[known].members.append(index)
      } else {
        buckets[bucket].append(groups.count)
        groups.append(OperationGroup(key: key, members: [index]))
      }
    }
    return groups.filter { $0.members.count > 1 }.map { group in group.members.map { operations[$0] } }
  }
}

extension [APIOperation] {
  private static var rules: [any VerificationRule] {
    [
      DuplicateIDRule(), DuplicateRouteRule(), RepeatedPlaceholderRule(), ShadowedValueRule(), UnboundNameRule(),
      WireNameRule(), KeyMappingRule(), ManagedHeaderRule(), ContentRule(), ChecksumRule(), AmbiguousResponseRule(),
      PatternRule(), SchemeNameRule(), PagingRule(),
    ]
  }

  /// Checks these operations as a server does when it starts. Returns errors first, then warnings.
  ///
  /// ```swift
  /// @Test func contractIsSound() { #expect(TodosEndpoints.all.verify().isEmpty) }
  /// ```
  public func verify() -> [VerificationFinding] {
    let findings = Self.rules.flatMap { $0.findings(in: self) }
    return findings.filter { $0.severity == .error } + findings.filter { $0.severity == .warning }
  }
}
