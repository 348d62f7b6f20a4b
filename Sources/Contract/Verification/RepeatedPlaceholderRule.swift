/// A rule: the placeholders of a path differ, and at most one is for several segments.
///
/// One template always follows the rule. The path of `mounted(at:)` and that of an operation together may not.
struct RepeatedPlaceholderRule: VerificationRule {
  func findings(in operations: [APIOperation]) -> [VerificationFinding] {
    operations.flatMap { operation -> [VerificationFinding] in
      let names = operation.path.placeholders
      let repeated = names.indices.filter { names[..<$0].contains(names[$0]) }.map { index in
        VerificationFinding(
          .error, "repeated-placeholder", [operation],
          "\(operation) has two placeholders called `\(names[index])`; rename the one in the path of `mounted(at:)`")
      }
      let rests = operation.path.segments.filter { if case .rest = $0 { true } else { false } }
      guard rests.count > 1 else { return repeated }
      let several = VerificationFinding(
        .error, "repeated-placeholder", [operation],
        "\(operation) has \(rests.count) placeholders for several segments; "
          + "remove the one in the path of `mounted(at:)`")
      return repeated + [several]
    }
  }
}
