/// A check of a document against rules of good style.
///
/// ```swift
/// for finding in OpenAPILint(document).findings { print(finding) }
/// ```
public struct OpenAPILint: Sendable {
  /// The findings, in the order of the rules.
  public let findings: [LintFinding]

  /// Checks a document.
  ///
  /// - Parameter rules: the rules to apply. Default: ``LintRule/usual``.
  public init(_ document: OpenAPIDocument, rules: Set<LintRule> = LintRule.usual) {
    let repeated = document.repeatedMembers.map { pointer in
      LintFinding(
        rule: .duplicateMember, pointer: pointer,
        message: "The object has two members with this name, and only one of them is read; join or rename them")
    }
    let found =
      repeated + OperationLint(document).findings() + ReferenceLint(document).findings()
      + SchemaLint(document).findings()
    let order = Dictionary(uniqueKeysWithValues: LintRule.allCases.enumerated().map { ($1, $0) })
    let applied = found.enumerated().filter { rules.contains($0.element.rule) }
    findings = applied.sorted { left, right in
      (order[left.element.rule] ?? 0, left.offset) < (order[right.element.rule] ?? 0, right.offset)
    }.map(\.element)
  }
}
