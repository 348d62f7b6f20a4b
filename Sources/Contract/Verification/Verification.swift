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

  init(_ severity: Severity, _ rule: String, _ operations: [APIOperation], _ message: String) {
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
  func findings(in operations: [APIOperation]) -> [VerificationFinding]
}

/// The numbers of operations with one key.
private struct OperationGroup {
  let key: String
  var members: [Int]
}

extension VerificationRule {
  /// The groups of at least two operations with one key, in the order of their first ones.
  ///
  /// Without a dictionary: a server's start has no other one of texts, and its code would stay in memory.
  func groups(_ operations: [APIOperation], by key: (APIOperation) -> String) -> [[APIOperation]] {
    var groups: [OperationGroup] = []
    /// The numbers of groups, by what their keys add up to.
    var buckets: [[Int]] = Array(repeating: [], count: operations.count)
    for (index, operation) in operations.enumerated() {
      let key = key(operation)
      let bucket = Int(truncatingIfNeeded: Self.hash(key) % UInt64(operations.count))
      if let known = buckets[bucket].first(where: { groups[$0].key.utf8.elementsEqual(key.utf8) }) {
        groups[known].members.append(index)
      } else {
        buckets[bucket].append(groups.count)
        groups.append(OperationGroup(key: key, members: [index]))
      }
    }
    return groups.filter { $0.members.count > 1 }.map { group in group.members.map { operations[$0] } }
  }

  /// FNV-1a. The keys are the program's own, so nobody chooses them to collide.
  fileprivate static func hash(_ key: String) -> UInt64 {
    key.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}

extension [APIOperation] {
  private static var rules: [any VerificationRule] {
    [
      DuplicateIDRule(), DuplicateRouteRule(), ShadowedValueRule(), UnboundNameRule(), WireNameRule(),
      KeyMappingRule(), ManagedHeaderRule(), ContentRule(), AmbiguousResponseRule(), PatternRule(), SchemeNameRule(),
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
