/// Each operation has a name of its own.
struct DuplicateIDRule: VerificationRule {
  func findings(in operations: [APIOperation]) -> [VerificationFinding] {
    groups(operations, by: \.id).map { same in
      VerificationFinding(
        .error, "duplicate-id", same,
        "two routes are called `\(same[0].id)`: \(same[0]) and \(same[1]); give one of them another id")
    }
  }
}
